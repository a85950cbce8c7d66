// Offsets of citations count Unicode code points; strings of JavaScript count UTF-16 units.

/** The unit at which the code point number `offset` begins; the length of the text for offsets beyond it. */
export function unitOf(text, offset) {
  let unit = 0;
  for (let point = 0; point < offset && unit < text.length; point += 1) {
    unit += text.codePointAt(unit) > 0xffff ? 2 : 1;
  }
  return unit;
}

/** A text as three parts: before the span, the span, after it. */
export function parted(text, start, end) {
  const from = unitOf(text, Math.max(0, start));
  const to = from + unitOf(text.slice(from), Math.max(0, end - Math.max(0, start)));
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
}

const AROUND = 160; // characters beside a span that are shown at most
const ENDS = /\n|[.!?]\s/g;

/** A span within its sentence or line, in the same three parts. */
export function inSentence(text, start, end) {
  const [before, own, after] = parted(text, start, end);
  const near = before.slice(-AROUND), next = after.slice(0, AROUND);
  const ends = [...near.matchAll(ENDS)].at(-1);
  const over = own.endsWith(".") ? { index: -1 } : next.matchAll(ENDS).next().value;
  return [
    ends ? near.slice(ends.index + ends[0].length) : `${near.length < before.length ? "…" : ""}${near}`, own,
    over ? next.slice(0, over.index + 1).trimEnd() : `${next}${next.length < after.length ? "…" : ""}`,
  ];
}
