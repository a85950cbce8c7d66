"""Documents made in Python whose fields are not what they must be."""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import replace
from typing import Any

import pytest

from timeweave.documents import read
from timeweave.errors import InputError
from timeweave.outcomes import Failure
from timeweave.records import Document, GivenFact, Span
from timeweave.temporal.interval import Interval

DOCUMENT: Any = Document(id="a", text="Acme rose.")
FACT: Any = GivenFact("acme", "ceo", "Ann Lee", Interval.year(2024), Span(0, 4))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"id": 5}, "'id' is 5"),
        ({"text": None}, "'text' is None"),
        ({"text": b"Acme"}, "'text' is b'Acme'.*decode"),
        ({"title": None}, "'title' is None"),
        ({"date": "2024-01-01"}, "'date' is '2024-01-01'.*fromisoformat"),
        ({"date": dt.datetime(2024, 1, 1)}, r"'date' is datetime.datetime\(2024, 1, 1, 0, 0\).*\.date\(\)"),
        ({"period": "2024-Q1"}, "'period' is '2024-Q1'.*Interval.parse"),
        ({"entities": "Acme"}, "'entities' is 'Acme'.*tuple of names"),
        ({"entities": (1,)}, r"'entities' is \(1,\)"),
        ({"metadata": None}, "'metadata' is None"),
        ({"date_precision": "year"}, "'date_precision' is 'year'"),
        ({"facts": (1,)}, r"'facts' is \(1,\)"),
        ({"facts": (replace(FACT, confidence=math.nan),)}, "'confidence' is nan.*from 0 to 1"),
        ({"facts": (replace(FACT, subject="\0 "),)}, "'subject' is .*not blank"),
        ({"facts": (replace(FACT, valid="2024"),)}, "'valid' is '2024'.*Interval"),
        ({"facts": (replace(FACT, observed=dt.datetime(2024, 1, 1)),)}, "'observed' is datetime"),
    ],
)
def test_a_wrong_type_is_named(fields: dict[str, Any], message: str) -> None:
    """A field of another type is a failure that quotes it and says the remedy; the other documents are read."""
    wrong, right = list(read([replace(DOCUMENT, **fields), DOCUMENT]))
    assert isinstance(wrong, Failure)
    with pytest.raises(AssertionError, match=message):
        raise AssertionError(wrong.error)
    assert isinstance(right, Document)


@pytest.mark.parametrize("item", ["a", None, {"id": "a", "text": "b"}])
def test_what_is_no_document_is_named(item: Any) -> None:
    """In a list of documents anything else is a failure that quotes it."""
    (failure,) = read([item])
    assert isinstance(failure, Failure)
    assert failure.error.startswith(f"{item!r} is not a document")


@pytest.mark.parametrize("source", [5, None, b"corpus", {"id": "a"}, ""])
def test_what_is_no_source_is_refused(source: Any) -> None:
    """Neither a path nor documents: an error that quotes it; an empty path is not the current folder."""
    with pytest.raises(InputError, match=r"is not a path|neither a path nor documents"):
        list(read(source))


def test_one_document_alone_is_taken() -> None:
    """A document need not be put into a list."""
    assert [item.id for item in read(DOCUMENT) if isinstance(item, Document)] == ["a"]
