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
