"""What of a folder is read: each file once, none from outside, nothing that is not a file."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.outcomes import Failure
from timeweave.records import Document

Write = Callable[[str, str | bytes], Path]


def read_from(folder: Path, **options: object) -> tuple[list[str], dict[str, str]]:
    """The ids of the documents, and the failures by path below the folder."""
    items = list(read(folder, **options))
    failures = {os.path.relpath(i.source, folder): i.error for i in items if isinstance(i, Failure)}
    return [i.id for i in items if isinstance(i, Document)], failures


def test_a_link_out_of_the_folder_is_refused(write: Write, tmp_path: Path) -> None:
    """Links to a file, a folder and through `..` outside are named with the remedy, and nothing of them is read."""
    write("outside/secret.txt", "root:x:0:0")
    write("in/a.txt", "A.")
    (tmp_path / "in" / "file.txt").symlink_to(tmp_path / "outside" / "secret.txt")
    (tmp_path / "in" / "folder").symlink_to("../outside")
    (tmp_path / "in" / "parent").symlink_to("..")
    (tmp_path / "in" / "b").mkdir()
    (tmp_path / "in" / "b" / "twice").symlink_to("../folder/secret.txt")
    ids, failures = read_from(tmp_path / "in")
    assert ids == ["a.txt"]
    assert sorted(failures) == ["b/twice", "file.txt", "folder", "parent"]
    secret = str(tmp_path / "outside" / "secret.txt")
    assert f"is a symbolic link to {secret!r}, out of the folder" in failures["file.txt"]
    assert "--follow-links" in failures["b/twice"]


def test_a_neighbour_with_the_same_start_is_outside(write: Write, tmp_path: Path) -> None:
    """`inside` is not in `in`."""
    write("inside/secret.txt", "S.")
    write("in/a.txt", "A.")
    (tmp_path / "in" / "link.txt").symlink_to("../inside/secret.txt")
    assert read_from(tmp_path / "in")[0] == ["a.txt"]


def test_links_out_are_followed_when_asked_for(write: Write, tmp_path: Path) -> None:
    """What two links lead to is read once, and one that leads back above the folder ends."""
    write("outside/b.txt", "B.")
    write("in/a.txt", "A.")
    for name in ("first", "second"):
        (tmp_path / "in" / name).symlink_to("../outside")
    (tmp_path / "in" / "third.txt").symlink_to("../outside/b.txt")
    (tmp_path / "outside" / "back").symlink_to("../in")
    (tmp_path / "in" / "zenith").symlink_to("..")
    assert read_from(tmp_path / "in", follow_links=True) == (["a.txt", "first/b.txt"], {})


def test_a_path_that_is_a_link_was_asked_for(write: Write, tmp_path: Path) -> None:
    """The user's own link to a file or a folder is followed, and what the folder holds lies inside it."""
    write("real/a.txt", "A.")
    (tmp_path / "real" / "again.txt").symlink_to(tmp_path / "real" / "a.txt")
    (tmp_path / "folder").symlink_to("real")
    (tmp_path / "file.txt").symlink_to("real/a.txt")
    assert read_from(tmp_path / "folder") == (["a.txt"], {})
    assert read_from(tmp_path / "file.txt") == (["file.txt"], {})


def test_what_links_inside_lead_to_is_read_once(write: Write, tmp_path: Path) -> None:
    """Files are read where they stand; behind a link only where their own place is hidden; circles end."""
    write("real/a.txt", "A.")
    write(".versions/3/b.txt", "B.")
    (tmp_path / "a-twin").symlink_to("real")
    (tmp_path / "twin.txt").symlink_to("real/a.txt")
    (tmp_path / "real" / "loop").symlink_to(tmp_path)
    (tmp_path / "current").symlink_to(".versions/3")
    (tmp_path / "other").symlink_to(".versions/3")
    (tmp_path / "other.txt").symlink_to("current/b.txt")
    (tmp_path / ".versions" / "3" / "round").symlink_to("..")
    assert read_from(tmp_path) == (["current/b.txt", "real/a.txt"], {})


def test_links_that_lead_nowhere_are_named(tmp_path: Path) -> None:
    """A link to nothing and one to itself are failures that quote what they lead to."""
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nothing")
    (tmp_path / "self").symlink_to(tmp_path / "self")
    _, failures = read_from(tmp_path)
    assert sorted(failures) == ["gone.txt", "self"]
    assert all("which cannot be followed" in error for error in failures.values())


def test_the_store_is_not_read_through_a_link(write: Write, tmp_path: Path) -> None:
    """A link to the store's folder, or into it, is passed over."""
    write(".timeweave/notes.txt", "no")
    write("a.txt", "A.")
    (tmp_path / "kb").symlink_to(".timeweave")
    (tmp_path / "notes.txt").symlink_to(".timeweave/notes.txt")
    assert read_from(tmp_path, skip=[tmp_path / ".timeweave"]) == (["a.txt"], {})


def test_what_is_no_file_is_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe, a socket and a device, also behind a link inside or one that is followed, are named and do not block."""
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    os.mkfifo("pipe.txt")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket.txt")
        os.mkdir(".hidden")
        os.mkfifo(".hidden/pipe")
        os.symlink(".hidden/pipe", "inner.txt")
        os.symlink("/dev/zero", "zero.txt")
        ids, failures = read_from(tmp_path, follow_links=True)
    assert ids == []
    assert sorted(failures) == ["inner.txt", "pipe.txt", "socket.txt", "zero.txt"]
    assert all("is neither a file nor a folder" in error for error in failures.values())


def test_a_deep_folder_is_read_to_its_end(tmp_path: Path) -> None:
    """A thousand folders within each other are no recursion of ours."""
    folder = tmp_path
    for _ in range(1_200):
        folder = folder / "d"
        folder.mkdir()
    (folder / "a.txt").write_text("Deep.")
    ids, failures = read_from(tmp_path)
    assert ids == ["d/" * 1_200 + "a.txt"]
    assert not failures
    (folder / "a.txt").unlink()
    os.removedirs(folder)  # a recursive removal would not come to its end


def test_many_files_cost_as_much_each(tmp_path: Path) -> None:
    """Ten thousand files take no more than linear time: at most four times as much each as a thousand."""
    spent = {}
    for count in (1_000, 10_000):
        folder = tmp_path / str(count)
        folder.mkdir()
        for number in range(count):
            (folder / f"{number}.txt").write_text("Tiny.")
        started = time.process_time()
        assert sum(isinstance(item, Document) for item in read(folder)) == count
        spent[count] = (time.process_time() - started) / count
    assert spent[10_000] < 4 * spent[1_000]


def test_names_cannot_steer_what_is_written(tmp_path: Path) -> None:
    """Names with line ends and escapes are ids like any other."""
    for name in ("a\nb.txt", "\x1b[31mred.txt"):
        (tmp_path / name).write_text("A.")
    ids, failures = read_from(tmp_path)
    assert ids == ["\x1b[31mred.txt", "a\nb.txt"]
    assert not failures
