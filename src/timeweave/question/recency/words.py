"""What a question says outright of the time that it asks about: that it means now, or a period that is over."""

from __future__ import annotations

import datetime as dt
import re

from timeweave.lexicon.lazy import lazily
from timeweave.temporal import query_scope
from timeweave.temporal.interval import MAX_YEAR

_LAST_DAY = dt.date(MAX_YEAR, 12, 31)

_NOT_CURRENT = (
    r"(?!\s+(?:assets?|liabilit|ratio|accounts?|affairs|portion|maturit|density|limiter|transformer|collector))"
)
_UNITS = r"(?:hours?|minutes?|days?|nights?|weeks?|weekends?|months?|quarters?|seasons?|years?|mornings?|evenings?)"
_NOW = lazily(
    rf"""\b(?:
        (?<!alternating\s)(?<!direct\s)(?<!electric\s)(?<!electrical\s)(?<!ocean\s)(?<!eddy\s)current{_NOT_CURRENT}
      | currently | latest | newest | recent | recently | lately
      | now(?![\s-]+(?:defunct|extinct|deceased|closed|demolished|dis\w+|non-existent|known\s+as|called)\b)
      | nowadays | presently | at\s+present | the\s+present\s+(?:day|time) | at\s+the\s+moment | these\s+days
      | today | tonight | yesterday | tomorrow | so\s+far | to\s+date | up[\s-]to[\s-]date | ongoing
      | this\s+(?:coming\s+|past\s+)?{_UNITS}
      | (?:past|last|previous|next)\s+(?:few\s+|couple\s+of\s+|\d+\s+|twenty-four\s+)?
        (?:hours?|minutes?|days?|nights?|weeks?|weekends?)
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_OPENING_QUOTE = lazily(r"[\"“]|(?<!\w)['‘](?=[^'’])")
_CLOSING_QUOTE = {'"': lazily('"'), "“": lazily("”"), "'": lazily(r"['’](?!\w)")}
_WORD = lazily(r"[\w’'-]+")
_BESIDE = 200  # characters in which the word before another is looked for
_SMALL_WORDS = frozenset(re.findall(r"\w+", "a an the of in on at by for from to with and or as is"))

_YEAR = r"\b(?:1\d|20)\d\d"
_NAMED_BY_ITSELF = lazily(rf"{_YEAR}|\bFY\s?['’]?\d\d|['’]\d\d\b|\d0s|\bcentur(?:y|ies)\b", re.IGNORECASE)
_COUNTED_FROM_NOW = lazily(
    r"\b(?:this|last|next|past|previous|coming|ago|today|yesterday|tomorrow|tonight|now)\b", re.IGNORECASE
)
_YEARS = lazily(rf"(?:\b(?:in|by|since|after|before|until|from|of)\s+)?{_YEAR}s?\b", re.IGNORECASE)
PRESENT = lazily(
    r"^\W*(?:who\s+(?!was\b)\w+s|(?:who|whom|where|what|which|how)(?:\s+\w+){0,2}?\s+(?:is|are|does|do|has|have))\b",
    re.IGNORECASE,
)
_TELLS_WHICH = lazily(
    r"(?<!was )(?<!were )(?<!been )\b(?:(?:which|that|who)\s+(?:was|were)\s+)?(?:founded|established|born|built|opened"
    r"|released|launched|created|formed|made|elected|invented|introduced|incorporated|started|published|written|begun"
    rf"|signed|merged)\s+(?:\w+\s+)?(?:in|on|during|around|before|after)\s+(?:[\w,]+\s+){{0,2}}?{_YEAR}s?\b",
    re.IGNORECASE,
)


def says_now(question: str) -> bool:
    """Whether the words of a question say that now, the newest, or the last days are meant.

    What stands in quotation marks or is part of a name ("Apocalypse Now", "Current River") says nothing, and neither
    do "current assets" or "electric current".
    """
    return bool(_words_of_now(question))


def without_now(question: str) -> str:
    """A question without the words that say now."""
    kept, end = [], 0
    for match in _words_of_now(question):
        kept.append(question[end : match.start()])
        end = match.end()
    return "".join([*kept, question[end:]])


def asks_of_closed_time(question: str, now: dt.date | None = None) -> bool:
    """Whether all periods of a question are named by themselves ("2015", not "last year") and over on ``now``, or,
    without it, on any day.

    A period that only tells which one is meant ("Who owns the firm founded in 1998?") does not close the question.
    """
    if not _NAMED_BY_ITSELF.search(question) or _tells_which(question):
        return False
    today = now or _LAST_DAY
    scope = query_scope(question, today)
    return (
        bool(scope.intervals)
        and all(i.end is not None and i.end <= today for i in scope.intervals)
        and any(_NAMED_BY_ITSELF.search(e.text) for e in scope.expressions)
        and not any(_COUNTED_FROM_NOW.search(e.text) for e in scope.expressions)
    )


def without_years(question: str) -> str:
    """A question without the years that it names, nor what of those only tells which one is meant."""
    return _YEARS.sub("", _TELLS_WHICH.sub("", question) if _tells_which(question) else question)


def _words_of_now(question: str) -> list[re.Match[str]]:
    text = _without_quotations(question)
    # in a title ("Who Is the Current CEO") capitals tell no names
    told_by_case = any(w[0].islower() and w not in _SMALL_WORDS for w in _WORD.findall(text))
    found = _NOW.finditer(text)
    return [match for match in found if not (told_by_case and match[0].istitle() and _in_name(text, match))]


def _without_quotations(text: str) -> str:
    """``text`` with what stands in quotation marks as blanks; a mark that nothing closes is none."""
    pieces, end, unclosed = [], 0, set()
    position = 0
    while opening := _OPENING_QUOTE.search(text, position):
        mark = opening[0].replace("‘", "'")
        position = opening.end()
        # an apostrophe right behind a quotation mark closes nothing
        closing = None if mark in unclosed else _CLOSING_QUOTE[mark].search(text, position + (mark == "'"))
        if closing is None:
            unclosed.add(mark)  # nor does anything close a later one: looked for once, so that the cost is linear
            continue
        pieces += [text[end : opening.start()], " " * (closing.end() - opening.start())]
        position = end = closing.end()
    return "".join([*pieces, text[end:]])


def _tells_which(question: str) -> bool:
    return PRESENT.match(question) is not None and _TELLS_WHICH.search(question) is not None


def _in_name(text: str, match: re.Match[str]) -> bool:
    """Whether a word within a sentence is capitalised beside another: "Apocalypse Now", not "the Current CEO"."""
    before = _WORD.findall(text, max(0, match.start() - _BESIDE), match.start())
    after = _WORD.search(text, match.end())
    if not before:
        return False
    return (len(before) > 1 and before[-1][0].isupper()) or bool(after and after[0].istitle())
