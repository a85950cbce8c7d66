"""List prices, as far as they are known."""

from __future__ import annotations

import pytest

from timeweave.llm.prices import list_price


def test_a_known_model_has_a_price():
    """GPT-4o mini at its list price: $0.15 for a million prompt tokens, $0.60 for a million completion tokens."""
    assert list_price("openai:gpt-4o-mini", 1_000_000, 0) == pytest.approx(0.15)
    assert list_price("openai:gpt-4o-mini", 0, 1_000_000) == pytest.approx(0.60)


def test_a_model_on_this_machine_is_free():
    """A local model costs nothing."""
    assert list_price("local:model.gguf", 1000, 1000) == 0.0


@pytest.mark.parametrize("name", ["openai:rules at http://127.0.0.1:8000/v1", "nobody:m", "openai:no-such-model", "m"])
def test_no_price_is_made_up(name):
    """A server of one's own, and a model that nobody knows, have no price."""
    assert list_price(name, 1000, 1000) is None
