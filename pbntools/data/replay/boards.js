// The list of boards

// What is searched for is found without its accents, and whichever i it is written with.
const plain = (text) => text.toLocaleLowerCase(settings.lang).normalize("NFD").replace(/\p{M}/gu, "").replace(/ı/g, "i");

const BATCH = 200;
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
const ROOMS = new Map([["open", t("Open room")], ["closed", t("Closed room")]]);
const roomName = (room) => ROOMS.get(String(room).toLowerCase()) || t("Room {room}", {room});
const factOf = (data, name) => ((data.facts || []).find(([label]) => label === name) || ["", ""])[1];

// A board that something is wrong with costs no other board.
function guarded(make, instead) {
  try { return make(); } catch (error) { console.warn(String(error)); return instead(); }
}
for (const entry of entries) {
  if (entry.length === 2 && /^closed$/i.test(entry[0].room)) entry.reverse();
  entry.text = guarded(() => plain(entry.flatMap((data) => [t("Board {board}", {board: data.board || "?"}), data.board, data.room,
    ...(data.players || []), ...(data.facts || []).map((fact) => fact[1])]).filter(Boolean).join(" ")), () => "");
  // What became of the deal, which a search does not tell where it is hidden.
  entry.told = guarded(() => plain(entry.flatMap((data) => {
    const over = overtricks(data);
    return [data.contract, contractText(data.contract), ...[data.contract, contractText(data.contract)].map((text) => text && over && text + over),
      data.score, data.result, data.score === "0" || !over ? null : over];
  }).filter(Boolean).join(" ")), () => "");
  entry.results = guarded(() => entry.map(overtricks), () => []);
  entry.scores = guarded(() => entry.map((data) => data.score || ""), () => []);
}

// The tricks above or below the contract, as scores have them: +1, =, -2.
function overtricks(data) {
  if (!Number.isInteger(data.over)) return "";
  return data.over > 0 ? "+" + data.over : data.over < 0 ? String(data.over) : "=";
}

// A number with a sign is a result as far as one goes, else a score, or its beginning; all else is looked for in the texts.
const MOST_OVER = 13;
function has(entry, word) {
  if (entry.text.includes(word)) return true;
  if (isCovered(entry)) return false;
  if (word === "=") return entry.results.includes(word);
  if (!/^[+-]\d+$/.test(word)) return entry.told.includes(word);
  return Math.abs(Number(word)) <= MOST_OVER ? entry.results.includes(word) : entry.scores.some((score) => score.startsWith(word));
}

// What the page is called: what its boards have in common, else the name of the file.
function heading() {
  const common = (name) => {
    const values = new Set(boards.map((data) => factOf(data, name)));
    return values.size === 1 ? [...values][0] : "";
  };
  const events = new Set(boards.map((data) => factOf(data, t("Event"))).filter(Boolean));
  const [event] = events;
  const teams = [common(t("Home team")), common(t("Visiting team"))].filter(Boolean).join(" – ");
  const parts = [events.size > 1 ? t("{event} and {n} more", {event, n: events.size - 1}) : event,
    common(t("Stage")), teams, common(t("Date"))].filter(Boolean);
  return parts.join(" · ");
}

const list = document.getElementById("boards");
const more = document.getElementById("more");
const search = document.getElementById("search");
let matching = entries.map((_, at) => at);
let listed = 0;
let current = -1;
let rooms = [];
let active = null;
let which = "both";
let swing = null;
const called = guarded(heading, () => "") || settings.source || t("Bridge boards");

function row(at) {
  const entry = entries[at];
  const hides = isCovered(entry);
  const worst = (data) => Object.values(data.wrong || {}).flat().map((one) => one[0]).filter((one) => one !== "notice").sort()[0];
  const lines = entry.map((data) => el("span", {class: "entry"},
    entry.length > 1 ? el("span", {class: "in"}, roomName(data.room).slice(0, 12)) : null,
    hides ? null : [
      data.contract ? el("span", {class: "contract"}, contractFace(data.contract)) : null,
      data.declarer !== undefined ? el("span", {}, el("span", {"aria-hidden": "true"}, settings.seatLetters[data.declarer]), hidden(t("by {seat}", {seat: seatName(data.declarer)}))) : null,
      data.score ? el("span", {class: "points"}, data.score) : null,
      worst(data) ? el("span", {class: "mark " + worst(data)},
        el("span", {"aria-hidden": "true"}, "⚠"), hidden(t("has diagnostics"))) : null]));
  const names = entry.map(({players}) => players ? el("span", {class: "who"}, players.filter(Boolean).join(" · ")) : null);
  return line(at, lines.flatMap((entered, room) => [entered, names[room]]));
}
function line(at, ...what) {
  return el("li", {}, el("a", {href: "#" + at, "data-entry": String(at), "aria-current": at === current ? "true" : null},
    el("span", {class: "no"}, hidden(t("Board {board}", {board: ""})), String(entries[at][0].board || "?")), el("span", {class: "what"}, what)));
}

function extend() {
  const until = Math.min(listed + BATCH, matching.length);
  const part = document.createDocumentFragment();
  for (; listed < until; listed++) {
    const at = matching[listed];
    part.append(guarded(() => row(at), () => line(at, el("span", {class: "who"}, t("This board cannot be shown; the others can.")))));
  }
  list.append(part);
  more.hidden = listed >= matching.length;
}

// The same boards as before, with what may be told of them.
function relist() {
  const until = listed;
  listed = 0;
  list.replaceChildren();
  while (listed < until) extend();
}

function filter() {
  const words = plain(search.value).replace(/[−–]/g, "-").split(/\s+/).filter(Boolean);
  matching = entries.map((_, at) => at).filter((at) => words.every((word) => has(entries[at], word)));
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
  rooms = entry.map((data, which) => guarded(() => new Room(data, steps[which] || 0, entry), () => new Fallen(data)));
  active = rooms[0];
  swing = el("p", {class: "swing"});
  const box = el("div", {class: "rooms"}, rooms.map((room) => room.node));
  main.replaceChildren(pager(at), el("div", {class: "options"}, rooms.length > 1 ? switcher() : null, cover()), box, swing);
  if (rooms.length > 1) box.dataset.which = which;
  else delete box.dataset.which;
  redraw();
  for (const node of list.querySelectorAll("[aria-current]")) node.removeAttribute("aria-current");
  const link = list.querySelector(`[data-entry="${at}"]`);
  if (link) {
    link.setAttribute("aria-current", "true");
    const nav = document.getElementById("list");
    if (link.offsetTop < nav.scrollTop || link.offsetTop > nav.scrollTop + nav.clientHeight - 80) nav.scrollTop = link.offsetTop - 120;
  }
  document.title = [t("Board {board}", {board: entry[0].board || "?"}), called].filter(Boolean).join(" · ");
}

// All that shows what lies ahead, or does not.
function redraw() {
  for (const room of rooms) guarded(() => room.draw(), () => null);
  // What others said of the deal is not printed for those who are to solve it.
  main.classList.toggle("covered", isCovered(entries[current]));
  compare();
  const button = main.querySelector(".cover");
  if (button) button.setAttribute("aria-pressed", String(isCovered(entries[current])));
}

function cover() {
  return el("button", {type: "button", class: "cover", on: {click: () => {
    covered = !isCovered(entries[current]);
    redraw();
    relist();
    remember();
  }}}, t("Hide what is to come"));
}

// The IMPs between two rooms (Law 78B), from the scores for North-South.
function compare() {
  if (!swing) return;
  const [one, other] = rooms.map((room) => room.data?.points);
  const known = rooms.length === 2 && Number.isInteger(one) && Number.isInteger(other) && rooms.every((room) => room.data.imps);
  swing.hidden = !known || !rooms.every((room) => room.isOver);
  if (swing.hidden) return;
  const difference = Math.abs(one - other);
  const n = settings.impBounds.filter((bound) => bound <= difference).length;
  const values = {n, points: difference, room: roomName(rooms[0].data.room), side: one > other ? t("North-South") : t("East-West")};
  swing.textContent = n ? t("IMPs: {n} to {side}, {room} (difference {points})", values) : t("IMPs: 0 (difference {points})", values);
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

// The address names the board, the steps and what is to be seen, so that a moment and a lesson can be passed on.

const ADDRESSED = [["hands", "view", /^(all|declarer|dummy)$/], ["bottom", "bottom", /^(south|declarer)$/]];
function chosen() {
  const ahead = covered === null ? [] : [covered ? "hide" : "show"];
  const start = {view: "all", bottom: "south"};
  return [...ahead, ...ADDRESSED.filter(([, name]) => choice[name] !== start[name]).map(([word, name]) => word + "-" + choice[name])];
}
function remember() {
  if (current < 0) return;
  const address = "#" + [current, rooms.map((room) => room.step).join(","), ...chosen()].join("/");
  try { history.replaceState(null, "", address); } catch { /* not every browser lets a file do so */ }
}
// Takes what the address says of what is to be seen; of what it does not name everything stays as it was.
function obey(words) {
  for (const said of words) {
    const [word, value = ""] = said.split("-");
    if (word === "hide" || word === "show") covered = word === "hide";
    for (const [named, name, values] of ADDRESSED) {
      if (word !== named || !values.test(value)) continue;
      choice[name] = value;
      boxes.get(name).value = value;
    }
  }
}
function follow() {
  const match = /^#(\d+)(?:\/([^/a-z]*))?((?:\/[^/]*)*)$/.exec(location.hash);
  // What names no board leads to none.
  const [, at, steps, words] = match || ["", String(Math.max(current, 0)), current < 0 ? "" : rooms.map((room) => room.step).join(","), ""];
  if (words) {
    obey(words.split("/"));
    relist();
  }
  const known = Number(at) < entries.length;
  show(known ? Number(at) : 0, known && steps ? steps.split(",").map((step) => Math.trunc(Number(step)) || 0) : []);
  // The address does not stay with a moment that is not the one that is shown.
  const said = (steps || "").split(",").filter(Boolean);
  const isShown = match && known && !words && said.length <= rooms.length && said.every((step, room) => step === String(rooms[room].step));
  if (chosen().length || (location.hash && !isShown)) remember();
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

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
document.getElementById("title").textContent = called;
document.getElementById("title").title = called;
document.getElementById("source").hidden = !settings.source || called === settings.source;
if (entries.length) follow();
else main.replaceChildren(el("p", {class: "none"}, t("There are no boards on this page.")));
