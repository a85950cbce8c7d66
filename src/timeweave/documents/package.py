"""A file that is a ZIP archive of parts (Office Open XML, OpenDocument, EPUB), looked at before it is unpacked."""

from __future__ import annotations

import contextlib
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

from lxml import etree

from timeweave.documents.content import recognise
from timeweave.documents.source_file import SourceFile

_MOST_PARTS = 20_000
_MOST_BYTES = 200_000_000  # of one part that is read, unpacked
_MOST_IN_ALL = 1_000_000_000
_RATIO, _SMALL = 300, 10_000_000  # a part above so many bytes that unpacks to more than so many times its size is none
_ENCRYPTED = 0x1
_DAMAGED = "open it in the program that made it and save it anew"


class Package:
    """The parts of an open archive."""

    def __init__(self, archive: zipfile.ZipFile, file: SourceFile) -> None:
        self._archive = archive
        self._file = file
        self._read = 0
        self.names = frozenset(archive.namelist())

    def bytes(self, name: str) -> bytes:
        """A part's bytes.

        Raises:
            DocumentError: when it is missing, damaged, or unpacks to more than it says or than any does.
        """
        if name not in self.names:
            raise self._file.error(f"is not whole: its part {name!r} is missing; {_DAMAGED}")
        try:
            with self._archive.open(name) as stream:
                data = stream.read(_MOST_BYTES + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise self._file.error(f"is damaged in its part {name!r} ({error}): {_DAMAGED}") from None
        self._read += len(data)
        if len(data) > _MOST_BYTES or self._read > _MOST_IN_ALL:
            raise self._file.error(f"unpacks to more than {_MOST_BYTES:,} bytes: split it")
        return data

    def xml(self, name: str) -> Any:
        """The root of a part in XML; no entity of its own is replaced, and nothing that it names is loaded."""
        return parsed(self.bytes(name), name, self._file)


@contextlib.contextmanager
def opened(file: SourceFile, *, what: str) -> Iterator[Package]:
    """The package that a file holds, closed afterwards.

    Raises:
        DocumentError: when it is no archive, is encrypted, or unpacks to what no document does.
    """
    head = file.head()[:4096]
    if not head.startswith(b"PK\x03\x04"):
        raise file.error(not_a(what, head))
    try:
        archive = zipfile.ZipFile(file.path)
    except (zipfile.BadZipFile, ValueError, NotImplementedError) as error:
        raise file.error(f"is damaged or cut off ({error}): {_DAMAGED}") from None
    with archive:
        _require_sane(archive, file)
        yield Package(archive, file)


def not_a(what: str, head: bytes) -> str:
    """What to say of a file that begins with ``head`` and is not what its suffix says."""
    kind = recognise(head) or ("nothing at all" if not head else "something else")
    if kind == "an old Office file":
        return (
            f"is not {what}, or is protected by a password: open it in the program that made it, remove the password, "
            "and save it anew"
        )
    return f"is not {what}: it holds {kind}; give it the suffix of what it is, or remove it"


def parsed(data: bytes, name: str, file: SourceFile) -> Any:
    """The root of an XML text.

    Raises:
        DocumentError: when it is not well-formed, or declares entities, which no document does.
    """
    if b"<!ENTITY" in data[:65_536]:
        raise file.error(f"declares entities in its part {name!r}, as no document does: remove it")
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise file.error(f"is damaged in its part {name!r} ({error.msg}): {_DAMAGED}") from None
    if root is None:
        raise file.error(f"is damaged in its part {name!r} (it is empty): {_DAMAGED}")
    return root


def _require_sane(archive: zipfile.ZipFile, file: SourceFile) -> None:
    parts = archive.infolist()
    if len(parts) > _MOST_PARTS:
        raise file.error(f"has {len(parts):,} parts, more than {_MOST_PARTS:,}: split it")
    if any(part.flag_bits & _ENCRYPTED for part in parts):
        raise file.error("is protected by a password: remove the password in the program that made it")
    for part in parts:
        if part.file_size > max(_SMALL, _RATIO * part.compress_size):
            raise file.error(
                f"unpacks its part {part.filename[:60]!r} to {part.file_size:,} bytes out of {part.compress_size:,}, "
                "as no document does: remove it"
            )
    if sum(part.file_size for part in parts) > _MOST_IN_ALL:
        raise file.error(f"unpacks to more than {_MOST_IN_ALL:,} bytes: split it")
