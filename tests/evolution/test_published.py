"""What became known on which day of publication, in whatever order documents are added (TK-05, TK-08)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.errors import UsageError
from timeweave.evolution import published
from timeweave.records import FactEvent, RecordedChange

NAMED = "Corvel Ltd named {} as chief executive officer."
SOLD = "Corvel Ltd reported revenue of ${} million for the first quarter of 2023."
TOLD = (
    Document("mara", NAMED.format("Mara Ellison"), date=dt.date(2022, 3, 2), source="Corvel"),
    Document("sales", SOLD.format("12.4"), date=dt.date(2023, 5, 2), source="Corvel"),
    Document("tomas", NAMED.format("Tomas Reyk"), date=dt.date(2023, 9, 4), source="Gazette"),
    Document("restated", SOLD.format("9.8"), date=dt.date(2023, 11, 6), source="Corvel"),
    Document("again", SOLD.format("12.4"), date=dt.date(2023, 5, 9), source="Corvel"),
    Document("ines", NAMED.format("Ines Falk"), date=dt.date(2024, 2, 1), source="Corvel"),
)
IN_ORDER = tuple(sorted(TOLD, key=lambda document: document.date or dt.date.min))
LATER_FIRST = (IN_ORDER[::-1], TOLD, (*IN_ORDER[3:], *IN_ORDER[:3]), (*TOLD[1::2], *TOLD[::2]))


def told(changes: Sequence[RecordedChange]) -> list[tuple[object, ...]]:
    """What changes say, without their numbers and instants."""
    return [(c.kind, c.document_id, c.observed, c.events) for c in changes]


def base(folder: Path, documents: Sequence[Document]) -> KnowledgeBase:
    kb = timeweave.open(folder)
    for document in documents:
        kb.add([document], workers=1)
    return kb


def events(changes: Sequence[RecordedChange], kind: str) -> list[tuple[str, str, str]]:
    """The document, day and fact of events of a kind."""
    return [(c.document_id, str(c.day), e.text) for c in changes for e in c.events if e.event == kind]


@pytest.mark.parametrize("order", LATER_FIRST)
def test_the_order_of_adding_is_not_seen(tmp_path: Path, order: Sequence[Document]) -> None:
    """TK-05: by days of publication the log reads as one of documents that were added in order of publication: now, as
    of each day, and where days of recording count as of a day.
    """
    with base(tmp_path / "in order", IN_ORDER) as straight, base(tmp_path / "other", order) as mixed:
        log = straight.changes()
        assert {e.event for c in log for e in c.events} >= {"added", "merged", "closed", "restated"}
        assert told(mixed.changes(by="published")) == told(straight.changes(by="published")) == told(log)
        for day in (dt.date(2022, 3, 1), *(d.date for d in IN_ORDER if d.date), dt.date(2030, 1, 1)):
            known = told([change for change in log if change.day <= day])
            assert told(mixed.changes(by="published", as_of=day)) == known
            assert sorted(told(mixed.changes(as_of=day)), key=lambda one: str(one[2])) == known


def test_an_event_stands_on_the_day_of_its_cause(tmp_path: Path) -> None:
    """What was restated later is told under what restated it, and not before; pages and bounds go by the same days."""
    with base(tmp_path / "kb", IN_ORDER[::-1]) as kb:
        log = kb.changes(by="published")
        ((document, day, fact),) = events(log, "restated")
        assert (document, day) == ("restated", "2023-11-06")
        assert "$12.4 million" in fact
        assert events(kb.changes(), "restated")[0][0] == "again"  # as it was recorded
        assert events(kb.changes(by="published", as_of="2023-11-05"), "restated") == []
        assert events(kb.changes(as_of="2023-11-05"), "restated") == []
        november = kb.changes(by="published", since=dt.date(2023, 11, 1), until=dt.date(2023, 11, 30))
        assert [change.document_id for change in november] == ["restated"]
        end = dt.datetime(2023, 11, 6, tzinfo=dt.UTC)
        assert [c.document_id for c in kb.changes(by="published", until=end, limit=1)] == ["tomas"]
        paged: list[RecordedChange] = []
        while page := kb.changes(by="published", limit=2, before=(paged[0].day, paged[0].sequence) if paged else None):
            paged[:0] = page
        assert paged == log
        assert [c.document_id for c in kb.changes(by="published", kind="closed", limit=1)] == ["ines"]
        (sales,) = {e.fact for c in log for e in c.events if "$12.4" in e.text}
        then, now = kb.explain(sales, as_of="2023-11-05"), kb.explain(sales)
        assert [d.event.event for d in then.decisions] == ["added", "merged"]
        assert "restated" in [d.event.event for d in now.decisions]


def test_what_is_gone_was_never_published_and_its_removal_stands_on_its_own_day(tmp_path: Path) -> None:
    """TK-08: a removal counts from the day on which it was recorded; a correction from its own, with what it ends."""
    with base(tmp_path / "kb", [document for document in TOLD if document.id != "again"]) as kb:
        kb.remove("tomas")
        kb.add([Document("sales", SOLD.format("12.6"), date=dt.date(2023, 6, 1), source="Corvel")], workers=1)
        log = kb.changes(by="published")
        assert not [c for c in log if c.document_id == "tomas" and c.kind == "add"]
        (removed,) = [c for c in log if c.kind == "remove"]
        assert (removed, removed.day) == (log[-1], removed.recorded.date())
        assert [(c.kind, str(c.day)) for c in log if c.document_id == "sales"] == [
            ("add", "2023-05-02"),
            ("replace", "2023-06-01"),
        ]
        assert [(who, day) for who, day, _ in events(log, "removed") if who == "sales"] == [("sales", "2023-06-01")]
        words = kb.in_words(log)
        gone = next(e for c in log for e in c.events if e.event == "removed" and c.document_id == "sales")
        assert words.fact(gone) == "Corvel Ltd: revenue of $12.4 million, Q1 2023"


def test_two_documents_of_one_day_state_one_fact(tmp_path: Path) -> None:
    """The first is told to state it, the other to state it, too."""
    day = dt.date(2023, 5, 2)
    twins = [Document(id_, SOLD.format("7"), date=day, source=id_) for id_ in ("wire", "post", "gazette")]
    with base(tmp_path / "kb", twins) as kb:
        whys = [e.why for c in kb.changes(by="published") for e in c.events if "$7 million" in e.text]
        assert whys == ["stated for the first time", "also stated by wire", "also stated by post, wire"]


def test_each_of_a_day_is_told_who_stated_it_before(tmp_path: Path) -> None:
    """Whoever stated a fact before the day, then those of the day in the order of the log; each source once."""
    first, day = dt.date(2023, 5, 1), dt.date(2023, 5, 2)
    told_by = ("wire", "post", "wire", "gazette", "courier", "mail")
    same = [Document(f"{n}", SOLD.format("7"), date=day, source=source) for n, source in enumerate(told_by)]
    before = Document("before", SOLD.format("7"), date=first, source="corvel")
    with base(tmp_path / "kb", [*same, before]) as kb:
        whys = [e.why.removeprefix("also stated by ") for c in kb.changes(by="published") for e in c.events]
        assert whys == [
            "stated for the first time",
            "corvel",
            "corvel, wire",
            "corvel, post, wire",
            "corvel, post, wire",
            "corvel, gazette, post and 1 more",
            "corvel, courier, gazette and 2 more",
        ]


def test_a_day_is_decided_once_for_a_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages, filters without hits and views as of any day share it, until the store changes."""
    decided: list[int] = []
    decide = published.events_between

    def counted(*args: Any, **named: Any) -> tuple[FactEvent, ...]:
        decided.append(len(named["arriving"]))
        return decide(*args, **named)

    monkeypatch.setattr(published, "events_between", counted)
    day = dt.date(2023, 5, 2)
    of_one_day = [Document(f"{n}", SOLD.format(str(n + 3)), date=day, source=f"s{n}") for n in range(4)]
    with base(tmp_path / "kb", [*TOLD[:1], *of_one_day]) as kb:
        (newest,) = kb.changes(by="published", limit=1)
        assert decided == [4]
        (second,) = kb.changes(by="published", limit=1, before=(newest.day, newest.sequence))
        assert (second.day, decided) == (day, [4])
        assert newest.events
        assert second.events
        for _ in range(2):
            assert kb.changes(by="published", entity="Nobody", limit=1) == []
        assert kb.changes(as_of=day, limit=1) == kb.changes(by="published", as_of="2030", limit=1) == [newest]
        assert decided == [4, 1]
        kb.remove("0")
        assert len(kb.changes(by="published", since=day, until=day)) == 3
        assert decided == [4, 1, 3]


def test_how_facts_stand_without_what_is_gone_is_told_on_their_own_days(tmp_path: Path) -> None:
    """A removal, and what is said of a relation, reopen and settle nothing that the log does not tell to be closed or
    restated: the days of what remains are decided by what is there and said now.
    """
    chief = "chief executive officer"
    with base(tmp_path / "kb", [TOLD[0], TOLD[1], TOLD[3], TOLD[5]]) as kb:
        assert [len(events(kb.changes(by="published"), kind)) for kind in ("closed", "restated")] == [1, 1]
        kb.remove("ines")
        kb.remove("restated")
        assert events(kb.changes(), "reopened")
        assert events(kb.changes(), "settled")
        log = kb.changes(by="published")
        gone = [("ines", ["removed"]), ("restated", ["removed"])]
        assert [(c.document_id, [str(e.event) for e in c.events]) for c in log if c.kind == "remove"] == gone
        assert {str(e.event) for c in log for e in c.events} == {"added", "removed"}
        assert kb.changes(by="published", kind="reopened") == []
        kb.add([TOLD[5]], workers=1)
        kb.set_relation(chief, "many")
        assert events(kb.changes(), "reopened")[-1][0] == ""
        assert {str(e.event) for c in kb.changes(by="published") for e in c.events} == {"added", "removed"}
        kb.set_relation(chief, "one")
        assert [(who, day) for who, day, _ in events(kb.changes(by="published"), "closed")] == [("ines", "2024-02-01")]


def test_ways_to_count_are_two(tmp_path: Path) -> None:
    with base(tmp_path / "kb", TOLD[:1]) as kb:
        with pytest.raises(UsageError, match="published"):
            kb.changes(by="added")
        with pytest.raises(UsageError, match="place"):
            kb.changes(by="published", before=3)
        with pytest.raises(UsageError, match="place"):
            kb.changes(before=(dt.date(2022, 1, 1), 3))
        assert kb.changes(by="published", as_of=dt.date.min) == []


def test_events_are_told_under_names(tmp_path: Path) -> None:
    """Entities by their names, measures and periods as reports have them, in reasons, too."""
    with base(tmp_path / "kb", IN_ORDER) as kb:
        log = kb.changes()
        words = kb.in_words(log)
        said = {e.event.value: (words.fact(e), words.why(e)) for c in log for e in c.events}
    assert said["restated"] == (
        "Corvel Ltd: revenue of $12.4 million, Q1 2023",
        "restated by: Corvel Ltd: revenue of $9.8 million, Q1 2023",
    )
    assert said["closed"] == (
        "Corvel Ltd: chief executive officer Tomas Reyk, from 4 September 2023 on",
        "held 4 September 2023 to 31 January 2024; closed by: Corvel Ltd: chief executive officer Ines Falk, "
        "from 1 February 2024 on",
    )
