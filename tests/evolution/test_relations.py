"""Which relations have one object at a time."""

import pytest

from timeweave.evolution.relations import is_functional, same_seat


@pytest.mark.parametrize("relation", ["chief executive officer", "mayor", "headquartered in", "owned by", "capital"])
def test_declared_exclusive_relations(relation: str) -> None:
    """EK-05: offices, seats and owners are declared to have one object at a time, so a later one closes the earlier."""
    assert is_functional(relation)


@pytest.mark.parametrize("relation", ["related to", "member of", "acquired", "employer", "revenue", "mayor of nothing"])
def test_everything_else_may_hold_side_by_side(relation: str) -> None:
    """EK-05, EK-06: what is not declared closes nothing."""
    assert not is_functional(relation)


def test_one_office_by_several_names() -> None:
    """EK-05: who chairs follows a chairwoman; a president does not."""
    assert "chairwoman" in same_seat("chair")
    assert same_seat("president") == ("president",)
