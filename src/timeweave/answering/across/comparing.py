"""Whether two reports agree, or tell of a change: by opposite words and other figures of one subject.

Reports of one subject agree where nothing in one is contrary to the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from timeweave.answering.across.bearing import Bearing
from timeweave.answering.across.clauses import content_terms
from timeweave.answering.across.figures import figures_in
from timeweave.answering.across.opposites import opposed
from timeweave.answering.across.relations import DISAGREES, NO_CHANGE, Relation
from timeweave.answering.across.reports import Told
from timeweave.answering.across.verdicts import Verdict, VerdictWeights, lines_of
from timeweave.answering.asked.reading import Line
from timeweave.language.terms import index_terms

_EITHER = re.compile(r"\bconsistent or inconsistent\b|\binconsistent or consistent\b", re.IGNORECASE)
_OF_FOCUS = re.compile(r"\b(?:focus|nature|subject|topic|theme|emphasis|kind|type)\b", re.IGNORECASE)
_COMPARED = frozenset(
    index_terms(
        "consistent consistency inconsistent inconsistency agreement agree discrepancy contradict remain change"
    )
)


def compare_reports(
    relation: Relation, asked: str, told: Sequence[Told], bearing: Bearing, weights: VerdictWeights
) -> Verdict | None:
    """Whether two reports agree, or tell of a change; ``None`` where their words leave it open."""
    if any(t.share < weights.report and not any(d.published for d in t.clause.days) for t in told):
        return None
    if len({t.line.info.id for t in told if t.line}) < len(told):
        return None
    first, second = (t.line for t in (told[0], told[-1]))
    assert first is not None
    assert second is not None
    alike = _overlap(first, second, asked, bearing)
    contrast = _contrast(first.text, second.text)
    if contrast and alike <= weights.alike:
        return None  # opposite words, or other figures, of other things
    if relation is Relation.CHANGE:
        apart = _OF_FOCUS.search(asked) and alike <= weights.alike
        if not contrast and not apart:
            return None
        why = contrast or "the reports speak of different things"
        return Verdict("No" if NO_CHANGE.search(asked) else "Yes", lines_of(told), why)
    if not _of_one_subject(asked, first, second, bearing, weights):
        return None
    why = contrast or "the reports speak of one subject, and nothing in one is contrary to the other"
    return Verdict(_agreement(asked, agree=not contrast), lines_of(told), why)


def _of_one_subject(asked: str, one: Line, other: Line, bearing: Bearing, weights: VerdictWeights) -> bool:
    """Whether both lines speak of what is compared: they hold enough of its words."""
    subject = content_terms(asked) - _COMPARED
    return all(bearing.share(subject, line) >= weights.subject for line in (one, other))


def _agreement(asked: str, *, agree: bool) -> str:
    if _EITHER.search(asked):
        return "Consistent" if agree else "Inconsistent"
    return "Yes" if agree == (DISAGREES.search(asked) is None) else "No"


def _contrast(one: str, other: str) -> str:
    """In what two texts are contrary: words that are opposites, or figures of one kind that differ."""
    if words := opposed(one, other):
        return f"one says {', '.join(sorted(words))!r}, the other the opposite"
    figures = [{(unit, value) for unit, value in figures_in(t) if unit} for t in (one, other)]
    units = {u for u, _ in figures[0]} & {u for u, _ in figures[1]}
    for unit in sorted(units):
        a, b = ({v for u, v in side if u == unit} for side in figures)
        if not a & b:
            return f"one says {sorted(a)[0]:g} {unit}, the other {sorted(b)[0]:g}"
    return ""


def _overlap(one: Line, other: Line, asked: str, bearing: Bearing) -> float:
    """The share of the words of the line with fewer that the other has too, without those of what is asked."""
    subject = content_terms(asked)
    a, b = one.terms - subject, other.terms - subject
    least = min(bearing.weight(a), bearing.weight(b))
    return bearing.weight(a & b) / least if least else 1.0
