"use strict";
// The page's text comes from the blocks "settings" and "data"; it is put on the page as text, never as mark-up.
(() => {
const read = (id) => JSON.parse(document.getElementById(id).textContent);
const settings = read("settings");
const boards = read("data");
const SUIT = {C: "♣", D: "♦", H: "♥", S: "♠"};
const SUIT_NUMBER = {C: 0, D: 1, H: 2, S: 3};
const RANKS = "AKQJT98765432";
const BATCH = 200;

const t = (message, values = {}) =>
  (settings.words[message] || message).replace(/\{(\w+)\}/g, (all, name) => (name in values ? values[name] : all));

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

const rank = (letter) => settings.ranks[letter] || letter;
const suitName = (letter) => settings.suits[SUIT_NUMBER[letter]];
const symbol = (letter) =>
  [el("span", {class: "suit " + letter.toLowerCase(), "aria-hidden": "true"}, SUIT[letter])];
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
  if (strain in SUIT) return {words: level + " " + suitName(strain), face: [level, symbol(strain), hidden(" " + suitName(strain))]};
  return {words: t("call not readable"), face: [call, hidden(t("call not readable"))]};
}

function contractFace(contract) {
  if (contract === "Pass") return [t("Passed out")];
  const [, bid, doubled] = /^(.*?)(X*)$/.exec(contract);
  const parts = [callParts(bid).face];
  if (doubled) {
    parts.push(el("span", {class: "doubled", "aria-hidden": "true"}, doubled), hidden(doubled === "X" ? " " + t("doubled") : " " + t("redoubled")));
  }
  return parts;
}
const contractText = (contract) => {
  if (!contract) return "";
  if (contract === "Pass") return t("Passed out");
  const [, bid, doubled] = /^(.*?)(X*)$/.exec(contract);
  return bid[0] + (bid.slice(1) === "NT" ? settings.notrump : SUIT[bid[1]]) + doubled;
};
const seatName = (seat) => settings.seats[seat];
const cardsOf = (hand) => hand.split(".").flatMap((ranks, at) => [...ranks].map((letter) => "SHDC"[at] + letter));

// What the viewer chose; kept where the browser allows it

const choice = Object.assign({theme: "auto", suits: settings.colours, bottom: "south", view: "all"}, recall());
function recall() {
  try { return JSON.parse(localStorage.getItem("pbntools-replay")) || {}; } catch { return {}; }
}
function choose(name, value) {
  choice[name] = value;
  try { localStorage.setItem("pbntools-replay", JSON.stringify(choice)); } catch { /* a file has no storage */ }
  dress();
  for (const room of rooms) room.draw();
}
function dress() {
  const root = document.documentElement;
  root.dataset.suits = choice.suits === "four" ? "four" : "two";
  if (choice.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = choice.theme;
}

function select(name, label, options) {
  const box = el("select", {on: {change: (event) => choose(name, event.target.value)}},
    options.map(([value, text]) => el("option", {value, selected: choice[name] === value}, text)));
  return el("label", {class: "tool"}, el("span", {}, label), box);
}

// One record: its table and its steps

let serial = 0;

class Room {
  constructor(data, step) {
    this.data = data;
    this.id = "r" + serial++;
    this.calls = data.calls || [];
    this.cards = [];
    (data.tricks || []).forEach((trick, row) => trick[2].forEach((card, place) => {
      if (this.cards.length < (data.cards || 0)) this.cards.push({card, row, place, seat: (trick[1] + place) % 4});
    }));
    this.last = this.calls.length + this.cards.length;
    this.revealed = new Set();
    this.step = Math.min(Math.max(step, 0), this.last);
    this.node = el("article", {class: "room", "aria-labelledby": this.id + "h", on: {
      pointerdown: () => { active = this; }, focusin: () => { active = this; }}});
    this.build();
    this.draw();
  }

  get title() {
    const {board, room} = this.data;
    return t("Board {board}", {board: board || "?"}) + (room ? " · " + roomName(room) : "");
  }

  // What does not change from step to step.
  build() {
    const data = this.data;
    const facts = [
      data.dealer === undefined ? t("dealer not known") : t("dealer {seat}", {seat: seatName(data.dealer)}),
      settings.vulnerable[data.vulnerable === undefined ? 0 : data.vulnerable + 1],
    ].join(" · ");
    const line = [];
    if (data.contract) {
      line.push(el("strong", {class: "contract"}, contractFace(data.contract)));
      if (data.declarer !== undefined) line.push(" " + t("by {seat}", {seat: seatName(data.declarer)}));
    } else line.push(t("Contract not known"));
    if (data.result) line.push(" · " + data.result);
    if (data.score) line.push(" · ", el("span", {class: "points"}, hidden(t("score, North-South") + " "), data.score));
    const meta = (data.facts || []).map(([name, text]) => el("span", {}, el("b", {}, name + " "), text));
    this.node.append(el("header", {class: "head"},
      el("h2", {id: this.id + "h"}, this.title),
      el("p", {class: "deal"}, facts),
      el("p", {class: "outcome"}, line),
      meta.length ? el("p", {class: "facts"}, meta) : null));
    this.table = el("div", {class: "table", role: "group", "aria-label": t("The four hands and the trick")});
    this.status = el("p", {class: "status", role: "status", "aria-live": "polite"});
    this.remarks = el("div", {class: "remarks"});
    this.slider = el("input", {type: "range", min: "0", max: String(this.last), step: "1", "aria-label": t("Step"),
      on: {input: () => this.go(Number(this.slider.value))}});
    const button = (shape, label, move, extra = "") => el("button",
      {type: "button", class: "move " + extra, title: label, "aria-label": label, on: {click: move}}, icon(shape));
    this.buttons = {
      first: button("first", t("First step"), () => this.go(0)),
      trickBack: button("trickBack", t("Previous trick"), () => this.go(this.boundary(-1))),
      back: button("back", t("Previous step"), () => this.go(this.step - 1), "big"),
      forward: button("forward", t("Next step"), () => this.go(this.step + 1), "big"),
      trickForward: button("trickForward", t("Next trick"), () => this.go(this.boundary(1))),
      end: button("end", t("Last step"), () => this.go(this.last)),
    };
    const wrong = Object.keys(data.wrong || {}).map(Number).sort((a, b) => a - b);
    if (wrong.length) {
      this.buttons.wrong = button("wrong", t("Next diagnostic"), () => this.go(wrong.find((n) => n > this.step) ?? wrong[0]), "warn");
    }
    this.controls = el("div", {class: "controls", role: "group", "aria-label": t("Steps")},
      Object.values(this.buttons), this.slider);
    this.side = el("div", {class: "side"}, this.auction(), this.history(), this.result(), this.doubleDummy(), this.faults(wrong));
    this.node.append(el("div", {class: "body"},
      el("div", {class: "stage"}, this.table, this.controls, this.status, this.remarks), this.side));
  }

  mark(step) {
    const found = (this.data.wrong || {})[step];
    if (!found) return null;
    const worst = found.some((one) => one[0] === "error") ? "error" : found.some((one) => one[0] === "warning") ? "warning" : "notice";
    return el("span", {class: "mark " + worst, title: found.map((one) => one[1]).join("\n")},
      el("span", {"aria-hidden": "true"}, "⚠"), hidden(found.map((one) => one[1]).join("; ")));
  }

  // A call or card that leads to its step, with the note that explains it.
  action(step, face, label, className) {
    const notes = (this.data.notes || {})[step];
    const suffix = (this.data.suffixes || {})[step];
    const tip = notes ? el("span", {class: "tip", role: "tooltip", id: this.id + "t" + step}, notes.join("; ")) : null;
    const node = el("button", {type: "button", class: className + (notes ? " alerted" : ""), "data-step": String(step),
      "aria-label": label + (suffix ? " " + suffix : ""), "aria-describedby": tip ? tip.id : null, on: {click: () => this.go(step)}},
      face, suffix ? el("span", {class: "suffix"}, suffix) : null,
      notes ? el("sup", {"aria-hidden": "true"}, "*") : null);
    return el("span", {class: "act"}, node, tip, this.mark(step));
  }

  auction() {
    if (!this.calls.length) return null;
    const order = [3, 0, 1, 2];
    const red = (seat) => this.data.vulnerable !== undefined && (this.data.vulnerable >> (seat % 2)) & 1;
    const head = el("tr", {}, order.map((seat) => el("th", {scope: "col", class: red(seat) ? "vul" : ""},
      seatName(seat), red(seat) ? hidden(" " + t("vulnerable")) : null)));
    const rows = [];
    let row = null;
    this.calls.forEach(([seat, call], at) => {
      const place = order.indexOf(seat);
      // A player who was passed over leaves his place empty.
      if (row === null || place < row.length) rows.push(row = []);
      while (row.length < place) row.push(el("td", {}));
      const parts = callParts(call);
      row.push(el("td", {}, this.action(at + 1, parts.face, seatName(seat) + ": " + parts.words, "call" + (call === "Pass" ? " pass" : ""))));
    });
    const notes = Object.entries(this.data.notes || {}).filter(([step]) => step <= this.calls.length);
    return el("section", {class: "panel auction"}, el("h3", {}, t("Auction")),
      el("table", {}, el("thead", {}, head), el("tbody", {}, rows.map((cells) => el("tr", {}, cells)))),
      notes.length ? el("ul", {class: "notes", "aria-label": t("Explanations")}, notes.map(([step, texts]) => el("li", {},
        el("b", {}, callParts(this.calls[step - 1][1]).face), " ", texts.join("; ")))) : null);
  }

  history() {
    const tricks = this.data.tricks || [];
    if (!this.cards.length) return null;
    const order = [3, 0, 1, 2];
    let at = this.calls.length;
    let [ns, ew] = [0, 0];
    const rows = tricks.map(([leader, first, cards, winner], row) => {
      const cells = {};
      cards.forEach((card, place) => {
        if (4 * row + place >= this.cards.length) return;
        const seat = (first + place) % 4;
        at += 1;
        const label = t("Trick {n}, {seat}", {n: row + 1, seat: seatName(seat)}) + ": " + cardWords(card)
          + (seat === leader ? ", " + t("leads") : "") + (seat === winner ? ", " + t("wins") : "");
        cells[seat] = el("td", {class: (seat === winner ? "won" : "") + (seat === leader ? " led" : "")},
          this.action(at, cardFace(card), label, "play"));
      });
      const whole = 4 * row + 4 <= this.cards.length;
      if (whole && winner >= 0) winner % 2 ? ew++ : ns++;
      return el("tr", {}, el("th", {scope: "row"}, String(row + 1)), order.map((seat) => cells[seat] || el("td", {})),
        el("td", {class: "sum"}, whole ? ns + "–" + ew : ""));
    });
    const notes = Object.entries(this.data.notes || {}).filter(([step]) => step > this.calls.length);
    return el("section", {class: "panel history"}, el("h3", {}, t("Tricks")),
      el("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": t("Tricks")}, el("table", {},
        el("thead", {}, el("tr", {}, el("th", {scope: "col"}, hidden(t("Trick"))),
          order.map((seat) => el("th", {scope: "col"}, seatName(seat))), el("th", {scope: "col"}, t("NS–EW")))),
        el("tbody", {}, rows))),
      el("p", {class: "key"}, t("▸ leads; the winning card is framed.")),
      notes.length ? el("ul", {class: "notes", "aria-label": t("Explanations")}, notes.map(([step, texts]) => el("li", {},
        el("b", {}, cardFace(this.cards[step - this.calls.length - 1].card)), " ", texts.join("; ")))) : null);
  }

  result() {
    const lines = this.data.ending || [];
    return lines.length ? el("section", {class: "panel result"}, el("h3", {}, t("Result")), lines.map((line) => el("p", {}, line))) : null;
  }

  doubleDummy() {
    const cells = this.data.doubleDummy;
    if (!cells) return null;
    const strains = [settings.notrump, "S", "H", "D", "C"];
    const head = strains.map((strain, at) => el("th", {scope: "col"}, at ? [symbol(strain), hidden(suitName(strain))] : strain));
    const rows = [0, 2, 1, 3].map((seat, row) => el("tr", {}, el("th", {scope: "row"}, seatName(seat)),
      strains.map((_, column) => {
        const digit = cells[5 * row + column];
        return el("td", {}, digit === "?" ? "?" : String(parseInt(digit, 16)));
      })));
    return el("section", {class: "panel dd"}, el("h3", {}, t("Double dummy")),
      el("table", {}, el("thead", {}, el("tr", {}, el("th", {scope: "col"}, hidden(t("Declarer"))), head)), el("tbody", {}, rows)),
      this.data.optimum ? el("p", {}, t("Par: {score}", {score: this.data.optimum})) : null);
  }

  faults(wrong) {
    if (!wrong.length) return null;
    return el("section", {class: "panel faults"}, el("h3", {}, t("Diagnostics")), el("ul", {},
      wrong.flatMap((step) => this.data.wrong[step].map(([severity, heading, message, help]) => el("li", {class: severity},
        el("button", {type: "button", class: "jump", on: {click: () => this.go(step)}}, heading),
        sentence(message), help ? sentence(help, {class: "help"}) : null)))));
  }

  boundary(direction) {
    const calls = this.calls.length;
    if (this.step < calls || (this.step === calls && direction < 0)) return direction < 0 ? 0 : calls;
    const played = this.step - calls;
    const to = direction < 0 ? 4 * (Math.ceil(played / 4) - 1) : 4 * (Math.floor(played / 4) + 1);
    return calls + Math.min(to, this.cards.length);
  }

  go(step) {
    const next = Math.min(Math.max(step, 0), this.last);
    active = this;
    if (next === this.step) return;
    this.step = next;
    this.draw();
    remember();
  }

  // Everything that a step changes.
  draw() {
    const played = Math.max(this.step - this.calls.length, 0);
    const out = new Set(this.cards.slice(0, played).map((one) => one.seat + (one.card || "")));
    const hands = [0, 1, 2, 3].map((seat) => {
      const hand = (this.data.hands || [])[seat];
      return hand === null || hand === undefined ? null : cardsOf(hand).filter((card) => !out.has(seat + card));
    });
    const {playedBy} = this.data;
    const dummy = playedBy === undefined ? -1 : (playedBy + 2) % 4;
    const turn = (this.data.turn || [])[this.step];
    const inPlay = this.step >= this.calls.length && this.cards.length > 0;
    const row = played === 0 ? -1 : Math.floor((played - 1) / 4);
    const shown = played === 0 ? [] : this.cards.slice(4 * row, played);
    const whole = shown.length === 4;
    const led = !whole && shown.length ? shown[0].card : null;
    const bottom = choice.bottom === "declarer" && playedBy !== undefined ? playedBy : 2;
    const slot = (seat) => ["bottom", "left", "top", "right"][(seat - bottom + 4) % 4];
    this.table.replaceChildren(
      ...[0, 1, 2, 3].map((at) => (bottom + at + 2) % 4).map((seat) => this.hand(seat, slot(seat), hands[seat], {
        dummy: seat === dummy && played > 0, turn: turn === seat, isDummy: seat === dummy, declarer: seat === playedBy,
        led: turn === seat && inPlay ? led : undefined})),
      this.centre(shown, whole ? this.data.tricks[row][3] : -1, slot, played));
    this.controls.querySelectorAll("button").forEach((node) => node.removeAttribute("aria-disabled"));
    for (const name of ["first", "trickBack", "back"]) if (this.step === 0) this.buttons[name].setAttribute("aria-disabled", "true");
    for (const name of ["forward", "trickForward", "end"]) if (this.step === this.last) this.buttons[name].setAttribute("aria-disabled", "true");
    this.slider.value = String(this.step);
    const says = this.says(turn, inPlay, whole && this.data.tricks[row][3]);
    this.slider.setAttribute("aria-valuetext", says);
    this.status.replaceChildren(el("span", {class: "count"}, this.step + "/" + this.last), " ", says);
    this.tell();
    for (const node of this.side.querySelectorAll("[data-step]")) {
      const step = Number(node.dataset.step);
      node.classList.toggle("ahead", step > this.step);
      if (step === this.step) node.setAttribute("aria-current", "step");
      else node.removeAttribute("aria-current");
    }
    // Measured once a picture, so that a key that is held down moves cards and not the page.
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.follow());
  }

  // The trick of this step is kept in sight.
  follow() {
    const current = this.side.querySelector(".history [aria-current]");
    if (!current) return;
    const box = current.closest(".scroll"), line = current.closest("tr");
    if (line.offsetTop < box.scrollTop || line.offsetTop + line.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = line.offsetTop - box.clientHeight / 2;
    }
  }

  says(turn, inPlay, winner) {
    const parts = [];
    if (this.step === 0) parts.push(t("Start"));
    else if (this.step <= this.calls.length) {
      const [seat, call] = this.calls[this.step - 1];
      parts.push(seatName(seat) + ": " + callParts(call).words);
    } else {
      const {seat, card, row} = this.cards[this.step - this.calls.length - 1];
      parts.push(t("Trick {n}, {seat}", {n: row + 1, seat: seatName(seat)}) + ": " + cardWords(card));
      if (typeof winner === "number" && winner >= 0) parts.push(t("{seat} wins", {seat: seatName(winner)}));
    }
    if (this.step === this.last) parts.push(...(this.data.ending || []));
    else if (turn !== null && turn !== undefined) {
      parts.push(this.step < this.calls.length ? t("{seat} to call", {seat: seatName(turn)}) : t("{seat} to play", {seat: seatName(turn)}));
    }
    return parts.map((part) => part.replace(/[.]$/, "")).join("; ");
  }

  tell() {
    const {notes = {}, comments = {}, wrong = {}} = this.data;
    this.remarks.replaceChildren(
      ...(wrong[this.step] || []).map(([severity, heading, message, help]) => el("div", {class: "wrong " + severity},
        el("strong", {}, el("span", {"aria-hidden": "true"}, "⚠ "), heading), sentence(message),
        help ? sentence(help, {class: "help"}) : null)),
      ...(notes[this.step] || []).map((text) => el("p", {class: "note"}, el("b", {}, t("Explanation:") + " "), text)),
      ...(comments[this.step] || []).map((text) => el("p", {class: "comment"}, text)));
  }

  hand(seat, slot, cards, is) {
    const data = this.data;
    const name = (data.players || [])[seat];
    const red = data.vulnerable !== undefined && (data.vulnerable >> (seat % 2)) & 1;
    const veiled = this.veiled(seat, is);
    const roles = [];
    if (seat === data.dealer) roles.push(el("span", {class: "chip", title: t("dealer")}, el("span", {"aria-hidden": "true"}, t("Dlr")), hidden(t("dealer"))));
    if (is.isDummy && is.dummy) roles.push(el("span", {class: "chip"}, t("dummy")));
    if (is.declarer && this.step >= this.calls.length) roles.push(el("span", {class: "chip"}, t("declarer")));
    const points = cards && cards.length === 13 ? cards.reduce((sum, card) => sum + Math.max("TJQKA".indexOf(card[1]), 0), 0) : null;
    const plate = el("div", {class: "plate"},
      el("span", {class: "seat" + (red ? " vul" : ""), title: seatName(seat)}, el("span", {"aria-hidden": "true"}, settings.seatLetters[seat]),
        hidden(seatName(seat) + (red ? " (" + t("vulnerable") + ")" : ""))),
      el("span", {class: "name"}, name || (name === null || name === undefined ? seatName(seat) : name)), roles,
      points !== null && !veiled ? el("span", {class: "hcp", title: t("high-card points")}, String(points), hidden(" " + t("high-card points"))) : null);
    let body;
    if (veiled) {
      body = el("p", {class: "veil"}, el("button", {type: "button", on: {click: () => { this.revealed.add(seat); this.draw(); }}},
        t("Show {seat}", {seat: seatName(seat)})));
    } else if (cards === null) body = el("p", {class: "veil"}, t("hand not known"));
    else body = is.dummy ? this.dummy(cards, slot, is.led) : this.lines(cards, is.led);
    return el("div", {role: "group", class: "hand " + slot + (is.turn ? " turn" : "") + (is.dummy ? " dummy" : ""), "aria-label": seatName(seat),
      "data-seat": "NESW"[seat]}, plate, is.turn ? hidden(t("in turn")) : null, body);
  }

  veiled(seat, is) {
    if (this.revealed.has(seat)) return false;
    if (choice.view === "declarer") return !(is.dummy || is.declarer);
    if (choice.view === "dummy") return !is.dummy;
    return (this.data.hidden || []).includes(seat) && this.step < this.last;
  }

  // The ranks of a suit; those that may not be played to the trick are marked.
  ranks(cards, suit, led) {
    const mine = cards.filter((card) => card[0] === suit).sort((a, b) => RANKS.indexOf(a[1]) - RANKS.indexOf(b[1]));
    const must = led && cards.some((card) => card[0] === led[0]);
    return mine.map((card) => el("span", {class: "rank" + (must && suit !== led[0] ? " idle" : led !== undefined ? " legal" : ""),
      "data-card": card}, rank(card[1])));
  }

  lines(cards, led) {
    return el("div", {class: "cards"}, ["S", "H", "D", "C"].map((suit) => {
      const ranks = this.ranks(cards, suit, led);
      return el("div", {class: "line"}, symbol(suit), hidden(suitName(suit) + ": "),
        ranks.length ? ranks.flatMap((node) => [node, " "]) : el("span", {class: "void"}, "—"));
    }));
  }

  // Law 41D: in columns that point to declarer, the lowest cards nearest to him, trumps on dummy's right.
  dummy(cards, slot, led) {
    const order = [...this.data.dummySuits].map((letter) => letter.toUpperCase());
    // From declarer's seat the first suit is on his left: at the top of the page that is the left, on the left the bottom.
    const suits = slot === "top" || slot === "right" ? order : order.reverse();
    return el("div", {class: "laid " + slot}, suits.map((suit) => {
      const ranks = this.ranks(cards, suit, led);
      for (const node of ranks) node.className += " slip " + suit.toLowerCase();
      // In reading order from the highest card; the style turns what lies the other way round.
      return el("div", {class: "column" + (ranks.length ? "" : " empty"), "data-suit": suit},
        el("span", {class: "top"}, symbol(suit), hidden(suitName(suit) + ": ")), ranks.length ? ranks.flatMap((node) => [node, " "]) : hidden("—"));
    }));
  }

  centre(shown, winner, slot, played) {
    const data = this.data;
    const first = this.calls.length + played - shown.length;
    const cards = shown.map(({card, seat}, at) => el("div", {class: "card at-" + slot(seat) + (seat === winner ? " wins" : "") + (at === shown.length - 1 ? " new" : ""),
      "data-seat": "NESW"[seat]}, hidden(seatName(seat) + ": "), cardFace(card), this.mark(first + at + 1)));
    let [ns, ew] = [0, 0];
    (data.tricks || []).forEach((trick, row) => {
      if (4 * row + 4 <= played && trick[3] >= 0) trick[3] % 2 ? ew++ : ns++;
    });
    const calling = this.step > 0 && this.step <= this.calls.length ? this.calls[this.step - 1] : null;
    const middle = calling
      ? el("div", {class: "bid at-" + slot(calling[0])}, hidden(seatName(calling[0]) + ": "), callParts(calling[1]).face, this.mark(this.step))
      : null;
    const contract = data.contract && data.contract !== "Pass" && this.step >= this.calls.length
      ? el("div", {class: "at-middle"}, el("span", {class: "contract"}, contractFace(data.contract)),
        this.cards.length ? el("span", {class: "won"}, t("NS"), " ", el("b", {}, String(ns)), "  ", t("EW"), " ", el("b", {}, String(ew))) : null)
      : null;
    return el("div", {class: "centre"}, middle, cards, contract);
  }
}

// The list of boards

// What is searched for is found without its accents, and whichever i it is written with.
const plain = (text) => text.toLocaleLowerCase(settings.lang).normalize("NFD").replace(/\p{M}/gu, "").replace(/ı/g, "i");

const entries = [];
const byGroup = new Map();
boards.forEach((data, at) => {
  const other = data.group === undefined ? undefined : byGroup.get(data.group);
  // Two records of one deal in two rooms are shown side by side.
  if (other && other.length === 1 && other[0].room !== data.room) other.push(data);
  else {
    const entry = [data];
    if (data.group !== undefined) byGroup.set(data.group, entry);
    entries.push(entry);
  }
});
for (const entry of entries) {
  if (entry.length === 2 && /^closed$/i.test(entry[0].room)) entry.reverse();
  entry.text = plain(entry.flatMap((data) => [t("Board {board}", {board: data.board || "?"}), data.board, data.room, ...(data.players || []),
    ...(data.facts || []).map((fact) => fact[1]), data.contract, contractText(data.contract)]).filter(Boolean).join(" "));
}
const roomName = (room) => ({open: t("Open room"), closed: t("Closed room")})[room.toLowerCase()] || t("Room {room}", {room});

const list = document.getElementById("boards");
const more = document.getElementById("more");
const search = document.getElementById("search");
let matching = entries.map((_, at) => at);
let listed = 0;
let current = -1;
let rooms = [];
let active = null;
let which = "both";

function row(at) {
  const entry = entries[at];
  const worst = (data) => Object.values(data.wrong || {}).flat().map((one) => one[0]).filter((one) => one !== "notice").sort()[0];
  const lines = entry.map((data) => el("span", {class: "entry"},
    entry.length > 1 ? el("span", {class: "in"}, roomName(data.room).slice(0, 12)) : null,
    data.contract ? el("span", {class: "contract"}, contractFace(data.contract)) : null,
    data.declarer !== undefined ? el("span", {}, el("span", {"aria-hidden": "true"}, settings.seatLetters[data.declarer]), hidden(t("by {seat}", {seat: seatName(data.declarer)}))) : null,
    data.score ? el("span", {class: "points"}, data.score) : null,
    worst(data) ? el("span", {class: "mark " + worst(data)},
      el("span", {"aria-hidden": "true"}, "⚠"), hidden(t("has diagnostics"))) : null));
  const names = entry[0].players;
  return el("li", {}, el("a", {href: "#" + at, "data-entry": String(at), "aria-current": at === current ? "true" : null},
    el("span", {class: "no"}, hidden(t("Board {board}", {board: ""})), entry[0].board || "?"), el("span", {class: "what"}, lines,
      names ? el("span", {class: "who"}, names.filter(Boolean).join(" · ")) : null)));
}

function extend() {
  const until = Math.min(listed + BATCH, matching.length);
  const part = document.createDocumentFragment();
  for (; listed < until; listed++) part.append(row(matching[listed]));
  list.append(part);
  more.hidden = listed >= matching.length;
}

function filter() {
  const words = plain(search.value).split(/\s+/).filter(Boolean);
  matching = entries.map((_, at) => at).filter((at) => words.every((word) => entries[at].text.includes(word)));
  listed = 0;
  list.replaceChildren();
  extend();
  document.getElementById("found").textContent =
    words.length ? t("Boards: {n} of {all}", {n: matching.length, all: entries.length}) : t("Boards: {n}", {n: entries.length});
}

// The board that is shown

const main = document.getElementById("board");

function show(at, steps = []) {
  current = at;
  const entry = entries[at];
  rooms = entry.map((data, which) => new Room(data, steps[which] || 0));
  active = rooms[0];
  const parts = [pager(at)];
  if (rooms.length > 1) parts.push(switcher());
  const box = el("div", {class: "rooms"}, rooms.map((room) => room.node));
  main.replaceChildren(...parts, box);
  if (rooms.length > 1) box.dataset.which = which;
  else delete box.dataset.which;
  for (const room of rooms) room.draw();
  for (const node of list.querySelectorAll("[aria-current]")) node.removeAttribute("aria-current");
  const link = list.querySelector(`[data-entry="${at}"]`);
  if (link) {
    link.setAttribute("aria-current", "true");
    const nav = document.getElementById("list");
    if (link.offsetTop < nav.scrollTop || link.offsetTop > nav.scrollTop + nav.clientHeight - 80) nav.scrollTop = link.offsetTop - 120;
  }
  document.title = rooms.map((room) => room.title).join(", ");
}

function pager(at) {
  const place = matching.indexOf(at);
  const step = (by, face, label) => {
    const to = matching[place + by];
    return to === undefined || place < 0 ? el("span", {class: "page off"}, face(label)) : el("a", {class: "page", href: "#" + to}, face(label));
  };
  return el("div", {class: "pager"}, step(-1, (label) => "‹ " + label, t("Previous board")), step(1, (label) => label + " ›", t("Next board")));
}

function switcher() {
  const buttons = [["both", t("Both rooms")], ["0", roomName(rooms[0].data.room)], ["1", roomName(rooms[1].data.room)]].map(([value, label]) =>
    el("button", {type: "button", "aria-pressed": String(which === value), on: {click: (event) => {
      which = value;
      main.querySelector(".rooms").dataset.which = value;
      for (const node of event.currentTarget.parentNode.children) node.setAttribute("aria-pressed", String(node === event.currentTarget));
      active = rooms[value === "1" ? 1 : 0];
      for (const room of rooms) room.draw();
    }}}, label));
  return el("div", {class: "switch", role: "group", "aria-label": t("Rooms")}, buttons);
}

// The address names the board and the steps, so that a moment can be passed on.

function remember() {
  const address = "#" + current + "/" + rooms.map((room) => room.step).join(",");
  try { history.replaceState(null, "", address); } catch { /* not every browser lets a file do so */ }
}
function follow() {
  const [at, steps] = location.hash.slice(1).split("/");
  const number = /^\d+$/.test(at) && Number(at) < entries.length ? Number(at) : 0;
  const wanted = steps ? steps.split(",").map(Number).map((step) => (Number.isInteger(step) ? step : 0)) : [];
  show(number, wanted);
}

document.addEventListener("keydown", (event) => {
  if (!active || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.target.matches?.("input, select, textarea")) return;
  const moves = {
    ArrowRight: () => active.go(event.shiftKey ? active.boundary(1) : active.step + 1),
    ArrowLeft: () => active.go(event.shiftKey ? active.boundary(-1) : active.step - 1),
    Home: () => active.go(0),
    End: () => active.go(active.last),
  };
  const move = moves[event.key];
  if (move) {
    event.preventDefault();
    move();
  }
});

const menu = document.getElementById("menu");
function fold(open) {
  menu.setAttribute("aria-expanded", String(open));
  document.body.classList.toggle("listed", open);
}
const view = document.getElementById("view");
view.addEventListener("click", () => {
  const open = view.getAttribute("aria-expanded") !== "true";
  view.setAttribute("aria-expanded", String(open));
  document.body.classList.toggle("viewing", open);
});
menu.addEventListener("click", () => fold(menu.getAttribute("aria-expanded") !== "true"));
list.addEventListener("click", (event) => {
  if (event.target.closest("a")) fold(false);
});
document.getElementById("tools").append(
  select("bottom", t("At the bottom"), [["south", seatName(2)], ["declarer", t("declarer")]]),
  select("view", t("Hands"), [["all", t("all")], ["declarer", t("declarer and dummy")], ["dummy", t("only dummy")]]),
  select("suits", t("Suits"), [["two", t("two colours")], ["four", t("four colours")]]),
  select("theme", t("Theme"), [["auto", t("as the system")], ["light", t("light")], ["dark", t("dark")]]));
more.addEventListener("click", extend);
if ("IntersectionObserver" in window) {
  new IntersectionObserver((seen) => { if (seen.some((one) => one.isIntersecting)) extend(); }).observe(more);
}
search.addEventListener("input", filter);
window.addEventListener("hashchange", follow);
dress();
filter();
if (entries.length) follow();
else main.replaceChildren(el("p", {class: "none"}, t("There are no boards on this page.")));
})();
