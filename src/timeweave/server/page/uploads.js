// Files dropped on the page, and how far the server is with reading them.

import { cancel, ingest, upload } from "./api.js";
import { announce, append, button, el, icon, refill } from "./dom.js";
import { count } from "./facts.js";
import { trouble } from "./parts.js";

const list = el("ul", { class: "uploads", "aria-label": "Uploads" }); // outlives the view, as uploads do
const ENDED = new Set(["done", "failed", "cancelled"]);

/** Where files are dropped or chosen. */
export function dropZone() {
  const field = el("input", { id: "files", type: "file", multiple: true, class: "unseen", on: { change: () => { take([...field.files]); field.value = ""; } } });
  const zone = el("label", { class: "drop", for: "files", id: "drop" }, icon("up"),
    el("span", {}, el("strong", {}, "Drop files here"), " or choose them"), field);
  const over = (isOver) => (event) => { event.preventDefault(); zone.classList.toggle("over", isOver); };
  zone.addEventListener("dragover", over(true));
  zone.addEventListener("dragleave", over(false));
  zone.addEventListener("drop", (event) => { over(false)(event); take([...event.dataTransfer.files]); });
  return el("div", {}, zone, list);
}

async function take(files) {
  if (!files.length) return;
  const bar = el("progress", { max: "1", "aria-label": "Progress" });
  const words = el("span", { class: "note" }, "sending…");
  const tools = el("span", {});
  const item = el("li", {}, el("span", { class: "names" }, el("bdi", {}, names(files))), bar, words, tools);
  list.prepend(item);
  try {
    const begun = await upload(files);
    refill(tools, button("Cancel", () => cancel(begun.id).catch(() => {}), { class: "button small" }));
    follow(item, { bar, words, tools }, await watched(begun, { bar, words }));
  } catch (error) {
    bar.remove();
    refill(words);
    append(item, [trouble(error)]);
    append(tools, [dismissal(item)]);
  }
}

const names = (files) => (files.length === 1 ? files[0].name : `${files[0].name} and ${count(files.length - 1, "other")}`);
const dismissal = (item) => button(icon("close"), () => item.remove(), { class: "button bare", "aria-label": "Dismiss" });

/** Ask how it goes until it is over. */
async function watched(begun, { bar, words }) {
  let now = begun;
  for (let wait = 250; !ENDED.has(now.state); wait = Math.min(wait * 1.3, 2000)) {
    if (now.state === "running" && now.received) { bar.max = now.received; bar.value = now.done ?? 0; }
    words.textContent = now.state === "queued" ? "waiting for its turn…" : `reading ${now.done ?? 0} of ${now.received}…`;
    await new Promise((resolve) => { setTimeout(resolve, wait); });
    now = await ingest(begun.id);
  }
  return now;
}

function follow(item, { bar, words, tools }, ended) {
  bar.remove();
  refill(tools, dismissal(item));
  const sums = [["added", ended.added], ["replaced", ended.replaced], ["unchanged", ended.unchanged], ["failed", ended.failed?.length]]
    .filter(([, number]) => number).map(([name, number]) => `${number} ${name}`).join(", ");
  words.textContent = ended.state === "done" ? sums || "nothing to read" : ended.state;
  item.classList.add(ended.state);
  if (ended.error) append(item, [trouble(typeof ended.error === "string" ? { title: ended.error } : ended.error)]);
  if (ended.failed?.length) append(item, [el("ul", { class: "warnings" }, ended.failed.map((one) =>
    el("li", { dir: "auto" }, typeof one === "string" ? one : `${one.source}${one.line ? `, line ${one.line}` : ""}: ${one.error}`)))]);
  if (ended.warnings?.length) append(item, [el("ul", { class: "warnings" }, ended.warnings.map((one) => el("li", { dir: "auto" }, one)))]);
  announce(`Upload ${ended.state}: ${sums}`);
  if (ended.added || ended.replaced) dispatchEvent(new Event("stored"));
}
