"""The questions over events that are made for measuring: what they ask is what their gold answers."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "benchmarks"
ROWS = """
A	Make a visit	C	2010-01-01
B	Make a visit	C	2010-02-03
B	Make a visit	C	2010-03-01
D	Make a visit	C	2010-02-20
A	Consult	B	2010-02-01
"""


@pytest.fixture(scope="module")
def made() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reason_events", FOLDER / "reason_events.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def about(made: ModuleType, tmp_path: Path):
    table = tmp_path / "events.tsv"
    lines = "".join(f"{row}\t\n" for row in ROWS.strip().splitlines())
    table.write_text(f"subject\trelation\tobject\tvalid_from\tvalid_until\n{lines}")
    events = made.Events(table)

    def of(place: int, unit: str):
        s, r, o, day = events.rows[place]
        return made.About(events, s, r, o, day, unit, made.label_of(day, unit))

    return of


def test_gold_is_found_among_all_events(made: ModuleType, about) -> None:
    """Gold answers are those of an exhaustive search (ER-09)."""
    first = about(0, "year")
    assert made.GOLD["equal"](first, 0) == {"A", "B", "D"}
    assert made.GOLD["first"](first, 0) == {"A"}
    assert made.GOLD["last"](first, 0) == {"B"}
    assert made.GOLD["after first"](first, 0) == {"B"}
    assert made.GOLD["after"](first, 0) == {"B", "D"}
    february = about(2, "month")
    assert february.s == "B"
    assert made.GOLD["equal"](february, 0) == {"B", "D"}
    assert made.GOLD["when last"](february, 0) == {"2010-03"}
    assert made.GOLD["count"](february, 0) == {"2"}
    assert not february.is_once
    assert made.GOLD["before last"](about(3, "day"), 0) == {"B"}


def test_every_set_has_every_kind_in_three_wordings(made: ModuleType) -> None:
    """Each kind of question comes in three wordings of each set, and none stands in two (ER-09)."""
    for wordings in made.SETS.values():
        assert wordings.keys() == made.GOLD.keys()
        assert all(len(set(templates)) == 3 for templates in wordings.values())
    every = [t for wordings in made.SETS.values() for templates in wordings.values() for t in templates]
    assert len(every) == len(set(every))


def test_a_long_list_that_holds_the_answer_is_not_right(made: ModuleType) -> None:
    assert made.right("A; B", ("b",))
    assert not made.right("; ".join(["A"] * 45), ("a",))
    assert not made.wholly_right("A; B", ("A",))


def test_gold_of_other_wordings_is_found_among_all_events(made: ModuleType, about, monkeypatch) -> None:
    """Who else, before and after the unit of an event, on its days: by exhaustive search (ER-09)."""
    monkeypatch.syspath_prepend(str(FOLDER))
    wordings = importlib.import_module("reason_wordings")
    event = about(2, "month")
    drawn = wordings.Drawn(event.events, event.s, event.r, event.o, event.day, "month")
    found = {
        kind: wordings.GOLD[kind](drawn) for kind in ("same month", "before date", "after date", "when", "count in")
    }
    assert found == {
        "same month": {"D"},
        "before date": {"A"},
        "after date": {"B"},
        "when": {"2010-02-03", "2010-03-01"},
        "count in": {"1"},
    }
