"""Whether an amount counts, or is the value of, what is asked for: by its noun, its measure, who has it, a deed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from timeweave.answering.context.units import is_named_by
from timeweave.answering.prose_figures.governing import TELLING
from timeweave.answering.prose_figures.rows import Row
from timeweave.answering.prose_figures.term_relations import dimension, holds
from timeweave.extraction.amounts.standing import MOVING
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.telling import CORRECTED
from timeweave.question.figures.target import TargetFigure
from timeweave.question.figures.words import PEOPLE

_PEOPLE_LIKE = lazily(
    r"(?:people|person|men|women|children|residents?|adults?|\w+(?:ers|ors|ants|ents|ists|ees|ians))$"
)
_REVISING = frozenset((*CORRECTED, "adjusted", "updated", "put", "stays"))


def of_head(row: Row, target: TargetFigure) -> bool:
    """Whether the amount counts, or is the value of, what is asked for."""
    unit = row.amount.unit
    if target.any_head:
        return (
            not row.is_part
            and unit == ""
            and (
                not row.head - PEOPLE
                or (all(holds(target.terms, m) for m in row.measure) and bool(row.measure))
                or any(_PEOPLE_LIKE.search(w) for w in _last_words(row))
                or any(holds(target.terms, h) for h in row.head)
            )
        )
    if not target.head:
        return True
    telling = row.verb in TELLING or row.verb in MOVING or row.verb in _REVISING
    if (
        row.before
        and telling
        and not row.is_part
        and not leads_elsewhere(row, target)
        and all(
            holds(index_terms(row.before), t)
            for t in (target.verbs if target.of_people and target.verbs else target.head)
        )
    ):
        return True
    if row.measure and not row.is_part and not target.counted and all(holds(row.measure, h) for h in target.head):
        return True
    if _counts_people(row, target) or _counts_deeds(row, target):
        return True
    told = row.verb in TELLING or row.verb in MOVING
    is_tally = target.counted and told and not (unit or row.is_part) and bool(row.bearer & _NUMBERS)
    if is_tally and all(holds(row.bearer, h) for h in target.head):
        return True  # "passenger numbers rose to 2.07 million"
    if not target.counted and told and not row.is_part and all(holds(row.bearer, h) for h in target.head):
        return True
    if unit == "" and row.head and (target.counted or not row.head <= PEOPLE):
        return all(holds(row.head, h) for h in target.head) or (
            not target.counted
            and all(holds(row.said, h) for h in target.head)
            and any(holds(target.terms, h) for h in row.head)
        )
    if row.is_part:
        return all(holds(row.own | row.noun, h) for h in target.head)
    if unit and (is_named_by(unit, target.head) or target.head <= dimension(unit)):
        return True
    near = row.own | row.lead | row.bearer
    return all(holds(near | row.noun if row.inherits else near, h) for h in target.head)


def _counts_people(row: Row, target: TargetFigure) -> bool:
    """Whether people are counted by what they do: "57 people were killed" is the toll, "90 finishers" are runners who
    finished.
    """
    if row.amount.unit or row.is_part or not row.head:
        return False
    acts = frozenset(index_terms(row.verb))
    if row.head <= PEOPLE and any(holds(acts, h) for h in target.head):
        return True
    if target.head & _GROUPS:
        return False  # readers are not the children who read
    people = any(_PEOPLE_LIKE.fullmatch(w) for w in _last_words(row)[:1])
    return people and target.counted and target.of_people and all(holds(target.verbs, h) for h in row.head)


_GROUPS = frozenset(index_terms("adults minors children kids women men girls boys females males teenagers pensioners"))


def _counts_deeds(row: Row, target: TargetFigure) -> bool:
    """Whether deeds are counted by those to whom they were done: "90 calves were vaccinated" are calf vaccinations, and
    copies that were sold are sales.
    """
    if row.amount.unit or row.is_part or not row.head or row.head <= PEOPLE:
        return False
    deed = frozenset(index_terms(row.verb)) - row.head
    if not all(holds(deed, h) for h in target.head):
        return False
    return not target.counted or all(holds(target.terms, h) for h in row.head)


_NUMBERS = frozenset(index_terms("number numbers figures total count"))


def _last_words(row: Row) -> Sequence[str]:
    tail = row.line.text[row.amount.end : row.amount.end + 40]
    return [w.lower() for w in re.findall(r"[A-Za-z’'-]+", tail)[:3]]


def leads_elsewhere(row: Row, target: TargetFigure) -> bool:
    """Whether an amount's clause is of a place or of somebody that the question does not speak of."""
    asked = target.asked | target.names | target.head
    if "fiscal" in row.segment.lower() and "fiscal" not in asked:  # of another calendar
        return True
    return not all(holds(asked, p) for p in row.places)
