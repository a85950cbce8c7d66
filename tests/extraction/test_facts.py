"""Facts and their identity."""

from __future__ import annotations

from timeweave.extraction.facts import make_fact
from timeweave.records import EntityId, Quantity
from timeweave.temporal.interval import Interval

ACME = EntityId("acme")


def test_what_is_said_makes_the_identity():
    """TK-01: the same content is the same fact; another value, time or qualifier is another."""
    value = Quantity(2.8e9, "USD", "$2.8 billion")
    first = make_fact(
        ACME, "revenue", "$2.8 billion", object_is_entity=False, valid=Interval.quarter(2024, 1), quantity=value
    )
    again = make_fact(
        ACME, "revenue", "$2.8 billion", object_is_entity=False, valid=Interval.quarter(2024, 1), quantity=value
    )
    others = [
        make_fact(
            ACME, "revenue", "$2.8 billion", object_is_entity=False, valid=Interval.quarter(2024, 2), quantity=value
        ),
        make_fact(ACME, "revenue", "$2.8 billion", object_is_entity=False, valid=None, quantity=value),
        make_fact(
            ACME,
            "revenue",
            "$2.8 billion",
            object_is_entity=False,
            valid=Interval.quarter(2024, 1),
            quantity=value,
            qualifiers=(("basis", "gaap"),),
        ),
    ]
    assert first == again
    assert len({first.id, *(o.id for o in others)}) == 4


def test_a_unit_and_its_days_are_different_times():
    """TK-02: "2024" and "2024-01-01/2024-12-31" cover the same days and are different values."""
    year, days = Interval.parse("2024"), Interval.parse("2024-01-01/2024-12-31")
    a, b = (make_fact(ACME, "located in", "ulm", object_is_entity=True, valid=v) for v in (year, days))
    assert a.id != b.id


def test_words_and_endpoints():
    """TG-03: the text says the whole fact; a literal's node in the graph is its relation."""
    fact = make_fact(
        ACME, "revenue", "$1", object_is_entity=False, valid=Interval.year(2020), qualifiers=(("basis", "gaap"),)
    )
    assert fact.text == "acme: revenue $1 (gaap) [2020]"
    assert fact.endpoints == ("acme", "relation:revenue")
