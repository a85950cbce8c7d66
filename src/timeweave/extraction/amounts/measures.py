"""What is measured: noun phrases made into the normal names of measures, apart from what qualifies them."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.extraction.amounts.quantity_words import (
    ADJECTIVES_IN_ED_OR_ING,
    CHANGE_NOUNS,
    LEADING_WORDS,
    LIKENESS_OF_TIME,
    PRONOUNS,
)
from timeweave.lexicon.counting import PRAISING
from timeweave.lexicon.families import any_of, word_set
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.outlook import GUIDANCE

_SPELLINGS = (
    (r"\brevenues\b", "revenue"),
    (r"\bmargins\b", "margin"),
    (r"\bratios\b", "ratio"),
    (r"\brates\b", "rate"),
    (r"\bdividends\b", "dividend"),
    (r"\byields\b", "yield"),
    (
        r"\b(?:net )?(?:earnings|income)(?: \(loss\))? per (?:diluted |basic |common |ordinary )*share"
        r"(?: of common stock)?\b|\beps\b",
        "earnings per share",
    ),
    (r"\bdiluted earnings per share\b", "earnings per share"),
    (r"\bcap(?:ital)?[ -]?ex(?:penditures?)?\b|\bcapital expenditures?\b|\bcapital spending\b", "capital expenditures"),
    (r"\bopex\b|\boperating expense\b", "operating expenses"),
    (r"\bfcf\b", "free cash flow"),
    (r"\bfree cash flows\b", "free cash flow"),
    (r"\bop margin\b", "operating margin"),
    (r"\baum\b", "assets under management"),
    (r"\basps?\b", "average selling price"),
    (r"\bnet earnings\b", "net income"),
    (r"\bcomparable store sales\b|\bsame[- ]store sales\b|\bcomp(?:arable)? sales\b|\bcomps\b", "comparable sales"),
    (r"\bcash flows? from operat(?:ions|ing activities)\b|\boperating cash flows\b", "operating cash flow"),
    (r"\bloan losses\b", "loan losses"),
    (r"\b(net|operating|pre-?tax|underwriting) loss\b", r"\1 income"),
    (r"\bloss per (?:diluted )?share\b", "earnings per share"),
    (r"\b(ebitda|ebit|ffo|affo) loss\b", r"\1"),
    (r"\bgrowth rate\b", "growth"),
    (r"\borganic growth\b", "organic revenue growth"),
    (r"\broic\b", "return on invested capital"),
    (r"\broe\b", "return on equity"),
)
_FOLDINGS = tuple((lazily(pattern), to) for pattern, to in _SPELLINGS)
_NON_GAAP = lazily(r"\b(?:non-?gaap|adjusted)\b")
_GAAP = lazily(r"\bgaap\b")
_GUIDANCE = lazily(rf"\b(?:{any_of(GUIDANCE)}|guide)\b(?: range)?")
_OUTGOING = lazily(r"\b(?:loss|outflows?|use of cash|deficit)\b")
_TIMES = lazily(
    r"\b(?:(?:for|in|during|of|at) )?(?:the )?(?:(?:fiscal |full )?(?:first|second|third|fourth|1st|2nd|3rd|4th"
    r"|current|final)[ -](?:fiscal )?(?:quarter|half)"
    r"|full[ -]year|(?:fiscal|calendar)(?: year)?(?: '?\d\d(?:\d\d)?)?|q[1-4](?: '?\d\d(?:\d\d)?)?|[12]h|fy ?\d*"
    r"|year-to-date|quarter-end|year-end"
    r"|(?:19|20)\d\d|end of the (?:quarter|year|period))(?:'s)?(?=\s|$)"
)  # fmt: skip
_ON_BASIS = lazily(r"\bon an? (?:[\w-]+ ){1,4}basis\b")
_ATTRIBUTED = lazily(r"\s+attributable to\b.*$")
_CURRENCY_BASIS = lazily(r"\b(?:on a |in )?constant[- ]currency(?: basis)?\b")
_CHANGE_OF = lazily(
    r"^(?:an? |the )?(?:[a-z-]+ ){0,2}?(" + "|".join(CHANGE_NOUNS) + r") (?:in|of|to) (?:the |our |its |their )?(.+)$"
)
_PRAISED = lazily(rf"^(?:the |our |its |their )?(?:{any_of(PRAISING)}) (?:of|in) (?:the |our |its |their )?")
_TRAILING = word_set(
    "range of in for to and or with by at on from approximately about the a an our its basis level levels total which"
)
_EMPTY = (
    PRONOUNS
    | LIKENESS_OF_TIME
    | word_set(
        "company results result growth basis points point number record range level total share rest end top high low "
        "part same lot amount reference addition fact place result line terms excess order way more less versus "
        "compared percent percentage worth estimate increase decrease change times impact more other others faster "
        "slower seek need tall high long wide deep old thick away apart average maximum minimum sum combined whole "
        "half tall north south east west effort round new concern again relative nationwide worldwide "
        "upstream downstream offshore ashore apiece each "
    )
)
_WORD = lazily(r"[\w&%/'’.+-]+")
_MAX_WORDS = 8


@dataclass(frozen=True, slots=True)
class MeasureName:
    """A measure's normal ``name`` and what its phrase said beside it.

    ``basis`` is ``gaap``, ``non-gaap`` or empty; ``change`` the direction (+1, -1, 0) when the phrase speaks of the
    measure's change and not of its value; ``negative`` when the phrase names a loss or an outflow of it.
    """

    name: str
    basis: str = ""
    change: int | None = None
    negative: bool = False
    guidance: bool = False
    constant_currency: bool = False


@functools.lru_cache(maxsize=4096)
def normal_measure(phrase: str) -> MeasureName:
    """The normal name of the measure that a noun phrase names, in documents and in questions alike; empty when none.

    Abbreviations and spellings of one measure are one name ("EPS", "diluted earnings per share"); measures that can
    differ in amount ("sales", "net sales", "revenue") stay apart. Basis and period words are taken out of the name.
    """
    text = " ".join(phrase.lower().replace("’", "'").split())
    basis = "non-gaap" if _NON_GAAP.search(text) else "gaap" if _GAAP.search(text) else ""
    text = _GAAP.sub(" ", _NON_GAAP.sub(" ", text))
    guidance = _GUIDANCE.search(text) is not None
    text = _GUIDANCE.sub(" ", text) if guidance else text
    constant = _CURRENCY_BASIS.search(text) is not None
    text = _CURRENCY_BASIS.sub(" ", text) if constant else text
    text = _TIMES.sub(" ", _ATTRIBUTED.sub("", _ON_BASIS.sub(" ", text)))
    text = " ".join(text.split())
    text = _PRAISED.sub("", text)
    change: int | None = None
    if inner := _CHANGE_OF.match(text):
        change, text = CHANGE_NOUNS[inner[1]], inner[2]
    negative = _negative(text)
    for pattern, to in _FOLDINGS:
        text = pattern.sub(to, text)
    words = _trim(_WORD.findall(text))
    if words and words[-1] in CHANGE_NOUNS and change is None:
        change = CHANGE_NOUNS[words[-1]]
        words = _trim(words[:-1])
    name = " ".join(words) if _says_something(words) else ""
    return MeasureName(name, basis, change, negative, guidance, constant)


def _says_something(words: Sequence[str]) -> bool:
    """Whether words can name a measure: not too many, no lone adverb or participle, not empty nouns alone."""
    if not words or len(words) > _MAX_WORDS:
        return False
    last = words[-1]
    adverb = last.endswith("ly") and last not in ("family", "supply", "assembly", "anomaly", "monopoly")
    participle = len(words) == 1 and last in ADJECTIVES_IN_ED_OR_ING and not last.endswith("ing")
    telling = any(len(w) > 1 and w not in _EMPTY and not w.endswith("-") for w in words)
    return telling and not adverb and not participle


def _negative(text: str) -> bool:
    if not _OUTGOING.search(text):
        return False
    return bool(re.search(r"\b(?:loss|use of cash|outflow|deficit)(?: per (?:diluted )?share)?$", text))


def _trim(words: Sequence[str]) -> list[str]:
    left, right = 0, len(words)
    while left < right and (
        words[left] in LEADING_WORDS or words[left].isdigit() or words[left].endswith(("'s", "s'"))
    ):
        left += 1
    while left < right and (words[right - 1] in _TRAILING or words[right - 1].isdigit()):
        right -= 1
    return [
        w.removesuffix("'s").strip(".'")
        for w in words[left:right]
        if w not in ("the", "our", "its", "their", "a", "an")
    ]
