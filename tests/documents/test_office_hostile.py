"""Office files made to cost or to mislead, damaged, protected, or of another kind than they say."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.outcomes import Failure
from timeweave.records import Document

FILES = Path(__file__).parent / "files"
Write = Callable[[str, str | bytes], Path]
BODIES = {
    "a.docx": ("pier.docx", "word/document.xml"),
    "a.xlsx": ("figures.xlsx", "xl/worksheets/sheet1.xml"),
    "a.pptx": ("review.pptx", "ppt/slides/slide1.xml"),
    "a.odt": ("pier.odt", "content.xml"),
}


def changed(name: str, part: str, content: bytes) -> bytes:
    """A file with one part replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(FILES / name) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.namelist():
            new.writestr(item, content if item == part else old.read(item))
    return out.getvalue()


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b" " * 150_000_000, "as no document does"),
        (b'<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;">]><a>&y;</a>', "declares entities"),
        (b"<a>" * 100_000, "is damaged in its part"),
        (b"<a><b></a>", "is damaged in its part"),
        (b"", "is damaged in its part"),
    ],
    ids=["bomb", "entities", "deep", "broken", "empty"],
)
def test_a_part_that_no_document_has(write: Write, name: str, content: bytes, message: str) -> None:
    """Bombs of bytes and entities, endless nesting and broken parts end in one failure that names the file, soon."""
    source, part = BODIES[name]
    write(name, changed(source, part, content))
    path = write("b.txt", "The rest is read.").parent
    started = time.process_time()
    items = list(read(path))
    assert time.process_time() - started < 20
    (failure,) = [item for item in items if isinstance(item, Failure)]
    assert failure.source.endswith(name)
    assert message in failure.error
    assert [item.id for item in items if isinstance(item, Document)] == ["b.txt"]


@pytest.mark.parametrize("name", ["pier.docx", "figures.xlsx", "review.pptx", "pier.odt", "pier.epub", "fees.ods"])
def test_a_file_cut_off_is_named(write: Write, fails: Callable[[Path], str], name: str) -> None:
    """Half a file has no directory of its parts."""
    whole = (FILES / name).read_bytes()
    assert "is damaged or cut off" in fails(write(name, whole[: len(whole) // 2]))


@pytest.mark.parametrize("suffix", [".docx", ".xlsx", ".pptx", ".odt", ".epub"])
def test_another_kind_is_named(write: Write, fails: Callable[[Path], str], suffix: str) -> None:
    """What a file really holds is said; a protected Office file looks like an old one."""
    assert "it holds a PDF" in fails(write(f"a{suffix}", b"%PDF-1.4"))
    assert "it holds nothing at all" in fails(write(f"a{suffix}", b""))
    assert "remove the password" in fails(write(f"a{suffix}", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600))
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("a.txt", "A.")
    assert fails(write(f"a{suffix}", archive.getvalue()))


@pytest.mark.parametrize(
    ("name", "remedy"), [("a.doc", ".docx"), ("a.xls", ".xlsx"), ("a.ppt", ".pptx"), ("a.msg", ".eml")]
)
def test_an_old_format_has_a_remedy(write: Write, fails: Callable[[Path], str], name: str, remedy: str) -> None:
    """The failure says what to save it as."""
    message = fails(write(name, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"))
    assert f"save it as {remedy}" in message


def test_too_many_parts(write: Write, fails: Callable[[Path], str]) -> None:
    """An archive of tens of thousands of parts is refused."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        for number in range(20_001):
            made.writestr(f"{number}", b"")
    assert "more than 20,000" in fails(write("a.docx", archive.getvalue()))


def test_nothing_outside_is_opened(write: Write, tmp_path: Path) -> None:
    """External entities in a part name files in vain."""
    secret = tmp_path / "secret"
    secret.write_text("LEAKED")
    evil = f'<!DOCTYPE a [<!ENTITY x SYSTEM "{secret.as_uri()}">]><a>&x;</a>'.encode()
    for name, (source, part) in BODIES.items():
        assert "LEAKED" not in repr(list(read(write(f"in/{name}", changed(source, part, evil)))))
