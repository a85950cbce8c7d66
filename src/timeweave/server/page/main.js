// What the address names is shown: the view, the day, and what stands beside it.

import * as address from "./address.js";
import { Problem, stores } from "./api.js";
import { renderAsOf } from "./as_of.js";
import { el, refill, append } from "./dom.js";
import { trouble } from "./parts.js";
import { renderPanel } from "./panel.js";
import { allow, forget } from "./library.js";
import { render as ask } from "./ask.js";
import { render as timeline } from "./timeline.js";
import { render as reports } from "./reports.js";
import { render as changes } from "./changes.js";
import { render as documents } from "./documents.js";

const RENDER = { ask, timeline, reports, changes, documents };
const TITLES = { ask: "Ask", timeline: "Timeline", reports: "Reports", changes: "Changes", documents: "Documents" };

const main = document.getElementById("main");
let shown = "";
let running = new AbortController();

function renderNav(state) {
  refill(document.getElementById("views"), address.VIEWS.map((view) =>
    el("a", { href: address.link(view), "aria-current": view === state.view && "page" }, TITLES[view])));
  document.title = [state.q ?? state.entity?.replace(/^id:/, "") ?? state.period, TITLES[state.view], "Timeweave"].filter(Boolean).join(" · ");
}

async function renderStores(state) {
  const host = document.getElementById("bases");
  if (host.dataset.for === (state.kb ?? "")) return;
  const { items, scope } = await stores();
  allow(scope);
  const isThere = items.some((base) => base.name === (state.kb ?? "default"));
  if (items.length && !isThere && !state.kb) {
    address.go({ kb: items[0].name }, { replace: true });
    return;
  }
  refill(host, items.length < 2 && isThere ? [] : [
    el("label", { for: "kb", class: "unseen" }, "Knowledge base"),
    el("select", { id: "kb", on: { change: (event) => address.go({ kb: event.target.value, ...AFRESH, ...address.NOTHING_BESIDE }) } },
      isThere ? null : el("option", { value: "", selected: true, disabled: true }, "choose"),
      items.map((base) => el("option", { value: base.name, selected: base.name === (state.kb ?? "default") }, base.name))),
  ]);
  if (!isThere) throw new Problem({ title: `No knowledge base “${state.kb ?? "default"}” is here`, remedy: "Choose one of those that are, above.", status: 404 });
  host.dataset.for = state.kb ?? "";
}

const AFRESH = { as_of: undefined, entity: undefined, relation: undefined, period: undefined, from: undefined, to: undefined };

async function renderView(state) {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const focused = main.contains(document.activeElement) ? document.activeElement.id : "";
  const host = el("div", { class: `view ${state.view}` });
  const isSame = main.firstElementChild?.className === host.className;
  if (isSame) host.style.minHeight = `${main.offsetHeight}px`;
  main.replaceChildren(host);
  if (!isSame) scrollTo(0, 0);
  try {
    await RENDER[state.view](host, state, signal);
  } catch (error) {
    if (error.name !== "AbortError") {
      host.querySelectorAll(".waiting").forEach((sign) => sign.remove());
      append(host, [trouble(error, () => { shown = ""; show(); })]);
    }
  }
  if (signal.aborted) return;
  host.style.minHeight = "";
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus({ preventScroll: true });
}

async function show() {
  const state = address.read();
  renderNav(state);
  renderPanel(state);
  const key = address.standing(state);
  if (key === shown) return;
  shown = key;
  try {
    await renderStores(state);
  } catch (error) {
    refill(main, trouble(error, () => { shown = ""; show(); }));
    return;
  }
  if (address.standing(address.read()) !== key) return;
  renderAsOf(state);
  await renderView(state);
}

addEventListener("addressed", show);
addEventListener("popstate", show);
addEventListener("hashchange", show);
addEventListener("stored", () => { forget(); shown = ""; show(); });
document.getElementById("skip").addEventListener("click", (event) => { event.preventDefault(); main.focus(); });
show();
