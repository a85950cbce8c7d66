"""A store that somebody else made does nothing of its own, leads nowhere, and ends in an error of ours."""

from __future__ import annotations

import ast
import contextlib
import datetime as dt
import os
import re
import shutil
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import timeweave
from timeweave.errors import SchemaVersionError, StoreDamagedError, TimeweaveError
from timeweave.indexes.segment_file import SegmentFile, write_segment
from timeweave.records import SegmentRef
from timeweave.store import schema
from timeweave.store.row_digests import COVERED, sign

pytestmark = pytest.mark.filterwarnings("ignore::timeweave.errors.TimeweaveWarning")

QUESTION = "What revenue did Acme Corp report in 2023-Q1?"
DOCUMENTS = [
    timeweave.Document(
        f"d{n}",
        f"Acme Corp reported revenue of ${n + 10} million in 2023-Q{n % 4 + 1}. Jane Smith is CEO of Acme Corp.",
        date=dt.date(2023, 4, 20 + n),
    )
    for n in range(4)
]
NEW = timeweave.Document("new", "Bolt Inc opened a plant in Leeds in March 2022.", date=dt.date(2022, 3, 9))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound") / "kb"
    with timeweave.open(folder) as kb:
        kb.add(DOCUMENTS, workers=1)
        kb.report_all()
    return folder


@pytest.fixture
def received(sound: Path, tmp_path: Path) -> Path:
    return shutil.copytree(sound, tmp_path / "in" / "kb")


@pytest.fixture
def strangers(tmp_path: Path) -> Iterator[Path]:
    """A folder of the user's, which must be as it was."""
    folder = tmp_path / "mine"
    folder.mkdir()
    for name in ("letter", "statements-0123456789abcdef.segment", "notes.segment"):
        (folder / name).write_bytes(b"mine " * 50)
        os.utime(folder / name, (1, 1))
    before = state_of(folder)
    yield folder
    assert state_of(folder) == before


def state_of(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {str(p): (p.read_bytes(), p.stat().st_mtime_ns) for p in sorted(folder.iterdir())}


def altered(folder: Path, *statements: str, values: tuple[object, ...] = ()) -> None:
    connection = sqlite3.connect(folder / "store.db")
    connection.execute("PRAGMA writable_schema = ON")
    for statement in statements:
        connection.execute(statement, values)
    for table in COVERED:
        with contextlib.suppress(sqlite3.Error):
            sign(connection, table)  # whoever makes such a store knows how
    connection.commit()
    connection.close()


def use(folder: Path, *, thorough: bool = True) -> list[TimeweaveError]:
    """Everything that one can do with a store, each thing on its own; the errors that it ends in."""
    reading: list[Callable[[timeweave.KnowledgeBase], object]] = [
        lambda kb: kb.stats(),
        lambda kb: kb.graph(),
        lambda kb: kb.ask(QUESTION),
        lambda kb: kb.ask(QUESTION, mode="global"),
        lambda kb: kb.search(QUESTION, mode="hybrid", explain=True),
        lambda kb: kb.ask(QUESTION, as_of="2023-04-21"),
        lambda kb: kb.timeline("Acme Corp"),
        lambda kb: kb.report("2023"),
        lambda kb: [kb.documents(), kb.changes(), kb.costs()],
        lambda kb: kb.check(),
    ]
    writing: list[Callable[[timeweave.KnowledgeBase], object]] = [
        lambda kb: kb.add([NEW], workers=1),
        lambda kb: kb.remove("d1"),
        lambda kb: kb.report_all(),
        lambda kb: kb.check(repair=True),
        lambda kb: kb.ask(QUESTION),
    ]
    errors = []
    for step in [*reading, *writing] if thorough else reading:
        try:
            with timeweave.open(folder, create=False) as kb:
                step(kb)
        except TimeweaveError as error:
            errors.append(error)
    return errors


def test_a_sound_store_does_all_of_it(received: Path, strangers: Path) -> None:
    """What the tests of this file do with hostile stores works with a sound one."""
    assert use(received) == []


ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n)"
SCHEMES = {
    "a trigger that deletes": "CREATE TRIGGER t AFTER INSERT ON documents BEGIN DELETE FROM texts; END",
    "a trigger on removal": "CREATE TRIGGER t BEFORE DELETE ON documents BEGIN SELECT RAISE(IGNORE); END",
    "a view without end": f"CREATE VIEW v AS {ENDLESS} SELECT i FROM n",
    "a virtual table": "CREATE VIRTUAL TABLE v USING fts5(text)",
    "another table": "CREATE TABLE more (text)",
    "a generated column": "ALTER TABLE settings ADD COLUMN more GENERATED ALWAYS AS (randomblob(9))",
    "an index that computes": "CREATE INDEX i ON facts (abs(-value))",
    "no index": "DROP INDEX changes_by_instant",
    "no table": "DROP TABLE responses",
    "a table that is said to be another": "UPDATE sqlite_schema SET sql = replace(sql, 'calls', 'sllac')",
}


@pytest.mark.parametrize("statement", SCHEMES.values(), ids=list(SCHEMES))
def test_what_does_not_belong_in_a_store_is_refused(received: Path, strangers: Path, statement: str) -> None:
    """No trigger fires, no view is read: a store with other tables than ours is not opened at all."""
    altered(received, statement)
    before = (received / "store.db").read_bytes()
    errors = use(received)
    assert {type(error) for error in errors} == {StoreDamagedError}
    assert len(errors) == 15
    assert (received / "store.db").read_bytes() == before


def test_a_view_in_the_place_of_a_table_is_refused(received: Path) -> None:
    """A table renamed, and a view that never ends under its name."""
    endless = (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i AS sequence, i AS next_ordinal FROM n"
    )
    altered(received, "ALTER TABLE state RENAME TO old", f"CREATE VIEW state AS {endless}")
    assert {type(error) for error in use(received)} == {StoreDamagedError}


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("PRAGMA application_id = 7", StoreDamagedError),
        (f"PRAGMA user_version = {schema.VERSION + 1}", SchemaVersionError),
        ("PRAGMA user_version = 1", StoreDamagedError),
        ("PRAGMA user_version = 0", SchemaVersionError),
        ("PRAGMA user_version = -5", SchemaVersionError),
        ("PRAGMA user_version = 2147483647", SchemaVersionError),
    ],
)
def test_a_header_that_lies_is_refused(received: Path, statement: str, error: type[TimeweaveError]) -> None:
    """Another program's file, a version of the future, and one that the tables are not of."""
    altered(received, statement)
    assert {type(found) for found in use(received)} == {error}


@pytest.mark.parametrize(
    "name",
    [
        "../../../mine/statements-0123456789abcdef.segment",
        "{mine}/statements-0123456789abcdef.segment",
        "../store.db",
        "",
        "..",
        "/dev/zero",
        "statements-0123456789abcdef.segment\x00",
        "notes.segment",
    ],
)
def test_a_name_that_leads_elsewhere_is_followed_nowhere(received: Path, strangers: Path, name: str) -> None:
    """An index file named by a path is damage: it is neither read, touched nor deleted."""
    where = name.format(mine=strangers)
    first = "(SELECT min(position) FROM segments WHERE kind = 'statements')"
    altered(received, f"UPDATE segments SET name = ? WHERE position = {first}", values=(where,))
    (received / "segments" / "notes.segment").write_text("a stranger's, in our folder")
    errors = use(received)
    assert errors
    assert (received / "segments" / "notes.segment").exists()
    with timeweave.open(received) as kb:  # the last step but one mended it
        assert kb.check() == []


LINKS = ["store.db", "store.db-wal", "store.db-shm", "store.lock", "segments"]


@pytest.mark.parametrize("name", LINKS)
def test_a_link_in_the_place_of_a_file_is_refused(received: Path, strangers: Path, name: str) -> None:
    """No file of a store leads out of its folder: what it points to is neither read nor written."""
    place = received / name
    if place.is_dir():
        shutil.rmtree(place)
    else:
        place.unlink(missing_ok=True)
    place.symlink_to(strangers if name == "segments" else strangers / "letter")
    assert {type(error) for error in use(received)} == {StoreDamagedError}


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_an_index_file_that_is_no_file_is_damage(received: Path, strangers: Path, kind: str) -> None:
    """A link is not followed, a pipe not waited for; `check --repair` mends the store and leaves what they lead to."""
    path = next((received / "segments").glob("statements-*.segment"))
    held = path.read_bytes()
    path.unlink()
    if kind == "link":
        (target := strangers.parent / "elsewhere").write_bytes(held)
        path.symlink_to(target)
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    assert use(received)
    with timeweave.open(received) as kb:
        assert kb.check() == []
    assert kind != "link" or target.read_bytes() == held


COLUMNS = ("texts.packed", "changes.events", "reports.packed", "responses.packed")
BOMB = zlib.compress(b'["' + b"a" * 2**30 + b'"]', 9)


@pytest.mark.parametrize("column", COLUMNS)
def test_what_unfolds_without_end_is_damage(received: Path, column: str) -> None:
    """A value of a megabyte that stands for a gigabyte is refused before it is unfolded."""
    import resource

    table, name = column.split(".")
    altered(received, "INSERT INTO responses (key, about, packed) VALUES ('k', 'question', x'00')")
    altered(received, f"UPDATE {table} SET {name} = ?", values=(BOMB,))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    use(received, thorough=False)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 900 * 1024  # KiB
    with timeweave.open(received) as kb:
        assert kb.check() != []


def every_column() -> list[tuple[str, str]]:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    schema.create(connection)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return [(table, row[1]) for table in tables for row in connection.execute(f"PRAGMA table_info({table})")]


VALUES: tuple[object, ...] = ("x", b"\x00\xff", "", -1, 2**62, 1e300, "../../x", "\x00", '{"a": [1]}', "9" * 5000)


@pytest.mark.slow
@pytest.mark.parametrize("place", range(len(every_column())), ids=[".".join(c) for c in every_column()])
def test_values_of_any_kind_end_in_an_error_of_ours(sound: Path, tmp_path: Path, strangers: Path, place: int) -> None:
    """Whatever stands in a column, of whatever type, every command ends in a result or an error of ours: every third
    value in each column, so that each value stands in every third.
    """
    table, column = every_column()[place]
    for number, value in enumerate(VALUES[place % 3 :: 3]):
        folder = shutil.copytree(sound, tmp_path / "in" / f"kb{number}")
        try:
            altered(folder, f"UPDATE OR IGNORE {table} SET {column} = ?", values=(value,))
        except sqlite3.Error:
            continue
        use(folder)


@pytest.mark.parametrize(
    "where",
    [
        "documents.superseded",
        "documents.statements",
        "segments.rows",
        "segments.bytes",
        "state.next_ordinal",
        "sqlite_sequence.seq",
    ],
)
@pytest.mark.parametrize("value", [2**62, "x"])
def test_numbers_that_cannot_be_end_in_an_error_of_ours(received: Path, where: str, value: object) -> None:
    """A few of the columns that sizes of memory are reckoned by."""
    table, column = where.split(".")
    altered(received, f"UPDATE {table} SET {column} = ?", values=(value,))
    use(received)


def rewritten(folder: Path, kind: str, change: Callable[[np.ndarray], np.ndarray]) -> None:
    """The index files of a kind with other numbers in them, signed as if they were ours."""
    connection = sqlite3.connect(folder / "store.db")
    found = connection.execute(
        "SELECT name, kind, rows, bytes, digest FROM segments WHERE kind = ?", (kind,)
    ).fetchall()
    for row in found:
        file = SegmentFile(folder / "segments", SegmentRef(*row))
        arrays = {name: change(np.array(stored.values)) for name, stored in file._arrays.items()}
        made = write_segment(folder / "segments", kind, row[2], arrays, file.facts)
        connection.execute(
            "UPDATE segments SET name = ?, bytes = ?, digest = ? WHERE name = ?",
            (made.name, made.bytes, made.digest, row[0]),
        )
    sign(connection, "segments")
    connection.commit()
    connection.close()


CHANGES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "huge": lambda a: np.full_like(a, np.iinfo(a.dtype).max if a.dtype.kind in "iu" else 1e30),
    "below zero": lambda a: np.full_like(a, -1 if a.dtype.kind in "if" else 255),
    "empty": lambda a: a[:0],
    "half": lambda a: a[: len(a) // 2],
    "of another type": lambda a: a.astype(np.float64),
    "flat": lambda a: a.reshape(-1),
    "not a number": lambda a: np.full_like(a, np.nan) if a.dtype.kind == "f" else a,
}


KINDS = ("statements", "entities", "chunks", "shingles", "edges")


@pytest.mark.parametrize("kind", KINDS)
def test_an_index_of_other_numbers_ends_in_an_error_of_ours(received: Path, kind: str) -> None:
    """TK-06: an index file with right checksums and numbers of another type is damage, whoever reads it."""
    rewritten(received, kind, CHANGES["of another type"])
    use(received, thorough=False)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_an_index_that_lies_ends_in_an_error_of_ours(
    received: Path, kind: str, change: Callable[[np.ndarray], np.ndarray]
) -> None:
    """TK-06: the same with numbers that lead out of all bounds, and for everything that writes."""
    rewritten(received, kind, change)
    use(received)


def test_nothing_of_a_store_is_ever_run() -> None:
    """No module of the package unpickles, evaluates or loads code from data."""
    found = []
    for path in sorted(Path(timeweave.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [getattr(node, "module", None) or "", *(alias.name for alias in node.names)]
                found += [f"{path}: {n}" for n in names if n in ("pickle", "marshal", "shelve", "dill", "joblib")]
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                if called in ("eval", "exec", "compile", "yaml.load", "yaml.unsafe_load", "pickle.loads"):
                    found.append(f"{path}: {called}")
                if called in ("np.load", "numpy.load", "np.frombuffer") and "allow_pickle=True" in ast.unparse(node):
                    found.append(f"{path}: {called}")
                if re.search(r"enable_load_extension", called):
                    found.append(f"{path}: {called}")
    assert found == []
