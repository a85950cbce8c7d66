"""What a title announces."""

from __future__ import annotations

import pytest

from timeweave.extraction.relations.publications import titled


@pytest.mark.parametrize(
    ("title", "name", "early"),
    [
        ("Now in beta: Atlas 3.5", "Atlas 3.5 beta", True),
        ("Announcing Atlas 3.5", "Atlas 3.5", False),
        ("Acme releases Atlas 3.5", "Atlas 3.5", False),
    ],
)
def test_a_version_in_its_stage(title: str, name: str, early: bool) -> None:
    """What a title says to be in an early stage is not out."""
    (thing,) = titled(title)
    assert thing.number is not None
    assert (thing.name, thing.number.early) == (name, early)


def test_what_somebody_opens_is_out() -> None:
    (thing,) = titled("Acme opens Harbour House to all")
    assert thing.name == "Harbour House"
