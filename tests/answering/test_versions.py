"""Release notes and changelogs as they are written: what came out when, what is new in a version, which has what."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping

import pytest

import timeweave
from timeweave import KnowledgeBase
from timeweave.answering.context.answer_context import prepare
from timeweave.answering.versions import propose_versions
from timeweave.errors import UndatedDocumentWarning
from timeweave.retrieval import Query

CHANGELOGS = {
    "ferry-CHANGELOG.md": """# Changelog

The format is based on [Keep a Changelog](https://keepachangelog.com/en/1.0.0/).

## [Unreleased]

### Added

- Fog horns.

## [1.3.0] - 2021-05-20

### Added

- A timetable for the night boats.
- Bicycles may be taken aboard.

### Removed

- The `--steam` option, which was deprecated in 1.2.0.

## [1.2.0] - 2020-01-14

### Deprecated

- The `--steam` option.

### Fixed

- A crash when a pier had no name.

## [1.1.0] - 2019-08-02

- The tide tables are read at start.
""",
    "lantern-CHANGES.rst": """Version 2.2.0
-------------

Unreleased

-   Drop support for candles.

Version 2.1.0
-------------

Released 2022-04-28, codename Wick

-   Lamps can be dimmed by a slider.
-   Fix a leak of oil in the brass model.

Version 2.0.0
-------------

Released 2019-11-02

-   Rewritten for gas.
""",
    "harrow/CHANGES.md": """# Change log

## 24.2.0

- Support for stony ground.

## 24.1.0

- Rows may be curved.

## 23.9b1

- First public version.
""",
}


def opened(texts: Mapping[str, str], undated: str, scratch: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """A folder of files, of which one has no date, added as a user would."""
    folder = scratch.mktemp("files")
    for name, text in texts.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    with timeweave.open(scratch.mktemp("kb")) as kb:
        with pytest.warns(UndatedDocumentWarning, match=f"'{undated}' has no date"):
            kb.add(folder, now=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), workers=1)
        yield kb


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    yield from opened(CHANGELOGS, "harrow/CHANGES.md", tmp_path_factory)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When was ferry 1.2.0 released?", "2020-01-14 (ferry 1.2.0)"),
        ("When did version 1.2.0 come out?", "2020-01-14 (ferry 1.2.0)"),
        ("What is the latest version of ferry?", "ferry 1.3.0 (2021-05-20)"),
        ("What was the newest ferry version on 3 March 2020?", "ferry 1.2.0 (2020-01-14)"),
        ("Which version followed ferry 1.1.0?", "ferry 1.2.0 (2020-01-14)"),
        ("What is the latest version of lantern?", "lantern 2.1.0 (2022-04-28)"),
        ("When was lantern 2.1.0 released?", "2022-04-28 (lantern 2.1.0)"),
        ("What is the latest version of harrow?", "harrow 24.2.0"),
        ("Which version of harrow preceded 24.2.0?", "harrow 24.1.0"),
    ],
)
def test_what_came_out(kb: KnowledgeBase, question: str, told: str) -> None:
    """By the headings of release notes; what they call unreleased is not out, what they do not date has its place."""
    answer = kb.ask(question)
    assert answer.answer == told
    assert answer.citations


def test_a_version_without_a_day_is_not_dated(kb: KnowledgeBase) -> None:
    answer = kb.ask("When was harrow 24.1.0 released?")
    assert answer.refused
    assert "missing: its release notes do not say when harrow 24.1.0 came out" in answer.warnings


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "What is new in ferry 1.3.0?",
            [
                "ferry 1.3.0, 20 May 2021:",
                "A timetable for the night boats.",
                "Bicycles may be taken aboard.",
                "The --steam option, which was deprecated in 1.2.0.",
            ],
        ),
        (
            "What did ferry 1.3.0 remove?",
            ["ferry 1.3.0, 20 May 2021:", "The --steam option, which was deprecated in 1.2.0."],
        ),
        (
            "What was fixed in lantern 2.1.0?",
            ["lantern 2.1.0, 28 April 2022:", "Fix a leak of oil in the brass model."],
        ),
        ("What changed in 24.2.0?", ["harrow 24.2.0:", "Support for stony ground."]),
        ("What is new in lantern 2.0.0?", ["lantern 2.0.0, 2 November 2019:", "Rewritten for gas."]),
    ],
)
def test_what_a_version_holds(kb: KnowledgeBase, question: str, told: list[str]) -> None:
    """What stands below its heading, of the kind that is asked for; each line is cited."""
    answer = kb.ask(question)
    assert answer.answer.split("\n") == told
    assert len(answer.citations) == len(told) - 1


def test_what_a_version_holds_nothing_of_is_not_told(kb: KnowledgeBase) -> None:
    """A topic that no line of the version is on is not answered by its other lines."""
    answer = kb.ask("What did ferry 1.3.0 change about the tide tables?")
    assert "night boats" not in answer.answer


@pytest.mark.parametrize(
    ("question", "version"),
    [
        ("In which version of ferry was the --steam option removed?", "ferry 1.3.0, 20 May 2021"),
        ("Which release of lantern lets lamps be dimmed?", "lantern 2.1.0, 28 April 2022"),
    ],
)
def test_which_version_has_something(kb: KnowledgeBase, question: str, version: str) -> None:
    """The version is said with the line, which itself does not tell it, and put forward by itself."""
    assert version in kb.ask(question, min_confidence=0).answer
    with kb._store.view(None) as view:
        result, relevance = kb._inquiries.find(Query(question), view, kb._clients("ask"))
        proposed = [p.answer.answer for p in propose_versions(prepare(result, view, relevance))]
    assert proposed[0].startswith(f"{version}: ")
    assert not any("\n" in answer for answer in proposed)


def test_a_changelog_is_of_its_newest_version(kb: KnowledgeBase) -> None:
    """Its date is that of its newest version, its subject what it is the changelog of; no version is its title."""
    documents = {d.id: d for d in kb.documents()}
    assert documents["ferry-CHANGELOG.md"].published == dt.date(2021, 5, 20)
    assert documents["lantern-CHANGES.rst"].published == dt.date(2022, 4, 28)
    assert documents["lantern-CHANGES.rst"].title == ""
    assert [documents[name].entities for name in CHANGELOGS] == [("ferry",), ("lantern",), ("harrow",)]


ODD = {
    "quay/CHANGELOG.md": """# Change log

## 2.0.0 "Wick"

- Rewritten for gas:
  - in the harbour,
  - at sea.
- Bicycles.

## 1.3.0 (2024-03-02)

## 1.2.0 (2023-03-02)

### Added

- A foghorn for the bow.

## Ideas

- Steam engines for all.
""",
    "CHANGELOG.md": "# Changelog\n\n## 5.1 (2024-05-01)\n\n- Support for Fennel 3.2.\n\n"
    "## 5.0 (2023-05-01)\n\n- New sails.\n",
    "crane.txt": "Crane changes\n\n"
    "Version 1.1.0 (May 1, 2024)\n---------------------------\n* A longer arm.\n\n"
    "Version 1.0.0 (May 1, 2023)\n---------------------------\n* A short arm.\n",
    "minutes.md": "---\ndate: 2020-05-12\n---\n# Minutes of the board\n\n"
    "## 1.1 Approval of minutes of 14 April 2020\n\nThey were approved.\n\n"
    "## 1.2 Report of 3 May 2020\n\nAnna Berg reported on the pier.\n\n## 1.3\n\nNothing else was said.\n",
    "rates.txt": "A short history of rates.\nThe bank cut rates to 3.5% on 5 May 2020.\nAnna Berg is its governor.\n"
    "It raised them to 4.2% on 12 June 2021.\nThe new building will cost 8.5 million by 1 March 2029.\n",
    "lantern.md": "---\ndate: 2024-05-05\n---\n# Lamps\n\nToday we released Lantern 2.0. It costs 40 euros.\n",
}


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    yield from opened(ODD, "rates.txt", tmp_path_factory)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the latest version of quay?", "quay 2.0.0"),
        ("When was quay 1.3.0 released?", "2024-03-02 (quay 1.3.0)"),
        ("What is the latest version of Crane?", "Crane 1.1.0 (2024-05-01)"),
        ("Which version preceded 5.1?", "CHANGELOG.md 5.0 (2023-05-01)"),
        ("What is new in quay 2.0.0?", "quay 2.0.0:\nRewritten for gas\nBicycles."),
        ("What was added in quay 1.2.0?", "quay 1.2.0, 2 March 2023:\nA foghorn for the bow."),
    ],
)
def test_changelogs_of_other_forms(odd: KnowledgeBase, question: str, told: str) -> None:
    """Code names, versions with nothing below, underlined lines of plain text, a file without a name."""
    assert odd.ask(question).answer == told


@pytest.mark.parametrize(
    ("question", "wrong"),
    [
        ("What was removed in quay 1.2.0?", "foghorn"),
        ("What is new in Fennel 5.1?", "Support for Fennel"),
        ("What is new in quay 1.3.0?", "foghorn"),
        ("How much is the current Lantern?", "Lantern 2.0 (2024-05-05)"),
        ("Why is the newest Lantern late?", "Lantern 2.0 (2024-05-05)"),
        ("Which releases came out in 2020?", "1.1"),
    ],
)
def test_what_release_notes_do_not_tell(odd: KnowledgeBase, question: str, wrong: str) -> None:
    """Nothing of the kind asked for, another product, a price, numbered items of minutes."""
    assert wrong not in odd.ask(question).answer


def test_prose_and_minutes_are_no_release_notes(odd: KnowledgeBase) -> None:
    documents = {d.id: d for d in odd.documents()}
    assert documents["rates.txt"].published is None
    assert documents["minutes.md"].published == dt.date(2020, 5, 12)
    assert documents["rates.txt"].entities == documents["minutes.md"].entities == ()
    assert "(Minutes of the board, 12 May 2020)" in odd.ask("Who reported on the pier?").answer


def test_versions_without_days_stand_in_the_order_of_their_numbers(kb: KnowledgeBase) -> None:
    numbers = [dict(r.fact.qualifiers).get("number") for r in kb.timeline("harrow").facts]
    assert numbers == ["23.9b1", "24.1.0", "24.2.0"]
