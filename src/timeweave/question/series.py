"""Questions over series of publications: when something came out, which came first, last, next, before, and how many.

What is left of a question without its operator, the words of publishing and its times are the names of the series and
of things in it; who knows the series (`retrieval.series`) says whether those words name it and nothing more.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from timeweave.language.numbering import Number, Scheme, read_number
from timeweave.language.terms import STOP_WORDS
from timeweave.lexicon.families import any_of, forms, of_one_word
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import ORDINALS
from timeweave.lexicon.releasing import APPEARING, EARLY, KINDS, MAJOR, NUMBERED, OUT, POINT, RELEASES, RELEASING
from timeweave.temporal.expressions import TimeExpression


class Ask(enum.StrEnum):
    """What is asked of a series."""

    WHEN = "when"
    FIRST = "first"
    LAST = "last"
    NEXT = "next"
    BEFORE = "before"
    COUNT = "count"
    LIST = "list"
    ORDER = "order"
    SPAN = "span"
    WHETHER = "whether"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a question with where it begins; ``number`` is the number that it writes."""

    text: str
    start: int
    number: Number | None = None


@dataclass(frozen=True, slots=True)
class SeriesQuestion:
    """A question read as one over a series.

    ``words`` are all its words in order, ``free`` the places (in ``words``) of those that only its names explain.
    ``points`` are point releases alone, ``whole`` all others, ``early`` what is not out yet, ``releases`` and
    ``editions`` that these are asked for by name, ``inside`` what lies between two, ``newest`` what was the latest at a
    time, whenever it came out; ``either`` is where the word stands that joins two things to choose from.
    """

    ask: Ask
    words: tuple[Word, ...]
    free: frozenset[int]
    points: bool = False
    whole: bool = False
    early: bool = False
    releases: bool = False
    editions: bool = False
    inside: bool = False
    newest: bool = False
    either: int | None = None


_FEW = 4  # words of a question that needs no verb: "newest Fennel?"
_LATEST = ("latest", "newest", "most recent", "current", "newest one", "latest one")
_MADE = any_of(
    (form for form in forms(RELEASING, APPEARING)), ["come out", "came out", "out", "brought out", "put out", "opened"]
)
_RELEASED = r"(?:release|launch|publication|opening|premiere|debut)"
_NOUNS = any_of((f"{n}s" for n in (*NUMBERED, *KINDS)), NUMBERED, KINDS, ["releases"])
_ABOUT = lazily(rf"\b(?:{_MADE}|{_RELEASED}|{_NOUNS}|successor|predecessor)\b", re.IGNORECASE)
_NAMED_LATEST = lazily(
    rf"\b(?:what|which)(?:['’]s)? (?:(?:is|was|were|the|[\w+#.-]+) ){{0,4}}?{any_of(_LATEST)}\b", re.IGNORECASE
)
"""What asks for the newest of something, without a word of publishing: "what was the latest Fennel?"."""
_OTHERWISE = lazily(r"^\W*(?:why|who|whom|whose|where|how (?!many\b|long\b|much time\b))", re.IGNORECASE)
_EITHER = lazily(
    r"\b(?:which|what)\b.*\b(?:first|earlier|sooner|later|before the other|last)\b.*?\bor\b"
    r"|^\W*(?:was|were|did|is|are)\b.*\bor\b.*\b(?:first|earlier|sooner)\b",
    re.IGNORECASE,
)
_SPAN = lazily(
    r"\bhow (?:long|much time|many (?:days|weeks|months|years))\b.*\b(?:between|from|after|before|until|since)\b"
    r"|\b(?:time|gap|days|weeks|months|years) (?:passed |elapsed |lay )?between\b",
    re.IGNORECASE,
)
_WHETHER = lazily(rf"^\W*(?:has|have|was|were|is|are|did)\b.*\b(?:{_MADE}|{any_of(OUT)})\b", re.IGNORECASE)
_PLACED = lazily(
    rf"\b(?:since|after|before|until|by|next|previous|first|earliest|oldest|initial|last|final|latest|newest|recent|recently"
    rf"|current|currently|stable|only|another|{any_of(POINT, MAJOR, EARLY)})\b",
    re.IGNORECASE,
)
"""What asks of something that is out where in its series it stands."""
_VERSIONS = lazily(r"\bv?\d+(?:\.\d+)+\b.*\bv?\d+(?:\.\d+)+\b")
_ASIDE = lazily(r"\([^()]*\)")
_COUNT = lazily(r"\bhow many\b|\bnumber of\b|^\W*count\b", re.IGNORECASE)
_WHEN = lazily(
    rf"^\W*(?:(?:and|so|please),? )?(?:when\b|(?:on |in )?(?:what|which) (?:day|date|month|year)\b)"
    rf"|\b{_RELEASED} (?:day|date)\b|\b(?:day|date) of (?:the )?{_RELEASED}\b",
    re.IGNORECASE,
)
_ANCHOR = r"(?=(?:the |version |edition |release |number )*(?:[\w’'+#&-]+[ ,]+){0,6}?(?:v?\d+(?:\.\d+)*\b|[A-Z\"“]))"
_AFTER = lazily(
    r"\b(?:after|follow(?:ed|s|ing)?(?: (?:directly|immediately|straight|right|just|next))?(?: (?:on|after))?"
    rf"|succeed(?:ed|s)?|successor (?:of|to)|next after|later than) {_ANCHOR}",
    re.IGNORECASE,
)
_BEFORE = lazily(
    rf"\b(?:before|preced(?:ed|es|ing)|predecessor (?:of|to)|prior to|earlier than) {_ANCHOR}", re.IGNORECASE
)
_NEWEST = lazily(r"\b(?:latest|newest|most recent(?:ly)?|current(?:ly)?|up[- ]to[- ]date)\b", re.IGNORECASE)
_DONE_IN = lazily(rf"\b{_MADE} (?:in|during|over|on)\b", re.IGNORECASE)
_FIRST = lazily(r"\b(?:first|earliest|oldest|initial)\b", re.IGNORECASE)
_LAST = lazily(rf"{_NEWEST.pattern}|\b(?:last|final)\b", re.IGNORECASE)
_LIST = lazily(r"^\W*(?:which|what|list|name|all|show|give)\b", re.IGNORECASE)
_POINT = lazily(rf"\b{any_of(POINT)} (?:versions?|releases?|updates?)\b", re.IGNORECASE)
_WHOLE = lazily(rf"\b{any_of(MAJOR)} (?:versions?|releases?|updates?)\b", re.IGNORECASE)
_EARLY = lazily(rf"\b{any_of(EARLY)}s?\b", re.IGNORECASE)
_RELEASES = lazily(rf"\b{any_of((f'{n}s' for n in RELEASES), RELEASES)}\b", re.IGNORECASE)
_EDITIONS = lazily(r"\beditions?\b", re.IGNORECASE)
_BETWEEN = lazily(r"\bbetween\b", re.IGNORECASE)
_COUNTED_NEXT = lazily(rf" (?:{any_of(NUMBERED, KINDS)})\b", re.IGNORECASE)
_OR = lazily(r"\bor\b", re.IGNORECASE)
_WORD = lazily(
    r"v?\d+(?:\.\d+)+(?:[.-]?(?:alpha|beta|rc|[abc](?=\d))[.\d]*)?|[^\W_]+(?:[+#]+|(?:[’'&-][^\W_]+)*)", re.IGNORECASE
)
_POSSESSIVE = lazily(r"['’]s$")
_OTHERS = """
    out first earliest oldest initial last final latest newest recent recently current currently next previous following
    followed follow follows after before preceded precedes preceding predecessor successor prior right immediately
    directly straight just between during since until many number stable new official officially publicly public date
    day month year time ever far yet total all altogether each list name show give tell please come came comes coming
    brought put made become became exactly so now today earlier later sooner other one ones most get got there opening
    premiere premiered publication publications opened opens see seen saw up long much days weeks months years passed
    elapsed gap lay back mid going into times count version install could
"""
_ASKING = of_one_word(RELEASING, APPEARING).union(
    STOP_WORDS,
    NUMBERED,
    POINT,
    MAJOR,
    EARLY,
    (f"{n}s" for n in NUMBERED),
    (word for phrase in OUT for word in phrase.split()),
    _OTHERS.split(),
)


def read_series(text: str, expressions: Sequence[TimeExpression]) -> SeriesQuestion | None:
    """``text`` as a question over a series; ``None`` where it does not speak of publishing, or asks something else."""
    unread = [*((e.start, e.end) for e in expressions), *(match.span() for match in _ASIDE.finditer(text))]
    words = tuple(_word(match, text, unread) for match in _WORD.finditer(text))
    of_versions = _VERSIONS.search(text) and (_EITHER.search(text) or _SPAN.search(text))
    bare = _NEWEST.search(text) and (len(words) <= _FEW or _NAMED_LATEST.search(text))
    if (not _ABOUT.search(text) and not of_versions and not bare) or _OTHERWISE.search(text):
        return None
    unmasked = list(text)
    for e in expressions:
        if _NEWEST.search(e.text) and not re.search(r"\d", e.text):
            continue
        unmasked[e.start : e.end] = " " * (e.end - e.start)
    masked = "".join(unmasked)
    ask = _asked(text, masked)
    if ask is None:
        return None
    free = frozenset(
        i
        for i, word in enumerate(words)
        if _POSSESSIVE.sub("", word.text.casefold()) not in _ASKING
        and word.number is None
        and not any(start <= word.start < end for start, end in unread)
    )
    either = _OR.search(text)
    return SeriesQuestion(
        ask,
        words,
        free,
        points=_POINT.search(masked) is not None,
        whole=_WHOLE.search(masked) is not None,
        early=_EARLY.search(masked) is not None,
        releases=_RELEASES.search(masked) is not None,
        editions=_EDITIONS.search(masked) is not None,
        inside=_BETWEEN.search(text) is not None,
        newest=ask is Ask.LAST and _NEWEST.search(text) is not None and _DONE_IN.search(text) is None,
        either=either.start() if either and ask is Ask.ORDER else None,
    )


def phrases(question: SeriesQuestion, longest: int = 8) -> Iterator[tuple[int, int, str]]:
    """Stretches of words next to each other that may be a name, the longest first: first, end, and text."""
    count = len(question.words)
    for length in range(min(longest, count), 0, -1):
        for first in range(count - length + 1):
            inside = question.words[first : first + length]
            yield first, first + length, " ".join(word.text for word in inside)


def _asked(text: str, masked: str) -> Ask | None:
    counts = _COUNT.search(masked) is not None
    rules: tuple[tuple[Ask, bool], ...] = (
        (Ask.ORDER, _EITHER.search(masked) is not None),
        (Ask.SPAN, _SPAN.search(masked) is not None),
        (Ask.COUNT, counts),
        (Ask.WHETHER, _WHETHER.search(text) is not None and not _PLACED.search(text)),
        (Ask.NEXT, _AFTER.search(masked) is not None),
        (Ask.BEFORE, _BEFORE.search(masked) is not None),
        (Ask.FIRST, _FIRST.search(masked) is not None),
        (Ask.LAST, _LAST.search(masked) is not None),
        (Ask.WHEN, _WHEN.search(text) is not None),
        (Ask.LIST, _LIST.search(text) is not None),
    )
    return next((ask for ask, fits in rules if fits), None)


def _word(match: re.Match[str], text: str, unread: Sequence[tuple[int, int]]) -> Word:
    """A word with the number that it writes; that of a day, or in brackets, is none of a series."""
    number = _number(match[0], text[match.end() :])
    if number is not None and number.scheme is Scheme.NUMBER and any(a <= match.start() < b for a, b in unread):
        number = None
    return Word(match[0], match.start(), number)


def _number(word: str, behind: str) -> Number | None:
    """The number that a word writes; "first" is one of what is counted behind it: "the first edition"."""
    if word.casefold() == "first" and not _COUNTED_NEXT.match(behind):
        return None
    return read_number(word) if word[-1].isdigit() or word.casefold() in ORDINALS or word[0].isdigit() else None
