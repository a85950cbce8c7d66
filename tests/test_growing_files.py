"""Files that grow by dated entries: each is known from its own day, and only what is new is read."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.adding import Additions
from timeweave.documents import read
from timeweave.errors import ModelUnavailableError, NotFoundError
from timeweave.outcomes import AddResult

KEY = "Who holds the key?"
CHANGES = """# Changelog

## [1.2.0] - 2024-05-01

### Added
- Export to Parquet.
- The default timeout is now 30 seconds.

## [1.1.0] - 2023-11-12

### Changed
- The default timeout is now 10 seconds.
- Dropped support for Python 3.7.
"""
DIARY = """# Allotment diary

## 2024-03-02

Dug over the north bed. Priya lent us her wheelbarrow. The shed key is now kept by Tom Reed.

## 2024-04-14

Planted forty potatoes in the north bed. Tom Reed gave the shed key to Priya Nair.

## 2024-09-21

Harvested 31 kg of potatoes. Priya Nair is the new chair of the allotment association; she took over from Tom Reed.
"""


def entry(day: str, name: str) -> str:
    return f"## {day}\n\n{name} holds the key.\n\n"


def added(kb: KnowledgeBase, log: Path, text: str) -> AddResult:
    log.write_text(text)
    return kb.add(log, workers=1)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log.md"


@pytest.fixture
def kb(tmp_path: Path) -> Iterator[KnowledgeBase]:
    with timeweave.open(tmp_path / "kb") as opened:
        yield opened


def ids(kb: KnowledgeBase) -> list[str]:
    with kb._store.view() as view:
        return sorted(info.id for info in view.documents())


def test_an_entry_is_known_from_its_own_day(kb: KnowledgeBase, log: Path) -> None:
    """TK-05: as of a day between two entries the first is the answer, and now the second."""
    added(kb, log, "# Shed\n\n" + entry("2024-01-10", "Ann Lee") + entry("2024-05-12", "Bob Ray"))
    assert "Ann Lee" in kb.ask(KEY, as_of=dt.date(2024, 2, 1)).answer
    assert "Bob Ray" in kb.ask(KEY).answer
    assert kb.ask(KEY, as_of=dt.date(2024, 1, 9)).refused


def test_a_version_is_known_from_the_day_it_came_out(kb: KnowledgeBase, tmp_path: Path) -> None:
    """Each part of a changelog is release notes, however few versions it has."""
    text = "# Ferry changelog\n\n## [2.0.0] - 2024-05-12\n\n- Docks.\n\n## [1.0.0] - 2024-01-10\n\n- Sails.\n"
    added(kb, tmp_path / "CHANGELOG.md", text)
    assert "1.0.0" in kb.ask("What is the latest version of Ferry?", as_of=dt.date(2024, 2, 1)).answer
    assert "2.0.0" in kb.ask("What is the latest version of Ferry?").answer
    assert "2024-01-10" in kb.ask("When was Ferry 1.0.0 released?").answer


def test_what_holds_now_is_told_by_the_newest_entry(kb: KnowledgeBase, tmp_path: Path) -> None:
    """Alone, where it says all that is asked; and nothing is quoted beside it that has nothing of the question."""
    added(kb, tmp_path / "CHANGELOG.md", CHANGES)
    added(kb, tmp_path / "diary.md", DIARY)
    timeout = kb.ask("What is the default timeout?").answer
    assert ("30 seconds" in timeout, "10 seconds" in timeout) == (True, False)
    assert "Priya" not in kb.ask("Which Python versions are no longer supported?").answer


def test_a_further_entry_is_all_that_is_read(kb: KnowledgeBase, log: Path) -> None:
    """TK-08: what a file held before is unchanged, whatever it was read as."""
    first = "# Shed\n\n" + entry("2024-01-10", "Ann Lee")
    assert added(kb, log, first).added == 1
    second = added(kb, log, first + entry("2024-05-12", "Bob Ray"))
    assert (second.added, second.replaced) == (2, 1)  # what was one document is two now, and is not held twice
    assert ids(kb) == ["log.md#2024-01-10", "log.md#2024-05-12"]
    third = added(kb, log, first + entry("2024-05-12", "Bob Ray") + entry("2024-06-01", "Cy Oda"))
    assert (third.added, third.unchanged, third.replaced) == (1, 2, 0)


def test_what_stands_outside_of_entries_stays(kb: KnowledgeBase, log: Path) -> None:
    """It has the id that the file had before it was read in parts, and is not taken back for it."""
    first = "Kept in the shed.\n\n" + entry("2024-01-10", "Ann Lee")
    added(kb, log, first)
    added(kb, log, first + entry("2024-05-12", "Bob Ray"))
    assert ids(kb) == ["log.md", "log.md#2024-01-10", "log.md#2024-05-12"]


def test_parts_may_come_one_after_the_other(kb: KnowledgeBase, log: Path) -> None:
    """What stands outside of entries is not taken back for parts that come in an addition of their own."""
    text = "Kept in the shed.\n\n" + entry("2024-01-10", "Ann Lee") + entry("2024-05-12", "Bob Ray")
    log.write_text(text)
    for document in read(log):
        assert isinstance(document, Document)
        assert kb.add([document], workers=1).replaced == 0
    assert ids(kb) == ["log.md", "log.md#2024-01-10", "log.md#2024-05-12"]


def test_what_could_not_be_stored_takes_nothing_back(
    kb: KnowledgeBase, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An addition that was stopped leaves the file as it was known."""
    first = "# Shed\n\n" + entry("2024-01-10", "Ann Lee")
    added(kb, log, first)

    settle = Additions._settle

    def stop(self: Additions, document: Document, outcome: object, tally: object) -> None:
        if document.id.endswith("05-12"):
            raise ModelUnavailableError("gone")
        settle(self, document, outcome, tally)

    def fail(self: Additions, document: Document, outcome: object, tally: object) -> None:
        settle(self, document, ValueError("odd") if document.id.endswith("05-12") else outcome, tally)

    text = first + entry("2024-05-12", "Bob Ray")
    with monkeypatch.context() as broken:
        broken.setattr(Additions, "_settle", stop)
        assert added(kb, log, text).stopped
    assert "log.md" in ids(kb)
    with monkeypatch.context() as broken:
        broken.setattr(Additions, "_settle", fail)
        assert added(kb, log, text).failed
    assert "log.md" in ids(kb)
    assert added(kb, log, text).replaced == 1
    assert ids(kb) == ["log.md#2024-01-10", "log.md#2024-05-12"]


def test_a_file_is_removed_with_its_parts(kb: KnowledgeBase, log: Path) -> None:
    """TK-08: by the name of the file, whether anything stands outside of its entries; a part by its own."""
    text = entry("2024-01-10", "Ann Lee") + entry("2024-05-12", "Bob Ray")
    added(kb, log, text)
    assert kb.remove("log.md#2024-05-12") == 1
    assert kb.remove("log.md") == 1
    added(kb, log, "Kept in the shed.\n\n" + text)
    assert kb.remove("log.md", "log.md#2024-01-10", "log.md") == 3
    assert ids(kb) == []
    unknown: list[tuple[str, NotFoundError]] = []
    assert kb.remove("log.md", "log.md", unknown=unknown) == 0
    assert [id_ for id_, _ in unknown] == ["log.md"]


def test_ids_of_others_that_look_alike_are_left_alone(kb: KnowledgeBase) -> None:
    """What a user calls so was not read from a file in parts."""
    day = dt.date(2024, 1, 10)
    texts = {"a": "Ann Lee holds the key.", "a#2024-01-10": "It is hers."}
    kb.add([Document(id=id_, text=text, date=day) for id_, text in texts.items()], workers=1)
    assert ids(kb) == ["a", "a#2024-01-10"]
    assert kb.remove("a") == 1
    assert ids(kb) == ["a#2024-01-10"]
    with pytest.raises(NotFoundError):
        kb.remove("a")
