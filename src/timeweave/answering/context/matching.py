"""Which figures are those that a question asks for: matching of measures by their words.

GAAP and non-GAAP, guidance and actuals, a measure and its change are different things: what the question does not
ask for is kept out or comes last.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from timeweave.answering.context.units import Family, family_of
from timeweave.language.terms import index_terms
from timeweave.question.measures import AskedMeasure
from timeweave.records import Fact, Quantity

_UNIT_TERMS = frozenset(index_terms("rate ratio growth increase decrease decline change"))


class MatchWeights:
    """How much of a measure's words must be met, and what a difference costs; all on the scale of a full match, 1.

    ``unit_words`` is how much a word counts that only says of which kind the unit is ("rate", "growth").
    """

    least_share: float = 0.5
    extra_words: float = 0.35
    other_basis: float = 0.3
    other_kind: float = 0.3
    other_unit: float = 0.3
    segment: float = 0.25
    unit_words: float = 0.4


def share_of_words(asked: AskedMeasure, terms: Iterable[str]) -> float:
    """The share of the measure's words among ``terms``."""
    whole = sum(_weight(t) for t in asked.terms)
    return sum(_weight(t) for t in asked.terms & set(terms)) / whole if whole else 0.0


def fits(asked: AskedMeasure, fact: Fact) -> float:
    """How well the fact's measure is the one asked for: at most 1, and 0 when it is another."""
    if fact.quantity is None:
        return 0.0
    qualifiers = dict(fact.qualifiers)
    segment = word_terms(qualifiers.get("segment", "")) | word_terms(qualifiers.get("group", ""))
    relation = word_terms(fact.relation)
    share = share_of_words(asked, relation | segment)
    if share < MatchWeights.least_share or not asked.terms & relation:
        return 0.0
    expected = qualifiers.get("modality", "actual") != "actual"
    if expected != asked.expected:
        return 0.0
    score = share - MatchWeights.extra_words * len(relation - asked.terms) / max(1, len(relation))
    basis = qualifiers.get("basis", "")
    if basis != asked.name.basis and (basis or asked.name.basis):
        score -= MatchWeights.other_basis if basis and asked.name.basis else MatchWeights.other_basis / 2
    if not _is_wanted(asked, qualifiers.get("kind", "value"), fact.quantity):
        score -= MatchWeights.other_kind
    if (qualifiers.get("currency") == "constant") != asked.name.constant_currency:
        score -= MatchWeights.other_basis / 2
    score -= MatchWeights.other_unit * unit_misfit(asked, fact.quantity)
    if segment and not segment & asked.terms:
        score -= MatchWeights.segment
    return max(0.0, score)


def unit_misfit(asked: AskedMeasure, quantity: Quantity) -> float:
    """How little a quantity's unit suits the measure: 0 when it may be, 1 when the words of the measure rule it out."""
    family = family_of(quantity)
    if (family is Family.PER_PIECE) != asked.per_share and (asked.per_share or quantity.unit.endswith("/share")):
        return 1.0
    if asked.changed:
        return 0.0
    if asked.rate:
        return 0.0 if family in (Family.RATE, Family.TIMES) else 1.0
    return 0.5 if family is Family.RATE else 0.0


def _is_wanted(asked: AskedMeasure, kind: str, quantity: Quantity) -> bool:
    """Whether a figure of a kind answers; a number of points is a change even where its sentence does not say so."""
    is_change = kind == "change" or (kind == "value" and family_of(quantity) is Family.STEP)
    if asked.changed or is_change:
        return asked.changed and is_change
    return kind == "value" or asked.share_of


def _weight(term: str) -> float:
    return MatchWeights.unit_words if term in _UNIT_TERMS else 1.0


@functools.lru_cache(maxsize=65536)
def word_terms(text: str) -> frozenset[str]:
    """The index terms of a word or a name of a few, which questions meet again and again."""
    return frozenset(index_terms(text))
