"""A damaged database is named as such, `check` says what can be saved, and `salvage` saves it."""

import datetime as dt
import errno
import random
import shutil
import sqlite3

import pytest
from storekit.samples import Sentence, make_fact, make_prepared
from storekit.testkit_world import FIRST, SECOND, THIRD, add, at

from timeweave.errors import StoreDamagedError, StoreError
from timeweave.store.checking import check, what_can_be_saved
from timeweave.store.failures import damaged
from timeweave.store.salvage import salvage, versions_held
from timeweave.store.sqlite import SqliteStore

PAGE = 4096


def document(number):
    noise = random.Random(number).randbytes(3000).hex()
    facts = [make_fact(f"Firm {number}", "sold", f"{n}", f"{2000 + n}", literal=True) for n in range(6)]
    said = [Sentence(f"{n} {noise}", f"{2000 + n}", (f"Firm {number}",), (f,)) for n, f in enumerate(facts)]
    return make_prepared(f"doc-{number:02}", *said, date=dt.date(2024, 1, 1) + dt.timedelta(days=number))


DOCUMENTS = [document(number) for number in range(30)]


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sound")
    with SqliteStore.open(folder) as store:
        add(store, *DOCUMENTS)
    return folder


@pytest.fixture
def copy(sound, tmp_path):
    shutil.copytree(sound, tmp_path / "kb")
    return tmp_path / "kb"


def read_all(folder):
    """Everything that a store tells; a named error ends it."""
    with SqliteStore.open(folder) as store:
        return at(store, None)


def problems_of(folder):
    with SqliteStore.open(folder) as store:
        return store.check()


def overwrite(folder, offset, content):
    with (folder / "store.db").open("r+b") as file:
        file.seek(offset)
        file.write(content)


def is_known(documents):
    return all(d in [p.document for p in DOCUMENTS] for d in documents)


@pytest.mark.parametrize("seed", range(25))
def test_flipped_bits_are_found_and_never_unnamed(copy, seed):
    """Whatever bytes are changed, reading gives the truth or a store error, and `check` finds every lie (TK-06)."""
    chance = random.Random(seed)
    before = read_all(copy)
    size = (copy / "store.db").stat().st_size
    for _ in range(8):
        overwrite(copy, chance.randrange(size), chance.randbytes(1))
    try:
        found = read_all(copy)
    except StoreError:
        found = None
    try:
        problems = problems_of(copy)
    except StoreError:
        problems = None
    if found != before:
        assert problems != []
    assert is_known(salvage(copy))


@pytest.mark.parametrize("part", [0, 100, PAGE, 0.3, 0.7, 0.98])
def test_a_truncated_database_is_damaged(copy, part):
    """A file that lost its end is refused, or `check` finds it, and what is left can be saved."""
    size = (copy / "store.db").stat().st_size
    keep = part if isinstance(part, int) else int(size * part)
    with (copy / "store.db").open("r+b") as file:
        file.truncate(keep)
    with pytest.raises(StoreDamagedError, match="restore"):
        read_all(copy)
    saved = list(salvage(copy))
    assert is_known(saved)
    assert len(saved) >= (part * len(DOCUMENTS) / 3 if isinstance(part, float) else 0)


def test_a_destroyed_header_loses_nothing(copy):
    """The first page is the same in every store: salvage puts one in place and reads all documents."""
    overwrite(copy, 0, b"\xff" * PAGE)
    with pytest.raises(StoreDamagedError):
        SqliteStore.open(copy)
    assert list(salvage(copy)) == [p.document for p in DOCUMENTS]


def test_salvage_leaves_out_what_is_broken_and_keeps_the_rest(copy, tmp_path):
    """One broken text costs its document; the others can be added to a new store."""
    connection = sqlite3.connect(copy / "store.db")
    connection.execute("UPDATE texts SET packed = x'00' WHERE number = (3 << 20) + 2")
    connection.execute("DELETE FROM texts WHERE number = (5 << 20) + 3")
    connection.commit()
    connection.close()
    expected = [p for n, p in enumerate(DOCUMENTS) if n not in (3, 5)]
    assert list(salvage(copy)) == [p.document for p in expected]
    assert versions_held(copy) == 30
    found = problems_of(copy)
    assert {p.where for p in found} >= {"doc-03", "doc-05"}
    assert "28 of 30 document versions can be saved" in found[-1].what
    with SqliteStore.open(tmp_path / "new") as store:
        add(store, *expected)
        assert store.check() == []
    with SqliteStore.open(copy) as store, store.view() as view, pytest.raises(StoreDamagedError, match="check"):
        view.text(3)


def test_salvage_reads_what_the_log_holds(tmp_path):
    """Documents that were committed and not yet folded into the database are saved too."""
    with SqliteStore.open(tmp_path / "kb") as store:
        add(store, *DOCUMENTS[:3])
        shutil.copytree(tmp_path / "kb", tmp_path / "killed")
    assert (tmp_path / "killed" / "store.db-wal").stat().st_size > 0
    assert list(salvage(tmp_path / "killed")) == [p.document for p in DOCUMENTS[:3]]


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ("UPDATE statements SET stop = 99999 WHERE ordinal = 0 AND number = 1", "statement outside its document"),
        ("UPDATE statements SET chunk = 7 WHERE ordinal = 0", "statement that does not start in its chunk"),
        ("UPDATE chunks SET stop = 99999 WHERE ordinal = 0", "chunk outside its document"),
        ("UPDATE supports SET start = 0, stop = 90 WHERE ordinal = 1", "support without its statement, or outside of"),
        ("UPDATE supports SET confidence = 0.1 WHERE ordinal = 0", "document's rows are not as they were written"),
        ("UPDATE facts SET text = 'forged' WHERE key = 1", "document's rows are not as they were written"),
        ("UPDATE documents SET title = 'forged' WHERE ordinal = 2", "document's rows are not as they were written"),
        ("DELETE FROM supports WHERE ordinal = 2", "fact that no document supports"),
        ("DELETE FROM facts WHERE key = 1", "support without its fact"),
        ("UPDATE facts SET current = 5 WHERE key = 1", "fact with a wrong number of supports"),
        ("DELETE FROM symbols WHERE text = 'acme'", "fact with an unknown name"),
        ("UPDATE symbols SET uses = 9 WHERE text = 'acme'", "name used 2 times is counted 9"),
        ("DELETE FROM texts WHERE number >> 20 = 1", "document without its content"),
        ("INSERT INTO texts VALUES ((9 << 20) + 1, x'00')", "text without its document"),
        ("UPDATE time_nodes SET facts = 9 WHERE label = '2024-Q1'", "time node does not fit the facts"),
        ("DELETE FROM time_nodes WHERE label = '2024-Q1'", "time node does not fit the facts"),
        ("DELETE FROM changes WHERE sequence = 2", "change missing from the log"),
        ("UPDATE changes SET events = x'00' WHERE sequence = 2", "line of the log cannot be read"),
        ("UPDATE state SET next_ordinal = 1", "document numbered higher than any was"),
    ],
)
def test_check_finds_what_does_not_fit(tmp_path, change, what):
    """Each reference, count and offset is verified; what is found is not repairable from the store itself."""
    with SqliteStore.open(tmp_path) as store:
        add(store, FIRST, SECOND, THIRD)
        assert store.check() == []
    connection = sqlite3.connect(tmp_path / "store.db")
    assert connection.execute(change).rowcount > 0
    connection.commit()
    found = check(connection, tmp_path / "store.db")
    connection.close()
    assert any(what in problem.what for problem in found)
    assert not any(problem.repairable for problem in found)


def test_a_folder_that_is_a_file_is_named(tmp_path):
    """A path that cannot hold a store is a named error."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreError, match="file"):
        SqliteStore.open(tmp_path / "file")


def test_a_closed_store_says_so(tmp_path):
    """Using a store after closing it is a named error."""
    store = SqliteStore.open(tmp_path)
    store.close()
    with pytest.raises(StoreError, match="was closed"), store.view():
        pass
    with pytest.raises(StoreError, match="was closed"), store.transaction():
        pass


def test_what_to_type_names_the_folder_whatever_it_is_called(copy):
    """TK-08: a folder whose name looks like a database's is named itself, not the one that it lies in."""
    folder = copy.rename(copy.parent / "my kb.db")
    assert f"`timeweave check --salvage FOLDER --kb '{folder}'`" in what_can_be_saved(folder).what
    assert f"`timeweave check --kb '{folder}'`" in str(damaged(folder / "store.db", ValueError("cut short")))


def test_a_disk_that_fails_is_an_error_of_ours(tmp_path):
    """TK-08: what a failing disk says while a store is written ends in an error that names the store."""
    with SqliteStore.open(tmp_path) as store, pytest.raises(StoreError, match="check the disk"), store.transaction():
        raise OSError(errno.EIO, "Input/output error")
