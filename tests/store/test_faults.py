"""What real processes and disks do to a store: kill -9, several writers, a full disk, a read-only folder."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from storekit.samples import Sentence, make_addition, make_prepared
from storekit.testkit_world import FIRST, SECOND, add, at, seen
from writer_process import document
from writer_process import main as write_until_killed

from timeweave.errors import StoreFullError, StoreInUseError, StoreReadOnlyError
from timeweave.records import DocumentId
from timeweave.store.sqlite import SqliteStore

WRITER = Path(__file__).with_name("writer_process.py")


def start(folder, first=0):
    return subprocess.Popen(
        [sys.executable, str(WRITER), str(folder), str(first)], stdout=subprocess.PIPE, text=True, bufsize=1
    )


def acknowledged(lines):
    """(documents that must be there, documents that may be there) after these lines."""
    present, unsure = set(), set()
    for line in lines:
        if not line.endswith("\n"):
            continue
        number = line[1:].strip()
        if line[0] == "+":
            present.add(number)
        elif line[0] == "?":
            present.discard(number)
            unsure.add(number)
        elif line[0] == "-":
            unsure.discard(number)
    return present, unsure


def kill_while_writing(folder, first, delay, after=1):
    """Let a writer run for ``delay`` seconds after so many lines, kill it, and give what it had acknowledged.

    The first line says that it is ready. It is forked, for starting an interpreter would take most of the time.
    """
    reading, writing = os.pipe()
    writer = os.fork()
    if writer == 0:
        try:
            os.close(reading)
            write_until_killed(folder, first, os.fdopen(writing, "w"))
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as output:
        lines = [output.readline() for _ in range(after)]
        time.sleep(delay)
        os.kill(writer, signal.SIGKILL)
        lines += output.readlines()
    os.waitpid(writer, 0)
    assert lines[0] == "ready\n"
    return acknowledged(lines[1:])


def survive(folder, trials, seed):
    chance = random.Random(seed)
    present = set()
    for trial in range(trials):
        added, unsure = kill_while_writing(folder, trial * 1_000_000, chance.uniform(0, 0.12))
        present |= added
        with SqliteStore.open(folder) as store:
            assert store.check() == []
            with store.view() as view:
                held = {info.id.removeprefix("doc-"): info.ordinal for info in view.documents()}
                assert present <= held.keys()
                # One document may have been committed without its line having come out.
                assert len(held.keys() - present - unsure) <= 1
                for number in [n for n in held if n.isdigit()][-3:]:
                    assert view.original(held[number]) == document(int(number)).document
            present = set(held)
            add(store, make_prepared("resumed", Sentence(f"Trial {trial} goes on.", "2024")))
            present.add("resumed")


def test_every_acknowledged_document_survives_a_kill(tmp_path):
    """Killed at 20 random moments of adding and removing, the store holds what was acknowledged, and goes on."""
    survive(tmp_path / "kb", 20, seed=1)


@pytest.mark.slow
def test_every_acknowledged_document_survives_a_hundred_kills(tmp_path):
    """The same at 100 moments."""
    survive(tmp_path / "kb", 100, seed=2)


def test_a_store_whose_making_was_killed_is_made_again(tmp_path):
    """A draft that was left behind is no store, and is in nobody's way."""
    (tmp_path / "store.db.new").write_bytes(b"half a page")
    (tmp_path / "store.db.new-wal").write_bytes(b"x")
    with SqliteStore.open(tmp_path) as store:
        add(store, FIRST)
        assert store.check() == []


def test_two_writers_take_turns(tmp_path):
    """Two processes that add at once lose nothing and never share an ordinal."""
    SqliteStore.open(tmp_path).close()
    writers = [start(tmp_path, 0), start(tmp_path, 1_000_000)]
    counts = [sum(1 for _ in zip(range(40), w.stdout, strict=False)) for w in writers]
    assert counts == [40, 40]
    kept = []
    for writer in writers:
        writer.send_signal(signal.SIGKILL)
    for writer in writers:
        writer.stdout.close()
        writer.wait()
        kept.append(writer)
    with SqliteStore.open(tmp_path) as store, store.view() as view:
        ids = [int(info.id.removeprefix("doc-")) for info in view.documents()]
        assert min(sum(i < 1_000_000 for i in ids), sum(i >= 1_000_000 for i in ids)) > 5
        assert store.check() == []


def test_a_second_writer_is_told_who_holds_the_lock(tmp_path):
    """Waiting ends at the time-out with the number of the process that writes."""
    code = (
        "import sys, pathlib, time\n"
        "from timeweave.store.sqlite import SqliteStore\n"
        "with SqliteStore.open(pathlib.Path(sys.argv[1])) as store, store.transaction():\n"
        "    print('held', flush=True); time.sleep(600)\n"
    )
    holder = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout.readline() == "held\n"
        with SqliteStore.open(tmp_path, timeout=0.2) as store:
            with pytest.raises(StoreInUseError, match=rf"process {holder.pid} .*0\.2 s"), store.transaction():
                pass
            with store.view() as view:  # reading goes on
                assert list(view.documents()) == []
    finally:
        holder.kill()
        holder.communicate()
    with SqliteStore.open(tmp_path, timeout=60) as store, store.transaction():
        pass  # the lock died with its holder


def test_threads_and_stores_of_one_process_exclude_one_another(tmp_path):
    """A second store on the same folder waits for the first, though the kernel's lock is the process's."""
    with SqliteStore.open(tmp_path) as one, SqliteStore.open(tmp_path, timeout=0.1) as other:
        with one.transaction(), pytest.raises(StoreInUseError, match=str(os.getpid())), other.transaction():
            pass
        with other.transaction():
            pass


def test_readers_see_whole_documents_while_one_writes(tmp_path):
    """Threads that read beside a writing process see each document with all its facts, or not at all."""
    folder = tmp_path / "kb"
    SqliteStore.open(folder).close()
    writer = start(folder)
    writer.stdout.readline()
    faults, looks = [], []

    def look(view):
        infos = list(view.documents())
        for info in infos[-2:]:
            statements = view.statements_of(info.ordinal)
            facts = view.facts_about([statements[0].entities[0]])
            if [s.index for s in statements] != list(range(8)) or len(facts) != 8:
                faults.append((info.id, len(statements), len(facts)))
        if view.visible.sum() != len(infos):
            faults.append((view.sequence, len(infos)))
        return view.sequence

    try:
        with SqliteStore.open(folder) as store:
            earliest, latest = time.monotonic() + 1.0, time.monotonic() + 240.0

            def read():
                last = 0
                while time.monotonic() < earliest or (last < 10 and time.monotonic() < latest):
                    with store.view() as view:
                        now = look(view)
                    if now < last:
                        faults.append(("went back", last, now))
                    last = now
                    looks.append(last)

            threads = [threading.Thread(target=read) for _ in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    finally:
        writer.kill()
        writer.communicate()
    assert faults == []
    assert len(set(looks)) > 3  # it did write meanwhile


@contextlib.contextmanager
def mounted(folder, *options):
    """A small file system of its own, where the machine lets us make one."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run(["mount", *options, str(folder)], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"mounting is not permitted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=False, capture_output=True)


def noisy(number):
    """A document that does not compress."""
    return make_prepared(f"doc-{number}", Sentence(random.Random(number).randbytes(20_000).hex(), "2024"))


def test_a_full_disk_costs_the_current_document_only(tmp_path):
    """When no space is left, the change is refused as such, everything before it is intact, and room mends it."""
    with mounted(tmp_path / "small", "-t", "tmpfs", "-o", "size=3m", "tmpfs") as folder:
        ballast = folder / "ballast"
        ballast.write_bytes(bytes(1_000_000))
        with SqliteStore.open(folder / "kb") as store:
            with pytest.raises(StoreFullError, match="no space left") as refused:
                add(store, *(noisy(number) for number in range(200)))
            number = int(str(refused.traceback[1].frame.f_locals["prepared"].document.id).removeprefix("doc-"))
            with store.view() as view:
                assert sum(1 for _ in view.documents()) == number
                assert view.document(DocumentId(f"doc-{number}")) is None
            assert store.check() == []
            ballast.unlink()
            add(store, FIRST)
            assert store.check() == []
        with SqliteStore.open(folder / "kb") as store, store.view() as view:
            assert sum(1 for _ in view.documents()) == number + 1


@pytest.mark.parametrize("left_over", [False, True], ids=["closed in order", "killed"])
def test_a_folder_that_cannot_be_written_is_read(tmp_path, left_over):
    """On a read-only mount everything is read, a left-over log included, and writing is refused as such."""
    source = tmp_path / "kb"
    if left_over:
        kill_while_writing(source, 0, 0.1, after=2)
        assert (source / "store.db-wal").stat().st_size > 0
        for file in (source / "store.db-shm",):
            file.unlink()
    with SqliteStore.open(tmp_path / "other") as store:
        add(store, FIRST, SECOND)
    if not left_over:
        source = tmp_path / "other"
    with mounted(tmp_path / "image", "-t", "tmpfs", "-o", "size=8m", "tmpfs") as folder:
        for file in source.iterdir():
            if file.is_file():
                (folder / file.name).write_bytes(file.read_bytes())
        (folder / "segments").mkdir()
        done = subprocess.run(["mount", "-o", "remount,ro", str(folder)], capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"remounting is not permitted here: {done.stderr.strip()}")
        with SqliteStore.open(folder) as store:
            with store.view() as view:
                found = seen(view)
            assert store.check() == []
            with pytest.raises(StoreReadOnlyError, match="reading only"), store.transaction():
                pass
    with SqliteStore.open(source) as store:
        assert at(store, None) == found
        assert len(found["documents"]) > 0


def test_read_only_is_kept_to_where_it_could_write(tmp_path):
    """A store opened for reading refuses to write, and sees what another writes."""
    with SqliteStore.open(tmp_path) as writer, SqliteStore.open(tmp_path, read_only=True) as reader:
        add(writer, FIRST)
        with reader.view() as view:
            assert [d.id for d in view.documents()] == ["first"]
        with pytest.raises(StoreReadOnlyError), reader.transaction() as transaction:
            transaction.apply(make_addition(transaction, SECOND))
        add(writer, SECOND)
        with reader.view() as view:
            assert [d.id for d in view.documents()] == ["first", "second"]


@pytest.mark.parametrize("options", [{"read_only": True}, {"create": False}])
def test_no_store_is_made_where_none_may_be(tmp_path, options):
    """Opening for reading, or without making, leaves the folder alone."""
    with pytest.raises(Exception, match="no store in"):
        SqliteStore.open(tmp_path / "none", **options)
    assert not (tmp_path / "none").exists()
