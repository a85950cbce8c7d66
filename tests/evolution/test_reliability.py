"""Sources that others contradict time and again close nothing any more."""

from __future__ import annotations

import datetime as dt
import itertools
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.errors import NotFoundError, UsageError
from timeweave.records import GivenFact, Span
from timeweave.temporal.interval import Interval

TOWNS = tuple(f"Port {name}" for name in ("Alden", "Brae", "Corran", "Dunn", "Eskar", "Farr", "Garve", "Harl"))


def told(source: str, day: str, mayors: dict[str, str]) -> Document:
    """What a paper says on a day of who is mayor of which town."""
    lines = [f"{who} is mayor of {town}." for town, who in mayors.items()]
    starts = list(itertools.accumulate((len(line) + 1 for line in lines), initial=0))
    facts = tuple(
        GivenFact(town, "mayor", who, Interval.parse(f"{day}/.."), Span(start, start + len(line)), "GPE", "PERSON")
        for (town, who), line, start in zip(mayors.items(), lines, starts, strict=False)
    )
    date = dt.date.fromisoformat(day)
    return Document(id=f"{source}-{day}", title="t", text="\n".join(lines), date=date, source=source, facts=facts)


RIGHT = {town: f"Ana {town[5:]}" for town in TOWNS}
WRONG = {town: f"Rumo {town[5:]}" for town in TOWNS}
PAPERS = [
    told("gazette", "2020-01-10", RIGHT),
    told("rumour", "2020-06-01", {town: WRONG[town] for town in TOWNS[:6]}),
    told("herald", "2020-09-10", RIGHT),
    told("gazette", "2021-01-10", RIGHT),
]
LATE = told("rumour", "2022-01-10", {TOWNS[7]: WRONG[TOWNS[7]]})
NEWS = told("herald", "2022-03-10", {TOWNS[7]: "Ben Harl"})


def mayor(kb: KnowledgeBase, town: str, as_of: str | None = None) -> list[tuple[str, str]]:
    rows = kb.timeline(town, "mayor", as_of=as_of).facts
    return [(r.fact.object, r.status.value) for r in rows if r.status.value != "closed"]


def test_a_source_that_is_contradicted_time_and_again_closes_nothing(tmp_path: Path) -> None:
    """EK-04, EK-06: its later word is disputed by what holds; that of a source that is borne out closes it."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([*PAPERS, LATE])
        assert mayor(kb, TOWNS[7]) == [("ana harl", "holds"), ("rumo harl", "disputed")]
        kb.add([NEWS])
        assert ("ben harl", "holds") in mayor(kb, TOWNS[7])
        assert ("ana harl", "holds") not in mayor(kb, TOWNS[7])


def test_a_source_is_doubted_from_the_day_on_that_shows_it(tmp_path: Path) -> None:
    """TK-05, EK-04: as of a day only the contradictions that were visible then count, in whatever order they came; the
    log says what a doubt did.
    """
    with timeweave.open(tmp_path / "kb") as kb, timeweave.open(tmp_path / "other") as other:
        kb.add([*PAPERS, LATE])
        other.add([LATE, *reversed(PAPERS)])
        for day in ("2020-07-01", "2020-12-31", None):
            assert [mayor(kb, town, day) for town in TOWNS] == [mayor(other, town, day) for town in TOWNS]
        assert mayor(kb, TOWNS[0], "2020-07-01") == [("rumo alden", "holds")]
        assert mayor(kb, TOWNS[0])[0] == ("ana alden", "holds")
        whys = [e.why for change in kb.changes() for e in change.events]
        assert any("(doubted on 'mayor' from now on: rumour)" in why for why in whys)


def test_one_error_is_no_doubt(tmp_path: Path) -> None:
    """EK-04: a source that was wrong once is still heard."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([PAPERS[0], told("rumour", "2020-06-01", {TOWNS[0]: WRONG[TOWNS[0]]}), *PAPERS[2:], LATE])
        assert mayor(kb, TOWNS[7])[-1] == ("rumo harl", "holds")


def test_what_is_said_of_a_source_goes_before_what_is_found(tmp_path: Path) -> None:
    """EK-04: a source that is doubted closes again what it is said to be right about, one that is trusted closes
    nothing once it is said to be wrong; both are in the log, shown, and taken back.
    """
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([*PAPERS, LATE])
        before = kb.sources()
        (found,) = [one for one in before if one.name == "rumour"]
        assert (found.contradicted >= 3, found.said, found.doubted) == (True, None, ("mayor",))
        said = kb.set_source("rumour", 0.9)
        assert (said.reliability, said.said, said.doubted) == (0.9, 0.9, ())
        assert mayor(kb, TOWNS[7]) == [("rumo harl", "holds")]
        (change,) = [c for c in kb.changes() if c.kind == "sources"]
        assert ("closed", "port harl: mayor ana harl") in {
            (e.event.value, e.text.partition(" [")[0]) for e in change.events
        }
        assert "doubted on 'mayor' from now on: nobody" in change.events[0].why
        explained = kb.explain(f"{TOWNS[7]}: mayor Rumo Harl")
        assert explained.sources["rumour"].value == 0.9
        kb.set_source("rumour", None)
        assert kb.sources() == before
        assert mayor(kb, TOWNS[7]) == [("ana harl", "holds"), ("rumo harl", "disputed")]
        kb.add([NEWS])
        kb.set_source("herald", 0.1)
        assert ("ben harl", "disputed") in mayor(kb, TOWNS[7])
        kb.set_source("herald", None)
        assert ("ben harl", "holds") in mayor(kb, TOWNS[7])


def test_what_cannot_be_said_of_a_source_is_quoted(tmp_path: Path) -> None:
    """EK-04: a source that no document has, and a number that is no reliability."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(PAPERS[:1])
        with pytest.raises(NotFoundError, match="no document has the source 'gazete'; near it are 'gazette'"):
            kb.set_source("gazete", 0.5)
        with pytest.raises(UsageError, match=r"cannot have the reliability 2\.0: give a number from 0 to 1"):
            kb.set_source("gazette", 2.0)
