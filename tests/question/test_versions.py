"""Questions for versions: which one has something, and what is new in one."""

from __future__ import annotations

import pytest

from timeweave.question.versions import asks_which_version, read_contents


@pytest.mark.parametrize(
    ("text", "kind", "terms"),
    [
        ("What's new in ferry 1.3.0?", "", {"ferri"}),
        ("What changed in 1.3.0?", "", set()),
        ("Which bugs were fixed in ferry 1.3?", "fix", {"ferri"}),
        ("What did ferry 2.0 deprecate?", "deprecate", {"ferri"}),
        ("changes in ferry 1.3.0", "", {"ferri"}),
        ("Summarise ferry 1.3.0", "", {"ferri"}),
        ("What did ferry 1.3.0 change about the tide tables?", "", {"ferri", "tide", "tabl"}),
    ],
)
def test_contents_of_a_version(text: str, kind: str, terms: set[str]) -> None:
    asked = read_contents(text)
    assert asked is not None
    assert (asked.kind, asked.terms) == (kind, terms)


@pytest.mark.parametrize(
    "text",
    [
        "When did ferry 1.3.0 come out?",
        "Who fixed the crash in 1.3.0?",
        "What changed between 1.2 and 1.3?",
        "What changed in 2020?",
        "In which version was 1.2.0's crash fixed?",
        "What was the default changed to in 1.3.0?",
        "How old may the compiler of 1.3.0 be?",
    ],
)
def test_what_asks_something_else(text: str) -> None:
    assert read_contents(text) is None


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("In which version of ferry was the option removed?", True),
        ("Since which ferry release can bicycles be taken aboard?", True),
        ("What version first had a timetable?", True),
        ("What is in version 1.3?", False),
        ("Which ferry sails at night?", False),
    ],
)
def test_a_version_asked_for_by_what_it_has(text: str, *, asks: bool) -> None:
    assert asks_which_version(text) is asks
