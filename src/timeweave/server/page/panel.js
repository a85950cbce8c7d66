// What stands beside the view: a document at its place, or a fact with why it stands so.

import { go, hasBeside, NOTHING_BESIDE, open, timelineOf } from "./address.js";
import { get } from "./api.js";
import { announce, append, button, el, icon, refill, waiting } from "./dom.js";
import { whole } from "./library.js";
import { citationCard, confidence, status, table, trouble } from "./parts.js";
import { count, label } from "./facts.js";
import { spoken } from "./periods.js";
import { inSentence, parted } from "./spans.js";

const MOST_VALUES = 6, MOST_SOURCES = 6, MOST_HELD = 3;

const panel = document.getElementById("panel");
const stage = document.getElementById("stage");
let shown = "";
let opener = null;
let running = new AbortController();

/** Show what the address names beside the view, or close the panel. */
export async function renderPanel(state) {
  const key = JSON.stringify([state.kb, state.as_of, state.fact, state.doc, state.start, state.end]);
  if (key === shown) return;
  shown = key;
  running.abort();
  running = new AbortController();
  if (!hasBeside(state)) {
    close();
    return;
  }
  if (panel.hidden) opener = document.activeElement;
  panel.hidden = false;
  stage.classList.add("beside");
  const body = el("div", { class: "body" }, waiting("Opening…"));
  refill(panel, head(state), body);
  if (!panel.contains(document.activeElement)) panel.querySelector(".heading").focus({ preventScroll: true });
  try {
    await (state.doc ? documentInto : factInto)(body, state, running.signal);
  } catch (error) {
    if (error.name !== "AbortError") refill(body, trouble(error, () => { shown = ""; renderPanel(state); }));
  }
}

function close() {
  if (panel.hidden) return;
  panel.hidden = true;
  refill(panel);
  stage.classList.remove("beside");
  if (opener?.isConnected) opener.focus({ preventScroll: true });
  opener = null;
}

const shut = () => go(NOTHING_BESIDE);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !panel.hidden && !document.querySelector("dialog[open]")) shut();
});

function head(state) {
  const isBack = state.doc && state.fact;
  const copy = button([icon("link"), el("span", {}, "Copy link")], () =>
    navigator.clipboard?.writeText(location.href).then(() => announce("Link copied")), { class: "button small" });
  return el("div", { class: "panel-head" },
    isBack ? button(icon("back"), () => go({ doc: undefined, start: undefined, end: undefined }), { class: "button bare", "aria-label": "Back to the fact" }) : null,
    el("h2", { class: "heading", tabindex: "-1" }, state.doc ? "Document" : "Fact"),
    copy,
    button(icon("close"), shut, { class: "button bare", "aria-label": "Close" }));
}

async function documentInto(body, state, signal) {
  const found = await whole(state.doc);
  if (signal.aborted) return;
  const [before, cited, after] = parted(found.text, Number(state.start ?? 0), Number(state.end ?? 0));
  const mark = cited ? el("mark", { id: "cited", tabindex: "-1" }, cited) : null;
  const text = el("div", { class: "text", dir: "auto", tabindex: "0", role: "region", "aria-label": "Text of the document" }, before, mark, after);
  const facts = [["Published", found.observed && spoken(found.observed)], ["Speaks of", found.period && spoken(found.period)],
    ["Source", found.source], ["Identifier", found.id]];
  refill(body,
    el("h3", { class: "doc-title" }, el("bdi", {}, found.title || found.id)),
    el("dl", { class: "facts" }, facts.filter(([, value]) => value).map(([name, value]) => [el("dt", {}, name), el("dd", {}, el("bdi", {}, value))])),
    text);
  if (mark) text.scrollTop = mark.offsetTop - text.offsetTop - text.clientHeight / 3;
}

async function factInto(body, state, signal) {
  const told = await get(`facts/${encodeURIComponent(state.fact)}`, {}, { signal });
  if (signal.aborted) return;
  const fact = told.fact;
  refill(body,
    el("h3", { class: "doc-title" }, el("a", { href: timelineOf(fact.subject) }, el("bdi", {}, fact.subject_name)), " · ", el("bdi", {}, fact.relation)),
    el("p", { class: "fact-value" }, el("bdi", {}, label(fact)), " ", status(fact.status)),
    confidence(fact.confidence),
    el("dl", { class: "facts" },
      el("dt", {}, "Held"), el("dd", {}, spoken(fact.valid)),
      fact.stated_valid && fact.stated_valid !== fact.valid ? [el("dt", {}, "As stated"), el("dd", {}, spoken(fact.stated_valid))] : null,
      el("dt", {}, "The relation"), el("dd", {}, `${told.values === "one" ? "One value at a time" : "Several values at a time"}: ${told.why}`)));
  append(body, [
    el("h4", {}, "Stated in"),
    stated(fact.sources),
    told.by.length ? [el("h4", {}, "Because of"), factList(told.by)] : null,
    told.candidates.length > 1 ? [el("h4", {}, "Values side by side"), candidates(told.candidates)] : null,
    told.decisions.length ? [el("h4", {}, "How it came to stand so"), decisions(told.decisions)] : null,
  ]);
}

/** Where a fact is stated: the first places in their words, the others when they are asked for. */
function stated(sources) {
  const list = el("ol", { class: "cards" });
  const show = (from, to) => append(list, sources.slice(from, to).map(quoted));
  show(0, MOST_SOURCES);
  if (sources.length <= MOST_SOURCES) return list;
  const rest = button(`${count(sources.length - MOST_SOURCES, "more source")}`, () => { rest.remove(); show(MOST_SOURCES); }, { class: "button small" });
  return [list, rest];
}

/** A place as a card, with its words as soon as its document is there. */
function quoted(source) {
  const card = citationCard({ ...source, quote: "…" }, null);
  whole(source.document_id)
    .then(({ text }) => {
      const [before, own, after] = inSentence(text, source.start, source.end);
      refill(card.querySelector("q"), before, el("mark", {}, own), after);
    })
    .catch(() => refill(card.querySelector("q"), source.source || source.document_id));
  return card;
}

/** Facts as buttons that open them. */
export const factList = (facts) => el("ul", { class: "cards" }, facts.map((fact) =>
  el("li", {}, el("button", { type: "button", class: "card", on: { click: () => go({ ...NOTHING_BESIDE, fact: fact.id }) } },
    el("bdi", {}, `${fact.relation}: ${label(fact)}`), el("span", { class: "day" }, spoken(fact.valid)), status(fact.status)))));

const candidates = (found) => table("Values side by side", ["Value", "When", "Confidence", "Sources"], found.slice(0, MOST_VALUES).map((one) =>
  [el("bdi", {}, one.name), heldBriefly(one.held), one.confidence.toFixed(2), String(one.contexts.length)]));

const heldBriefly = (held) => (held.length
  ? [...held.slice(0, MOST_HELD).map(spoken), held.length > MOST_HELD ? `${held.length - MOST_HELD} more` : null].filter(Boolean).join("; ") : "undated");

const decisions = (made) => el("ol", { class: "steps" }, made.map((one) =>
  el("li", {}, el("span", { class: `event ${one.event}` }, one.event), " ", el("bdi", {}, one.reason), " ",
    el("button", { type: "button", class: "inline", on: { click: () => open({ document_id: one.document }) } }, one.document))));
