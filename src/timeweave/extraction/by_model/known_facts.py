"""What is known of a document already, so that a model's word for it is not taken as something new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from timeweave.records import Extraction, Fact, Quantity, Span


class KnownFacts:
    """The facts of an extraction, and those that were added since."""

    def __init__(self, extraction: Extraction) -> None:
        self._facts: defaultdict[tuple[str, str], list[Fact]] = defaultdict(list)
        self._amounts: defaultdict[float, list[Span]] = defaultdict(list)
        for fact in extraction.facts:
            self.add(fact)
        facts = {fact.id: fact for fact in extraction.facts}
        for support in extraction.supports:
            if (quantity := facts[support.fact].quantity) is not None:
                self._amounts[abs(quantity.value)].append(support.span)

    def add(self, fact: Fact) -> None:
        """Know ``fact`` from now on."""
        self._facts[fact.subject, _value(fact)].append(fact)

    def reads(self, amount: Span, quantity: Quantity) -> bool:
        """Whether rules have read the amount that stands at ``amount``, whatever they took it to measure."""
        spans = self._amounts.get(abs(quantity.value), ())
        return any(s.start <= amount.start and amount.end <= s.end for s in spans)

    def says(self, fact: Fact) -> bool:
        """Whether a known fact says the same, from either end ("married"), at a time that meets its own.

        One without a time adds nothing to one with a time; the other way round it does.
        """
        return any(_covers(known, fact) and _alike(known, fact) for known in self._same_pair(fact))

    def _same_pair(self, fact: Fact) -> Iterator[Fact]:
        yield from self._facts.get((fact.subject, _value(fact)), ())
        if fact.object_is_entity:
            yield from (f for f in self._facts.get((fact.object, fact.subject), ()) if f.object_is_entity)


def _alike(known: Fact, fact: Fact) -> bool:
    same = known.relation == fact.relation
    return same and dict(known.qualifiers).get("bound") == dict(fact.qualifiers).get("bound")


def _value(fact: Fact) -> str:
    if fact.quantity is not None:
        return f"{fact.quantity.value:g} {fact.quantity.unit}"
    return fact.object.casefold()


def _covers(known: Fact, fact: Fact) -> bool:
    if fact.valid is None or known.valid is None:
        return fact.valid is None
    return known.valid.overlaps(fact.valid)
