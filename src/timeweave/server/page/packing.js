// Where the bars of a time axis stand: lanes by relation, rows so that neither bars nor their words overlap.

import { label } from "./facts.js";
import { interval } from "./periods.js";

const LETTER = 6.6, AIR = 10, SHORTEST = 5;
const MOST_WORDS = 38;
const OFTEN = 4; // times, from which the same is said once

/** Facts with what is needed to draw them: bounds within `full`, and the words beside the bar. */
export function drawable(facts, full, entity) {
  return facts.map((fact) => {
    const held = interval(fact.valid);
    const name = label(fact, entity);
    const text = [...name];
    return {
      fact, start: held.start ?? full[0], end: held.end ?? full[1],
      opensLeft: !held.start, opensRight: !held.end,
      name, words: text.length > MOST_WORDS ? `${text.slice(0, MOST_WORDS - 1).join("")}…` : text.join(""),
    };
  });
}

/** From the first day that a fact speaks of to the last, with what lies between them and `days` around. */
export function extent(facts, days) {
  const bounds = [...facts.map((fact) => interval(fact.valid)).flatMap((i) => [i.start, i.end]), ...days].filter(Boolean).map(Number);
  const low = Math.min(...bounds), high = Math.max(...bounds);
  const pad = Math.max((high - low) * 0.03, 20 * 86400000);
  return [new Date(low - pad), new Date(high + pad)];
}

/** The stretch in which most of what is told begins and ends: where one would look first. */
export function busy(items, full) {
  const starts = items.filter((item) => !item.opensLeft).map((item) => Number(item.start)).sort((a, b) => a - b);
  if (starts.length < 6) return full;
  const low = starts[Math.floor(starts.length * 0.12)], high = starts.at(-1);
  const pad = Math.max((high - low) * 0.08, 45 * 86400000);
  return [new Date(Math.max(low - pad, full[0])), new Date(Math.min(high + 2 * pad, full[1]))];
}

/** Lanes in the order of how much there is to see, each with its items in rows; `at` gives the place of a day. */
export function lanes(items, at, mostRows) {
  const groups = new Map();
  for (const item of items) groups.set(item.fact.relation, [...(groups.get(item.fact.relation) ?? []), item]);
  return [...groups].map(([relation, own]) => ({ relation, ...packed(own, at, mostRows), weight: weight(own) }))
    .sort((a, b) => b.weight - a.weight || a.relation.localeCompare(b.relation));
}

/** How wide the words of an item are, about. */
export const wide = (item) => item.words.length * LETTER + 2 * AIR;

const weight = (items) => items.length + (items.some((item) => item.fact.status !== "holds") ? 1000 : 0);

/** As much of some words as there is room for. */
export function fitted(words, room) {
  const letters = [...words], most = Math.floor(room / LETTER);
  return letters.length <= most ? words : most < 4 ? "" : `${letters.slice(0, most - 1).join("").replace(/[\s…]+$/, "")}…`;
}

/** What happened so often that its words would stand in one another's way: said once, above all of its bars. */
function repeated(sorted, at) {
  const groups = new Map();
  for (const item of sorted) groups.set(item.name, [...(groups.get(item.name) ?? []), item]);
  return [...groups.values()].filter((own) => own.length >= OFTEN
    && own.every((item) => item.fact.status === "holds" && at(item.end) - at(item.start) < wide(item))
    && own.some((item, n) => n && at(item.start) - at(own[n - 1].start) < wide(item) + SHORTEST));
}

function packed(items, at, mostRows) {
  const sorted = [...items].sort((a, b) => a.start - b.start || b.end - a.end);
  const series = repeated(sorted, at).slice(0, Math.floor(mostRows / 3));
  const ends = series.flatMap(() => [Infinity, Infinity]); // a row for its words, and one for its bars
  const placed = series.flatMap((own, n) => own.map((item) => ({ ...item, row: 2 * n + 1, isInside: false, times: own.length })));
  const told = new Set(series.flat());
  let hidden = 0;
  for (const item of sorted.filter((one) => !told.has(one))) {
    const from = at(item.start), bar = Math.max(at(item.end) - from, SHORTEST), words = wide(item);
    const isInside = bar >= words;
    let row = ends.findIndex((end) => end <= from);
    if (row < 0) row = ends.length;
    if (row >= mostRows) { hidden += 1; continue; }
    ends[row] = from + (isInside ? bar : bar + words) + 4;
    placed.push({ ...item, row, isInside });
  }
  for (const item of placed) item.others = placed;
  for (const item of placed) if (item.times) item.series = placed.filter((one) => one.times && one.row === item.row);
  return { items: placed, rows: Math.min(ends.length, mostRows), hidden };
}
