"""`timeline` and `ask` say the same."""

from __future__ import annotations

import pytest

from timeweave import KnowledgeBase
from timeweave.errors import NotFoundError


def values(kb: KnowledgeBase, entity: str, measure: str) -> list[tuple[str, str]]:
    facts = kb.timeline(entity, measure).facts
    return [(str(r.valid), r.fact.quantity.text) for r in facts if r.fact.quantity]


@pytest.mark.parametrize("entity", ["Halden Optics Inc.", "Brightwater Ltd"])
@pytest.mark.parametrize(
    "measure", ["revenue", "free cash flow", "GAAP gross margin", "non-GAAP gross margin", "adjusted gross margin"]
)
@pytest.mark.parametrize("period", ["2023-Q1", "2023-Q2", "2023-Q3"])
def test_timeline_and_ask_agree(kb: KnowledgeBase, entity: str, measure: str, period: str) -> None:
    """What `ask` computes for a cell stands in the timeline of the measure, and what stands there is answered."""
    given = kb.ask(f"What was {entity}'s {measure} in {period}?")
    told = [text for when, text in values(kb, entity, measure) if when == period]
    answered = [v.text for v in given.values if given.method == "computed"]
    assert set(answered) <= set(told)
    assert bool(answered) == bool(told)


def test_a_basis_is_a_part_of_the_measure(kb: KnowledgeBase) -> None:
    """As "adjusted" names the same figures as "non-GAAP", and keeps the others out."""
    assert values(kb, "Halden Optics Inc.", "adjusted gross margin") == [("2023-Q1", "33.0%")]
    assert values(kb, "Halden Optics Inc.", "GAAP gross margin") == [("2023-Q1", "31.2%")]
    assert {t for _, t in values(kb, "Halden Optics Inc.", "gross margin")} == {"31.2%", "33.0%"}


def test_guidance_is_found_by_its_name(kb: KnowledgeBase) -> None:
    """The timeline of guidance holds no actual value."""
    assert [t for _, t in values(kb, "Halden Optics Inc.", "revenue guidance")] == ["$5 billion"]


def test_a_relation_is_found_by_a_part_of_its_name(kb: KnowledgeBase) -> None:
    """Relations between entities are found as before: by words of their names."""
    facts = kb.timeline("Brightwater Ltd", "chief executive").facts
    assert [f.fact.object for f in facts] == ["mara ellison", "tomas reyk"]


def test_no_such_entity(kb: KnowledgeBase) -> None:
    """An unknown name raises."""
    with pytest.raises(NotFoundError):
        kb.timeline("Zorvex Corp", "revenue")
