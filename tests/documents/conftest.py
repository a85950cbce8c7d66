"""Builders of small real files."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.outcomes import Failure
from timeweave.records import Document


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Writes a file below the test's folder, making the folders between."""

    def write_file(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return path

    return write_file


@pytest.fixture
def only() -> Callable[..., Document]:
    """Reads a source that holds exactly one document."""

    def read_one(path: Path, **options: dict[str, str]) -> Document:
        (item,) = read(path, **options)
        assert isinstance(item, Document), item
        return item

    return read_one


@pytest.fixture
def fails() -> Callable[..., str]:
    """Reads a source that gives exactly one failure, and no document; returns what the failure says."""

    def read_failure(path: Path, **options: dict[str, str]) -> str:
        (item,) = read(path, **options)
        assert isinstance(item, Failure), item
        return item.error

    return read_failure


@pytest.fixture
def pdf() -> Callable[..., bytes]:
    """Makes a PDF file of pages of lines set in Helvetica."""
    return make_pdf


def make_pdf(pages: Sequence[Sequence[str]], *, title: str = "", created: str = "") -> bytes:
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    info = f"<< /Title ({title}) /CreationDate ({created}) >>" if title or created else "<< >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for index, lines in enumerate(pages):
        shown = "".join(f"({line}) Tj T* " for line in lines)
        stream = zlib.compress(f"BT /F1 11 Tf 14 TL 60 780 Td {shown}ET".encode("latin-1"))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> "
            + f"/Contents {5 + 2 * index} 0 R >>".encode()
        )
        objects.append(f"<< /Length {len(stream)} /Filter /FlateDecode >>\nstream\n".encode() + stream + b"\nendstream")
    objects.append(info.encode("latin-1"))
    out, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    trailer = f"trailer << /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>"
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{trailer}\nstartxref\n{len(out)}\n%%EOF".encode()
    return bytes(out)
