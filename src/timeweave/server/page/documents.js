// The documents of the store: found, opened, added, removed.

import { get, remove } from "./api.js";
import { go, open } from "./address.js";
import { announce, append, button, el, icon, refill, waiting } from "./dom.js";
import { count } from "./facts.js";
import { nothing, trouble } from "./parts.js";
import { spoken } from "./periods.js";
import { mayWrite } from "./library.js";
import { dropZone } from "./uploads.js";

const PAGE = 50;

/** The view. */
export async function render(host, state, signal) {
  const list = el("ul", { class: "documents", id: "documents" });
  const foot = el("div", {});
  const sum = el("span", { class: "note", id: "document-count" });
  append(host, [el("div", { class: "view-head" }, el("div", { class: "title-row" }, el("h1", {}, "Documents"), sum)), mayWrite() ? dropZone() : null, search(state), list, foot]);
  refill(foot, waiting("Listing documents…"));
  await page(list, foot, sum, state, undefined, signal);
}

function search(state) {
  const field = el("input", { id: "find", type: "search", value: state.find ?? "", placeholder: "Title, identifier or source", "aria-label": "Find documents" });
  return el("form", { class: "ask-form small", role: "search", on: { submit: (event) => { event.preventDefault(); go({ find: field.value.trim() || undefined }); } } },
    field, el("button", { class: "button" }, "Find"));
}

async function page(list, foot, sum, state, cursor, signal) {
  const found = await get("documents", { limit: PAGE, cursor, q: state.find }, { signal });
  if (signal.aborted) return;
  append(list, found.items.map(row));
  if (found.total !== undefined) sum.textContent = count(found.total, "document");
  if (!list.childElementCount) {
    refill(foot, state.find || state.as_of ? nothing("No document is found", state.find ? `None has “${state.find}” in its title, identifier or source.` : "Nothing had been published by this day. Move to a later one.")
      : nothing("This store is empty", "Drop files above, where your token allows it: text, Markdown, HTML, PDF, Office files, mail, chats, JSON Lines, CSV, feeds. Each needs a date: in its text, its name or a field. Or run ", el("code", {}, "timeweave add FOLDER"), "."));
    return;
  }
  refill(foot, found.next ? button("Show more", (event) => {
    event.target.disabled = true;
    page(list, foot, sum, state, found.next, signal).catch((error) => refill(foot, trouble(error)));
  }, { id: "more-documents" }) : null);
}

function row(one) {
  return el("li", {},
    el("button", { type: "button", class: "card", on: { click: () => open({ document_id: one.id }) } },
      el("span", { class: "title" }, el("bdi", {}, one.title || one.id)),
      one.title && one.title !== one.id ? el("span", { class: "note" }, el("bdi", {}, one.id)) : null),
    el("span", { class: "day" }, one.observed ? spoken(one.observed) : "undated"),
    mayWrite() && button(icon("bin"), () => confirm(one), { class: "button bare", "aria-label": `Delete ${one.title || one.id}`, title: "Delete" }));
}

function confirm(one) {
  const problem = el("div", {});
  const yes = button("Delete", async () => {
    yes.disabled = true;
    try {
      await remove(one.id);
    } catch (error) {
      yes.disabled = false;
      refill(problem, trouble(error));
      return;
    }
    dialog.close();
    announce(`${one.title || one.id} was deleted`);
    dispatchEvent(new Event("stored"));
  }, { class: "button danger" });
  const dialog = el("dialog", { class: "dialog", "aria-label": "Delete this document?", on: { close: () => dialog.remove() } },
    el("h2", {}, "Delete this document?"),
    el("p", {}, el("bdi", {}, el("strong", {}, one.title || one.id))),
    el("p", { class: "note" }, "It is erased with all its versions. Facts that only it states go with it; what it had closed is open again."),
    problem,
    el("div", { class: "row end" }, button("Keep it", () => dialog.close()), yes));
  document.body.append(dialog);
  dialog.showModal();
}
