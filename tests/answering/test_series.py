"""Series of publications in fields of every kind: when each came out, the first, the last, the next, and how many.

`series_cases.json`: small blogs of a museum, a band, a maker of phones, a statistical office, a standards body, an app,
a maker of series and an institute, with questions written before the rules were tried on them; those without an answer
must be refused.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from pathlib import Path
from typing import Any

import pytest

import timeweave
from timeweave import Document

WORLDS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "series_cases.json").read_text())
RECORDED = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
LEAST_RIGHT = 0.93


def _documents(world: dict[str, Any]) -> list[Document]:
    return [
        Document(id_, text, title=title, source=source, date=dt.date.fromisoformat(day))
        for id_, day, source, title, text in world["documents"]
    ]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[bool, str]]:
    """Whether each question is answered rightly, and its answer."""
    found = {}
    for world in WORLDS:
        with timeweave.open(tmp_path_factory.mktemp(world["id"])) as kb:
            kb.add(_documents(world), now=RECORDED, workers=1)
            for question, right in world["questions"]:
                answer = kb.ask(question)
                fits = answer.refused if right is None else re.search(right, answer.answer) is not None
                found[question] = (fits and not (right and answer.refused), answer.answer)
                assert len(answer.answer.split()) <= 60
                assert answer.refused or answer.citations, question
    return found


def test_there_are_enough_questions() -> None:
    """At least sixty questions in eight fields."""
    assert len(WORLDS) >= 8
    assert sum(len(world["questions"]) for world in WORLDS) >= 60


def test_questions_over_series_are_answered_over_all_events(told: dict[str, tuple[bool, str]]) -> None:
    """More than nine of ten are answered rightly, or refused where nothing was published."""
    missed = {question: answer for question, (right, answer) in told.items() if not right}
    assert len(missed) <= (1 - LEAST_RIGHT) * len(told), missed


def test_a_release_without_a_day_is_none_of_a_series(tmp_path: Path) -> None:
    """It answers no question for when, and breaks none."""
    graph = tmp_path / "graph.tsv"
    graph.write_text(
        "subject\trelation\tobject\tvalid_from\tvalid_until\tobserved\n"
        "Harbour Records\treleased\tNorth Sea\t\t\t2020-01-01\n"
        "Harbour Records\treleased\tSouth Quay\t2019-05-01\t\t2020-01-01\n"
    )
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(graph, now=RECORDED, workers=1)
        for question in ("When was North Sea released?", "What was the first release of Harbour Records?"):
            assert "2026" not in kb.ask(question).answer


def test_versions_that_only_dots_tell_apart_are_two(tmp_path: Path) -> None:
    """1.1.1 and 1.11 of something are two, and the latest as of a year in which none came out is the last before."""
    with timeweave.open(tmp_path) as kb:
        posts = [("2009-07-28", "Weft 1.1.1"), ("2017-04-04", "Weft 1.11")]
        kb.add(
            [
                Document(day, f"{name} was released today.", title=f"{name} released", date=dt.date.fromisoformat(day))
                for day, name in posts
            ],
            now=RECORDED,
            workers=1,
        )
        for asked in ("as of 2012", "in 2012", "at the end of 2012", "as of June 2012"):
            answer = kb.ask(f"What was the latest version of Weft {asked}?")
            assert answer.answer.startswith("Weft 1.1.1 (2009-07-28)"), asked
        assert kb.ask("What was the last release of Weft made in 2012?").refused
        assert kb.ask("What is the latest version of Weft?").answer.startswith("Weft 1.11 (2017-04-04)")
        assert [str(resolved.fact.valid) for resolved in kb.timeline("Weft 1.11").facts] == ["2017-04-04"]


def test_what_no_event_tells_may_stand_in_the_text(tmp_path: Path) -> None:
    """A name of which nothing is known to have come out is no reason to refuse."""
    plan = (
        "Ann Lee of the Norvik Institute plans Kestrel.\n\n3.5.0 beta: July 26, 2015\n3.5.0 final: September 13, 2015"
    )
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document("plan", plan, title="Kestrel 3.5 schedule", date=dt.date(2015, 1, 5))], now=RECORDED)
        answer = kb.ask("Kestrel 3.5.0 final release date", min_confidence=0.0)
    assert not answer.refused
    assert "September 13, 2015" in answer.answer or "2015-09-13" in answer.answer
