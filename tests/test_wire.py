"""The JSON forms of results."""

from __future__ import annotations

import datetime as dt
import json

from timeweave import wire
from timeweave.outcomes import AddResult, Failure
from timeweave.question import Question
from timeweave.question.named_entity import NamedEntity, Names
from timeweave.records import Citation, EntityId, Problem, Span, Usage
from timeweave.results import Answer, Evidence, SearchResult, Value
from timeweave.temporal.scope import query_scope

EVIDENCE = Evidence("d", "d#0", 3, 8, "words", "2024-Q1", dt.date(2024, 4, 2), 0.5, ())
ACME = NamedEntity(EntityId("acme"), "Acme", "ORG", Span(0, 1), "q")
ASKED = Question("q", query_scope("in 2023", now=dt.date(2024, 5, 1)), Names((ACME,), ()), "", ())
RESULT = SearchResult(
    asked=ASKED,
    mode="auto",
    as_of=dt.date(2024, 5, 1),
    evidence=(EVIDENCE,),
    tokens=1,
    elapsed_ms=1.23456,
    warnings=("seen",),
)


def test_dates_are_iso_and_absent_values_null() -> None:
    """Dates are written as ISO 8601, what is unknown as null; an explanation only where there is one."""
    document = wire.search_to_json(RESULT)
    assert document["as_of"] == "2024-05-01"
    assert document["elapsed_ms"] == 1.235
    assert document["evidence"] == [
        {
            "document_id": "d",
            "chunk_id": "d#0",
            "start": 3,
            "end": 8,
            "text": "words",
            "period": "2024-Q1",
            "observed": "2024-04-02",
            "score": 0.5,
            "facts": [],
        }
    ]
    assert "explanation" not in document
    assert json.loads(json.dumps(document)) == document


def test_an_answer_has_each_warning_once() -> None:
    """Warnings of the search come first, those of the answer after them, none twice; absent units are null."""
    answer = Answer(
        search=RESULT,
        answer="5",
        refused=False,
        method="computed",
        values=(Value("2024-Q1", "Acme", "5", 5.0, None),),
        citations=(Citation("d", "d#0", 3, 8, "words"),),
        usage={"embed": Usage(calls=2, seconds=0.123456)},
        warnings=("seen", "missing: 2024-Q2"),
    )
    document = wire.answer_to_json(answer)
    assert document["warnings"] == ["seen", "missing: 2024-Q2"]
    assert document["values"] == [
        {"period": "2024-Q1", "entity": "Acme", "text": "5", "value": 5.0, "unit": None, "citation": None}
    ]
    assert document["citations"] == [{"document_id": "d", "chunk_id": "d#0", "start": 3, "end": 8, "quote": "words"}]
    assert document["usage"] == {
        "embed": {
            "calls": 2,
            "prompt_tokens": 0,
            "completion_tokens": 0,
            "cache_hits": 0,
            "seconds": 0.1235,
            "usd": 0.0,
            "retries": 0,
            "fallbacks": 0,
        }
    }


def test_additions_and_problems() -> None:
    """Failures keep their line, problems say whether they can be repaired, and only none is ok."""
    added = wire.add_to_json(AddResult(1, 2, 3, (Failure("f", 4, "bad"),), {}, 5.04))
    assert added == {
        "added": 1,
        "unchanged": 2,
        "replaced": 3,
        "reread": 0,
        "failed": [{"source": "f", "line": 4, "error": "bad"}],
        "fallbacks": 0,
        "by_rules": 0,
        "other_relations": 0,
        "stopped": None,
        "usage": {},
        "elapsed_ms": 5.0,
    }
    assert wire.check_to_json([]) == {"ok": True, "problems": []}
    problem = {"what": "w", "where": "x", "repairable": True}
    assert wire.check_to_json([Problem("w", "x", repairable=True)]) == {"ok": False, "problems": [problem]}
