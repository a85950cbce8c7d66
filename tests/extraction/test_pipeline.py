"""Extraction as a whole: a pure function of the document, every span right."""

from __future__ import annotations

import datetime as dt
import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from timeweave.extraction.pipeline import extract
from timeweave.records import Document, Extraction
from timeweave.temporal.interval import Interval

CALL = """Operator
Good day, and welcome to the Acme Inc. first quarter earnings call. [Operator instructions]
Ann Lee
--
President and Chief Executive Officer
Thank you. Revenue was $2.8 billion, up 10% year over year. EMEA revenue was $1.1 billion in the first quarter.
We acquired Beta Systems Ltd. in 2019. Bob Ray joined us in March 2021 as chief financial officer.
"""
REPORT = Document(
    id="acme-2024-q1",
    text=CALL,
    title="Acme 2024 Q1 earnings call",
    date=dt.date(2024, 5, 7),
    period=Interval.quarter(2024, 1),
    entities=("Acme, Inc.",),
    metadata={"ticker": "ACM"},
)


def assert_sound(document: Document, result: Extraction) -> None:
    """TK-06: indices, references and spans of an extraction fit together."""
    size = len(document.text)
    assert [s.index for s in result.statements] == list(range(len(result.statements)))
    assert [s.span.start for s in result.statements] == sorted(s.span.start for s in result.statements)
    ids = {f.id for f in result.facts}
    named = {m.entity for m in result.mentions}
    for statement in result.statements:
        chunk = result.chunks[statement.chunk].span
        assert chunk.start <= statement.span.start < chunk.end
        assert 0 <= statement.span.start < statement.span.end <= size
        assert set(statement.entities) <= named
    for support in result.supports:
        inside = result.statements[support.statement].span
        assert support.fact in ids
        assert inside.start <= support.span.start < support.span.end <= inside.end
    assert {s.fact for s in result.supports} == ids
    for fact in result.facts:
        assert fact.subject in named
        assert not fact.object_is_entity or fact.object in named


def test_a_name_that_a_sentence_break_cuts_supports_nothing_outside_of_it() -> None:
    """TK-06: a credit such as "/St. Louis" ends a sentence in the middle of a name; no support reaches beyond."""
    text = (
        "Abandoned cars are scattered by flooding across a shuttered section of I-70 Tuesday. "
        "Robert Cohen/St. Louis Post-Dispatch/AP\n\nRescuers fanned out across St. Louis to help."
    )
    document = Document(id="flood", text=text, date=dt.date(2022, 7, 27))
    assert_sound(document, extract(document))


def test_statements_leave_out_courtesies_and_know_their_time():
    """TK-04: "Thank you." is no evidence; a sentence without a time speaks of the document's period."""
    result = extract(REPORT)
    texts = {CALL[s.span.start : s.span.end]: s for s in result.statements}
    assert "Thank you." not in texts
    assert "Operator" not in texts
    assert "[Operator instructions]" not in texts
    assert str(texts["Revenue was $2.8 billion, up 10% year over year."].valid) == "2024-Q1"
    assert str(texts["We acquired Beta Systems Ltd. in 2019."].valid) == "2019"
    assert texts["Revenue was $2.8 billion, up 10% year over year."].entities == ("acme",)
    assert_sound(REPORT, result)


def test_measures_offices_and_events_of_a_call():
    """TK-01, TG-03: measures are the company's, a region is a segment, officers and purchases are relations."""
    result = extract(REPORT)
    facts = {(f.subject, f.relation, f.object, str(f.valid)): f for f in result.facts}
    assert ("acme", "revenue", "$2.8 billion", "2024-Q1") in facts
    assert ("acme", "president", "ann lee", "2024-05-07/..") in facts
    assert ("acme", "chief executive officer", "ann lee", "2024-05-07/..") in facts
    assert ("acme", "acquired", "beta systems", "2019") in facts
    emea = next(f for f in result.facts if f.object == "$1.1 billion")
    assert emea.subject == "acme"
    assert "emea" in f"{emea.relation} {emea.qualifiers}"
    assert {a.alias for a in result.aliases} >= {"acm"}


def test_a_named_company_in_a_story_has_its_own_figures():
    """TK-01: a story about Acme that gives Beta's revenue says nothing of Acme's; a report's regions are its own."""
    story = Document(
        id="s",
        text="Acme Inc. is in Ulm. Beta Systems Ltd. reported revenue of $3 million.",
        date=dt.date(2024, 5, 7),
        entities=("Acme Inc.",),
    )
    revenues = [(f.subject, f.object) for f in extract(story).facts if f.relation == "revenue"]
    assert revenues == [("beta systems", "$3 million")]


def test_support_points_at_the_words():
    """TK-06: the span of a fact holds its value as written."""
    result = extract(REPORT)
    for support in result.supports:
        fact = next(f for f in result.facts if f.id == support.fact)
        if fact.quantity is not None:
            assert fact.quantity.text in CALL[support.span.start : support.span.end]


def test_it_is_a_function_of_the_document():
    """The same document gives the same extraction, whatever was extracted before."""
    first = extract(REPORT)
    extract(Document(id="x", text="Beta Systems hired Ann Lee in Rome."))
    assert extract(REPORT) == first


WORDS = st.sampled_from(
    ["Acme Inc.", "Ann Lee", "we", "She", "was", "CEO of", "in 2019", "$3 million", "(ABC)", ",", ".", "\n", "--",
     "from", "to 2021", "9.8%", "born", "Paris", "acquired", "?", "’s", "\ue000", "\U0001f600", "the", "Q3"]
)  # fmt: skip


@settings(max_examples=25)
@given(
    st.lists(WORDS, max_size=40).map(" ".join),
    st.sampled_from([(), ("Acme, Inc.",), ("???",), ("Ann Lee", "Paris")]),
    st.sampled_from([None, dt.date(2024, 5, 7), dt.date(1, 1, 1), dt.date(9999, 12, 31)]),
    st.sampled_from([None, Interval.quarter(2024, 1), Interval.parse("../2020")]),
)
def test_any_document_gives_a_sound_extraction(text, entities, date, period):
    """TK-06: no document raises, and everything points where it should."""
    document = Document(id="d", text=text, title="Acme", entities=entities, date=date, period=period)
    assert_sound(document, extract(document))


@settings(max_examples=30)
@given(st.text(max_size=120))
def test_any_text_gives_a_sound_extraction(text):
    """TK-06: no text whatever raises."""
    document = Document(id="d", text=text, title=text[:20], date=dt.date(2024, 1, 1))
    assert_sound(document, extract(document))


@pytest.mark.slow
def test_real_pages_and_articles_give_sound_extractions(shared_data: Path):
    """TK-06: encyclopaedia pages, news and essays as they are found."""
    rows = [
        ("timeqa/pages_dev.jsonl.gz", "paras"),
        ("realtimeqa/articles_2023.jsonl.gz", "text"),
        ("mine/essays_dev.jsonl.gz", "content"),
    ]
    for name, field in rows:
        with gzip.open(shared_data / name, "rt", encoding="utf-8") as lines:
            for _, line in zip(range(5), lines, strict=False):
                value = json.loads(line)[field]
                text = "\n".join(value) if isinstance(value, list) else value
                document = Document(id=name, text=text, title=text[:40].split("\n")[0])
                assert_sound(document, extract(document))
