"""Rich Text Format (.rtf): the words and rows of tables; styles and pictures are not read."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping

from timeweave.documents import markdown
from timeweave.documents.content import recognise
from timeweave.documents.dates import Publication
from timeweave.documents.properties import Properties, document_of
from timeweave.documents.source_file import SourceFile
from timeweave.records import DateSource, Document
from timeweave.temporal.interval import Granularity

_LARGEST = 20_000_000
_INFO = re.compile(rb"\{\\(title|author)\s((?:[^{}\\]|\\'[0-9a-f]{2}|\\[{}\\]|\\u-?\d+.?)*)\}", re.I)
_CREATED = re.compile(rb"\{\\creatim\\yr(\d{4})\\mo(\d{1,2})\\dy(\d{1,2})")


def read_rtf(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document]:  # noqa: ARG001
    """The one document of an RTF file, dated by when it was made."""
    data = file.read()
    if not data.startswith(b"{\\rtf"):
        kind = recognise(data[:4096]) or ("nothing at all" if not data else "something else")
        raise file.error(f"is not RTF: it holds {kind}; give it the suffix of what it is, or remove it")
    if len(data) > _LARGEST:
        raise file.error(f"has {len(data):,} bytes of RTF, more than {_LARGEST:,}: save it as .docx")
    text = _blocks(_text(data.decode("latin-1")))
    if not text.strip():
        raise file.error("has no text: there is nothing to read")
    stated = {match[1].decode().casefold(): _plain(match[2]) for match in _INFO.finditer(data[:65_536])}
    properties = Properties(
        title=stated.get("title", ""),
        author=stated.get("author", ""),
        date=_created(data[:65_536]),
    )
    return iter([document_of(file, text, properties)])


def _text(source: str) -> str:
    from striprtf import striprtf

    convert: Callable[..., str] = striprtf.rtf_to_text
    return convert(source, errors="replace")


def _plain(words: bytes) -> str:
    return markdown.squeezed(_text("{\\rtf1\\ansi " + words.decode("latin-1") + "}"))


def _created(head: bytes) -> Publication | None:
    found = _CREATED.search(head)
    try:
        day = dt.date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None
    return Publication(day, Granularity.DAY, DateSource.METADATA) if day else None


def _blocks(text: str) -> str:
    """Paragraphs, and tables where lines are cells parted by ``|``."""
    blocks: list[str] = []
    rows: list[list[str]] = []
    for line in [*re.sub(r"\n\|", "|", text).split("\n"), ""]:
        if line.endswith("|") and line.count("|") > 1:
            rows.append([markdown.escaped(cell) for cell in line[:-1].split("|")])
            continue
        if rows:
            blocks.append(markdown.table(rows))
            rows = []
        blocks.append(markdown.line(line))
    return markdown.with_tight_lists(blocks)
