// What the viewer chose.  The colours are kept for all pages, where the browser allows it; what is seen of the boards of
// this one stands in its address.

const choice = {theme: "auto", suits: settings.colours, bottom: "south", view: "all"};
const KEPT = ["theme", "suits"];
const boxes = new Map();
function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem("pbntools-replay")) || {};
    for (const name of KEPT) if (typeof kept[name] === "string") choice[name] = kept[name];
  } catch { /* a file has no storage */ }
}
recall();
function choose(name, value) {
  choice[name] = value;
  if (KEPT.includes(name)) {
    const kept = Object.fromEntries(KEPT.map((one) => [one, choice[one]]));
    try { localStorage.setItem("pbntools-replay", JSON.stringify(kept)); } catch { /* as above */ }
  } else remember();
  dress();
  redraw();
  relist();
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
  boxes.set(name, box);
  return el("label", {class: "tool"}, el("span", {}, label), box);
}

// What lies ahead of the step that is shown is hidden where the viewer says so; where he said nothing, in a lesson.
let covered = null;
const isLesson = (entry) => choice.view !== "all" || entry.some((data) => data.hidden);
const isCovered = (entry) => covered ?? isLesson(entry);

// One record: its table and its steps

let serial = 0;

class Room {
  constructor(data, step, entry) {
    if (data.broken) throw new Error("this board was not written");
    this.data = data;
    this.entry = entry;
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
    this.outcome = el("p", {class: "outcome"});
    const meta = (data.facts || []).map(([name, text]) => el("span", {}, el("b", {}, name + " "), text));
    this.node.append(el("header", {class: "head"},
      el("h2", {id: this.id + "h"}, this.title),
      el("p", {class: "deal"}, facts),
      this.outcome,
      meta.length ? el("p", {class: "facts"}, meta) : null,
      (data.cut || []).map((line) => el("p", {class: "cut", role: "note"}, line))));
    this.table = el("div", {class: "table", role: "group", "aria-label": t("The four hands and the trick")});
    this.status = el("p", {class: "status", role: "status", "aria-live": "polite"});
    this.remarks = el("div", {class: "remarks", "aria-live": "polite"});
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
    // What is hidden until a step: nodes with the step from which on they are shown.
    this.rows = [];
    this.secrets = [];
    this.tricks = [];
    this.ending = this.result();
    this.analysis = this.doubleDummy();
    this.side = el("div", {class: "side"}, this.auction(), this.history(), this.ending, this.analysis, this.faults(wrong));
    this.node.append(el("div", {class: "body"},
      el("div", {class: "stage"}, this.table, this.controls, this.status, this.remarks), this.side));
  }

  // A node that is hidden before its step where what is to come is hidden.
  from(step, node) {
    this.rows.push({step: Number(step), node});
    return node;
  }

  // What tells of cards, and so is hidden while a hand is.
  telling(node) {
    this.secrets.push(node);
    return node;
  }

  // Whether a deal without a step is a problem: then nothing of what became of it is told.
  get isProblem() {
    return this.last === 0 && isCovered(this.entry);
  }

  // Whether what became of the deal may be told at this step.
  get isOver() {
    return !isCovered(this.entry) || (this.step === this.last && !this.isProblem);
  }

  // The contract and the result, as far as they may be known at this step.
  contractLine() {
    const {data} = this;
    const hides = isCovered(this.entry);
    const line = [];
    const by = (contract, seat) => [el("strong", {class: "contract"}, contractFace(contract)),
      seat === undefined ? null : " " + t("by {seat}", {seat: seatName(seat)})];
    if (this.isProblem) line.push(el("span", {class: "later"}, t("Contract and result are hidden.")));
    else if (hides && this.step < this.calls.length) line.push(el("span", {class: "later"}, t("Contract and result are shown when they are reached.")));
    else {
      if (data.contract) line.push(...by(data.contract, data.declarer), data.bid ? " " + t("(as recorded)") : null);
      else line.push(t("Contract not known"));
      if (!this.isOver) line.push(" · ", el("span", {class: "later"}, t("the result is shown at the end")));
      else {
        if (data.result) line.push(" · " + data.result + (data.ruled ? " " + t("(agreed or ruled)") : ""));
        if (data.score) line.push(" · ", el("span", {class: "points"}, hidden(t("score, North-South") + " "), data.score));
      }
      if (data.bid) {
        line.push(el("span", {class: "bid-line"}, t("By the auction:") + " ", ...by(data.bid.contract, data.bid.declarer),
          data.bid.played ? " · " + t("the cards were played in this contract") : null));
      }
    }
    return line.flat(Infinity).filter((part) => part !== null);
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
    const tip = notes ? el("span", {class: "tip", role: "tooltip", id: this.id + "t" + step}, rich(notes.join("; "))) : null;
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
    const starts = [];
    let row = null;
    this.calls.forEach(([seat, call], at) => {
      const place = order.indexOf(seat);
      // A player who was passed over leaves his place empty.
      if (row === null || place < row.length) {
        rows.push(row = []);
        starts.push(at + 1);
      }
      while (row.length < place) row.push(el("td", {}));
      const parts = callParts(call);
      row.push(el("td", {}, this.action(at + 1, parts.face, seatName(seat) + ": " + parts.words, "call" + (call === "Pass" ? " pass" : ""))));
    });
    const notes = Object.entries(this.data.notes || {}).filter(([step]) => step <= this.calls.length);
    return el("section", {class: "panel auction"}, el("h3", {}, t("Auction")),
      el("table", {}, el("thead", {}, head), el("tbody", {}, rows.map((cells, at) => this.from(starts[at], el("tr", {}, cells))))),
      this.explanations(notes, (step) => callParts(this.calls[step - 1][1]).face));
  }

  explanations(notes, face) {
    if (!notes.length) return null;
    return this.from(Math.min(...notes.map(([step]) => step)), el("ul", {class: "notes", "aria-label": t("Explanations")},
      notes.map(([step, texts]) => this.from(step, el("li", {}, el("b", {}, face(step)), " ", rich(texts.join("; ")))))));
  }

  history() {
    const tricks = this.data.tricks || [];
    if (!this.cards.length) return null;
    const order = [3, 0, 1, 2];
    let at = this.calls.length;
    let [ns, ew] = [0, 0];
    const rows = tricks.map(([leader, first, cards, winner], row) => {
      const cells = new Map();
      const whole = 4 * row + 4 <= this.cards.length;
      const begin = at + 1;
      let won = null;
      cards.forEach((card, place) => {
        if (4 * row + place >= this.cards.length) return;
        const seat = (first + place) % 4;
        at += 1;
        const label = t("Trick {n}, {seat}", {n: row + 1, seat: seatName(seat)}) + ": " + cardWords(card)
          + (seat === leader ? ", " + t("leads") : "");
        const cell = el("td", {class: seat === leader ? "led" : ""}, this.action(at, cardFace(card), label, "play"));
        if (seat === winner) won = {cell, button: cell.querySelector("button"), label: cell.querySelector("button").getAttribute("aria-label")};
        cells.set(seat, cell);
      });
      if (whole && winner >= 0) winner % 2 ? ew++ : ns++;
      const sum = el("td", {class: "sum"});
      // Who wins a trick, and how many there are by then, is known when its last card is played.
      this.tricks.push({step: at, won, sum, count: whole ? ns + "–" + ew : ""});
      return this.from(begin, el("tr", {}, el("th", {scope: "row"}, String(row + 1)), order.map((seat) => cells.get(seat) || el("td", {})), sum));
    });
    const notes = Object.entries(this.data.notes || {}).filter(([step]) => step > this.calls.length);
    return el("section", {class: "panel history"}, el("h3", {}, t("Tricks")),
      el("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": t("Tricks")}, el("table", {},
        el("thead", {}, el("tr", {}, el("th", {scope: "col"}, hidden(t("Trick"))),
          order.map((seat) => el("th", {scope: "col"}, seatName(seat))), el("th", {scope: "col"}, t("NS–EW")))),
        el("tbody", {}, rows))),
      el("p", {class: "key"}, t("▸ leads; the winning card is framed.")),
      this.explanations(notes, (step) => cardFace(this.cards[step - this.calls.length - 1].card)));
  }

  result() {
    const lines = this.data.ending || [];
    return lines.length ? el("section", {class: "panel result"}, el("h3", {}, t("Result")), lines.map((line) => el("p", {}, rich(line)))) : null;
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
    return this.from(wrong[0], el("section", {class: "panel faults"}, el("h3", {}, t("Diagnostics")), el("ul", {},
      wrong.flatMap((step) => this.data.wrong[step].map(([severity, heading, message, help]) => this.from(step, el("li", {class: severity},
        el("button", {type: "button", class: "jump", on: {click: () => this.go(step)}}, heading),
        this.telling(sentence(message)), help ? this.telling(sentence(help, {class: "help"})) : null)))))));
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
    compare();
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
    const turn = this.isProblem ? null : (this.data.turn || [])[this.step];
    const inPlay = this.step >= this.calls.length && this.cards.length > 0;
    const row = played === 0 ? -1 : Math.floor((played - 1) / 4);
    const shown = played === 0 ? [] : this.cards.slice(4 * row, played);
    const whole = shown.length === 4;
    const led = !whole && shown.length ? shown[0].card : null;
    const bottom = choice.bottom === "declarer" && playedBy !== undefined && !this.isProblem ? playedBy : 2;
    this.isVeiled = [0, 1, 2, 3].some((seat) => hands[seat] !== null
      && this.veiled(seat, {dummy: seat === dummy && played > 0, declarer: seat === playedBy}));
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
    const says = this.says(turn, whole && this.data.tricks[row][3]);
    this.slider.setAttribute("aria-valuetext", says.map((part) => part.before + part.words).join(""));
    this.status.replaceChildren(el("span", {class: "count"}, this.step + "/" + this.last), " ",
      el("span", {}, says.map((part) => el("span", {class: part.before === ". " ? "end" : null}, part.before, part.face))));
    this.outcome.replaceChildren(...this.contractLine());
    this.tell();
    this.uncover();
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

  // Shows what is known at this step, and all of it where nothing is to be hidden.
  uncover() {
    const hides = isCovered(this.entry);
    const known = (step) => !hides || step <= this.step;
    for (const {step, node} of this.rows) node.hidden = !known(step);
    for (const node of this.secrets) node.hidden = this.isVeiled;
    for (const node of this.side.querySelectorAll(".act [data-step]")) {
      node.parentNode.classList.toggle("unseen", !known(Number(node.dataset.step)));
    }
    for (const {step, won, sum, count} of this.tricks) {
      sum.textContent = known(step) ? count : "";
      if (!won) continue;
      won.cell.classList.toggle("won", known(step));
      won.button.setAttribute("aria-label", won.label + (known(step) ? ", " + t("wins") : ""));
    }
    if (this.ending) this.ending.hidden = !this.isOver;
    // The table of double-dummy tricks would give away a hand that is hidden.
    const secret = (this.data.hidden || []).some((seat) => !this.revealed.has(seat));
    if (this.analysis) this.analysis.hidden = secret || !this.isOver;
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

  // What happened at this step, in parts: as they are shown, and in words.
  says(turn, winner) {
    const parts = [];
    const say = (words, face = words, before = "; ") => parts.push({words, face, before: parts.length ? before : ""});
    if (this.step === 0) say(t("Start"));
    else if (this.step <= this.calls.length) {
      const [seat, call] = this.calls[this.step - 1];
      const {words, face} = callParts(call);
      say(seatName(seat) + ": " + words, [seatName(seat) + ": ", face]);
    } else {
      const {seat, card, row} = this.cards[this.step - this.calls.length - 1];
      const where = t("Trick {n}, {seat}", {n: row + 1, seat: seatName(seat)}) + ": ";
      say(where + cardWords(card), [where, cardFace(card)]);
      if (typeof winner === "number" && winner >= 0) say(t("{seat} wins", {seat: seatName(winner)}));
    }
    if (this.step === this.last && this.isOver) {
      for (const line of this.data.ending || []) {
        const text = line.replace(/[.]$/, "");
        say(spoken(text), rich(text), ". ");
      }
    } else if (turn !== null && turn !== undefined) {
      say(this.step < this.calls.length ? t("{seat} to call", {seat: seatName(turn)}) : t("{seat} to play", {seat: seatName(turn)}));
    }
    return parts;
  }

  tell() {
    const {notes = {}, comments = {}, wrong = {}} = this.data;
    this.remarks.replaceChildren(
      ...(wrong[this.step] || []).map(([severity, heading, message, help]) => el("div", {class: "wrong " + severity},
        el("strong", {}, el("span", {"aria-hidden": "true"}, "⚠ "), heading), this.isVeiled ? null : [sentence(message),
          help ? sentence(help, {class: "help"}) : null])),
      ...(notes[this.step] || []).map((text) => el("p", {class: "note"}, el("b", {}, t("Explanation:") + " "), rich(text))),
      ...(comments[this.step] || []).map((text) => el("p", {class: "comment"}, rich(text))));
  }

  hand(seat, slot, cards, is) {
    const data = this.data;
    const name = (data.players || [])[seat];
    const red = data.vulnerable !== undefined && (data.vulnerable >> (seat % 2)) & 1;
    const veiled = this.veiled(seat, is);
    const roles = [];
    if (seat === data.dealer) roles.push(el("span", {class: "chip", title: t("dealer")}, el("span", {"aria-hidden": "true"}, t("Dlr")), hidden(t("dealer"))));
    if (is.isDummy && is.dummy) roles.push(el("span", {class: "chip"}, t("dummy")));
    if (is.declarer && this.step >= this.calls.length && !this.isProblem) roles.push(el("span", {class: "chip"}, t("declarer")));
    const points = cards && cards.length === 13 ? cards.reduce((sum, card) => sum + Math.max("TJQKA".indexOf(card[1]), 0), 0) : null;
    if (points !== null && !veiled) {
      roles.push(el("span", {class: "hcp", title: t("high-card points")}, String(points), hidden(" " + t("high-card points"))));
    }
    const plate = el("div", {class: "plate"},
      el("span", {class: "who-sits"}, el("span", {class: "seat" + (red ? " vul" : ""), title: seatName(seat)},
        el("span", {"aria-hidden": "true"}, settings.seatLetters[seat]),
        hidden(seatName(seat) + (red ? " (" + t("vulnerable") + ")" : ""))),
      el("span", {class: "name", title: name || null}, name || seatName(seat))),
      roles.length ? el("span", {class: "roles"}, roles) : null);
    let body;
    if (veiled) {
      body = el("p", {class: "veil"}, el("button", {type: "button", on: {click: () => this.reveal(seat)}},
        t("Show {seat}", {seat: seatName(seat)})));
    } else if (cards === null) body = el("p", {class: "veil"}, t("hand not known"));
    else body = is.dummy ? this.dummy(cards, slot, is.led) : this.lines(cards, is.led);
    return el("div", {role: "group", class: "hand " + slot + (is.turn ? " turn" : "") + (is.dummy ? " dummy" : ""), "aria-label": seatName(seat),
      tabindex: "-1", "data-seat": "NESW"[seat]}, plate, is.turn ? hidden(t("in turn")) : null, body);
  }

  // The button that asked for the hand is gone with it, so the hand takes the focus.
  reveal(seat) {
    this.revealed.add(seat);
    this.draw();
    this.table.querySelector(`.hand[data-seat="${"NESW"[seat]}"]`).focus();
  }

  veiled(seat, is) {
    if (this.revealed.has(seat)) return false;
    if ((this.data.hidden || []).includes(seat)) return true;
    if (choice.view === "declarer") return !(is.dummy || is.declarer);
    return choice.view === "dummy" && !is.dummy;
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
    // The contract that dummy and the trumps are those of.
    const playedIn = data.playedIn || data.contract;
    const contract = playedIn && playedIn !== "Pass" && this.step >= this.calls.length && !this.isProblem
      ? el("div", {class: "at-middle"}, el("span", {class: "contract"}, contractFace(playedIn)),
        this.cards.length ? el("span", {class: "won"}, el("span", {}, t("NS"), " ", el("b", {}, String(ns))), " ", el("span", {}, t("EW"), " ", el("b", {}, String(ew)))) : null)
      : null;
    return el("div", {class: "centre"}, middle, cards, contract);
  }
}

// What stands in the place of a board that cannot be shown.
class Fallen {
  constructor(data) {
    this.step = this.last = 0;
    this.node = el("article", {class: "room"}, el("h2", {}, t("Board {board}", {board: String(data.board ?? "?")})),
      el("p", {class: "broken", role: "alert"}, t("This board cannot be shown; the others can.")));
  }
  draw() { /* nothing changes */ }
  go() { /* there are no steps */ }
  boundary() { return 0; }
}
