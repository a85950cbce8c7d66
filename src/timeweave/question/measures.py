"""A measure that a question asks for, read from its words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from timeweave.extraction.amounts.measures import MeasureName, normal_measure
from timeweave.language.terms import index_terms
from timeweave.lexicon.changes import CHANGES, CHANGING, FALLING, FALLS, MOVED, RISES, RISING
from timeweave.lexicon.families import any_of, forms, matching, words
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.outlook import EXPECTED, GUIDANCE

_EXPECTED = matching(EXPECTED, GUIDANCE, words("targets targeted guide guided projection projections"))
HOW_MUCH_MOVED = (
    rf"\bhow much (?:did|does|has|have|had)\b[^?]*\b{MOVED}"
    rf"|\b(?:by how (?:much|many)|by what|what percentage)\b[^?]*"
    rf"\b(?:{MOVED}|{any_of(forms(RISING, FALLING, CHANGING))}\b)"
)
"""How a question asks how far something moved, as an expression: "how much did it grow", "by how much it went up"."""
_CHANGED = lazily(
    rf"\b(?:{any_of(forms(RISING, FALLING, CHANGING), RISES, FALLS, CHANGES)}|year[- ]on[- ]year|yoy)\b",
    re.I,
    (*forms(RISING, FALLING, CHANGING), *RISES, *FALLS, *CHANGES, "year", "yoy"),
)
_GROWS = lazily(HOW_MUCH_MOVED, re.I, ("how", "what"))
_VERB = lazily(rf"\s+(?:by\s+)?{MOVED}$", re.I)

_PER_SHARE = lazily(r"\b(?:per|a)[- ](?:diluted |common )?share\b|\beps\b", re.I)
_RATE = lazily(r"\b(?:margins?|percent(?:age)?|rates?|ratios?|yields?|occupancy|utili[sz]ation|share of)\b", re.I)
_SHARE_OF = lazily(r"\b(?:percent(?:age)?|share|proportion|portion|contribution)\b", re.I)
_AMOUNT_WORDS = lazily(
    r"\b(?:percent(?:age)?|amounts?|totals?|numbers?|levels?|values?|figures?|quarterly|annual|basis|per[- ]share"
    r"|actual|region|segment|business|division|year-over-year|achievements?|positions?)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class AskedMeasure:
    """A measure that a question asks for, as ``text`` writes it.

    ``expected`` says that a forecast is wanted, ``changed`` that a change is, ``rate`` that it is counted in percent
    or as a ratio.
    """

    text: str
    name: MeasureName
    terms: frozenset[str]
    expected: bool
    changed: bool
    per_share: bool
    rate: bool
    share_of: bool


def asked_measure(text: str, question: str) -> AskedMeasure:
    """Read the measure that ``text`` names; whether a change is wanted may stand elsewhere in ``question``."""
    name = normal_measure(text)
    grows = _GROWS.search(question) is not None
    words = _AMOUNT_WORDS.sub(" ", name.name or text)
    words = _VERB.sub("", words) if grows else words
    terms = frozenset(index_terms(words)) or frozenset(index_terms(text))
    changed = name.change is not None or _CHANGED.search(text) is not None
    return AskedMeasure(
        text,
        name,
        terms,
        _EXPECTED.search(text) is not None,
        changed or grows,
        _PER_SHARE.search(f"{text} {name.name}") is not None,
        _RATE.search(text) is not None,
        _SHARE_OF.search(text) is not None,
    )
