// The time axis of an entity, drawn with D3: facts as bars in lanes, what replaced what, spikes of mentions.

import { el, plain, refill } from "./dom.js";
import { count } from "./facts.js";
import { fitted, busy, drawable, extent, lanes, wide } from "./packing.js";
import { iso, spoken } from "./periods.js";

const d3 = globalThis.d3;
const BAR = 20, ROW = 26, HEAD = 23, FOOT = 7, SPIKES = 46, AXIS = 30;
const MOST_ROWS = 9, MOST_LANES = 14, DAY = 86400000, CLOSEST = 9; // days that fill the width at most
const SPANS = [["years", 12 * 365], ["quarters", 3 * 365], ["months", 365], ["days", 31]];

/** Draw the axis into a host. `shown` is the stretch to begin with; `moved` hears of each other one. Gives what marks
 * the spikes on it, once they are known. */
export function timeAxis(host, { entity, facts, asOf, shown, moved, chosen, told }) {
  const today = asOf ? new Date(asOf) : null;
  let spikes = null, full, items;
  const measure = () => {
    full = extent(facts, [today, ...Object.keys(spikes?.counts ?? {}).map((day) => new Date(day))]);
    items = drawable(facts, full, entity);
  };
  measure();
  const state = { scale: null, all: false, focus: items[0]?.fact.id, laid: [] };

  const parts = frame(host, entity.name);
  const width = () => Math.max(parts.body.clientWidth, 240);
  let base = d3.scaleUtc(full, [0, width()]);
  const most = () => Math.max(1, (full[1] - full[0]) / (CLOSEST * DAY));
  const zoom = d3.zoom().on("zoom", ({ transform, sourceEvent }) => { paint(transform); if (sourceEvent) later(); })
    .filter((event) => (event.type === "wheel" ? event.ctrlKey || event.metaKey || parts.axis.node().contains(event.target) : !event.button));
  const canvas = d3.select(parts.frame);

  let timer = 0;
  const later = () => { clearTimeout(timer); timer = setTimeout(() => host.isConnected && moved(...state.scale.domain().map(iso)), 300); };
  const onto = ([from, to], isSaid = true) => {
    const k = Math.min(most(), Math.max(1, (full[1] - full[0]) / Math.max(to - from, DAY)));
    canvas.call(zoom.transform, d3.zoomIdentity.scale(k).translate(-base(from), 0));
    if (isSaid) later();
  };
  const span = () => state.scale.domain();
  const around = (days, centre = (Number(span()[0]) + Number(span()[1])) / 2) => onto([centre - (days * DAY) / 2, centre + (days * DAY) / 2]);
  const by = (factor) => around((span()[1] - span()[0]) / DAY / factor);
  const shift = (share) => { const [a, b] = span().map(Number); onto([a + (b - a) * share, b + (b - a) * share]); };

  function fit() {
    base = d3.scaleUtc(full, [0, width()]);
    zoom.scaleExtent([1, most()]).extent([[0, 0], [width(), 100]]).translateExtent([[0, -Infinity], [width(), Infinity]]);
  }

  function paint(transform) {
    state.scale = transform.rescaleX(base);
    const k = transform.k;
    const all = lanes(items, (day) => base(day) * k, MOST_ROWS);
    state.laid = state.all ? all : all.slice(0, MOST_LANES);
    drawAxis(parts.axis, state.scale, width());
    if (spikes) drawSpikes(parts.spikes, spikes, state.scale, width(), told);
    drawLanes(parts.lanes, state, width(), today, { chosen });
    parts.more.hidden = state.all || all.length <= MOST_LANES;
    parts.more.textContent = `Show all ${count(all.length, "relation")}`;
    parts.range.textContent = span().map((day) => spoken(iso(day))).join(" – ");
    const days = (span()[1] - span()[0]) / DAY;
    const level = days > 5 * 365 ? "years" : days > 540 ? "quarters" : days > 75 ? "months" : "days";
    for (const control of parts.levels) control.setAttribute("aria-pressed", String(control.dataset.level === level));
  }

  parts.more.addEventListener("click", () => { state.all = true; paint(d3.zoomTransform(parts.frame)); });
  for (const control of parts.levels) control.addEventListener("click", () => around(Object.fromEntries(SPANS)[control.dataset.level]));
  parts.nearer.addEventListener("click", () => by(1.8));
  parts.farther.addEventListener("click", () => by(1 / 1.8));
  parts.whole.addEventListener("click", () => onto(full));
  parts.body.addEventListener("keydown", (event) => keyed(event, { state, by, shift, whole: () => onto(full), chosen, onto, span }));

  fit();
  canvas.call(zoom).on("dblclick.zoom", null);
  onto(shown ?? busy(items, full), false);
  const watcher = new ResizeObserver(() => {
    if (!host.isConnected) { watcher.disconnect(); return; }
    if (Math.abs(base.range()[1] - width()) < 2) return;
    const kept = span();
    fit();
    onto(kept, false);
  });
  watcher.observe(parts.body);
  return (found) => {
    const kept = span();
    spikes = found && Object.keys(found.counts).length ? found : null;
    if (!spikes) parts.spikes.remove();
    measure();
    fit();
    onto(kept, false);
  };
}

function frame(host, name) {
  const control = (words, props) => el("button", { type: "button", ...props }, words);
  const levels = SPANS.map(([level]) => control(level[0].toUpperCase() + level.slice(1), { "data-level": level, id: `zoom-${level}` }));
  const nearer = control("+", { "aria-label": "Zoom in", id: "zoom-in" });
  const farther = control("−", { "aria-label": "Zoom out", id: "zoom-out" });
  const whole = control("All", { id: "zoom-all", "aria-label": "Show all time" });
  const range = el("span", { class: "range", id: "shown-range" });
  const more = el("button", { type: "button", class: "button small", hidden: true });
  const help = el("p", { class: "note keys" }, "Drag to move, Ctrl and wheel to zoom. Keys: arrows go from fact to fact, + and − zoom, Shift and arrows move, Enter tells why a fact stands so.");
  const body = el("div", { class: "lanes", role: "group", "aria-label": `Time axis of ${name}` });
  const ruler = el("div", { class: "ruler" });
  const canvas = el("div", { class: "canvas" }, ruler, body);
  refill(host,
    el("div", { class: "tools zoom" },
      el("div", { class: "choice", role: "group", "aria-label": "Zoom" }, farther, nearer, whole),
      el("div", { class: "choice levels", role: "group", "aria-label": "Level" }, levels), range),
    canvas, more, help);
  const spikes = d3.select(body).append("svg").attr("class", "spikes").attr("height", SPIKES);
  spikes.append("text").attr("class", "relation").attr("y", 12).text("counting mentions…");
  const drawn = d3.select(body).append("svg").attr("class", "facts");
  return { frame: canvas, body, axis: d3.select(ruler).append("svg").attr("height", AXIS).attr("aria-hidden", "true"), lanes: drawn, spikes, levels, nearer, farther, whole, range, more };
}

function drawAxis(axis, scale, width) {
  const ticks = scale.ticks(Math.max(2, Math.floor(width / 95)));
  const step = ticks.length > 1 ? (ticks[1] - ticks[0]) / DAY : 0;
  const words = (day) => {
    if (day.getUTCMonth() === 0 && day.getUTCDate() === 1) return String(day.getUTCFullYear());
    if (step > 80 && step < 100) return `Q${Math.floor(day.getUTCMonth() / 3) + 1}`;
    if (step < 1) return d3.utcFormat("%H:%M")(day);
    return d3.utcFormat(day.getUTCDate() === 1 ? "%b" : "%-d %b")(day);
  };
  axis.attr("width", width).selectAll("g").data([0]).join("g").attr("transform", `translate(0,${AXIS - 1})`)
    .call(d3.axisTop(scale).tickValues(ticks.filter((day) => day.getUTCHours() === 0 && scale(day) > 16 && scale(day) < width - 16)).tickFormat(words).tickSize(6))
    .selectAll(".tick").classed("year", (day) => day.getUTCMonth() === 0 && day.getUTCDate() === 1);
}

function drawLanes(drawn, state, width, today, acts) {
  const { scale, laid } = state;
  let y = 4;
  const tops = laid.map((lane) => { const top = y; y += HEAD + lane.rows * ROW + FOOT; return top; });
  drawn.attr("width", width).attr("height", y);
  patterns(drawn);
  const grid = drawn.selectAll("g.grid").data([0]).join("g").attr("class", "grid");
  grid.selectAll("line.at").data(scale.ticks(Math.max(2, Math.floor(width / 95)))).join("line").attr("class", "at")
    .attr("x1", scale).attr("x2", scale).attr("y1", 0).attr("y2", y);
  const lane = drawn.selectAll("g.lane").data(laid, (one) => one.relation).join(newLane)
    .attr("transform", (_, n) => `translate(0,${tops[n]})`);
  lane.select("line").attr("x2", width);
  lane.select("text.relation").text((one) => plain(one.relation) + (one.hidden ? ` · ${one.hidden} more at a closer look` : ""));
  lane.select("text.beyond").attr("x", width - 3).text((one) => beyond(one, scale, width));
  lane.select("g.links").selectAll("path").data((one) => links(one, scale)).join("path")
    .attr("class", (one) => one.kind).attr("d", (one) => one.d);
  const visible = (one) => one.items.filter((item) => scale(item.end) > -400 && scale(item.start) < width + 40);
  const bars = lane.select("g.bars").selectAll("g.fact").data(visible, (item) => item.fact.id).join((enter) => newBar(enter, acts));
  bars.attr("transform", (item) => `translate(0,${HEAD + item.row * ROW})`)
    .attr("tabindex", (item) => (item.fact.id === state.focus ? 0 : -1));
  const left = (item) => Math.max(scale(item.start), -8), right = (item) => Math.min(scale(item.end), width + 8);
  bars.select("rect").attr("x", left).attr("width", (item) => Math.max(right(item) - left(item), 5));
  bars.select("text").each(function place(item) {
    const beside = Math.max(left(item) + 5, right(item)) + 6;
    const isBefore = !item.isInside && beside + wide(item) > width && left(item) > wide(item) && !item.others.some((other) =>
      other !== item && other.row === item.row && scale(other.start) < left(item) && right(other) + (other.isInside ? 0 : wide(other)) > left(item) - wide(item));
    const said = item.times ? `${item.words} · ${item.times} times` : item.words;
    const x = item.times ? Math.max(2, Math.min(left(item), width - wide({ words: said }))) : item.isInside ? Math.max(left(item), 0) + 8 : isBefore ? left(item) - 6 : beside;
    const room = item.isInside ? Math.min(right(item), width) - x : width - x - 2;
    d3.select(this).attr("text-anchor", isBefore && !item.times ? "end" : "start").attr("x", x)
      .attr("y", BAR / 2 - (item.times ? ROW - 4 : 0))
      .attr("opacity", right(item) < -2 || left(item) > width || (item.times && item !== firstOf(item.series, right)) ? 0 : 1)
      .text(plain(isBefore ? said : fitted(said, room)));
  });
  if (drawn.select('g.fact[tabindex="0"]').empty()) drawn.select("g.fact").attr("tabindex", 0);
  const now = drawn.selectAll("g.now").data(today ? [today] : []).join((enter) => {
    const mark = enter.append("g").attr("class", "now");
    mark.append("line");
    return mark;
  });
  now.select("line").attr("x1", scale).attr("x2", scale).attr("y1", 0).attr("y2", y);
  now.raise();
}

/** The first of a series that can be seen, which bears its words. */
const firstOf = (series, right) => series.find((item) => right(item) >= 0);

function newLane(enter) {
  const lane = enter.append("g").attr("class", "lane");
  lane.append("line").attr("class", "rule");
  lane.append("text").attr("class", "relation").attr("y", 15);
  lane.append("text").attr("class", "beyond").attr("y", 15).attr("text-anchor", "end");
  lane.append("g").attr("class", "bars");
  lane.append("g").attr("class", "links");
  return lane;
}

function newBar(enter, acts) {
  const bar = enter.append("g").attr("class", (item) => `fact ${item.fact.status}${item.opensLeft ? " opens-left" : ""}${item.opensRight ? " opens-right" : ""}`)
    .attr("role", "button").attr("data-id", (item) => item.fact.id)
    .attr("aria-label", (item) => plain(`${item.fact.relation}: ${item.name}, ${spoken(item.fact.valid)}, ${item.fact.status}`))
    .on("click", (_, item) => acts.chosen(item.fact));
  bar.append("title").text((item) => plain(`${item.name}\n${spoken(item.fact.valid)} · ${item.fact.status} · confidence ${item.fact.confidence.toFixed(2)}`));
  bar.append("rect").attr("height", BAR).attr("rx", 4);
  bar.append("text").attr("dy", "0.34em");
  return bar;
}

/** How much of a lane lies outside what is shown. */
function beyond(lane, scale, width) {
  const earlier = lane.items.filter((item) => scale(item.end) < 0).length, later = lane.items.filter((item) => scale(item.start) > width).length;
  return [earlier && `‹ ${earlier} earlier`, later && `${later} later ›`].filter(Boolean).join("   ");
}

/** From each value that no longer stands to what stands in its place; between values in dispute. */
function links(lane, scale) {
  const known = new Map(lane.items.map((item) => [item.fact.id, item]));
  const middle = (item) => HEAD + item.row * ROW + BAR / 2;
  return lane.items.filter((item) => item.fact.status !== "holds").flatMap((item) => item.fact.by.map((id) => known.get(id)).filter(Boolean)
    .filter((other) => item.fact.status !== "disputed" || item.fact.id < other.fact.id)
    .map((other) => {
      const x = item.fact.status === "closed" ? scale(other.start) : Math.max(scale(item.start), scale(other.start)) + 3;
      const [y0, y1] = [middle(item), middle(other)];
      const bend = item.fact.status === "closed" ? Math.min(8, Math.abs(y1 - y0)) : 0;
      return { kind: item.fact.status, d: `M${x - 2} ${y0}q${bend} 0 ${bend} ${Math.sign(y1 - y0) * bend}V${y1 - Math.sign(y1 - y0) * BAR / 2}` };
    }));
}

function patterns(drawn) {
  if (!drawn.select("defs").empty()) return;
  const hatch = drawn.append("defs").append("pattern").attr("id", "hatch").attr("width", 7).attr("height", 7)
    .attr("patternUnits", "userSpaceOnUse").attr("patternTransform", "rotate(45)");
  hatch.append("rect").attr("width", 7).attr("height", 7).attr("class", "ground");
  hatch.append("rect").attr("width", 2.5).attr("height", 7).attr("class", "stroke");
}

/** Mentions day by day; those of a spike stand out, and lead to what was told. */
function drawSpikes(drawn, spikes, scale, width, told) {
  drawn.attr("width", width);
  const days = Object.entries(spikes.counts).map(([day, value]) => ({ day: new Date(day), value })).filter((one) => scale(one.day) > -20 && scale(one.day) < width + 20);
  const high = Math.max(1, ...Object.values(spikes.counts));
  const tall = (value) => (value / high) * (SPIKES - 16);
  const wide = Math.max(2, Math.min(14, scale(new Date(DAY)) - scale(new Date(0)) - 1));
  drawn.select("text.relation").text("mentions by day");
  drawn.selectAll("rect.day").data(days, (one) => Number(one.day)).join("rect").attr("class", "day")
    .attr("x", (one) => scale(one.day)).attr("width", wide).attr("y", (one) => SPIKES - tall(one.value)).attr("height", (one) => tall(one.value));
  const marks = drawn.selectAll("g.spike").data(spikes.spikes, (one) => one.first).join((enter) => {
    const mark = enter.append("g").attr("class", "spike").attr("role", "button").attr("tabindex", 0)
      .attr("aria-label", (one) => plain([`Spike of ${count(one.count, "mention")} from ${spoken(one.first)} to ${spoken(one.last)}`, one.story].filter(Boolean).join(": ")))
      .on("click", (_, one) => told(one)).on("keydown", (event, one) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); told(one); } });
    mark.append("title").text((one) => plain([`${count(one.count, "mention")} on ${spoken(one.peak)}`, one.story].filter(Boolean).join(": ")));
    mark.append("rect").attr("y", 16).attr("height", SPIKES - 16);
    mark.append("path").attr("d", "M-5 6h10l-5 8z");
    return mark;
  });
  const right = (one) => new Date(Number(new Date(one.last)) + DAY);
  marks.select("rect").attr("x", (one) => scale(new Date(one.first))).attr("width", (one) => Math.max(3, scale(right(one)) - scale(new Date(one.first))));
  marks.select("path").attr("transform", (one) => `translate(${(scale(new Date(one.first)) + scale(right(one))) / 2},0)`);
}

function keyed(event, { state, by, shift, whole, chosen, onto, span }) {
  const order = state.laid.flatMap((lane) => lane.items.map((item) => ({ ...item, lane })));
  const at = order.findIndex((item) => item.fact.id === event.target.dataset?.id);
  if (at < 0) return;
  const here = order[at];
  const nextLane = (step) => {
    const lane = state.laid[state.laid.indexOf(here.lane) + step];
    return lane && lane.items.reduce((a, b) => (Math.abs(b.start - here.start) < Math.abs(a.start - here.start) ? b : a));
  };
  const move = (item) => {
    if (!item) return;
    state.focus = item.fact.id;
    const [from, to] = span().map(Number);
    const isOut = item.end < from || item.start > to;
    const centre = Number(item.start);
    onto(isOut ? [centre - (to - from) / 2, centre + (to - from) / 2] : [from, to], isOut);
    event.currentTarget.querySelector(`[data-id="${CSS.escape(item.fact.id)}"]`)?.focus();
  };
  const acts = {
    ArrowRight: () => (event.shiftKey ? shift(0.25) : move(order[at + 1])),
    ArrowLeft: () => (event.shiftKey ? shift(-0.25) : move(order[at - 1])),
    ArrowDown: () => move(nextLane(1)),
    ArrowUp: () => move(nextLane(-1)),
    "+": () => by(1.8), "=": () => by(1.8), "-": () => by(1 / 1.8), Home: whole,
    Enter: () => chosen(here.fact), " ": () => chosen(here.fact),
  };
  if (!acts[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  acts[event.key]();
}
