// What is known of an entity over time: as a time axis, and the same as a table.

import { get } from "./api.js";
import { go, link, NOTHING_BESIDE, open } from "./address.js";
import { timeAxis } from "./axis.js";
import { announce, append, button, el, refill, waiting } from "./dom.js";
import { count, label } from "./facts.js";
import { choice, entityChip, nothing, section, status, table } from "./parts.js";
import { factList } from "./panel.js";
import { interval, isDay, spoken } from "./periods.js";

const SUGGESTED = 40, NAMESAKES = 12;
const TYPES = { PERSON: "person", ORG: "organisation", GPE: "place", LOC: "place", FAC: "place", PRODUCT: "product", EVENT: "event",
  WORK_OF_ART: "work", NORP: "group", LAW: "law", LANGUAGE: "language" };
const UNTOLD = "No document tells what happened then";

/** The view. */
export async function render(host, state, signal) {
  const body = el("div", {});
  append(host, [head(state, signal), body]);
  refill(body, waiting("Looking up facts…"));
  if (state.entity) await facts(body, state, signal);
  else await entities(body, signal);
}

function head(state, signal) {
  const names = el("datalist", { id: "entity-names" });
  const field = el("input", {
    id: "entity", type: "search", list: "entity-names", value: state.entity?.replace(/^id:/, "") ?? "", placeholder: "A person, a company, a place…",
    autocomplete: "off", "aria-label": "Entity", dir: "auto",
  });
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => suggest(names, field.value, signal).catch(() => {}), 200);
  });
  const submit = (event) => {
    event.preventDefault();
    const entity = field.value.trim();
    if (entity) go({ entity, relation: undefined, from: undefined, to: undefined, ...NOTHING_BESIDE });
  };
  return el("div", { class: "view-head" },
    state.entity ? null : el("h1", {}, "What changed, and when"),
    el("form", { class: "ask-form", role: "search", on: { submit } }, field, names, el("button", { class: "button primary", id: "show-entity" }, "Show")));
}

async function suggest(names, q, signal) {
  const found = await get("entities", { q: q.trim() || undefined, limit: 12 }, { signal });
  refill(names, found.entities.map((one) => el("option", { value: one.name })));
}

async function entities(body, signal) {
  const found = await get("entities", { limit: SUGGESTED }, { signal });
  if (signal.aborted) return;
  if (!found.entities.length) {
    refill(body, nothing("No entity is known yet", "Names appear here as soon as documents speak of them. Add some on the ",
      el("a", { href: link("documents") }, "Documents"), " page."));
    return;
  }
  const more = found.total > found.entities.length ? `the ${found.entities.length} most spoken of; type a name for others` : "the most spoken of first";
  refill(body, section(count(found.total, "entity", "entities"), el("p", { class: "note" }, more),
    el("ul", { class: "chips" }, found.entities.map(entityChip))));
}

async function facts(body, state, signal) {
  const line = await whole(state.entity, signal);
  if (signal.aborted) return;
  document.getElementById("entity").value = line.entity.name;
  const relations = [...new Set(line.facts.map((fact) => fact.relation))].sort();
  const chosen = line.facts.filter((fact) => !state.relation || fact.relation === state.relation);
  const dated = chosen.filter((fact) => interval(fact.valid));
  const shape = state.shape ?? "axis";
  const stand = el("div", { id: "stand" });
  refill(body,
    el("div", { class: "title-row" },
      el("h1", {}, el("bdi", {}, line.entity.name)),
      el("span", { class: "note" }, [TYPES[line.entity.type] ?? line.entity.type, count(chosen.length, "fact")].filter(Boolean).join(" · "))),
    line.others.length ? el("nav", { class: "namesakes", "aria-label": "Others of this name" }, el("span", { class: "note" }, "The name may also mean"),
      el("ul", { class: "chips" }, line.others.slice(0, NAMESAKES).map(entityChip))) : null,
    el("div", { class: "tools" },
      el("label", { for: "relation" }, "Relation"),
      el("select", { id: "relation", on: { change: (event) => go({ relation: event.target.value || undefined }) } },
        el("option", { value: "" }, "all"), relations.map((name) => el("option", { value: name, selected: name === state.relation }, name))),
      choice("Shape", [["axis", "Axis"], ["table", "Table"]], shape, (value) => go({ shape: value === "axis" ? undefined : value }))),
    stand);
  announce(`${line.entity.name}: ${count(chosen.length, "fact")}`);
  if (!chosen.length) {
    refill(stand, nothing("No facts on this day", "Move to a later day, or choose another relation."));
    return;
  }
  const mark = shape === "table" || !dated.length ? asTable(stand, chosen, line, state, signal)
    : asAxis(stand, dated, chosen.filter((fact) => !interval(fact.valid)), line, state, signal);
  get("spikes", { entity: state.entity }, { signal }).catch(() => null) // they only adorn the facts, which stand already
    .then((found) => signal.aborted || mark(found));
}

/** All facts of an entity, page by page. */
async function whole(entity, signal) {
  const line = await get("timeline", { entity }, { signal });
  for (let next = line.next; next;) {
    const page = await get("timeline", { entity, cursor: next }, { signal });
    line.facts.push(...page.facts);
    next = page.next;
  }
  return line;
}

/** What happened at a spike: told with the highest, and of others when it is asked. */
async function storyOf(spike, entity, signal) {
  if (!spike.citation) {
    const found = await get("spikes", { entity, peak: spike.peak }, { signal });
    Object.assign(spike, found.spikes.find((one) => one.peak === spike.peak));
  }
  return spike;
}

function asAxis(stand, dated, undated, line, state, signal) {
  const chart = el("div", { class: "chart" });
  refill(stand, chart, legend(), undated.length
    ? el("details", { class: "fold part" }, el("summary", {}, count(undated.length, "fact without a date", "facts without a date")), factList(undated)) : null);
  return timeAxis(chart, {
    entity: line.entity, facts: dated, asOf: state.as_of,
    shown: isDay(state.from) && isDay(state.to) ? [new Date(state.from), new Date(state.to)] : null,
    moved: (from, to) => go({ from, to }, { replace: true }),
    chosen: (fact) => go({ ...NOTHING_BESIDE, fact: fact.id }),
    told: (spike) => storyOf(spike, state.entity, signal)
      .then(({ citation }) => (citation ? open(citation) : announce(UNTOLD)), (error) => announce(error.title)),
  });
}

const legend = () => el("ul", { class: "legend", "aria-label": "Legend" },
  [["holds", "holds"], ["closed", "superseded by a later value"], ["restated", "restated since"], ["disputed", "sources disagree"]].map(([kind, words]) =>
    el("li", {}, el("span", { class: `swatch ${kind}` }), words)));

function asTable(stand, chosen, line, state, signal) {
  const sorted = [...chosen].sort((a, b) => a.relation.localeCompare(b.relation) || since(a) - since(b));
  const rows = sorted.map((fact) => [
    spoken(fact.valid), el("bdi", {}, fact.relation),
    el("button", { type: "button", class: "inline", on: { click: () => go({ ...NOTHING_BESIDE, fact: fact.id }) } }, el("bdi", {}, label(fact, line.entity))),
    status(fact.status), fact.confidence.toFixed(2), count(fact.sources.length, "source"),
  ]);
  const below = el("div", {});
  refill(stand, table(`Facts about ${line.entity.name}`, ["When", "Relation", "Value", "Standing", "Confidence", "Stated by"], rows), below);
  return (found) => found?.spikes.length && refill(below, section("Days with much news", table("Spikes", ["From", "To", "Mentions", "Story"],
    found.spikes.map((one) => [spoken(one.first), spoken(one.last), String(one.count), story(one, state.entity, signal)]))));
}

/** The story of a spike, or what asks for it. */
function story(spike, entity, signal) {
  if (spike.citation) return button(spike.story || "source", () => open(spike.citation), { class: "inline" });
  const cell = el("span", {});
  return refill(cell, button("What happened?", async (event) => {
    event.target.disabled = true;
    const told = await storyOf(spike, entity, signal).catch((error) => ({ problem: error.title }));
    refill(cell, told.citation ? story(told, entity, signal) : told.problem ?? UNTOLD);
  }, { class: "inline" }));
}

const since = (fact) => interval(fact.valid)?.start?.getTime() ?? -Infinity;
