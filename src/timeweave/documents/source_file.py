"""A file on the way in: its path, the name that its documents are known by, and its bytes."""

from __future__ import annotations

import contextlib
import gzip
import io
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from timeweave.errors import DocumentError

RUN = (".rmd", ".qmd")
"""Suffixes of Markdown whose code is run when a page is made of it: that of R and of Quarto."""
MARKDOWN = (".md", ".markdown", ".mdx", *RUN)
"""Suffixes of Markdown, also of that with components of a page in it (MDX)."""
TEMPLATED = (*MARKDOWN, ".html", ".htm", ".txt", ".adoc")
"""Suffixes before ``.erb`` that say the format of a text with Ruby in it."""
LARGEST = 100_000_000
"""Bytes of a file, or characters of a line, that are held at once: an archive of a few kilobytes can unpack to more."""
_SAMPLE = 1 << 20
_BLOCK = 1 << 14


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A regular file; ``name`` is its path relative to the folder that was given, the id of what it holds."""

    path: Path
    name: str

    @property
    def label(self) -> str:
        """How failures name it: the path as it was given, printable on any terminal."""
        return printable(str(self.path))

    @property
    def compressed(self) -> bool:
        """Whether the name ends in ``.gz``."""
        return self.path.suffix.casefold() == ".gz"

    @property
    def is_markdown(self) -> bool:
        """Whether it is Markdown by its name."""
        return self.kind in MARKDOWN

    @property
    def kind(self) -> str:
        """The suffix that says the format: lower case, with its dot, that before ``.gz`` and of text before ``.erb``;
        empty when there is none.
        """
        path = self.path.with_suffix("") if self.compressed or self.is_template else self.path
        return path.suffix.casefold()

    @property
    def is_template(self) -> bool:
        """Whether it is a text with Ruby in it, from which a site makes a page."""
        return self.path.suffix.casefold() == ".erb" and self.path.with_suffix("").suffix.casefold() in TEMPLATED

    def open(self) -> IO[bytes]:
        """The bytes, decompressed, as a stream."""
        if self.compressed:
            return cast("IO[bytes]", gzip.open(self.path, "rb"))
        return self.path.open("rb")

    def head(self) -> bytes:
        """The first megabyte of the bytes; of an archive that breaks off earlier, what there is."""
        parts: list[bytes] = []
        with self.open() as stream, contextlib.suppress(EOFError, zlib.error, gzip.BadGzipFile):
            while len(parts) < _SAMPLE // _BLOCK and (part := stream.read(_BLOCK)):
                parts.append(part)
        return b"".join(parts)

    def read(self) -> bytes:
        """All of the bytes.

        Raises:
            DocumentError: when there are too many to hold at once.
        """
        with self.open() as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise self.error(f"has more than {LARGEST:,} bytes: split it")
        return data

    @contextlib.contextmanager
    def lines(self, encoding: str) -> Iterator[Iterator[str]]:
        r"""The decoded text line by line, parted at ``\n`` alone; bytes that do not decode become surrogates.

        Raises:
            DocumentError: at a line that is too long to hold.
        """
        with io.TextIOWrapper(self.open(), encoding=encoding, errors="surrogateescape", newline="\n") as stream:
            yield self._lines(stream)

    def _lines(self, stream: io.TextIOWrapper) -> Iterator[str]:
        number = 0
        while line := stream.readline(LARGEST):
            number += 1
            if len(line) == LARGEST:
                raise self.error(
                    f"the line has more than {LARGEST:,} characters: split it; the rest is not read", number
                )
            yield line

    def error(self, message: str, line: int | None = None) -> DocumentError:
        """An error that names this file."""
        return DocumentError(message, source=self.label, line=line)


def printable(name: str) -> str:
    r"""``name`` with bytes that are not UTF-8 written as ``\xNN``."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
