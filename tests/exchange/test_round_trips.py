"""What is written in a format is read from it as it was."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings

from exchange.graph_facts import expected, graphs, returned, written  # isort: skip
from timeweave.exchange import GraphFact, Place
from timeweave.exchange.formats import FORMATS


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=20)
@given(facts=graphs())
def test_what_is_written_is_read_back(name: str, facts: list[GraphFact]) -> None:
    """Names, intervals of any bounds and granularity, literals to the character, figures, qualifiers and places of any
    fact come back from every format (EK-10).
    """
    with tempfile.TemporaryDirectory() as folder:
        path = written(facts, name, Path(folder))
        assert returned(path) == expected(facts)


@pytest.mark.parametrize("name", FORMATS)
def test_a_relation_in_capitals_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    """EK-10: underscores stand for blanks in the graphs of others, and for themselves in our own."""
    place = Place("a.txt", "", "2024-01-01", 1.0)
    keys = {"subject_key": "acme", "object_key": "ann lee", "id": "0" * 32}
    facts = [GraphFact("Acme", "HEAD_OF_", "Ann Lee", None, is_literal=False, places=(place,), **keys)]
    assert returned(written(facts, name, tmp_path)) == expected(facts)
