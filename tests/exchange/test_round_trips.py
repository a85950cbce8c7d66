"""What is written in a format is read from it as it was."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings

from exchange.graph_facts import expected, graphs, returned, written  # isort: skip
from timeweave.exchange import GraphFact
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
