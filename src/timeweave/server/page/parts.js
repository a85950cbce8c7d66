// Small parts that several views share.

import { open, timelineOf } from "./address.js";
import { button, el, icon } from "./dom.js";
import { count } from "./facts.js";
import { spoken } from "./periods.js";
import { entryOf } from "./library.js";

/** What went wrong, with its remedy, and a way to try again where that may help: not where the request is at fault. */
export function trouble(error, again) {
  return el("section", { class: "trouble", role: "alert" },
    icon("alert"),
    el("div", {},
      el("h2", {}, error.title ?? "Something went wrong on this page"),
      el("p", {}, error.detail || (error.title ? null : String(error.message ?? error))),
      error.remedy ? el("p", { class: "remedy" }, error.remedy) : null,
      again && mayPass(error.status) ? button("Try again", again) : null));
}

const mayPass = (status) => !status || status === 408 || status === 429 || status >= 500;

/** A section of a view under its heading. */
export const section = (title, ...content) => el("section", { class: "part" }, el("h2", {}, title), ...content);

/** What to do where there is nothing. */
export const nothing = (title, ...words) => el("div", { class: "nothing" }, el("h2", {}, title), el("p", {}, ...words));

/** A confidence as a bar with its number. */
export function confidence(value, words = "Confidence") {
  const share = Math.max(0, Math.min(1, value));
  const bar = el("span", { class: "fill" });
  bar.style.width = `${Math.round(share * 100)}%`;
  return el("div", { class: "confidence" },
    el("span", { class: "label" }, words),
    el("span", { class: "bar", role: "meter", "aria-label": words, "aria-valuemin": "0", "aria-valuemax": "1", "aria-valuenow": share.toFixed(2) }, bar),
    el("span", { class: "number" }, share.toFixed(2)));
}

const STATUS = {
  holds: "holds", closed: "superseded", disputed: "disputed", restated: "restated",
};

/** An entity of a list, with how often it is mentioned; leads to its timeline. */
export const entityChip = (one) => el("li", {}, el("a", { class: "chip", href: timelineOf(one.id), title: count(one.documents, "document") },
  el("bdi", {}, one.name), el("span", { class: "count" }, one.mentions.toLocaleString("en-GB"))));

/** What became of a fact: a word in its colour. */
export const status = (value) => el("span", { class: `status ${value}` }, STATUS[value] ?? value);

/** The title of a document with its day, filled in as soon as they are known. */
export function named(id) {
  const title = el("bdi", { class: "title" }, id);
  const day = el("span", { class: "day" });
  entryOf(id).then((entry) => {
    if (!entry) return;
    title.textContent = "";
    title.append(el("bdi", {}, entry.title || id));
    if (entry.observed) day.append(` · ${spoken(entry.observed)}`);
  }).catch(() => {});
  return el("span", { class: "named" }, title, day);
}

/** A citation as a card that opens its document at the place. */
export function citationCard(cited, number) {
  return el("li", {},
    el("button", { type: "button", class: "card cited", on: { click: () => open(cited) } },
      number === null ? null : el("span", { class: "number", "aria-hidden": "true" }, String(number)),
      el("span", { class: "body" },
        el("q", { dir: "auto" }, inLine(cited.quote)),
        named(cited.document_id))));
}

/** Lines of a list as one line: what separates them is a point, and not the marks of the list. */
const inLine = (words) => words.replace(/\s*\n\s*(?:[*+-]\s+|\d+[.)]\s+)/g, " · ").replace(/^[*+-]\s+/, "");

/** A citation as a number in a text. */
export function citationMark(cited, number) {
  return el("button", {
    type: "button", class: "mark", title: cited.quote, "aria-label": `Source ${number}: ${cited.document_id}`,
    on: { click: () => open(cited) },
  }, String(number));
}

/** A table with a head; cells are text or nodes. */
export function table(caption, heads, rows) {
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    el("table", {},
      el("caption", { class: "unseen" }, caption),
      el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
      el("tbody", {}, rows.map((cells) => el("tr", {}, cells.map((cell) => el("td", {}, cell)))))));
}

/** Choices of which one is taken, as buttons side by side. */
export function choice(label, options, taken, take) {
  return el("div", { class: "choice", role: "group", "aria-label": label }, options.map(([value, words]) =>
    el("button", { type: "button", id: `choice-${value}`, "aria-pressed": String(value === taken), on: { click: () => take(value) } }, words)));
}
