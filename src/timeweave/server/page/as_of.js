// The day on which the store is looked at: a date, a slider over the days on which something became known.

import { go } from "./address.js";
import { get } from "./api.js";
import { announce, button, el, refill, svg } from "./dom.js";
import { entries } from "./library.js";
import { dayNumber, dayOf, isDay, spoken } from "./periods.js";

const host = document.getElementById("as-of");
let made = null;

/** Show the control for the store of the address; it stays while the day changes. */
export async function renderAsOf(state) {
  const store = state.kb ?? "default";
  if (made?.store !== store || made.stale) made = { store, control: null };
  made.control ??= build();
  (await made.control)?.show(state.as_of);
}

addEventListener("stored", () => { if (made) made.stale = true; });

async function build() {
  const days = await knownDays().catch(() => null);
  if (!days?.length) {
    refill(host);
    host.hidden = true;
    return null;
  }
  host.hidden = false;
  return control(days.map(dayNumber).sort((a, b) => a - b));
}

/** The days on which documents could first be read; the ends of the time spoken of where there are too many. */
async function knownDays() {
  const { items, complete } = await entries();
  const days = items.map((item) => item.observed).filter(isDay);
  if (complete) return days;
  const range = (await get("stats", { as_of: undefined })).time_range ?? [];
  return [...days, ...range].filter(isDay);
}

function control(days) {
  const first = days[0], last = days.at(-1), latest = last + 1;
  const range = el("input", {
    id: "as-of-range", type: "range", min: first, max: latest, step: 1, "aria-label": "As of, from the first day to the latest",
  });
  const date = el("input", { id: "as-of-date", type: "date", "aria-label": "As of day" });
  const words = el("span", { class: "words" });
  const now = button("Latest", () => go({ as_of: undefined }), { id: "as-of-latest", class: "button small" });

  const show = (day) => {
    const number = isDay(day) ? Math.min(latest, Math.max(first, dayNumber(day))) : latest;
    range.value = number;
    date.value = isDay(day) ? day : "";
    range.setAttribute("aria-valuetext", day ? spoken(day) : "latest");
    words.textContent = day ? `as known on ${spoken(day)}` : "everything known";
    now.disabled = !day;
    host.classList.toggle("past", Boolean(day));
  };
  const day = () => (Number(range.value) >= latest ? undefined : dayOf(Number(range.value)));
  const move = () => { announce(day() ? `As of ${spoken(day())}` : "As of the latest day"); go({ as_of: day() }); };

  let timer = 0;
  range.addEventListener("input", () => { show(day()); clearTimeout(timer); timer = setTimeout(move, 250); });
  range.addEventListener("change", () => { clearTimeout(timer); move(); });
  date.addEventListener("change", () => { if (!date.value || isDay(date.value)) go({ as_of: date.value || undefined }); });

  const ticks = marks(days, first, latest);
  refill(host, el("label", { class: "label", for: "as-of-date" }, "As of"), date,
    el("div", { class: "track" }, ticks, range), words, now);
  return { show };
}

/** A stroke for each day on which documents came. */
function marks(days, first, latest) {
  const at = (day) => (((day - first) / (latest - first)) * 1000).toFixed(1);
  return svg("svg", { class: "ticks", viewBox: "0 0 1000 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    [...new Set(days)].map((day) => svg("line", { x1: at(day), x2: at(day), y1: 0, y2: 10 })));
}
