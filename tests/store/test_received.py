"""A store that was received from somebody: nothing in it leads to files outside of it."""

import datetime as dt

import pytest

import timeweave
from timeweave.errors import StoreError
from timeweave.store.sqlite import DATABASE, LOCK, SEGMENTS

DOCUMENT = timeweave.Document("a", "Acme Corp had revenue of $12 million in 2023.", date=dt.date(2024, 1, 9))


@pytest.fixture
def store(tmp_path):
    """A store with a document, in a folder that holds another folder and a file of the user's."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "precious").write_text("precious")
    with timeweave.open(tmp_path / "kb") as base:
        base.add([DOCUMENT])
    return tmp_path / "kb"


@pytest.mark.parametrize("name", [LOCK, DATABASE, SEGMENTS])
def test_a_link_out_of_the_store_is_refused(store, name):
    """A lock file that is a link had what it leads to emptied; so no file of the store may be one."""
    target = store.parent / "outside" / ("precious" if name == LOCK else name)
    if name == LOCK:
        (store / name).unlink(missing_ok=True)
    else:
        (store / name).rename(target)
    (store / name).symlink_to(target)
    with pytest.raises(StoreError, match="is a symbolic link"), timeweave.open(store):
        pass
    assert (store.parent / "outside" / "precious").read_text() == "precious"


def test_a_lock_that_becomes_a_link_later_empties_nothing(store):
    """Whoever else can write the folder cannot exchange the lock file under an open store."""
    precious = store.parent / "outside" / "precious"
    with timeweave.open(store) as base:
        (store / LOCK).unlink()
        (store / LOCK).symlink_to(precious)
        with pytest.raises((StoreError, OSError)):
            base.remove("a")
    assert precious.read_text() == "precious"
