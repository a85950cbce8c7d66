"""Where a text may hold a name: runs of capitalised words, and what capitalised words are no names."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence, Set
from dataclasses import dataclass

from timeweave.lexicon.families import word_set
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import DAYS, MONTHS, SHORT_MONTHS
from timeweave.records import Span

PART_NUMBER = r"[A-Z]{1,2}-\d{1,3}[a-z]?"
"""A regular expression for what numbers the parts of a document, or cases: "H-18"."""
_OPENING = 300  # characters of a line by which it is told whether it is a title


_INITIAL = r"[A-Z] ?\.(?= ?[A-Z])"
_WORD = r"[^\W\d_a-z][\w&'’-]*(?:\.[A-Z]\w*)*"
_RUN = lazily(rf"(?<![\w$&@])(?:{_INITIAL}|{_WORD})(?: ?(?:{_INITIAL}|(?<= ){_WORD}))*")
_LONG_WORD = lazily(r"[^\W\d_]{3,}")
_LOWER_WORD = lazily(r"(?<![\w'’-])[a-z]+(?![\w-])")

# Capitalised and yet never an entity: case-folded.
NOT_NAMES = word_set(
    "i q q1 q2 q3 q4 1q 2q 3q 4q h1 h2 fy operator ceo cfo coo cto cio cmo evp svp vp ceos cfos eps ebitda ebit "
    "gaap non-gaap sg&a r&d m&a roic roe roa roce it ai ml hr pr ir q&a ffo affo noi nav irr ipo faq capex opex "
    "cogs kpi kpis roi yoy qoq ytd ttm arr nrr asp asps sku skus b2b b2c dtc d2c saas capex ltv cac gmv arpu mau "
    "dau kpis usd eur gbp bps psa "
    "christmas easter today yesterday tomorrow spring summer autumn fall winter century bc ad am pm gmt utc "
    "est edt pst pdt ok okay yes no mr mrs ms miss dr jr sr st sir madam prof inc corp co ltd llc plc president "
    "chair chairperson vice-chair clerk secretary treasurer apologies minutes "
    "chairman chairwoman director officer analyst speaker moderator unidentified participant company corporation "
    "board committee annual quarter year fiscal form section chapter table figure part note appendix page question "
    "answer questions answers good morning afternoon evening thank thanks hello hey hi welcome great sure image credit "
    "photo file video getty images advertisement subscribe sign read more related associated copyright rights "
    "reserved tbd tba sorry covid covid-19 coronavirus pandemic internet web god english 10-k 10-q 8-k"
    " tue tues wed thu thur thurs fri"
).union(MONTHS, SHORT_MONTHS, DAYS)
_NOT_FIRST = word_set(
    "a an the and or but if in on at by to of for from with as so then than that this these those there here it its "
    "he she they we you i his her their our your my who what when where why how which while since after before "
    "during under over all any both each few many more most no not now once only other some such very also although "
    "among another because between can could did do does done every first second third finally following further "
    "had has have however instead is just last later let like meanwhile moreover next one two three nor our ours "
    "please recently same several should still through thus together until upon us was were well whether will would "
    "yes yet additionally overall today please good great okay earlier despite according born built early later "
    "life career history"
)
_ARTICLES = word_set("a an the")
_WITHIN_NAMES = word_set(
    "of and the for in on at to by a an as de la du des di da do del van von der den le el al bin ibn y e und et v vs"
)
_TEMPORAL = lazily(r"(?:\d{1,4}(?:st|nd|rd|th|s)?|[fc]y ?-?'?\d{2,4}|[1-4]?[qh][1-4]?(?:\d{2,4})?|20\d\d\w?)", re.I)
_MOST_PLACES, _BEFORE = 24, 20  # of a name that are looked at, with so many characters before each
_MARKS = " \t\"'“‘«(*_[„"
_JOINING = ",;’'&-–"
_IDENTIFIER = lazily(
    r"::|->|=>|[→<>_{}=\\`|~^]|\(\)|\w\.\w+\(|(?:https?|ftp):|\bwww\.|\w@\w|\b0x[0-9a-f]|^[#@$%]"
    r"|(?=\w*\d[a-z])(?=\w*[a-z]\d)\w{10,}|\b[0-9a-f]{12,}\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Run:
    """A run of capitalised words at ``span`` of the text; ``opening`` when it begins a sentence."""

    span: Span
    text: str
    opening: bool


def lower_words(text: str) -> frozenset[str]:
    """The words that ``text`` also writes in lower case: such a word at the start of a sentence is no name."""
    return frozenset(_LOWER_WORD.findall(text))


def capitalised_runs(text: str, sentence: Span, lower: Set[str]) -> list[Run]:
    """Runs of capitalised words that may be names, without an ordinary first word of the sentence."""
    runs: list[Run] = []
    for match in _RUN.finditer(text, sentence.start, sentence.end):
        start, end = match.span()
        opening = not any(c.isalnum() for c in text[sentence.start : start][:8])
        if opening:
            start = _after_ordinary_words(text, start, end, lower)
        run = text[start:end]
        if run and not all(is_not_a_name(word) for word in run.split()):
            runs.append(Run(Span(start, end), run, opening and start == match.start()))
    return runs


def is_not_a_name(word: str) -> bool:
    """Whether a capitalised word says a time, an office, a measure or a courtesy rather than a name."""
    plain = word.casefold().strip(".,;:'’\"()[]-")
    if plain.endswith(("'s", "’s")):
        plain = plain[:-2]
    return len(plain) < 2 or plain in NOT_NAMES or _TEMPORAL.fullmatch(plain) is not None


def is_identifier(name: str) -> bool:
    """Whether what stands in a text is an address, a path of code, or a string of letters and figures: no name."""
    return _IDENTIFIER.search(name) is not None


def names_nothing(words: Sequence[str]) -> bool:
    """Whether no word of a supposed name can be part of one."""
    return all(is_not_a_name(w) or w.casefold() in _NOT_FIRST for w in words)


def says_nothing(name: str) -> bool:
    """Whether it is code, no word of it can be part of a name, or one is an abbreviation from accounts or titles
    ("Diluted EPS").
    """
    words = name.split()
    if is_identifier(name) or names_nothing(words):
        return True
    return any(len(w) > 2 and w.isupper() and w.casefold() in NOT_NAMES for w in words)


def is_titled(text: str, sentence: Span) -> bool:
    """Whether most words of a line are capitalised, so that a capital says nothing there."""
    words = long_words(text, sentence)
    return len(words) >= 4 and 4 * sum(word[0].isupper() for word in words) >= 3 * len(words)


def long_words(text: str, sentence: Span) -> list[str]:
    """The words of three letters or more that a sentence begins with."""
    return _LONG_WORD.findall(text, sentence.start, min(sentence.end, sentence.start + _OPENING))


def may_be_a_name(title: str) -> bool:
    """Whether a title is written as a name is: "The Harbour Fund", not "How harbours are dredged"."""
    words = title.split()
    first = words[0].casefold()
    if title[-1] in "!?" or ": " in title or (first in _NOT_FIRST and first not in _ARTICLES):
        return False
    return all(not word[0].islower() or word in _WITHIN_NAMES for word in words)


def stands_in_foreign_text(name: str, kind: str, text: str, language: str) -> bool:
    """Whether what was read as a name in a text of another language is written as one: with capitals, and if it is a
    single word where no sentence opens; of German, which writes all nouns so, a single word that is no place is none.
    """
    words = name.split()
    if any(word[0].islower() and word not in _WITHIN_NAMES for word in words):
        return False
    if words[0][0].islower() or words[-1] in _WITHIN_NAMES:
        return False
    if len(words) > 1:
        return True
    if language == "de" and kind not in ("GPE", "LOC"):
        return False
    places = itertools.islice(re.finditer(re.escape(name), text), _MOST_PLACES)
    before = (text[max(0, match.start() - _BEFORE) : match.start()].rstrip(_MARKS)[-1:] for match in places)
    return any(sign.isalnum() or sign in _JOINING for sign in before if sign)


def _after_ordinary_words(text: str, start: int, end: int, lower: Set[str]) -> int:
    while start < end:
        gap = text.find(" ", start, end)
        stop = gap if gap >= 0 else end
        word = text[start:stop].casefold()
        if word not in _NOT_FIRST and word not in lower and word.split("'")[0].split("’")[0] not in _NOT_FIRST:
            return start
        # "Apple Park opened": a word known in lower case may begin a longer name, so only function words go then
        if gap >= 0 and word not in _NOT_FIRST and text[gap + 1].isupper():
            return start
        start = stop + 1 if gap >= 0 else end
    return end
