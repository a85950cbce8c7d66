"""Sentences with exact offsets, by rules: every character that is not blank lies in exactly one sentence.

A line break ends a sentence, except inside running text: where the next line goes on in lower case, or the document
is wrapped at a fixed width. So headings, speaker lines, list items and table rows stand alone.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from timeweave.lexicon.families import word_set
from timeweave.lexicon.lazy import lazily
from timeweave.records import Span

MAX_SENTENCE = 1200  # characters; longer ones (no punctuation at all, minified data) are cut at the best blank
MOST_ENDLESS = 200 * MAX_SENTENCE  # characters of such sentences that are read in a document: four hours of speech

_SPEAKER_DASH = "--"  # transcripts head a turn with "Name", "--" and "Office" on lines of their own
_HEADER = 120  # characters

_PARAGRAPH = lazily(r"\n[^\S\n]*(?:\n\s*)+|[\f\v\x1c-\x1e\u2028\u2029]+")
_LINE = lazily(r"\r?\n")
_GAP = lazily(r"\s{65,}")
_TERMINATOR = lazily(r"[.!?…]+")
_CLOSERS = "\"'”’»)]}"
_BRACKETS = (("(", ")"), ("[", "]"))
_BRACKETED = 400  # characters; what stands in brackets for longer is text of its own
_OPENERS = "\"'“‘«([{"
_BULLET = lazily(r"(?:[-*•·‣▪–—|#>+]|\(?\d{1,3}[.)]|\(?[a-z][.)])(?:\s|$)")


_TITLES = word_set(
    "mr mrs ms mx messrs cllr dr prof rev hon gen sen rep reps sens gov lt col capt maj sgt cpl adm cmdr pres st ste "
    "mt ft vs v cf eg e.g i.e ie viz approx ca"
)
_BEFORE_NUMBER = word_set(
    "no nos fig figs sec eq p pp vol art ch ex jan feb mar apr jun jul aug sep sept oct nov dec est rs u.s us"
)
_MAY_END = word_set(
    "inc corp co ltd plc llc bros jr sr etc al dept tech asst univ ave blvd rd assn intl jan feb mar apr jun jul aug "
    "sep sept oct nov dec ph.d esq ret min max est"
)
_STARTERS = word_set(
    "a about according additionally after all also although among an and another any are as at because before "
    "both but by can could did do does during each even every finally first following for from furthermore good "
    "had has have he her here his how however i if in instead is it its just last later let like many meanwhile "
    "more moreover most my no nor not now of on once one or other our over overall please q recently second she "
    "similarly since so some still such thank thanks that the their then there therefore these they this those "
    "though through thus to today together under until was we well were what when where whether which while who "
    "why will with would yes yet you your"
)


def sentence_spans(text: str) -> list[Span]:
    """The sentences of ``text`` in order, trimmed of blanks."""
    spans: list[Span] = []
    for start, end in _blocks(text):
        for a, b in _sentences(text, start, end):
            spans.extend(_trimmed(text, a, b))
    return spans


_LAST_ASKED: list[tuple[tuple[int, int], tuple[Span, ...]]] = []
"""Of the last long text its length, hash and unread spans: several who read one ask, and none keeps it alive."""


def unread_spans(text: str) -> tuple[Span, ...]:
    """What of ``text`` is stored but not read, in order: what no sentence ends in goes on for too long.

    Of sentences that have no end within `MAX_SENTENCE` characters only the first `MOST_ENDLESS` of a document are read:
    an embedded image, a table on one line or a dump of a machine says nothing in sentences, and costs as if it did.
    """
    if len(text) <= MOST_ENDLESS:
        return ()
    asked = (len(text), hash(text))
    known = _LAST_ASKED[0] if _LAST_ASKED else None
    if known is None or known[0] != asked:
        known = asked, tuple(_unread(text))
        _LAST_ASKED[:] = [known]
    return known[1]


def _unread(text: str) -> Iterator[Span]:
    left = MOST_ENDLESS
    for start, end in _blocks(text):
        for a, b in _sentences(text, start, end):
            if b - a > MAX_SENTENCE:
                if b - a > left:
                    yield Span(a + left, b)
                left = max(0, left - (b - a))


def paragraph_breaks(text: str, sentences: Sequence[Span]) -> list[bool]:
    """Whether a paragraph begins with each of ``sentences``, and, last, whether one ends with the text: always.

    A single line break is one where lines are not wrapped at a fixed width.
    """
    mark = "\n\n" if _is_wrapped(text) else "\n"
    within = (mark in text[a.end : b.start] for a, b in itertools.pairwise(sentences))
    return [True, *within, True]


def _blocks(text: str) -> Iterator[tuple[int, int]]:
    """Stretches that a sentence cannot leave: paragraphs, and lines where a line break is a boundary."""
    wrapped = _is_wrapped(text)
    start = 0
    for gap in [*_PARAGRAPH.finditer(text), None]:
        end = gap.start() if gap else len(text)
        yield from _lines(text, start, end, wrapped)
        start = gap.end() if gap else end


def _lines(text: str, start: int, end: int, wrapped: bool) -> Iterator[tuple[int, int]]:
    line_start = start
    for gap in _LINE.finditer(text, start, end):
        if not _goes_on(text, line_start, gap.start(), gap.end(), wrapped):
            yield start, gap.start()
            start = gap.end()
        line_start = gap.end()
    yield start, end


def _goes_on(text: str, line_start: int, line_end: int, next_start: int, wrapped: bool) -> bool:
    head = text[next_start : next_start + 8].lstrip()
    if _SPEAKER_DASH in (head.split("\n", 1)[0].strip(), text[line_start:line_end].strip()):
        return line_end - line_start <= _HEADER
    if not head or _BULLET.match(head):
        return False
    if wrapped:
        return line_end - line_start >= 40 and not (text[line_end - 1] == ":" and head[0].isupper())
    return head[0].islower() or (
        head[0].isalnum() and text[max(line_start, line_end - 1) : line_end] in {",", ";", "("}
    )


def _is_wrapped(text: str) -> bool:
    """Whether line breaks fall at a fixed width: many lines of 40 to 100 characters that go on in lower case."""
    lines = text[:100_000].split("\n")
    inner = [(a, b) for a, b in itertools.pairwise(lines) if a.strip() and b.strip()]
    wide = [b for a, b in inner if 40 <= len(a) <= 100]
    return (
        len(wide) >= 3 and len(wide) >= len(inner) // 2 and 3 * sum(b.lstrip()[0].islower() for b in wide) >= len(wide)
    )


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin = start
    for match in _TERMINATOR.finditer(text, start, end):
        stop = match.end()
        while stop < end and text[stop] in _CLOSERS and stop - match.end() < 4:
            stop += 1
        if stop >= end or not text[stop].isspace():
            continue
        following = text[stop : stop + 40].lstrip()
        if not following and stop + 40 >= end:
            continue
        if _ends(text, begin, match, following) and not _in_brackets(text, begin, stop, end):
            yield begin, stop
            begin = stop
    yield begin, end


def _in_brackets(text: str, begin: int, at: int, end: int) -> bool:
    """Whether a bracket that opened inside the sentence is still open, and closes soon."""
    for opening, closing in _BRACKETS:
        opened = text.rfind(opening, max(begin + 1, at - _BRACKETED), at)
        if opened > text.rfind(closing, begin, at) and text.find(closing, at, min(end, opened + _BRACKETED)) >= 0:
            return True
    return False


def _ends(text: str, begin: int, match: re.Match[str], following: str) -> bool:
    head = following.lstrip(_OPENERS + " ")
    if not head:
        return True
    if head[0].islower() and not (len(head) > 1 and head[1].isupper()):
        return False
    if match.group() != ".":
        return True
    words = text[max(begin, match.start() - 24) : match.start()].split()
    if len(words) == 1 and words[0].isdigit() and len(words[0]) <= 3 and match.start() - begin <= 4:
        return False  # the number of a list item
    return not words or _period_ends(words[-1].lstrip(_OPENERS), words, head)


def _period_ends(last: str, words: Sequence[str], head: str) -> bool:
    word = last.casefold()
    following = re.split(r"\W", head, maxsplit=1)[0].casefold()
    if word in _TITLES:
        return False
    if word in _BEFORE_NUMBER and head[0].isdigit():
        return False
    if len(last) == 1 and last.isalpha() and last.isupper():
        return (last == "I" and len(words) > 1 and words[-2].islower()) or following in _STARTERS
    if word in _MAY_END or re.fullmatch(r"(?:\w\.)+\w", word):
        return following in _STARTERS
    return True


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    """A sentence without the blanks around it; a wide gap inside ends it, as it does in a layout of columns."""
    for gap in _GAP.finditer(text, start, end):
        yield from _cut(text, start, gap.start())
        start = gap.end()
    yield from _cut(text, start, end)


def _cut(text: str, start: int, end: int) -> Iterator[Span]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    while end - start > MAX_SENTENCE:
        cut = _best_cut(text, start, start + MAX_SENTENCE)
        yield from _cut(text, start, cut)
        start = cut
        while start < end and text[start].isspace():
            start += 1
    if start < end:
        yield Span(start, end)


def _best_cut(text: str, start: int, limit: int) -> int:
    half = (start + limit) // 2
    for mark in ("\n", "; ", ", ", " "):
        at = text.rfind(mark, half, limit)
        if at > 0:
            return at + len(mark)
    return limit
