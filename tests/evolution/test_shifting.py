"""Relations that the data turn: what becomes of facts, in any order, on any day, and in the log."""

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

SINCE = {"ana": "2001/2009", "ben": "2010/2019"}


def house(number: int, holders: dict[str, str], year: int) -> Document:
    """A record of who kept a lighthouse when."""
    lines = [f"Light {number} was kept by {who}." for who in holders]
    starts = [sum(len(line) + 1 for line in lines[:index]) for index in range(len(lines))]
    facts = tuple(
        GivenFact(
            f"Light {number}",
            "kept by",
            f"{who.title()} Quill {number}",
            Interval.parse(valid),
            Span(start, start + len(line)),
        )
        for (who, valid), line, start in zip(holders.items(), lines, starts, strict=True)
    )
    text = "\n".join(lines)
    return Document(id=f"light-{number}-{year}", title="t", text=text, date=dt.date(year, 1, 1), facts=facts)


RECORDS = [house(n, SINCE, 2015 + n) for n in range(6)]
OPEN = [house(9, {"eve": "2003/.."}, 2010), house(9, {"fay": "2008/.."}, 2011)]


def of_light(kb: KnowledgeBase, number: int, as_of: str | None = None) -> list[tuple[str, str]]:
    found = kb.timeline(f"Light {number}", as_of=as_of).facts
    return [(r.fact.object, str(r.valid)) for r in found]


@pytest.fixture
def kb(tmp_path: Path) -> KnowledgeBase:
    return timeweave.open(tmp_path / "kb")


def test_what_the_data_tell_closes_what_was_open(kb: KnowledgeBase) -> None:
    """EK-05, EK-06: with enough keepers one after the other a light has one keeper, and the log says why; without the
    last record it is open again.
    """
    kb.add([*OPEN, *RECORDS[:4]])
    assert of_light(kb, 9) == [("eve quill 9", "2003/.."), ("fay quill 9", "2008/..")]
    kb.add(RECORDS[4:5])
    assert of_light(kb, 9)[0] == ("eve quill 9", "2003/2007")
    (event,) = [e for e in kb.changes()[-1].events if e.event == "closed" and "eve" in e.text]
    assert "'kept by' has one from now on: 5 of 5 subjects with several values have one at a time" in event.why
    assert "2003" in kb.changes()[-1].stale_nodes
    kb.remove(RECORDS[4].id)
    assert of_light(kb, 9)[0] == ("eve quill 9", "2003/..")
    assert [e.event for e in kb.changes()[-1].events if "eve" in e.text] == ["reopened"]


def test_what_the_data_tell_is_told_as_of_a_day(kb: KnowledgeBase) -> None:
    """TK-05, EK-05: before the fifth record was observed nothing was known of one keeper at a time."""
    kb.add([*OPEN, *RECORDS])
    assert of_light(kb, 9, "2018-12-31")[0] == ("eve quill 9", "2003/..")
    assert of_light(kb, 9, "2019-01-01")[0] == ("eve quill 9", "2003/2007")


def test_the_order_of_adding_does_not_matter_to_what_is_inferred(tmp_path: Path) -> None:
    """TK-05, EK-05: relations are read off what is visible, however it came there."""
    told = set()
    for number, order in enumerate(itertools.islice(itertools.permutations([*OPEN, *RECORDS[:5]]), 0, 5040, 1700)):
        with timeweave.open(tmp_path / str(number)) as kb:
            kb.add(order)
            told.add(tuple((r.name, r.values, r.why) for r in kb.relations()) + tuple(of_light(kb, 9)))
    assert len(told) == 1


def test_a_correction_closes_and_its_undoing_reopens(kb: KnowledgeBase) -> None:
    """EK-05: what a user says goes before the data, stands in the log, and is taken back whole."""
    kb.add(OPEN)
    before = of_light(kb, 9)
    said = kb.set_relation("Kept  by", "one")
    assert (said.name, said.values, said.by, said.why) == ("kept by", "one", "you", "you said so")
    assert of_light(kb, 9)[0] == ("eve quill 9", "2003/2007")
    last = kb.changes()[-1]
    assert (last.kind, [e.event for e in last.events]) == ("relations", ["closed"])
    assert "'kept by' has one from now on: you said so" in last.events[0].why
    assert kb.set_relation("kept by", None).by == "nothing"
    assert of_light(kb, 9) == before
    assert kb.check() == []


def test_what_nobody_can_mean_is_quoted(kb: KnowledgeBase) -> None:
    """EK-05: a relation that no fact has, and a number that no relation has."""
    kb.add(OPEN)
    with pytest.raises(NotFoundError, match="no fact has the relation 'kept'; near it are 'kept by'"):
        kb.set_relation("kept", "one")
    with pytest.raises(UsageError, match="cannot have 'two' values: say one of 'ever', 'one', 'many'"):
        kb.set_relation("kept by", "two")


def test_rows_of_the_settings_file_hold_while_they_stand_there(tmp_path: Path) -> None:
    """EK-05: a row without predicates says how many values a relation has, from the next opening on; gone with it."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(OPEN)
    settings = tmp_path / "timeweave.toml"
    settings.write_text('[[relation]]\nname = "kept by"\nvalues = "one"\n')
    with timeweave.open(tmp_path / "kb") as kb:
        assert of_light(kb, 9)[0] == ("eve quill 9", "2003/2007")
        assert [(r.by, r.why) for r in kb.relations()] == [("file", "your settings file says so")]
        assert kb.add(OPEN).other_relations == 0
    settings.write_text("")
    with timeweave.open(tmp_path / "kb") as kb:
        assert of_light(kb, 9)[0] == ("eve quill 9", "2003/..")
