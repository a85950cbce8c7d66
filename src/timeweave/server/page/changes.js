// What became known between two days: the log of the store, document by document.

import { get } from "./api.js";
import { go, link, NOTHING_BESIDE, open } from "./address.js";
import { append, button, el, refill, waiting } from "./dom.js";
import { count } from "./facts.js";
import { choice, named, nothing } from "./parts.js";
import { isDay, spoken } from "./periods.js";

const PAGE = 200, MOST_PAGES = 10, AT_ONCE = 40, FOLDED = 6;
const KINDS = { added: "new", merged: "also stated", unsupported: "one source fewer", removed: "gone", closed: "superseded", reopened: "open again",
  disputed: "disputed", restated: "restated", settled: "settled" };

/** The view. `find` holds what the days are counted by: publication or recording. */
export async function render(host, state, signal) {
  const body = el("div", {}, waiting("Reading the log…"));
  append(host, [head(state), body]);
  const { entries, isAll } = await logged(state, signal);
  if (signal.aborted) return;
  if (!entries.length) {
    refill(body, state.since || state.until || state.as_of
      ? nothing("Nothing changed between these days", "Choose a longer stretch, or count by the other day.")
      : nothing("Nothing has happened yet", "Add documents on the ", el("a", { href: link("documents") }, "Documents"), " page; each says here what it changed."));
    return;
  }
  refill(body, summary(entries), isAll ? null : el("p", { class: "note" }, `Only the newest ${PAGE * MOST_PAGES} entries of the log were looked at.`));
  const list = el("ol", { class: "log" });
  append(body, [list]);
  more(list, entries, state, signal);
}

const isRecorded = (state) => state.find === "recorded";
const dayOfEntry = (entry, state) => (isRecorded(state) ? entry.recorded.slice(0, 10) : entry.observed ?? entry.recorded.slice(0, 10));

function head(state) {
  const field = (id, words, value) => el("span", { class: "field" }, el("label", { for: id }, words),
    el("input", { id, type: "date", value: value ?? "", on: { change: (event) => go({ [id]: isDay(event.target.value) ? event.target.value : undefined }) } }));
  return el("div", { class: "view-head" },
    el("h1", {}, "What became known"),
    el("div", { class: "tools" }, field("since", "From", state.since), field("until", "To", state.until ?? state.as_of),
      choice("Count days by", [["published", "Published"], ["recorded", "Added"]], isRecorded(state) ? "recorded" : "published",
        (value) => go({ find: value === "recorded" ? value : undefined })),
      state.since || state.until ? button("All days", () => go({ since: undefined, until: undefined }), { class: "button small", id: "all-days" }) : null));
}

async function logged(state, signal) {
  const said = isRecorded(state) ? { since: state.since, until: state.until } : {};
  const until = state.until ?? state.as_of;
  const entries = [];
  let cursor;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const found = await get("changes", { as_of: undefined, limit: PAGE, cursor, ...said }, { signal });
    entries.push(...found.items);
    cursor = found.next;
    if (!cursor) break;
  }
  const chosen = entries.filter((one) => {
    const day = dayOfEntry(one, state);
    return (!state.since || day >= state.since) && (!until || day <= until) && (one.events.length || one.kind !== "report");
  });
  chosen.sort((a, b) => dayOfEntry(b, state).localeCompare(dayOfEntry(a, state)) || b.sequence - a.sequence);
  return { entries: chosen, isAll: !cursor };
}

function summary(entries) {
  const sums = new Map();
  for (const event of entries.flatMap((one) => one.events)) sums.set(event.event, (sums.get(event.event) ?? 0) + 1);
  return el("p", { class: "sums" }, el("span", { class: "note" }, count(entries.length, "document")), " ",
    [...sums].map(([kind, number]) => [el("span", { class: `event ${kind}` }, `${number} ${KINDS[kind] ?? kind}`), " "]));
}

function more(list, entries, state, signal) {
  const at = list.childElementCount;
  append(list, entries.slice(at, at + AT_ONCE).map((one) => entry(one, state, signal)));
  if (list.childElementCount < entries.length) {
    const next = button(`Show ${Math.min(AT_ONCE, entries.length - list.childElementCount)} more`, () => { next.remove(); more(list, entries, state, signal); });
    list.after(next);
  }
}

const NOTABLE = ["disputed", "restated", "closed", "removed", "reopened", "settled", "unsupported", "added", "merged"];

function entry(one, state, signal) {
  const events = [...one.events].sort((a, b) => NOTABLE.indexOf(a.event) - NOTABLE.indexOf(b.event));
  const items = el("ul", { class: "events" }, events.slice(0, FOLDED).map(event));
  if (events.length > FOLDED) {
    const rest = button(`${events.length - FOLDED} more`, () => { rest.remove(); append(items, events.slice(FOLDED).map(event)); }, { class: "inline" });
    append(items, [el("li", {}, rest)]);
  }
  return el("li", {},
    el("time", { datetime: dayOfEntry(one, state) }, spoken(dayOfEntry(one, state))),
    el("div", {},
      one.kind === "remove" || !one.document_id ? el("p", { class: "doc" }, one.kind, " ", el("bdi", {}, one.document_id ?? ""))
        : el("button", { type: "button", class: "doc inline", on: { click: () => open({ document_id: one.document_id }) } }, named(one.document_id, { signal })),
      items));
}

const event = (one) => el("li", {},
  el("span", { class: `event ${one.event}` }, KINDS[one.event] ?? one.event), " ",
  el("button", { type: "button", class: "inline", dir: "auto", on: { click: () => go({ ...NOTHING_BESIDE, fact: one.fact }) } }, one.text),
  one.event === "added" ? null : el("span", { class: "why" }, ` ${one.why}`));
