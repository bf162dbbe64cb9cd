// The page's text comes from the blocks "settings" and "data"; it is put on the page as text, never as mark-up.
// What a record says is looked up in maps alone: an object has more names than those that were given to it.
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const settings = read("settings");
const boards = read("data");
const SUIT = new Map([["C", "♣"], ["D", "♦"], ["H", "♥"], ["S", "♠"]]);
const SUIT_NUMBER = new Map([["C", 0], ["D", 1], ["H", 2], ["S", 3]]);
const RANKS = "AKQJT98765432";
const WORDS = new Map(Object.entries(settings.words));
const SHOWN_RANKS = new Map(Object.entries(settings.ranks));

const t = (message, values = {}) =>
  (WORDS.get(message) || message).replace(/\{(\w+)\}/g, (all, name) => (Object.hasOwn(values, name) ? values[name] : all));

function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) if (child !== null && child !== undefined) node.append(child);
  return node;
}
const hidden = (text) => el("span", {class: "vh"}, text);
// What the page's language lacks comes with the language that it is in.
const sentence = (said, attributes = {}) => Array.isArray(said) ? el("p", {...attributes, lang: said[1]}, said[0]) : el("p", attributes, said);

const SHAPES = {
  first: "M4 5h2v14H4zM20 5v14L8 12z",
  trickBack: "M12 5v14L2 12zM22 5v14l-10-7z",
  back: "M17 4v16L6 12z",
  forward: "M7 4v16l11-8z",
  trickForward: "M2 5v14l10-7zM12 5v14l10-7z",
  end: "M18 5h2v14h-2zM4 5v14l12-7z",
  wrong: "M12 2 1 21h22zM11 9h2v6h-2zM11 17h2v2h-2z",
};
function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const image = document.createElementNS(space, "svg");
  const path = document.createElementNS(space, "path");
  image.setAttribute("viewBox", "0 0 24 24");
  image.setAttribute("aria-hidden", "true");
  path.setAttribute("d", SHAPES[name]);
  path.setAttribute("fill-rule", "evenodd");
  image.append(path);
  return image;
}

// Cards, calls and contracts

const rank = (letter) => SHOWN_RANKS.get(letter) || letter;
const suitName = (letter) => settings.suits[SUIT_NUMBER.get(letter)];
const symbol = (letter) =>
  [el("span", {class: "suit " + letter.toLowerCase(), "aria-hidden": "true"}, SUIT.get(letter))];
const cardWords = (card) => (card ? suitName(card[0]) + " " + rank(card[1]) : t("card not known"));
const cardFace = (card) =>
  card ? [symbol(card[0]), hidden(suitName(card[0]) + " "), rank(card[1])] : ["?", hidden(t("card not known"))];

function callParts(call) {
  if (call === "Pass") return {words: t("Pass"), face: [t("Pass")]};
  if (call === "X") return {words: t("double"), face: [el("span", {"aria-hidden": "true"}, "X"), hidden(t("double"))]};
  if (call === "XX") {
    return {words: t("redouble"), face: [el("span", {"aria-hidden": "true"}, "XX"), hidden(t("redouble"))]};
  }
  const [level, strain] = [call[0], call.slice(1)];
  if (strain === "NT") {
    return {words: level + " " + settings.notrumpWord, face: [level + settings.notrump]};
  }
  if (SUIT.has(strain)) {
    const name = level === "1" ? settings.suit[SUIT_NUMBER.get(strain)] : suitName(strain);
    return {words: level + " " + name, face: [level, symbol(strain), hidden(" " + name)]};
  }
  return {words: t("call not readable"), face: [call, hidden(" " + t("call not readable"))]};
}

// The bid of a contract, and what it is doubled with: nothing, X or XX.
const contractParts = (contract) => /^(.*?)(X*)$/.exec(contract).slice(1);
function contractFace(contract) {
  if (contract === "Pass") return [t("Passed out")];
  const [bid, doubled] = contractParts(contract);
  const parts = [callParts(bid).face];
  if (doubled) {
    parts.push(el("span", {class: "doubled", "aria-hidden": "true"}, doubled), hidden(doubled === "X" ? " " + t("doubled") : " " + t("redoubled")));
  }
  return parts;
}
const contractText = (contract) => {
  if (!contract) return "";
  if (contract === "Pass") return t("Passed out");
  const [bid, doubled] = contractParts(contract);
  return bid[0] + (bid.slice(1) === "NT" ? settings.notrump : SUIT.get(bid[1])) + doubled;
};

// The suits of a text in their colours, with their names for those who hear it.
const LETTER = new Map([...SUIT].map(([letter, shown]) => [shown, letter]));
function rich(text) {
  return text.split(/([♣♦♥♠]s?(?![A-Za-z])|[♣♦♥♠])/).map((piece, at, pieces) => {
    if (at % 2 === 0) return piece;
    const letter = LETTER.get(piece[0]);
    const before = /[\p{L}\p{N}]$/u.test(pieces[at - 1]) ? " " : "";
    const after = /^[\p{L}\p{N}]/u.test(pieces[at + 1]) ? " " : "";
    const plural = piece.length > 1 ? el("span", {"aria-hidden": "true"}, piece.slice(1)) : null;
    return [symbol(letter), plural, hidden(before + suitName(letter) + after)];
  });
}

// The same as it is heard.
const spoken = (text) => rich(text).flat(Infinity).filter(Boolean).map((piece) =>
  (typeof piece === "string" ? piece : piece.classList.contains("vh") ? piece.textContent : "")).join("");

const seatName = (seat) => settings.seats[seat];
const cardsOf = (hand) => hand.split(".").flatMap((ranks, at) => [...ranks].map((letter) => "SHDC"[at] + letter));
