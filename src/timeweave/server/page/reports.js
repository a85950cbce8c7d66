// Reports, browsed by year, quarter, month and day; each sentence leads to the places that state it.

import { get } from "./api.js";
import { go, link } from "./address.js";
import { append, el, refill, waiting } from "./dom.js";
import { count } from "./facts.js";
import { citationCard, citationMark, nothing, section } from "./parts.js";
import { above, brief, spoken } from "./periods.js";

const MOST_MARKS = 4; // citations beside one sentence

/** The view. */
export async function render(host, state, signal) {
  refill(host, waiting("Looking up periods…"));
  const { items } = await get("periods", {}, { signal });
  if (signal.aborted) return;
  if (!items.length) {
    refill(host, nothing("Nothing to report yet", "Reports come from dated facts. Add documents on the ", el("a", { href: link("documents") }, "Documents"),
      " page, or move to a later day."));
    return;
  }
  const period = state.period ?? fullest(items);
  const body = el("article", { class: "report" }, waiting("Making the report…"));
  refill(host, el("div", { class: "reports-grid" }, tree(items, period), body));
  const found = await get("report", { period }, { signal });
  if (!signal.aborted) refill(body, crumbs(period), found.reports.map((one) => report(one, found.citations)), missing(found));
}

/** The year of which most is told. */
function fullest(items) {
  const sums = summed(items);
  return items.filter((one) => one.granularity === "year").map((one) => one.label).reduce((a, b) => (sums.get(b) >= sums.get(a) ? b : a));
}

/** How often facts are stamped with each period or one within it. */
function summed(items) {
  const sums = new Map(items.map((one) => [one.label, 0]));
  for (const one of items) for (const label of [...above(one.label), one.label]) sums.set(label, (sums.get(label) ?? 0) + one.facts);
  return sums;
}

function tree(items, period) {
  const open = new Set([...above(period), period]);
  const sums = summed(items);
  const most = new Map();
  for (const one of items) most.set(one.granularity, Math.max(most.get(one.granularity) ?? 1, sums.get(one.label)));
  const below = (label) => items.filter((one) => (one.parent ?? null) === label).sort((a, b) => a.start.localeCompare(b.start));
  const level = (nodes) => el("ul", {}, nodes.map((one) => {
    const bar = el("span", { class: "bar", "aria-hidden": "true" });
    bar.style.width = `${Math.max(4, (sums.get(one.label) / most.get(one.granularity)) * 100)}%`;
    return el("li", {},
      el("a", { href: link("reports", { period: one.label }), id: `period-${one.label}`, class: one.granularity, "aria-current": one.label === period && "true" },
        el("span", { class: "name" }, brief(one.label)), el("span", { class: "share" }, bar)),
      open.has(one.label) && below(one.label).length ? level(below(one.label)) : null);
  }));
  const years = below(null).reverse();
  return el("nav", { class: "periods", "aria-label": "Periods" },
    el("label", { class: "unseen", for: "period-choice" }, "Period"),
    el("select", { id: "period-choice", on: { change: (event) => go({ period: event.target.value }) } },
      years.flatMap(function flat(one, depth) {
        const inset = "\u2003".repeat(typeof depth === "number" && above(one.label).length);
        return [el("option", { value: one.label, selected: one.label === period }, `${inset}${brief(one.label)}`),
          ...(open.has(one.label) ? below(one.label).flatMap((child) => flat(child, 1)) : [])];
      })),
    level(years));
}

const crumbs = (period) => above(period).length > 0 && el("nav", { class: "crumbs", "aria-label": "Above" }, above(period).map((label) => [
  el("a", { href: link("reports", { period: label }) }, brief(label)), el("span", { "aria-hidden": "true" }, " › ")]), brief(period));

function report(one, citations) {
  const numbers = new Map(); // place → number and citation
  const number = (cited) => {
    const key = JSON.stringify([cited.document_id, cited.start, cited.end]);
    if (!numbers.has(key)) numbers.set(key, { number: numbers.size + 1, cited });
    return numbers.get(key).number;
  };
  const sentence = (said) => {
    const places = new Map(said.facts.flatMap((fact) => citations[fact] ?? []).map((cited) => [number(cited), cited]));
    const marks = [...places].sort(([a], [b]) => a - b).slice(0, MOST_MARKS).map(([n, cited]) => citationMark(cited, n));
    return el("p", { class: "sentence", dir: "auto" }, said.text, " ", el("span", { class: "marks" }, marks), places.size > MOST_MARKS ? el("span", { class: "note" }, ` +${places.size - MOST_MARKS}`) : null);
  };
  const parts = grouped(one.sentences).map(([title, said]) => section(title || "What is known", said.map(sentence)));
  const against = one.changes?.sentences.length ? section(`Against ${spoken(one.changes.since)}`, one.changes.sentences.map(sentence)) : null;
  const sources = el("ol", { class: "cards" });
  const inside = el("div", {},
    el("h1", {}, spoken(one.period)),
    el("p", { class: "note" }, [count(one.counts.facts ?? 0, "fact"), count(one.counts.documents ?? 0, "document"),
      one.counts.disputed ? `${one.counts.disputed} disputed` : null, one.counts.restated ? `${one.counts.restated} restated` : null].filter(Boolean).join(" · ")),
    one.prominent.length ? el("ul", { class: "chips" }, one.prominent.map((p) => el("li", {},
      el("a", { class: "chip", href: link("timeline", { entity: p.entity }) }, el("bdi", {}, p.entity), el("span", { class: "count" }, String(p.facts)))))) : null,
    parts.length ? parts : el("p", { class: "note" }, "No sentence came of the facts of this period."), against, children(one));
  append(sources, [...numbers.values()].map((entry) => citationCard(entry.cited, entry.number)));
  if (numbers.size) append(inside, [el("details", { class: "fold part" }, el("summary", {}, count(numbers.size, "source")), sources)]);
  return inside;
}

function grouped(sentences) {
  const found = new Map();
  for (const said of sentences) found.set(said.section, [...(found.get(said.section) ?? []), said]);
  return [...found];
}

const children = (one) => (one.children.length ? section("Within it", el("ul", { class: "within" }, one.children.map((child) =>
  el("li", {}, el("a", { href: link("reports", { period: child.period }) }, brief(child.period)),
    el("span", { class: "count" }, count(child.facts, "fact")),
    child.sentences.slice(0, 2).map((said) => el("p", { dir: "auto" }, said.text)))))) : null);

const missing = (found) => (found.missing.length ? el("p", { class: "note" }, `Nothing is known of ${found.missing.map(spoken).join(", ")}.`) : null);
