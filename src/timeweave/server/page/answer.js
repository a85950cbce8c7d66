// An answer, or a refusal, with what bears it.

import { link, timelineOf } from "./address.js";
import { append, el } from "./dom.js";
import { count } from "./facts.js";
import { citationCard, citationMark, confidence, section, table } from "./parts.js";
import { factList } from "./panel.js";
import { spoken } from "./periods.js";

const METHODS = { computed: "from facts", extractive: "as a document says it", llm: "written by a language model, and checked", path: "by a path of facts" };

/** All that an answer says, as one element. */
export function answered(answer, state) {
  return el("div", { class: "answered" },
    answer.refused ? refusal(answer) : told(answer, state),
    answer.refused ? null : warnings(answer),
    values(answer),
    answer.calculation ? section("How it was worked out", el("p", { class: "calculation", dir: "auto" }, answer.calculation)) : null,
    disagreement(answer),
    elsewhere(answer),
    evidence(answer));
}

function told(answer, state) {
  const isShort = answer.answer.length < 140 && !answer.answer.includes("\n");
  return [
    el("section", { class: "answer", "aria-label": "Answer" },
      el("div", { class: isShort ? "words short" : "words" }, prose(answer)),
      el("div", { class: "underline" },
        answer.confidence ? confidence(answer.confidence) : el("span", { class: "note" }, "A summary: no confidence is given"),
        el("span", { class: "note" }, basis(answer)))),
    answer.citations.length ? section("Sources", el("ol", { class: "cards" }, answer.citations.map((cited, n) => citationCard(cited, n + 1)))) : null,
  ];
}

function basis(answer, isNamed = true) {
  const day = answer.as_of ? ` · as known on ${spoken(answer.as_of)}` : "";
  const scope = answer.scope?.intervals?.slice(0, 3).map((one) => spoken(one.label)).join(", ");
  const read = scope ? `read as ${scope}${answer.scope.intervals.length > 3 ? ", …" : ""}` : "no time was named";
  return `${isNamed ? `${METHODS[answer.method] ?? answer.method} · ` : ""}${read}${day}`;
}

/** The words of an answer: paragraphs, headings and items, with the numbers of its citations as buttons. */
function prose(answer) {
  const blocks = [];
  for (const line of answer.answer.split("\n")) {
    if (!line.trim()) continue;
    const heading = /^#{1,6} (.*)/.exec(line);
    const item = /^[-*] (.*)/.exec(line);
    if (heading) blocks.push(el("h3", { dir: "auto" }, heading[1]));
    else if (item) {
      if (blocks.at(-1)?.tagName !== "UL") blocks.push(el("ul", {}));
      blocks.at(-1).append(el("li", { dir: "auto" }, marked(item[1], answer.citations)));
    } else blocks.push(el("p", { dir: "auto" }, marked(line, answer.citations)));
  }
  return blocks;
}

function marked(line, citations) {
  const row = el("span", {});
  append(row, line.split(/(\[\d+\])/).map((piece) => {
    const cited = /^\[(\d+)\]$/.exec(piece);
    return cited && citations[cited[1] - 1] ? citationMark(citations[cited[1] - 1], cited[1]) : piece;
  }));
  return row;
}

function refusal(answer) {
  return el("section", { class: "answer refused", "aria-label": "No answer" },
    el("p", { class: "kind" }, "No answer"),
    el("div", { class: "words short" }, el("p", { dir: "auto" }, answer.answer)),
    el("p", { class: "note" }, `Nothing is said rather than guessed · ${basis(answer, false)}`),
    warnings(answer),
    answer.closest.length ? [
      el("h2", {}, "Closest passages"),
      el("p", { class: "note" }, "They speak of something near, and do not answer the question."),
      el("ol", { class: "cards" }, answer.closest.map((cited) => citationCard(cited, null)))] : null);
}

const warnings = (answer) => (answer.warnings.length
  ? el("ul", { class: "warnings", "aria-label": "Warnings" }, answer.warnings.map((words) => el("li", { dir: "auto" }, words))) : null);

/** Values as a table, where it says more than the words do: whose they are, or where each is stated. */
function values(answer) {
  if (answer.values.length < 2 || !answer.values.some((v) => v.entity || isCited(v, answer))) return null;
  const columns = [
    ["Period", (v) => (v.period ? spoken(v.period) : "")],
    ["Of", (v) => (v.entity ? el("bdi", {}, v.entity) : "")],
    ["Value", (v) => el("bdi", {}, v.text)],
    ["Source", (v) => (isCited(v, answer) ? citationMark(answer.citations[v.citation], v.citation + 1) : "")],
  ].filter(([, cell]) => answer.values.some((v) => cell(v) !== ""));
  return section("Values", table("Values of the answer", columns.map(([head]) => head),
    answer.values.map((v) => columns.map(([, cell]) => cell(v)))));
}

const isCited = (value, answer) => value.citation !== null && answer.citations[value.citation] !== undefined;

function disagreement(answer) {
  if (!answer.disagreement.length) return null;
  const isDisputed = answer.disagreement.some((fact) => fact.status === "disputed");
  return section(isDisputed ? "Sources disagree" : "Said before, and no longer",
    el("div", { class: isDisputed ? "disagree" : "disagree past" },
      el("p", { class: "note" }, isDisputed
        ? "Several sources give different values for the same time."
        : "A later publication gives another value for the same time."),
      factList(answer.disagreement)));
}

const elsewhere = (answer) => (answer.entities.length
  ? el("p", { class: "elsewhere" }, "Over time: ", answer.entities.slice(0, 5).map((name) => [
    el("a", { class: "chip", href: lineOf(name, answer.figure) }, el("bdi", {}, name)), " "])) : null);

/** The timeline of an entity of the graph, else of whom the name means. */
function lineOf(name, figure) {
  const drawn = figure.nodes.find((node) => node.kind === "entity" && node.label === name);
  return drawn ? timelineOf(drawn.id.slice("entity:".length)) : link("timeline", { entity: name });
}

function evidence(answer) {
  if (!answer.evidence.length) return null;
  const list = el("ol", { class: "cards" });
  const fold = el("details", { class: "part fold" },
    el("summary", {}, `All evidence: ${count(answer.evidence.length, "passage")}, ${count(answer.tokens, "token")}, ${Math.round(answer.elapsed_ms)} ms`), list);
  fold.addEventListener("toggle", () => {
    if (!fold.open || list.childElementCount) return;
    append(list, answer.evidence.map((one) => citationCard({ ...one, quote: one.text }, null)));
  });
  return fold;
}
