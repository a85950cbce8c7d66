"""Names that the recogniser passes over and the document shows."""

from __future__ import annotations

import pytest

from timeweave.language.passed_over import passed_over
from timeweave.language.proper_nouns import lower_words
from timeweave.language.sentences import sentence_spans


def named(text: str, found: frozenset[str] = frozenset(), persons: frozenset[str] = frozenset()) -> dict[str, str]:
    names = passed_over(text, sentence_spans(text), lower_words(text), found | persons, persons)
    return {name.surface: name.type for name in names}


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("When Let's Grow began, few knew it. Today all markets use Let's Grow.", "Let's Grow", "ORG"),
        ("We store the logs in OpenZFS. For us OpenZFS was three times faster.", "OpenZFS", "ORG"),
        ("Acme Robotics acquired a mill in March.", "Acme Robotics", "ORG"),
        ("Acme appointed a new treasurer.", "Acme", "ORG"),
        ("In 2023 Filippo Valsorda suggested a new log.", "Filippo Valsorda", "PERSON"),
        ("Ines Valsorda", "Ines Valsorda", "PERSON"),
        ("Ines Valsorda, deputy clerk", "Ines Valsorda", "PERSON"),
    ],
    ids=["a-phrase", "an-unknown-word", "who-acts", "one-word-that-acts", "a-person", "a-line", "a-line-of-a-roll"],
)
def test_what_a_document_writes_as_a_name_is_one(text: str, name: str, kind: str) -> None:
    """What is written with capitals within sentences time and again, does something, or is no word of English."""
    assert named(text).get(name) == kind


@pytest.mark.parametrize(
    "text",
    [
        "We hired a Technical Lead. A Technical Lead reads code, and every Technical Lead writes it.",
        "Annual Report shows that markets grew. Revenue rose. Members voted. Management said so. Yesterday came.",
        "The team wrote Merge Delay once.",
        "Merge Delay came first, and the merge delay stayed. We like Merge Delay.",
        "How To Grow Tomatoes With Great Care",
        "It calls std::OpenZfs and OpenZfs::new, and foo=OpenZfs.",
        "Many RFCs were read, and the RFCs were merged.",
    ],
    ids=["a-kind", "an-opening", "once", "also-small", "a-title", "code", "a-plural"],
)
def test_a_capital_alone_makes_no_name(text: str) -> None:
    """Nor do a title, code, the plural of an abbreviation, or what the text also writes small."""
    assert named(text) == {}


def test_what_is_known_is_not_named_again() -> None:
    """Neither a part of a known name nor what holds one; but an unknown forename belongs to its surname."""
    text = "Orla Vennik joined Halden Foods. We met Vennik. All buy of Halden Foods, and Halden Foods grew."
    assert named(text, frozenset({"Halden"}), frozenset({"Vennik"})) == {"Orla Vennik": "PERSON"}


def test_who_is_named_beside_a_person_is_one() -> None:
    text = "Iwo Pieniak and Catherine Okuboyejo are now data engineers."
    assert named(text, persons=frozenset({"Catherine Okuboyejo"})) == {"Iwo Pieniak": "PERSON"}
    assert "Iwo Pieniak" not in named(text)  # where nobody knows either
