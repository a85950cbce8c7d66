"""One relation has one name, however a model words it."""

from __future__ import annotations

import pytest

from timeweave.extraction.by_model.relation_names import named_relation


@pytest.mark.parametrize(
    ("relation", "value", "name", "turned"),
    [
        ("CEO", "Ann Lee", "chief executive officer", False),
        ("is the CEO of", "Acme", "chief executive officer", True),
        ("was appointed as chief financial officer at", "Acme", "chief financial officer", True),
        ("mayor of", "Port Lorne", "mayor", True),
    ],
)
def test_offices(relation: str, value: str, name: str, turned: bool) -> None:
    """TG-03: in the spelling of the rules; "of" says that the holder comes first."""
    found = named_relation(relation, value)
    assert found is not None
    assert (found.name, found.office, found.turned, found.body) == (name, True, turned, None)


def test_an_office_within_the_object() -> None:
    """A claim such as "serves as: CEO of Acme" has its body in the object; a former holder is marked."""
    found = named_relation("serves as", "former CEO of Acme Inc.")
    assert found is not None
    assert (found.name, found.body, found.turned, found.former) == ("chief executive officer", "Acme Inc.", True, True)


@pytest.mark.parametrize(
    ("relation", "name"),
    [
        ("Acquires", "acquired"),
        ("has acquired", "acquired"),
        ("is headquartered in", "headquartered in"),
        ("based_in", "headquartered in"),
        ("opened a plant in", "opened a plant in"),
        ("is", "is"),
    ],
)
def test_other_relations(relation: str, name: str) -> None:
    """TG-03: auxiliaries fall away, common synonyms are the relation that patterns read."""
    found = named_relation(relation, "Beta Systems")
    assert found is not None
    assert (found.name, found.office) == (name, False)


@pytest.mark.parametrize("relation", ["", " ", "?!", "12"])
def test_no_relation(relation: str) -> None:
    """What has no letter names nothing."""
    assert named_relation(relation, "x") is None
