"""Any source of documents to a stream of documents and failures: which format a file has, and who reads it."""

from __future__ import annotations

import dataclasses
import datetime as dt
import itertools
import logging
import stat
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import cast

from timeweave.documents.content import is_whole_page, looks_like_feed, recognise
from timeweave.documents.dates import date_below_year, unit_of_folder
from timeweave.documents.entries import in_entries
from timeweave.documents.folder import files_under
from timeweave.documents.front_matter import begins_with_front_matter
from timeweave.documents.jsonl import failure, json_objects, read_jsonl, renamed
from timeweave.documents.light_markup import HTML, LIGHT_MARKUP
from timeweave.documents.normalising import normalised
from timeweave.documents.source_file import MARKDOWN, SourceFile, printable
from timeweave.errors import (
    DecodingWarning,
    DocumentError,
    InputError,
    MissingExtraError,
    TimeweaveWarning,
    is_interrupt,
    missing_package,
)
from timeweave.outcomes import Failure, PassedOver
from timeweave.records import Document

Outcome = Failure | PassedOver
Reader = Callable[[SourceFile, Mapping[str, str]], Iterable[Document | Outcome]]

_OF_TEXT = ("", ".txt", ".text", ".log", *MARKDOWN, *LIGHT_MARKUP)
_READERS = {  # suffix: module and function, imported when the first such file comes
    **dict.fromkeys(_OF_TEXT, ("text", "read_text")),
    **dict.fromkeys(HTML, ("html", "read_html")),
    ".pdf": ("pdf", "read_pdf"),
    ".docx": ("docx", "read_docx"),
    ".docm": ("docx", "read_docx"),
    ".pptx": ("pptx", "read_pptx"),
    ".xlsx": ("xlsx", "read_xlsx"),
    ".xlsm": ("xlsx", "read_xlsx"),
    ".epub": ("epub", "read_epub"),
    ".rtf": ("rtf", "read_rtf"),
    ".odt": ("odf", "read_odf"),
    ".ods": ("odf", "read_odf"),
    ".odp": ("odf", "read_odf"),
    ".eml": ("mail", "read_eml"),
    ".mbox": ("mail", "read_mbox"),
    ".vtt": ("captions", "read_captions"),
    ".srt": ("captions", "read_captions"),
    ".csv": ("csv_table", "read_table"),
    ".tsv": ("csv_table", "read_table"),
    ".xml": ("feed", "read_feed"),
    ".rss": ("feed", "read_feed"),
    ".atom": ("feed", "read_feed"),
    ".nt": ("graphs", "read_ntriples"),
    ".ttl": ("graphs", "read_turtle"),
    ".graphml": ("graphs", "read_graphml"),
}
_JSON_LINES = (".jsonl", ".ndjson", ".json")
_OF_RECORDS = (*_JSON_LINES, ".csv", ".tsv")  # of many documents, which have dates of their own or none
SUFFIXES = (*_READERS, *_JSON_LINES)
"""Those of the formats that are read; of a file without one, the empty text."""
_COMPRESSIBLE = (*_JSON_LINES, ".csv", ".tsv", ".nt", ".ttl", ".graphml")
_OLD = {  # suffixes that are not read, and what to save such a file as
    ".doc": ".docx",
    ".dot": ".docx",
    ".xls": ".xlsx",
    ".xlsb": ".xlsx",
    ".ppt": ".pptx",
    ".pps": ".pptx",
    ".pages": ".docx",
    ".numbers": ".xlsx",
    ".key": ".pptx",
    ".msg": ".eml",
    ".pst": ".mbox",
    ".mobi": ".epub",
}
_LOOKS = frozenset(
    ".png .jpg .jpeg .gif .webp .avif .svg .ico .bmp .heic .tif .tiff .css .scss .woff .woff2 .ttf .otf .eot".split()  # noqa: SIM905
)
"""Suffixes of what stands beside texts for their looks: no failure in a folder."""
_READABLE = (
    "text, Markdown, reStructuredText, AsciiDoc, Org, wikitext, Gemtext, HTML, PDF, Word, Excel, PowerPoint, "
    "OpenDocument, RTF, EPUB, mail, captions, chats, JSON Lines, CSV, TSV, RSS, Atom, JSON Feed, N-Triples, Turtle "
    "or GraphML"
)
_NOISY = ("pypdf", "trafilatura", "htmldate", "charset_normalizer", "mammoth", "openpyxl")


def read(
    source: str | Path | Iterable[Document],
    *,
    mapping: Mapping[str, str] | None = None,
    skip: Collection[Path] = (),
    follow_links: bool = False,
) -> Iterator[Document | Outcome]:
    """The documents of a file, of a folder of any mix, or as given; what cannot be read comes as a failure in place,
    and what is no document as passed over.

    It never raises for what a file or a document holds. One file (of JSON Lines and tables: one line) is in memory at
    a time.

    Args:
        source: A path, or documents made in Python.
        mapping: Renames fields, of whatever format has some: target to source field.
        skip: Folders and files to pass over, such as that of the store.
        follow_links: Whether symbolic links in a folder are followed out of it; a path that is one always is.

    Raises:
        InputError: when ``source`` is neither a path nor documents.
    """
    if not isinstance(source, (str, Path)):
        yield from _normalised(_each(source), "documents")
        return
    if not str(source).strip():
        raise InputError(f"{source!r} is not a path: name a file or a folder, '.' for the current one")
    path = Path(source)
    for name in _NOISY:  # what they would say on standard error is in the failures, or does not matter
        logging.getLogger(name).addHandler(logging.NullHandler())
    empty = True
    for file in _files(path, skip, follow_links):
        empty = False
        if isinstance(file, SourceFile) and file.kind in _LOOKS and path.is_dir():
            yield PassedOver(file.label, "pictures, styles and fonts, of which no text is read")
        else:
            yield from [file] if isinstance(file, Failure) else read_file(file, mapping or {})
    if empty:
        yield Failure(printable(str(path)), None, f"the folder holds no files: put {_READABLE} files there")


def _each(source: Iterable[Document]) -> Iterator[Document]:
    if isinstance(source, (bytes, Mapping)):
        shown = repr(source)[:80]
        raise InputError(f"{shown} is neither a path nor documents: give a path, or a list of Document")
    try:
        return iter([source] if isinstance(source, Document) else source)
    except TypeError:
        raise InputError(f"{source!r} is neither a path nor documents: give a path, or a list of Document") from None


def _files(path: Path, skip: Collection[Path], follow_links: bool) -> Iterator[SourceFile | Failure]:
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        yield Failure(printable(str(path)), None, f"cannot be read: {reason}; check the path")
        return
    if stat.S_ISDIR(mode):
        yield from files_under(path, skip, follow_links=follow_links)
    elif stat.S_ISREG(mode):
        yield SourceFile(path, path.name)
    else:
        yield Failure(printable(str(path)), None, "is neither a file nor a folder: save what it gives to a file")


def read_file(file: SourceFile, mapping: Mapping[str, str], *, in_parts: bool = True) -> Iterator[Document | Outcome]:
    """The documents of one file, as `read` has them; one of dated entries whole, where it shall not be ``in_parts``."""
    try:
        documents = _reader(file)(file, mapping)
        parts = (part for item in documents for part in (_in_entries(item, file) if in_parts else [item]))
        yield from _normalised((_dated_by_folder(part, file) for part in parts), file.label)
    except DocumentError as error:
        yield failure(error)
    except (EOFError, OSError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        remedy = "unpack it to see what is missing" if file.compressed else "check its permissions and the disk"
        yield Failure(file.label, None, f"cannot be read: {reason}; {remedy}")
    except UnicodeDecodeError as error:
        yield Failure(file.label, None, f"cannot be decoded as {error.encoding}: save it as UTF-8")
    except (MemoryError, TimeweaveWarning):  # a warning that the caller has made an error
        raise
    except MissingExtraError as error:
        yield Failure(file.label, None, str(error))
    except ImportError as error:
        if is_interrupt(error):
            raise KeyboardInterrupt from error
        yield Failure(file.label, None, str(missing_package(f"reading {file.kind or 'text'} files", error)))
    except Exception as error:  # the outer rim: parsers of damaged files raise what they like
        if is_interrupt(error):
            raise KeyboardInterrupt from error
        yield Failure(
            file.label, None, f"is damaged and cannot be read ({type(error).__name__}: {error}): save it anew"
        )


def _in_entries(item: Document | Outcome, file: SourceFile) -> Iterable[Document | Outcome]:
    """A document in the entries that it is a file of, if it is one."""
    if not isinstance(item, Document) or file.kind in _OF_RECORDS:
        return [item]
    return in_entries(item, dt.datetime.now(dt.UTC).date())


def _dated_by_folder(item: Document | Outcome, file: SourceFile) -> Document | Outcome:
    """A document that nothing else dates by the year or quarter of its folder, or of that which is read."""
    if not isinstance(item, Document) or item.date is not None or item.facts or file.kind in _OF_RECORDS:
        return item
    within = printable(file.name)
    depth = 2 + within.count("/")
    if "://" in within or depth > len(file.path.absolute().parts):  # what was fetched lies in no folder
        return item
    above = printable(file.path.absolute().parts[-depth])
    found = date_below_year(above, within) or unit_of_folder(f"{above}/{within}", dt.datetime.now(dt.UTC).date())
    if found is None:
        return item
    return dataclasses.replace(item, date=found.date, date_precision=found.precision, date_source=found.source)


def _normalised(documents: Iterable[Document | Outcome], source: str) -> Iterator[Document | Outcome]:
    for item in documents:
        try:
            yield item if isinstance(item, (Failure, PassedOver)) else normalised(item, source)
        except DocumentError as error:
            yield failure(error)


def _reader(file: SourceFile) -> Reader:
    kind = file.kind
    if file.compressed and kind not in _COMPRESSIBLE:
        raise file.error("is compressed: unpack it first; only JSON Lines, tables and graphs are read as .gz")
    if kind in _JSON_LINES:
        return _json_lines_reader(file)
    if file.is_template or (kind in HTML and begins_with_front_matter(file)):
        from timeweave.documents.text import read_text

        return read_text
    if kind in (".txt", ".log") and _is_chat_text(file):
        from timeweave.documents.chat_text import read_chat

        return read_chat
    if kind in _READERS:
        is_page = kind in _OF_TEXT and recognise(file.head()[:4096]) == "an HTML page" and is_whole_page(file.read())
        module, function = _READERS[HTML[0] if is_page else kind]
        return cast("Reader", getattr(import_module(f"timeweave.documents.{module}"), function))
    if kind in _OLD:
        raise file.error(f"is a {kind} file, which is not read: open it and save it as {_OLD[kind]}, or as PDF")
    holds = recognise(file.head()[:4096])
    what = f"{kind!r} holding {holds}" if holds else repr(kind)
    raise file.error(f"has the format {what}, which is not read: convert it to {_READABLE}, or remove it")


def _is_chat_text(file: SourceFile) -> bool:
    from timeweave.documents.chat_text import is_chat

    return is_chat(file.head()[:65_536].decode("utf-8", "replace").replace("\r\n", "\n"))


def _json_lines_reader(file: SourceFile) -> Reader:
    """A graph, triples or documents, by the keys of the first object."""
    from timeweave.documents import graphs

    head = file.head()
    holds = recognise(head) or ("an RSS or Atom feed" if looks_like_feed(head) else None)
    if holds:
        raise file.error(f"holds {holds}, not JSON Lines: give it the suffix of what it is, or remove it")
    if file.kind == ".json":
        from timeweave.documents import chat_json, json_feed

        if json_feed.is_json_feed(head):
            return json_feed.read_json_feed
        if chat_json.is_chat(file, head.decode("utf-8", "replace")):
            return chat_json.read_chat
        if graphs.is_graph(file):
            return graphs.read_graph
    if graphs.is_dump(file):
        return graphs.read_wikidata
    if file.kind == ".json" and head.lstrip(b"\xef\xbb\xbf \t\r\n").partition(b"\n")[0].strip() in (b"[", b"{", b""):
        raise file.error(
            "is JSON over several lines: write one object a line, for instance with jq -c '.[]', as .jsonl"
        )
    objects = itertools.islice((item for _, item in json_objects(file) if isinstance(item, dict)), 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DecodingWarning)  # the reader says it
        first = next(objects, None)
    if first is None and not head.strip():
        raise file.error("is empty: there is nothing to read; remove it or write lines into it")
    if first is not None and graphs.is_wikidata(first):
        return graphs.read_wikidata
    if first is not None and graphs.is_graph_line(first):
        return graphs.read_graph_lines
    from timeweave.documents.triples import is_triple_header, read_triples_jsonl

    def read_lines(lines_file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document | Failure]:
        is_triples = first is not None and is_triple_header(renamed(first, mapping))
        return read_triples_jsonl(lines_file, mapping) if is_triples else read_jsonl(lines_file, mapping)

    return read_lines
