"""What is taken back is gone from every byte of every file, and files that nothing needs are gone with the command."""

from __future__ import annotations

import datetime as dt
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from every_write import Embedder
from leftovers import found_in, holds

import timeweave
from timeweave.errors import ErasurePendingWarning, NotFoundError
from timeweave.language.shingles import shingle_hashes, words_of
from timeweave.llm.base import Purpose
from timeweave.records import Usage
from timeweave.store.sqlite import SqliteStore

RARE = ("Vexilbrücke", "Quorlaxine", "Zanthorpe", "Mirabeldt", "Pfuhltek")
SECRET = "Mirabeldt Zanthorpe became head of Vexilbrücke Holdings in March 2021 and moved Quorlaxine to Leeds."
"""Names, words and a fact that no other document has."""


def document(number: int, *sentences: str) -> timeweave.Document:
    """One of many, of its own length."""
    draw = random.Random(number)
    names = [f"{draw.choice('BDFGKLM')}{draw.choice('aeiou')}r{number}{place}on" for place in range(draw.randint(1, 9))]
    said = [f"{name} Optics opened a plant in Leeds in {2000 + number % 20}." for name in names]
    day = dt.date(2021, 1, 1) + dt.timedelta(number)
    return timeweave.Document(f"doc-{number}", "\n\n".join((*said, *sentences)), date=day, title=f"Report {number}")


def secret(day: dt.date = dt.date(2021, 5, 1), text: str = SECRET) -> timeweave.Document:
    """The one that is taken back."""
    own = {"author": "Pfuhltek"}
    return timeweave.Document("taken-back", text, date=day, title="Vexilbrücke", source="Pfuhltek.txt", metadata=own)


def opened(folder: Path) -> timeweave.KnowledgeBase:
    return timeweave.open(folder, embedder=Embedder("letters"))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of documents among which the secret one was added, and much came and went after it."""
    place = tmp_path_factory.mktemp("filled") / "kb"
    with opened(place) as kb:
        kb.add([document(n) for n in range(20)], workers=1)
        kb.add([secret()], workers=1)
        kb.add([document(n) for n in range(20, 45)], workers=1)
        kb.remove(*(f"doc-{n}" for n in range(0, 40, 3)))
        kb.report("2021")
        kb.ask("Who became head of Vexilbrücke Holdings?")
    with closing(SqliteStore.open(place)) as store:
        responses = store.responses("test")
        for about in ("document:taken-back", "node:2021-03", "a question"):
            responses.keep_response(about, f"Of Quorlaxine, {about}.", Purpose("answer", about), Usage(calls=1))
    return place


@pytest.fixture
def folder(filled: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(filled, tmp_path / "kb"))


def segments(folder: Path) -> set[str]:
    return {path.name for path in (folder / "segments").iterdir()}


def listed(folder: Path) -> set[str]:
    with closing(sqlite3.connect(folder / "store.db")) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM segments")}


def test_no_word_of_a_removed_document_is_left(folder):
    """TK-08: neither as text nor compressed, in no table, index file, report, response or free space."""
    assert set(found_in(folder, *RARE)) == set(RARE)
    with opened(folder) as kb:
        kb.remove("taken-back")
        assert found_in(folder, *RARE) == {}
        assert segments(folder) == listed(folder)
        assert kb.check() == []
    assert found_in(folder, *RARE) == {}
    assert set(found_in(folder, "Leeds", "optics")) == {"Leeds", "optics"}


def test_no_vector_and_no_word_sequence_of_it_is_left(folder):
    """TK-08: what the index files hold in place of words says what was said, too."""
    with opened(folder) as kb, kb._store.view() as view:
        found = view.document("taken-back")
        (statement,) = view.statements_of(found.ordinal)
        (ref, *_) = [r for r in view.segments("statements") if found.ordinal in _ordinals(folder, r)]
        row = _row(folder, ref, found.ordinal, statement.index)
    kept = (shingle_hashes(words_of(SECRET)) >> np.uint64(24)).astype(np.uint32)  # of 40 bits the lower ones
    marks = {row, *(value.tobytes() for value in kept)}
    assert len(marks) > 5
    assert all(holds(folder, mark) for mark in marks)
    with opened(folder) as kb:
        kb.remove("taken-back")
    assert not any(holds(folder, mark) for mark in marks)


def _ordinals(folder: Path, ref) -> list[int]:
    from timeweave.indexes.segment_file import SegmentFile

    return SegmentFile(folder / "segments", ref).part("documents").tolist()


def _row(folder: Path, ref, ordinal: int, index: int) -> bytes:
    from timeweave.indexes.segment_file import SegmentFile

    file = SegmentFile(folder / "segments", ref)
    place = np.flatnonzero((file.part("ordinals") == ordinal) & (file.part("indexes") == index))[0]
    return file.part("codes")[place].tobytes()


def test_a_version_that_another_replaces_is_erased_likewise(folder):
    """TK-08: by one of the same day or an earlier one; what one of a later day corrects is kept for the days before."""
    with opened(folder) as kb:
        kb.add([secret(dt.date(2021, 6, 1), "Pfuhltek moved to Leeds.")], workers=1)
        assert set(found_in(folder, *RARE)) == set(RARE)
        found = kb.search("Who became head of Vexilbrücke Holdings?", as_of="2021-05-15")
        assert SECRET in {evidence.text for evidence in found.evidence}
        kb.add([secret(dt.date(2021, 4, 1), "Pfuhltek moved to York.")], workers=1)
    with closing(sqlite3.connect(folder / "store.db")) as connection:
        connection.execute("DELETE FROM changes")  # the log goes on telling what a correction corrects
        connection.commit()
        connection.execute("VACUUM")
    assert set(found_in(folder, *RARE)) == {"Vexilbrücke", "Pfuhltek"}  # its title and its author, which it still has


def test_what_a_reader_holds_up_is_erased_by_the_next_command(folder):
    """Who reads the state before still needs its files; the next opening erases, though it writes nothing itself."""
    with opened(folder) as reading, reading._store.view() as view:
        assert view.document("taken-back") is not None
        with opened(folder) as kb:
            with pytest.warns(ErasurePendingWarning, match="the next command erases them"):
                kb.remove("taken-back")
            assert kb.ask("Who became head of Vexilbrücke Holdings?").refused
        assert reading._indexes.reader(view).rows()
        assert found_in(folder, *RARE)
    with opened(folder) as kb:
        assert kb.documents()
    assert found_in(folder, *RARE) == {}
    assert segments(folder) == listed(folder)


def test_many_are_erased_at_once_and_unknown_ids_do_not_keep_them(folder):
    with opened(folder) as kb:
        with pytest.raises(NotFoundError, match="'nobody'"):
            kb.remove("taken-back", "nobody", "doc-1")
        assert found_in(folder, *RARE) == {}
        unknown: list = []
        assert kb.remove("doc-1", "nobody", "doc-2", unknown=unknown) == 2
        assert [id_ for id_, _ in unknown] == ["nobody"]


def test_files_that_nothing_needs_are_gone_when_the_command_ends(tmp_path):
    """Replaced segments, and what an addition that was cut off left behind."""
    folder = tmp_path / "kb"
    with opened(folder) as kb:
        kb.add([document(n) for n in range(20)], workers=1)
    assert segments(folder) == listed(folder)
    orphan = folder / "segments" / "statements-0000000000000000.segment"
    orphan.write_bytes(b"of an addition that was cut off")
    with opened(folder) as kb:
        kb.add([document(30)], workers=1)
    assert segments(folder) == listed(folder)
    orphan.write_bytes(b"again")
    with opened(folder) as kb:
        assert kb.check(repair=True) == []
    assert segments(folder) == listed(folder)
