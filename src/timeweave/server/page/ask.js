// A question and what comes of it.

import { ask, get } from "./api.js";
import { go, link } from "./address.js";
import { answered } from "./answer.js";
import { announce, append, el, refill, waiting } from "./dom.js";
import { drawGraph, titled } from "./graph.js";
import { entityChip, nothing, section } from "./parts.js";
import { entries } from "./library.js";

const MODES = [["auto", "Chosen by the question"], ["passages", "Passages"], ["hybrid", "Hybrid: words, meaning, sources, age"],
  ["local", "Local graph"], ["global", "Whole periods"], ["reason", "Reasoning over the graph"], ["news", "News"]];
const STAGES = { waiting: "Waiting for its turn…", answering: "Finding evidence and weighing it…",
  writing: "The model is writing; what it says is checked when it is whole…" };

const given = new Map(); // answers of this visit, so that going back does not ask again
addEventListener("stored", () => given.clear());

/** The view. */
export async function render(host, state, signal) {
  const result = el("div", { id: "result", "aria-live": "off" });
  append(host, [form(state), result]);
  if (!state.q) {
    host.classList.add("start");
    await suggest(result, signal);
    return;
  }
  await show(result, state, signal);
}

function form(state) {
  const field = el("input", {
    id: "question", type: "search", value: state.q ?? "", placeholder: "Who, what, where, when, how many?",
    "aria-label": "Question", autocomplete: "off", maxlength: "4000", enterkeyhint: "search", dir: "auto",
  });
  const mode = el("select", { id: "mode", "aria-label": "How to search" }, MODES.map(([value, words]) =>
    el("option", { value, selected: value === (state.mode ?? "auto") }, words)));
  const submit = () => {
    const q = field.value.trim();
    if (!q) { field.focus(); return; }
    go({ q, mode: mode.value === "auto" ? undefined : mode.value, doc: undefined, start: undefined, end: undefined, fact: undefined });
  };
  mode.addEventListener("change", () => { if (state.q) submit(); });
  return el("div", { class: "ask-head" },
    el("h1", { class: state.q && "unseen" }, state.q ?? "Ask what was true, and when"),
    el("form", { class: "ask-form", role: "search", on: { submit: (event) => { event.preventDefault(); submit(); } } },
      field, el("button", { class: "button primary", id: "ask" }, "Ask")),
    el("div", { class: "ask-options" }, el("label", { for: "mode" }, "Search"), mode,
      state.q ? el("a", { href: link("ask") }, "New question") : null));
}

async function suggest(host, signal) {
  refill(host, waiting("Looking at what is here…"));
  const { items } = await entries();
  if (signal.aborted) return;
  if (!items.length) {
    refill(host, nothing("This store is empty", "Add documents that say when they were written: drop files on the ",
      el("a", { href: link("documents") }, "Documents"), " page, or run ", el("code", {}, "timeweave add FOLDER"), "."));
    return;
  }
  const { entities } = await get("entities", { limit: 12 }, { signal });
  if (signal.aborted) return;
  const questions = el("section", { class: "part" }, waiting("Looking for questions that this store can answer…"));
  refill(host, questions,
    entities.length ? section("Most spoken of", el("ul", { class: "chips" }, entities.map(entityChip))) : null);
  const { items: found } = await get("suggestions", {}, { signal }).catch(() => ({ items: [] })); // the page does without
  if (signal.aborted) return;
  if (!found.length) {
    questions.remove();
    return;
  }
  document.getElementById("question")?.setAttribute("placeholder", found[0].question);
  refill(questions, el("h2", {}, "Questions that this store can answer"), el("ul", { class: "examples" }, found.map(({ question }) =>
    el("li", {}, el("a", { href: link("ask", { q: question }), dir: "auto" }, question)))));
}

async function show(host, state, signal) {
  const key = JSON.stringify([state.kb, state.as_of, state.mode, state.q]);
  if (!given.has(key)) {
    const wait = waiting("Finding evidence…");
    const said = el("p", { class: "said", dir: "auto" });
    refill(host, wait);
    const answer = await ask({ question: state.q, mode: state.mode ?? "auto", figure: true }, {
      signal,
      progress: (stage) => { wait.lastChild.textContent = STAGES[stage] ?? `${stage}…`; },
      words: (text, anew) => {
        said.textContent = anew ? text : said.textContent + text;
        wait.lastChild.textContent = STAGES.writing;
        if (said.textContent && !said.isConnected) append(host, [said]);
        if (!said.textContent) said.remove();
      },
    });
    if (given.size > 30) given.clear();
    given.set(key, answer);
  }
  const answer = given.get(key);
  const graph = el("section", { class: "part", id: "graph" }, el("h2", {}, titled(answer)));
  refill(host, answered(answer, state), graph);
  announce(answer.refused ? "No answer was found." : `Answer: ${answer.answer.slice(0, 200)}`);
  drawGraph(graph, answer.figure);
}
