// What became known between two days: the log of the store, change by change.

import { get } from "./api.js";
import { go, link, NOTHING_BESIDE, open } from "./address.js";
import { announce, append, button, el, refill, waiting } from "./dom.js";
import { count } from "./facts.js";
import { choice, named, nothing, trouble } from "./parts.js";
import { isDay, spoken } from "./periods.js";

const PAGE = 40, FOLDED = 6;
const KINDS = { added: "new", merged: "also stated", unsupported: "one source fewer", removed: "gone", closed: "superseded", reopened: "open again",
  disputed: "disputed", restated: "restated", settled: "settled" };

const BY_HAND = { remove: "Removed", relations: "Said of relations", sources: "Said of sources" };

/** The view. `find` holds what the days are counted by: publication or recording. */
export async function render(host, state, signal) {
  const body = el("div", {}, waiting("Reading the log…"));
  append(host, [head(state), body]);
  const found = await page(state, undefined, signal);
  if (signal.aborted) return;
  if (!found.items.length) {
    refill(body, state.since || state.until || state.as_of
      ? nothing("Nothing changed between these days", "Choose a longer stretch, or count by the other day.")
      : nothing("Nothing has happened yet", "Add documents on the ", el("a", { href: link("documents") }, "Documents"), " page; each says here what it changed."));
    return;
  }
  const log = { list: el("ol", { class: "log" }), sums: el("p", { class: "sums" }), foot: el("div", { class: "more" }), entries: [] };
  refill(body, log.sums, log.list, log.foot);
  show(log, found, state, signal);
}

const isRecorded = (state) => state.find === "recorded";
const dayOfEntry = (entry, state) => (isRecorded(state) ? entry.recorded.slice(0, 10) : entry.observed ?? entry.recorded.slice(0, 10));

/** A page of the log, the newest first; `cursor` is where the page before it ends. */
const page = (state, cursor, signal) =>
  get("changes", { by: isRecorded(state) ? "recorded" : "published", since: state.since, until: state.until, limit: PAGE, cursor }, { signal });

/** Put a page of the log below those that are there, and the way to the next one below it. */
function show(log, found, state, signal) {
  log.entries.push(...found.items);
  append(log.list, found.items.map((one) => entry(one, state)));
  refill(log.sums, summary(log.entries, found.next));
  refill(log.foot, found.next ? button("Older", () => older(log, found.next, state, signal), { class: "button", id: "older" }) : null);
}

async function older(log, cursor, state, signal) {
  const at = log.list.childElementCount;
  document.getElementById("older")?.setAttribute("disabled", "");
  try {
    const found = await page(state, cursor, signal);
    show(log, found, state, signal);
    log.list.children[at]?.querySelector("button")?.focus({ preventScroll: true });
    announce(count(found.items.length, "older change"));
  } catch (error) {
    if (error.name !== "AbortError") refill(log.foot, trouble(error, () => older(log, cursor, state, signal)));
  }
}

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

function summary(entries, more) {
  const sums = new Map();
  for (const event of entries.flatMap((one) => one.events)) sums.set(event.event, (sums.get(event.event) ?? 0) + 1);
  return [el("span", { class: "note" }, `${more ? "The newest " : ""}${count(entries.length, "change")}`), " ",
    [...sums].map(([kind, number]) => [el("span", { class: `event ${kind}` }, `${number} ${KINDS[kind] ?? kind}`), " "])];
}

const NOTABLE = ["disputed", "restated", "closed", "removed", "reopened", "settled", "unsupported", "added", "merged"];

function entry(one, state) {
  const events = [...one.events].sort((a, b) => NOTABLE.indexOf(a.event) - NOTABLE.indexOf(b.event));
  const items = el("ul", { class: "events" }, events.slice(0, FOLDED).map(event));
  if (events.length > FOLDED) {
    const rest = button(`${events.length - FOLDED} more`, () => { rest.remove(); append(items, events.slice(FOLDED).map(event)); }, { class: "inline more" });
    append(items, [el("li", {}, rest)]);
  }
  return el("li", {},
    el("time", { datetime: dayOfEntry(one, state) }, spoken(dayOfEntry(one, state))),
    el("div", {},
      BY_HAND[one.kind] ? el("p", { class: "doc" }, BY_HAND[one.kind], " ", el("bdi", {}, one.document_id))
        : el("button", { type: "button", class: "doc inline", on: { click: () => open({ document_id: one.document_id }) } }, named(one.document_id)),
      items));
}

const event = (one) => el("li", {},
  el("span", { class: `event ${one.event}` }, KINDS[one.event] ?? one.event), " ",
  el("button", { type: "button", class: "inline", dir: "auto", on: { click: () => go({ ...NOTHING_BESIDE, fact: one.fact }) } }, one.words),
  one.event === "added" ? null : el("span", { class: "why" }, ` ${one.reason}`));
