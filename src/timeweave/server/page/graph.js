// The graph around an answer: time nodes above, facts under their time, entities below; what the answer rests on marked.

import { go, link, NOTHING_BESIDE, timelineOf } from "./address.js";
import { el, plain, refill, svg } from "./dom.js";
import { table } from "./parts.js";
import { brief, interval, spoken } from "./periods.js";

const GAP = 20, BOX = 48, ROW = 58, LEVEL = 50, NODE = 30, EDGE = 16, RAIL = 16, PAD = 11;
const NARROWEST = 190, WIDEST = 320, EMPTY = 104, LONGEST = 220; // columns with facts and without, and the names of entities
const FONT = { said: "13.5px", named: "12.5px" };
const NOTHING = {
  refused: "No fact of the graph bears on this question.",
  text: "No fact of the graph bears on this question: the answer comes from text alone.",
};
const UNMARKED = {
  refused: "There is no answer, so nothing is marked: these are the facts that came closest.",
  text: "The answer comes from text alone: it rests on none of these facts, so nothing is marked.",
};
const KEYS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** What the graph of an answer is called: of a refusal it is none of an answer. */
export function titled(answer) {
  if (!answer.refused) return "The graph around this answer";
  return `What is known ${answer.entities.length ? `of ${answer.entities.slice(0, 3).join(", ")}` : "near this question"}`;
}

/** Draw the graph of an answer into a section. */
export function drawGraph(host, found) {
  const facts = found.nodes.filter((node) => node.kind === "fact");
  const heading = host.querySelector("h2");
  if (!facts.length) {
    refill(host, heading, el("p", { class: "note" }, NOTHING[found.marks] ?? NOTHING.text));
    return;
  }
  const laid = layout(found, Math.min(WIDEST, host.clientWidth - 2 * GAP));
  const picture = draw(laid, found);
  const frame = el("div", { class: "scroll graph", tabindex: "0", role: "region", "aria-label": "Graph; the same as a table below" }, picture);
  refill(host, heading, legend(found.marks), frame,
    el("details", { class: "fold" }, el("summary", {}, "The same as a table"),
      table("Facts of the graph", ["When", "Fact", "The answer rests on it"], facts.map((fact) =>
        [fact.times.map(spoken).join(", ") || "undated",
          el("button", { type: "button", class: "inline", on: { click: () => opened(fact, found) } }, el("bdi", {}, words(fact))),
          fact.on_path ? "yes" : ""]))));
  inSight(frame, laid, facts.filter((fact) => fact.on_path));
}

const words = (fact) => `${fact.subject} · ${fact.relation}: ${fact.value}`;

const legend = (marks) => el("p", { class: "note legend" }, UNMARKED[marks] ?? [
  el("span", { class: "swatch on" }), "what the answer rests on", el("span", { class: "swatch" }), "beside it"]);

/** Scroll so that what the answer rests on is in sight, or of that as much as there is room for. */
function inSight(frame, { place, column }, on) {
  if (!on.length) return;
  const at = on.map((node) => place.get(node.id));
  const span = (low, high, size) => (high - low < size ? (low + high - size) / 2 : low - GAP);
  const [xs, ys] = [at.map(({ x }) => x), at.map(({ y }) => y)];
  frame.scrollLeft = span(Math.min(...xs) - column / 2, Math.max(...xs) + column / 2, frame.clientWidth);
  if (Math.max(...ys) + BOX > frame.clientHeight) frame.scrollTop = span(Math.min(...ys) - BOX, Math.max(...ys) + BOX, frame.clientHeight);
}

/** Open what a node stands for: a fact beside the view, the timeline of an entity, the report of a period. */
function opened(node, found) {
  if (node.kind === "fact") go({ ...NOTHING_BESIDE, fact: node.fact });
  else location.hash = addressOf(node, found);
}

function addressOf(node, found) {
  if (node.kind === "time") return link("reports", { period: node.label });
  if (node.kind === "entity") return timelineOf(idOf(node.id));
  const fact = found.edges.find((one) => one.target === node.id).source;
  const subject = found.edges.find((one) => one.target === fact && one.label === "subject").source;
  return timelineOf(idOf(subject), { relation: found.nodes.find((one) => one.id === fact).relation });
}

const idOf = (node) => node.slice("entity:".length);

/** How wide a column of facts is: as its words want, and `most`. */
function columnOf(facts, most) {
  const wanted = facts.map((fact) => Math.max(measured(`${fact.subject} · ${fact.relation}`, FONT.named), measured(fact.value, FONT.said)));
  return Math.min(most, Math.max(NARROWEST, ...wanted.map((wide) => Math.ceil(wide) + 2 * PAD + RAIL)));
}

/** Places of all nodes: a column for each finest time, its facts stacked under it. */
function layout(found, most) {
  const times = found.nodes.filter((node) => node.kind === "time");
  const facts = found.nodes.filter((node) => node.kind === "fact");
  const known = new Map(times.map((node) => [node.label, node]));
  const parent = new Map(found.edges.filter((e) => e.label === "holds").map((e) => [e.target, e.source]));
  const isParent = new Set(parent.values());
  const timeOf = (fact) => fact.times.find((t) => known.has(t)) ?? "";
  const used = new Set(facts.map(timeOf));
  const column = columnOf(facts, most);
  const columns = [...new Set([...times.filter((t) => used.has(t.label) || !isParent.has(t.id)).map((t) => t.label), ...(used.has("") ? [""] : [])])]
    .sort((a, b) => order(a) - order(b));
  const x = new Map();
  let right = EDGE;
  for (const label of columns) {
    const wide = used.has(label) ? column : EMPTY;
    x.set(label, right + wide / 2);
    right += wide + GAP;
  }
  const width = Math.max(right - GAP + EDGE, 320);
  const levels = times.length ? [...new Set(times.map((t) => t.level))].sort() : [];
  const top = EDGE + levels.length * LEVEL + 14;

  const place = new Map();
  for (const level of [...levels].reverse()) {
    for (const node of times.filter((t) => t.level === level)) {
      const below = times.filter((t) => parent.get(t.id) === node.id).map((t) => place.get(t.id)?.x).filter((v) => v !== undefined);
      const at = x.get(node.label) ?? (below.length ? (Math.min(...below) + Math.max(...below)) / 2 : EDGE + column / 2);
      place.set(node.id, { x: at, y: EDGE + levels.indexOf(level) * LEVEL + NODE / 2 });
    }
  }
  const filled = new Map();
  for (const fact of [...facts].sort((a, b) => Number(b.on_path) - Number(a.on_path))) {
    const own = timeOf(fact);
    const row = filled.get(own) ?? 0;
    filled.set(own, row + 1);
    place.set(fact.id, { x: x.get(own), y: top + row * ROW + BOX / 2 });
  }
  const floor = top + Math.max(1, ...filled.values()) * ROW + 40;
  const ends = found.nodes.filter((node) => node.kind !== "time" && node.kind !== "fact");
  return { place, width, column, height: placeEnds(ends, found.edges, place, width, floor) };
}

const order = (label) => interval(label)?.start?.getTime() ?? -Infinity;

/** Entities below, each near the middle of its facts, in as many rows as they need. */
function placeEnds(ends, edges, place, width, floor) {
  const wanted = ends.map((node) => {
    const at = edges.filter((e) => e.source === node.id || e.target === node.id)
      .map((e) => place.get(e.source === node.id ? e.target : e.source)?.x).filter((v) => v !== undefined);
    return { node, x: at.length ? at.reduce((a, b) => a + b, 0) / at.length : width / 2, wide: endWidth(node) };
  }).sort((a, b) => a.x - b.x);
  const rows = [];
  for (const one of wanted) {
    const fits = (end) => Math.min(Math.max(one.x, end + 14 + one.wide / 2), width - EDGE - one.wide / 2);
    let row = rows.findIndex((end) => fits(end) - one.wide / 2 >= end + 14 && Math.abs(fits(end) - one.x) < 160);
    if (row < 0) row = rows.push(EDGE - 14) - 1;
    const at = Math.max(fits(rows[row]), EDGE + one.wide / 2);
    rows[row] = at + one.wide / 2;
    place.set(one.node.id, { x: at, y: floor + row * (NODE + 14) + NODE / 2 });
  }
  return floor + rows.length * (NODE + 14) + EDGE;
}

const pen = document.createElement("canvas").getContext("2d");

/** How wide words are, marked or not. */
function measured(text, size) {
  pen.font = `600 ${size} ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width;
}

/** Words as far as there is room for them. */
function fitted(text, size, room) {
  const points = [...plain(text)];
  let most = points.length;
  while (most > 1 && measured(cut(points, most), size) > room) most -= 1;
  return cut(points, most);
}

const cut = (points, most) => (most < points.length ? `${points.slice(0, most).join("").trimEnd()}…` : points.join(""));
const endWidth = (node) => Math.max(64, Math.min(LONGEST, measured(plain(node.label), FONT.said)) + 2 * PAD + 8);

function draw({ place, width, height, column }, found) {
  const nodes = new Map(found.nodes.map((node) => [node.id, node]));
  const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": `Graph of ${found.title}` });
  const by = (a, b) => Number(a.on_path) - Number(b.on_path);
  const lines = [...found.edges].sort(by).map((edge) => line(edge, place, nodes, column)).filter(Boolean);
  const boxes = found.nodes.map((node) => box(node, place.get(node.id), column, found)).filter(Boolean);
  picture.append(svg("g", { class: "edges" }, lines), svg("g", { class: "nodes" }, boxes));
  lit(picture);
  walked(boxes, boxes.find((one) => one.matches(".fact.on")) ?? boxes.find((one) => one.matches(".fact")));
  return picture;
}

function line(edge, place, nodes, column) {
  const from = place.get(edge.source), to = place.get(edge.target);
  if (!from || !to) return null;
  const [a, b] = from.y <= to.y ? [from, to] : [to, from];
  const half = (end) => (nodes.get(end === from ? edge.source : edge.target).kind === "fact" ? BOX / 2 : NODE / 2);
  const y0 = a.y + half(a), y1 = b.y - half(b);
  const rail = b.x - column / 2 + 4;
  const path = edge.label === "at"
    ? `M${a.x} ${y0}C${a.x} ${y0 + 18} ${rail} ${y0} ${rail} ${y0 + 22}V${b.y - 4}q0 4 4 4h${RAIL - 8}` // down the left side of its column
    : edge.label === "subject" || edge.label === "object"
      ? `M${a.x} ${y0}C${a.x} ${y0 + 30} ${b.x} ${y1 - 40} ${b.x} ${y1}`
      : `M${a.x} ${y0}C${a.x} ${(y0 + y1) / 2} ${b.x} ${(y0 + y1) / 2} ${b.x} ${y1}`;
  return svg("path", { d: path, class: `edge ${edge.label}${edge.on_path ? " on" : ""}`, "data-a": edge.source, "data-b": edge.target });
}

/** A node as a box that opens what it stands for; of a fact whose and what above what it says. */
function box(node, at, column, found) {
  if (!at) return null;
  const isFact = node.kind === "fact";
  const name = node.kind === "time" ? (node.level === 0 ? node.label : brief(node.label)) : node.label;
  const wide = isFact ? column - RAIL : node.kind === "time" ? Math.max(60, measured(name, FONT.said) + 2 * PAD) : endWidth(node);
  const tall = isFact ? BOX : NODE;
  const left = isFact ? at.x - column / 2 + RAIL : at.x - wide / 2;
  const room = wide - 2 * PAD;
  const told = isFact
    ? [svg("text", { class: "about", x: left + PAD, y: at.y - 10, dy: "0.34em" }, about(node, room)),
      svg("text", { x: left + PAD, y: at.y + 10, dy: "0.34em" }, fitted(node.value, FONT.said, room))]
    : svg("text", { x: at.x, y: at.y, dy: "0.34em", "text-anchor": "middle" }, fitted(name, FONT.said, room));
  const open = () => opened(node, found);
  return svg("g", {
    class: `node ${node.kind}${node.on_path ? " on" : ""}`, "data-id": node.id, tabindex: "-1", role: isFact ? "button" : "link",
    "aria-label": isFact ? `${words(node)}, ${node.times.map(spoken).join(", ") || "undated"}${node.on_path ? "; the answer rests on it" : ""}` : node.kind === "time" ? spoken(node.label) : name,
    on: { click: open, keydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); } } },
  }, svg("title", {}, isFact ? words(node) : node.label),
  svg("rect", { x: left, y: at.y - tall / 2, width: wide, height: tall, rx: isFact ? 7 : tall / 2 }), told);
}

/** Whose and what: the relation whole, as long as half of the room is left for the name. */
function about(node, room) {
  const relation = fitted(node.relation, FONT.named, room * 0.6);
  return `${fitted(node.subject, FONT.named, room - measured(` · ${relation}`, FONT.named))} · ${relation}`;
}

/** One node is reached by Tab, the others from it by arrows. */
function walked(boxes, first) {
  const enter = (one) => boxes.forEach((other) => other.setAttribute("tabindex", other === one ? "0" : "-1"));
  enter(first);
  boxes.forEach((one, n) => {
    one.addEventListener("focus", () => enter(one));
    one.addEventListener("keydown", (event) => {
      const next = boxes[n + (KEYS[event.key] ?? 0)];
      if (!(event.key in KEYS) || !next) return;
      event.preventDefault();
      next.focus();
    });
  });
}

/** Pointing at a node, or reaching it, lights what it is linked with. */
function lit(picture) {
  const edges = [...picture.querySelectorAll(".edge")];
  for (const node of picture.querySelectorAll(".node")) {
    const own = edges.filter((edge) => [edge.dataset.a, edge.dataset.b].includes(node.dataset.id));
    for (const event of ["pointerenter", "focus"]) node.addEventListener(event, () => own.forEach((edge) => edge.classList.add("lit")));
    for (const event of ["pointerleave", "blur"]) node.addEventListener(event, () => own.forEach((edge) => edge.classList.remove("lit")));
  }
}
