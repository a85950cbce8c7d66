"""Records become rows and come back exactly."""

import math

import pytest
import store_strategies as some
from hypothesis import given
from hypothesis import strategies as st

from timeweave.errors import DocumentError
from timeweave.records import Document, Quantity
from timeweave.store import rows
from timeweave.store.fact_rows import fact_from_columns, fact_to_columns, symbols_of


@given(st.none() | some.intervals())
def test_intervals_come_back_exactly(interval):
    """Open bounds, granularity and the absence of an interval survive (TK-02)."""
    assert rows.interval_from_columns(*rows.interval_to_columns(interval)) == interval


@given(some.facts)
def test_facts_come_back_exactly(fact):
    """Quantity, qualifiers, either kind of object and any id survive (TK-01)."""
    keys = {text: number for number, text in enumerate(sorted(set(symbols_of(fact))))}
    texts = {number: text for text, number in keys.items()}
    assert fact_from_columns(fact_to_columns(fact, keys), texts) == fact


def test_a_quantity_that_is_no_number_comes_back():
    """SQLite turns NaN into null; it is read back as NaN."""
    fact = some.make_fact("Acme", "revenue", "n/a", literal=True, quantity=Quantity(math.nan, "USD", "n/a"))
    keys = {text: number for number, text in enumerate(symbols_of(fact))}
    back = fact_from_columns(fact_to_columns(fact, keys), {n: t for t, n in keys.items()})
    assert back.quantity is not None
    assert math.isnan(back.quantity.value)
    assert back.quantity.unit == "USD"


@given(some.documents)
def test_documents_come_back_exactly(document):
    """Every field, given facts, metadata with dates, and text of any length, lone surrogates included (TK-06)."""
    text = rows.unpack_text(rows.pack_text(document.text))
    assert rows.unpack_document(rows.pack_document(document), text) == document


@given(st.text(min_size=1, max_size=50), st.integers(0, 30000), st.integers(1, 30000))
def test_a_run_of_blocks_holds_its_characters(word, start, length):
    """Block n holds the characters from n × BLOCK on, whatever their width in bytes."""
    text = (word * (40000 // len(word) + 1))[:40000]
    blocks = rows.pack_text(text)
    first, last = start // rows.BLOCK, (start + length - 1) // rows.BLOCK
    found = rows.unpack_text(blocks[first : last + 1])
    assert found[start - first * rows.BLOCK :][:length] == text[start : start + length]


def test_metadata_that_is_no_json_is_refused():
    """The message names the document and the value, and says what to use."""
    with pytest.raises(DocumentError, match=r"document 'x' .*object.* use JSON values and dates"):
        rows.pack_document(Document("x", "", metadata={"a": object()}))


@given(st.lists(st.integers(0, 2**32 - 1)))
def test_symbol_keys_come_back(keys):
    """Packed keys keep their order and number."""
    assert rows.unpack_keys(rows.pack_keys(keys)) == keys


@given(some.fact_ids)
def test_fact_ids_come_back(fact):
    """Hexadecimal ids are halved, all others kept, none confused (TK-01)."""
    assert rows.unpack_fact_id(rows.pack_fact_id(fact)) == fact
