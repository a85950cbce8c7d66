// Periods in their normal form (`2024`, `2024-Q1`, `2024-03`, `2024-03-31`, `A/B` with both ends included, `..` open)
// as days of UTC and as words.

const UNIT = /^(\d{4})(?:-Q([1-4])|-(\d{2})(?:-(\d{2}))?)?$/;
const MONTHS = ["January", "February", "March", "April", "May", "June",
  "July", "August", "September", "October", "November", "December"];
const DAY = 86400000;

const utc = (year, month, day) => {
  const date = new Date(Date.UTC(2000, month, day));
  date.setUTCFullYear(year, month, day);
  return date;
};

function unit(label) {
  const found = UNIT.exec(label);
  if (!found) return null;
  const [year, quarter, month, day] = [1, 2, 3, 4].map((n) => found[n] && Number(found[n]));
  if (day) return { start: utc(year, month - 1, day), end: utc(year, month - 1, day + 1), grain: "day", year, month, day };
  if (month) return { start: utc(year, month - 1, 1), end: utc(year, month, 1), grain: "month", year, month };
  if (quarter) return { start: utc(year, 3 * quarter - 3, 1), end: utc(year, 3 * quarter, 1), grain: "quarter", year, quarter };
  return { start: utc(year, 0, 1), end: utc(year + 1, 0, 1), grain: "year", year };
}

/** `{start, end}` of a period, end excluded, null where open; null for what is no period. */
export function interval(label) {
  if (!label) return null;
  const [first, last] = label.split("/");
  if (last === undefined) {
    const one = unit(first);
    return one && { start: one.start, end: one.end };
  }
  return { start: unit(first)?.start ?? null, end: unit(last)?.end ?? null };
}

function words(label) {
  const one = unit(label);
  if (!one) return label;
  if (one.grain === "day") return `${one.day} ${MONTHS[one.month - 1]} ${one.year}`;
  if (one.grain === "month") return `${MONTHS[one.month - 1]} ${one.year}`;
  return one.grain === "quarter" ? `Q${one.quarter} ${one.year}` : String(one.year);
}

/** A period as a person would write it: "Q4 2023", "from April 2017", "1 March 2024 – 31 May 2024". */
export function spoken(label) {
  if (!label) return "undated";
  const [first, last] = label.split("/");
  if (last === undefined) return words(first);
  if (last === "..") return `from ${words(first)}`;
  return first === ".." ? `until ${words(last)}` : `${words(first)} – ${words(last)}`;
}

/** The name of a time node among its siblings: "2024", "Q1", "March", "5 March". */
export function brief(label) {
  const one = unit(label);
  if (!one || one.grain === "year") return label;
  if (one.grain === "quarter") return `Q${one.quarter}`;
  return one.grain === "month" ? MONTHS[one.month - 1] : `${one.day} ${MONTHS[one.month - 1]}`;
}

/** The time nodes above one, from the year down. */
export function above(label) {
  const one = unit(label);
  if (!one || one.grain === "year") return [];
  const year = String(one.year);
  if (one.grain === "quarter") return [year];
  const quarter = `${year}-Q${Math.ceil(one.month / 3)}`;
  return one.grain === "month" ? [year, quarter] : [year, quarter, label.slice(0, 7)];
}

/** Whether text is a day that the calendar has. */
export const isDay = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") && iso(new Date(text)) === text;

/** A date as `YYYY-MM-DD`; empty for no date. */
export const iso = (date) => (date && !Number.isNaN(date.getTime()) ? date.toISOString().slice(0, 10) : "");

/** Days since 1 January 1970, and back. */
export const dayNumber = (text) => Math.round(new Date(text).getTime() / DAY);
export const dayOf = (number) => iso(new Date(number * DAY));
