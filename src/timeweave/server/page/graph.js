// The graph around an answer: time nodes above, facts under their time, entities below; the way of the answer marked.

import { post } from "./api.js";
import { el, plain, refill, svg } from "./dom.js";
import { table } from "./parts.js";
import { brief, interval, spoken } from "./periods.js";

const GAP = 18, ROW = 38, BOX = 30, LEVEL = 44, NODE = 26, EDGE = 16, RAIL = 14;
const LETTER = 6.9, MOST_LETTERS = 24, SMALLEST = 0.75; // of full size

/** Draw the graph of a question into a section. */
export async function renderGraph(host, asked, signal) {
  const found = await post("figure", asked, { signal });
  if (signal.aborted) return;
  const facts = found.nodes.filter((node) => node.kind === "fact");
  const heading = host.querySelector("h2");
  if (!facts.length) {
    refill(host, heading, el("p", { class: "note" }, "No fact of the graph bears on this question: the answer comes from text alone."));
    return;
  }
  const laid = layout(found);
  const picture = draw(laid, found);
  refill(host, heading,
    el("p", { class: "note legend" }, el("span", { class: "swatch on" }), "what the answer rests on", el("span", { class: "swatch" }), "beside it"),
    el("div", { class: "scroll graph", tabindex: "0", role: "region", "aria-label": "Graph; the same as a table below" }, picture),
    el("details", { class: "fold" }, el("summary", {}, "The same as a table"),
      table("Facts of the graph", ["When", "Fact", "On the path"], facts.map((fact) =>
        [fact.times.map(spoken).join(", ") || "undated", el("bdi", {}, fact.text), fact.on_path ? "yes" : ""]))));
  settle(picture, laid, found);
}

/** As large as there is room, not too small to read, with what the answer rests on in sight. */
function settle(picture, { place, width, height }, found) {
  const frame = picture.parentElement;
  const scale = Math.max(SMALLEST, Math.min(1, (frame.clientWidth - 4) / width));
  picture.setAttribute("width", width * scale);
  picture.setAttribute("height", height * scale);
  const on = found.nodes.filter((node) => node.on_path && node.kind === "fact").map((node) => place.get(node.id).x * scale);
  if (!on.length) return;
  const [low, high] = [Math.min(...on), Math.max(...on)];
  frame.scrollLeft = high - low < frame.clientWidth - 160 ? (low + high - frame.clientWidth) / 2 : low - 100;
}

/** Places of all nodes: a column for each finest time, its facts stacked under it. */
function layout(found) {
  const times = found.nodes.filter((node) => node.kind === "time");
  const facts = found.nodes.filter((node) => node.kind === "fact");
  const known = new Map(times.map((node) => [node.label, node]));
  const parent = new Map(found.edges.filter((e) => e.label === "holds").map((e) => [e.target, e.source]));
  const isParent = new Set(parent.values());
  const columnOf = (fact) => fact.times.find((t) => known.has(t)) ?? "";
  const used = new Set(facts.map(columnOf));
  const columns = [...new Set([...times.filter((t) => used.has(t.label) || !isParent.has(t.id)).map((t) => t.label), ...(used.has("") ? [""] : [])])]
    .sort((a, b) => order(a) - order(b));
  const column = Math.max(92, ...facts.map((fact) => short(fact.label).length * LETTER + 20 + RAIL));
  const x = new Map(columns.map((label, n) => [label, EDGE + n * (column + GAP) + column / 2]));
  const width = Math.max(2 * EDGE + columns.length * (column + GAP) - GAP, 320);
  const levels = times.length ? [...new Set(times.map((t) => t.level))].sort() : [];
  const top = EDGE + levels.length * LEVEL + 14;

  const place = new Map();
  for (const level of [...levels].reverse()) {
    for (const node of times.filter((t) => t.level === level)) {
      const below = times.filter((t) => parent.get(t.id) === node.id).map((t) => place.get(t.id)?.x).filter((v) => v !== undefined);
      const own = x.get(node.label);
      const at = own ?? (below.length ? (Math.min(...below) + Math.max(...below)) / 2 : EDGE + column / 2);
      place.set(node.id, { x: at, y: EDGE + levels.indexOf(level) * LEVEL + NODE / 2 });
    }
  }
  const filled = new Map();
  for (const fact of [...facts].sort((a, b) => Number(b.on_path) - Number(a.on_path))) {
    const own = columnOf(fact);
    const row = filled.get(own) ?? 0;
    filled.set(own, row + 1);
    place.set(fact.id, { x: x.get(own), y: top + row * ROW + BOX / 2 });
  }
  const floor = top + Math.max(1, ...filled.values()) * ROW + 40;
  const ends = found.nodes.filter((node) => node.kind !== "time" && node.kind !== "fact");
  const height = placeEnds(ends, found.edges, place, width, floor);
  return { place, width, height, column };
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

const endWidth = (node) => Math.max(56, short(node.label).length * LETTER + 28);
const short = (text, most = MOST_LETTERS) => { const points = [...plain(text)]; return points.length > most ? `${points.slice(0, most - 1).join("")}…` : points.join(""); };

function draw({ place, width, height, column }, found) {
  const nodes = new Map(found.nodes.map((node) => [node.id, node]));
  const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Graph of ${found.title}` });
  const by = (a, b) => Number(a.on_path) - Number(b.on_path);
  const lines = [...found.edges].sort(by).map((edge) => line(edge, place, nodes, column)).filter(Boolean);
  const boxes = [...found.nodes].sort(by).map((node) => box(node, place.get(node.id), column)).filter(Boolean);
  picture.append(svg("g", { class: "edges" }, lines), svg("g", { class: "nodes" }, boxes));
  lit(picture);
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

function box(node, at, column) {
  if (!at) return null;
  const isFact = node.kind === "fact";
  const words = node.kind === "time" ? (node.level === 0 ? node.label : brief(node.label)) : short(node.label);
  const wide = isFact ? column - RAIL : node.kind === "time" ? Math.max(52, words.length * 7.4 + 24) : endWidth(node);
  const tall = isFact ? BOX : NODE;
  const left = isFact ? at.x - column / 2 + RAIL : at.x - wide / 2;
  return svg("g", { class: `node ${node.kind}${node.on_path ? " on" : ""}`, "data-id": node.id },
    svg("title", {}, node.text ?? node.label),
    svg("rect", { x: left, y: at.y - tall / 2, width: wide, height: tall, rx: isFact ? 6 : tall / 2 }),
    svg("text", { x: isFact ? left + 10 : at.x, y: at.y, dy: "0.34em", "text-anchor": isFact ? "start" : "middle" }, words));
}

/** Pointing at a node lights what it is linked with. */
function lit(picture) {
  const edges = [...picture.querySelectorAll(".edge")];
  for (const node of picture.querySelectorAll(".node")) {
    const own = edges.filter((edge) => [edge.dataset.a, edge.dataset.b].includes(node.dataset.id));
    node.addEventListener("pointerenter", () => own.forEach((edge) => edge.classList.add("lit")));
    node.addEventListener("pointerleave", () => own.forEach((edge) => edge.classList.remove("lit")));
  }
}
