"""The object form of a document, which files and the store share."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.documents import document_from_json, document_to_json, read, write_jsonl
from timeweave.errors import DocumentError
from timeweave.records import DateSource, Document, GivenFact, Quantity, Span
from timeweave.temporal.interval import ALWAYS, MAX_YEAR, Granularity, Interval

DAYS = st.dates(dt.date(1, 1, 1), dt.date(MAX_YEAR - 1, 12, 31))
STORABLE = st.characters(exclude_categories=("Cs",), exclude_characters="\r\0")
TEXTS = st.text(STORABLE, max_size=40)
WORDS = st.text(STORABLE, min_size=1, max_size=20).filter(str.strip)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    granularity = draw(st.sampled_from(Granularity))
    first, last = sorted((draw(DAYS), draw(DAYS)))
    start = Interval.unit(first, granularity).start if draw(st.booleans()) else None
    end = Interval.unit(last, granularity).end if draw(st.booleans()) else None
    return Interval(start, end, granularity)


NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
QUANTITIES = st.builds(Quantity, NUMBERS, WORDS, WORDS)
QUALIFIERS = st.dictionaries(WORDS, WORDS, max_size=2).map(lambda marks: tuple(sorted(marks.items())))


@st.composite
def documents(draw: st.DrawFn) -> Document:
    text = draw(st.text(STORABLE, min_size=1, max_size=60).filter(str.strip))
    date = draw(st.none() | DAYS)
    facts = []
    for _ in range(draw(st.integers(0, 2))):
        start = draw(st.integers(0, len(text) - 1))
        span = Span(start, draw(st.integers(start + 1, len(text))))
        subject, relation, target = (draw(WORDS) for _ in range(3))
        kind = draw(TEXTS)
        confidence = draw(st.floats(0, 1))
        valid, observed = draw(st.none() | intervals()), draw(st.none() | DAYS)
        further = draw(st.none() | st.booleans()), draw(st.none() | QUANTITIES), draw(QUALIFIERS)
        facts.append(GivenFact(subject, relation, target, valid, span, kind, "", confidence, observed, *further))
    return Document(
        id=draw(WORDS),
        text=text,
        title=draw(TEXTS).strip(),
        date=date,
        period=draw(st.none() | intervals()),
        entities=tuple(draw(st.lists(WORDS, max_size=3))),
        source=draw(TEXTS),
        language=draw(st.sampled_from(["en", "de"])),
        metadata=draw(st.dictionaries(TEXTS, JSON, max_size=3)),
        date_precision=Granularity.DAY if date is None else draw(st.sampled_from(Granularity)),
        date_source=DateSource.ADDED if date is None else draw(st.sampled_from(DateSource)),
        facts=tuple(facts),
    )


@given(documents())
def test_a_document_comes_back_exactly(document: Document) -> None:
    """Written as JSON text and read again, every field is equal, facts and precisions too."""
    data = json.loads(json.dumps(document_to_json(document)))
    assert document_from_json(data, "store") == document


def test_a_written_file_reads_back_equal(tmp_path_factory: pytest.TempPathFactory) -> None:
    """`write_jsonl` and `read` are inverse for documents in the stored form, whatever their words."""
    path = tmp_path_factory.mktemp("jsonl") / "corpus.jsonl"

    @given(st.lists(documents(), min_size=1, max_size=4, unique_by=lambda d: d.id))
    def holds(corpus: list[Document]) -> None:
        write_jsonl(corpus, path)
        assert list(read(path)) == corpus
        assert list(read(corpus)) == corpus

    holds()


def test_the_contract_in_full() -> None:
    """Every named field has its place, unknown keys go to metadata."""
    document = document_from_json(
        {
            "id": 7,
            "text": "Acme grew.",
            "title": "Acme",
            "date": "2024-03-05T10:00:00Z",
            "period": "2023-Q4",
            "entities": ["Acme Corp"],
            "source": "https://acme.example",
            "language": "de",
            "metadata": {"a": 1},
            "sector": "tools",
        },
        "x",
    )
    assert document == Document(
        id="7",
        text="Acme grew.",
        title="Acme",
        date=dt.date(2024, 3, 5),
        period=Interval.quarter(2023, 4),
        entities=("Acme Corp",),
        source="https://acme.example",
        language="de",
        metadata={"a": 1, "sector": "tools"},
    )


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        ({"id": None}, "no 'id'.*--map id=FIELD"),
        ({"id": True}, "'id' is True"),
        ({"id": "  "}, "'id' is '  '"),
        ({"text": None}, "no 'text'.*--map text=FIELD"),
        ({"text": ["a"]}, "'text' is .*must be a text"),
        ({"text": " \n"}, "'text' is empty"),
        ({"text": "\0\0"}, "'text' is empty"),
        ({"title": 3}, "'title' is 3"),
        ({"date": "yesterday"}, "'yesterday' is not a date"),
        ({"date": "2024-02-30"}, "'2024-02-30' is not a date"),
        ({"date": ["2024"]}, "'date' is"),
        ({"period": "Q1"}, "'Q1' is not a period: write 2024"),
        ({"period": True}, "'period' is True"),
        ({"entities": "Acme"}, r"'entities' is 'Acme'.*\[\"Acme Corp\"\]"),
        ({"entities": [1]}, "'entities' is"),
        ({"metadata": "x"}, "'metadata' is 'x'"),
        ({"metadata": {"a": 1}, "a": 2}, "'a' stands beside 'metadata'"),
        ({"metadata": {"a": float("inf")}}, "which JSON cannot hold"),
        ({"timeweave": 1}, "'timeweave' is 1.*rename yours"),
        ({"timeweave": {"facts": [{"subject": "a"}]}}, "'timeweave.facts' is"),
        ({"timeweave": {"date_source": "guess"}}, "'date_source' is 'guess'.*'given' or"),
    ],
)
def test_what_is_wrong_is_named_and_quoted(extra: dict[str, Any], message: str) -> None:
    """A wrong field raises with its name, its value and what it must be."""
    with pytest.raises(DocumentError, match=message) as error:
        document_from_json({"id": "a", "text": "b", **extra}, "corpus.jsonl", 4)
    assert (error.value.source, error.value.line) == ("corpus.jsonl", 4)


def test_granularity_survives_where_the_text_does_not_say_it() -> None:
    """A month that was stated by its days stays a run of days; `..` keeps its granularity."""
    days = Interval(dt.date(2024, 3, 1), dt.date(2024, 4, 1), Granularity.DAY)
    for period in (days, Interval(None, None, Granularity.YEAR), ALWAYS):
        document = Document("a", "b", period=period)
        assert document_from_json(document_to_json(document), "x").period == period
