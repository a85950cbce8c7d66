"""Which figures are those that a question asks for: matching of measures by their words.

GAAP and non-GAAP, guidance and actuals, a measure and its change are different things: what the question does not
ask for is kept out or comes last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from timeweave.extraction.measures import MeasureName, normal_measure
from timeweave.indexes.terms import index_terms
from timeweave.records import Fact

_EXPECTED = re.compile(
    r"\b(?:guidance|expect\w*|outlook|forecast\w*|guided?|project(?:ed|ion)s?|target\w*|anticipat\w*)\b", re.I
)
_CHANGED = re.compile(
    r"\b(?:growth|grow|grew|increase\w*|decrease\w*|decline\w*|change\w*|rise|rose|drop\w*|year[- ]on[- ]year|yoy)\b",
    re.I,
)

_PER_SHARE = re.compile(r"\b(?:per|a)[- ](?:diluted |common )?share\b|\beps\b", re.I)
_AMOUNT_WORDS = re.compile(
    r"\b(?:percent(?:age)?|amounts?|totals?|numbers?|levels?|values?|figures?|quarterly|annual|basis|per[- ]share)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class MatchWeights:
    """How much of a measure's words must be met, and what a difference costs; all on the scale of a full match, 1."""

    least_share: float = 0.5
    extra_words: float = 0.35
    other_basis: float = 0.3
    other_kind: float = 0.3
    other_unit: float = 0.3
    segment: float = 0.25


@dataclass(frozen=True, slots=True)
class Asked:
    """A measure that a question asks for, as ``text`` writes it."""

    text: str
    name: MeasureName
    terms: frozenset[str]
    expected: bool
    changed: bool
    per_share: bool


def asked_measure(text: str, question: str) -> Asked:
    """Read the measure that ``text`` names; whether a forecast or a change is wanted may stand elsewhere in
    ``question``.
    """
    name = normal_measure(text)
    words = _AMOUNT_WORDS.sub(" ", name.name or text)
    terms = frozenset(index_terms(words)) or frozenset(index_terms(text))
    changed = name.change is not None or _CHANGED.search(text) is not None
    return Asked(
        text,
        name,
        terms,
        _EXPECTED.search(text) is not None,
        changed or _grows(question),
        _PER_SHARE.search(f"{text} {name.name}") is not None,
    )


def share_of_words(asked: Asked, terms: Iterable[str]) -> float:
    """The share of the measure's words among ``terms``."""
    return len(asked.terms & set(terms)) / len(asked.terms) if asked.terms else 0.0


def fits(asked: Asked, fact: Fact, weights: MatchWeights) -> float:
    """How well the fact's measure is the one asked for: at most 1, and 0 when it is another."""
    if fact.quantity is None:
        return 0.0
    qualifiers = dict(fact.qualifiers)
    relation = frozenset(index_terms(fact.relation))
    share = share_of_words(asked, relation)
    if share < weights.least_share:
        return 0.0
    expected = qualifiers.get("modality", "actual") != "actual"
    if expected != asked.expected:
        return 0.0
    score = share - weights.extra_words * len(relation - asked.terms) / max(1, len(relation))
    basis = qualifiers.get("basis", "")
    if basis != asked.name.basis and (basis or asked.name.basis):
        score -= weights.other_basis if basis and asked.name.basis else weights.other_basis / 2
    if (qualifiers.get("kind", "value") != "value") != asked.changed:
        score -= weights.other_kind
    if fact.quantity.unit.endswith("/share") != asked.per_share:
        score -= weights.other_unit
    if "segment" in qualifiers and not set(index_terms(qualifiers["segment"])) & set(index_terms(asked.text)):
        score -= weights.segment
    return max(0.0, score)


def _grows(question: str) -> bool:
    return (
        re.search(r"\bhow much (?:did|has|have)\b.*\b(?:grow|increase|decrease|decline|rise|fall|drop)", question, re.I)
        is not None
    )
