"""A fit that is kept in a file: read again by the next process, never believed when it is stale or damaged."""

from __future__ import annotations

import datetime as dt
import hashlib
from pathlib import Path

import pytest
from chunk_worlds import Article, put
from index_worlds import take_back
from storekit.memory import MemoryStore

from timeweave.indexes import Indexes
from timeweave.indexes.chunks import kept_fit

DAY = dt.date(2024, 1, 1)
WORLD = [
    Article("a", DAY, [[("plant profit", 0)], [("lens tariff", 1)]]),
    Article("b", DAY, [[("plant profit lens", 2)]]),
    Article("c", dt.date(2024, 1, 5), [[("lens tariff harbour", 3)], [("harbour plant", 4)]]),
]
ASKED = {"plant": 1, "harbour": 2}


@pytest.fixture
def filled(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> MemoryStore:
    """A store whose fits are kept however little time they take."""
    monkeypatch.setattr(kept_fit, "WORTH_SECONDS", 0.0)
    for article in WORLD:
        put(store, Indexes(store.folder), article)
    return store


def asked(store: MemoryStore, as_of: dt.date | None = None) -> list[float]:
    """What a new process gives."""
    with store.view(as_of) as view:
        return list(Indexes(store.folder).chunks(view).semantic(ASKED).tolist())


def kept(store: MemoryStore) -> list[Path]:
    return sorted(store.folder.glob(f"*{kept_fit.SUFFIX}"))


def test_the_next_process_reads_what_was_kept(filled, monkeypatch):
    """The same to the last bit, without fitting; the file holds no word of any document."""
    first = asked(filled)
    (file,) = kept(filled)
    assert b"plant" not in file.read_bytes()
    monkeypatch.setattr(kept_fit, "fit", None)
    assert asked(filled) == first


@pytest.mark.parametrize("damage", [lambda b: b[:-1], lambda b: b[:40] + bytes([b[40] ^ 1]) + b[41:], lambda _: b""])
def test_a_damaged_file_is_made_anew(filled, damage):
    """A derived file is no reason to fail, and never a reason to be wrong."""
    first = asked(filled)
    (file,) = kept(filled)
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert asked(filled) == first
    assert kept(filled)[0].read_bytes() == whole


def test_another_state_has_another_fit(filled):
    """TK-05: an earlier day, a further document: what was kept is of neither; only the current state's is kept."""
    first = asked(filled)
    (file,) = kept(filled)
    assert len(asked(filled, DAY)) == 3
    assert kept(filled) == [file]
    put(filled, Indexes(filled.folder), Article("d", DAY, [[("plant harbour harbour", 5)]]))
    assert len(asked(filled)) == 6
    assert len(kept(filled)) == 1
    assert kept(filled) != [file]
    assert asked(filled, dt.date(2024, 1, 4)) != first


def test_a_fit_is_not_of_an_earlier_day_that_knows_the_same_words(store, monkeypatch):
    """TK-05: the words alone do not tell two states apart; a day that sees two of three documents gets a fit of two."""
    monkeypatch.setattr(kept_fit, "WORTH_SECONDS", 0.0)
    for id_, day in (("a", DAY), ("b", DAY), ("c", dt.date(2024, 1, 5))):
        put(store, Indexes(store.folder), Article(id_, day, [[("plant harbour", 0)]]))
    assert len(asked(store)) == 3
    assert len(kept(store)) == 1
    assert len(asked(store, DAY)) == 2


def test_a_removal_takes_it_away(filled):
    """TK-08: what was worked out of a document goes with it."""
    asked(filled)
    take_back(filled, Indexes(filled.folder), "b")
    assert kept(filled) == []


def test_a_folder_that_cannot_be_written_answers_all_the_same(filled, monkeypatch):
    """Keeping is a courtesy."""
    first = asked(filled)
    kept(filled)[0].unlink()
    monkeypatch.setattr(kept_fit.os, "replace", _refused)
    assert asked(filled) == first


def _refused(*_: object) -> None:
    raise PermissionError(13, "read-only")


def test_a_fit_of_other_texts_is_not_believed(filled, tmp_path):
    """A folder that holds the fit of another store, of as many documents and the same words, gives what it gave."""
    exchanged = {"plant": "tariff", "tariff": "plant"}
    asked(filled)
    (mine,) = kept(filled)
    with MemoryStore(tmp_path / "other") as other:
        for article in WORLD:
            chunks = [
                [(" ".join(exchanged.get(w, w) for w in s.split()), v) for s, v in held] for held in article.chunks
            ]
            put(other, Indexes(other.folder), Article(article.id, article.day, chunks))
        expected = asked(other)
        assert expected != asked(filled)
        for file in kept(other):
            file.unlink()
        (other.folder / mine.name).write_bytes(mine.read_bytes())
        assert asked(other) == expected


def test_a_whole_file_of_another_form_is_made_anew(filled):
    """What an earlier or later version wrote is no fit, though its digest is right."""
    first = asked(filled)
    (file,) = kept(filled)
    for body in (b"written otherwise", b"PK\x03\x04", b""):
        file.write_bytes(hashlib.blake2b(body, digest_size=20).digest() + body)
        assert asked(filled) == first


def test_a_fit_that_took_no_time_is_not_kept(store, monkeypatch):
    """A file is worth its place only where making it keeps a question waiting."""
    monkeypatch.setattr(kept_fit, "WORTH_SECONDS", float("inf"))
    for article in WORLD:
        put(store, Indexes(store.folder), article)
    asked(store)
    assert kept(store) == []
