"""Plain text and Markdown, with YAML front matter."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from typing import Any

from timeweave.documents.content import recognise
from timeweave.documents.dates import Publication, date_in_name, period_in_name
from timeweave.documents.decoding import decode
from timeweave.documents.jsonl import renamed
from timeweave.documents.native import FIELDS, document_from_json
from timeweave.documents.source_file import SourceFile, printable
from timeweave.records import DateSource, Document, Markup

_FRONT_MATTER = re.compile(r"---[ \t]*\n(.{0,65536}?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S)
_HEADING = re.compile(r"^#{1,2}[ \t]+(\S.*)$", re.M)
_MARKDOWN = (".md", ".markdown")
_TITLE_LENGTH = 120
_REMEDIES = {"an HTML page": "rename it to end in .html", "a PDF": "rename it to end in .pdf"}


def read_text(file: SourceFile, mapping: Mapping[str, str]) -> Iterator[Document]:
    """The one document of a text or Markdown file; its front matter has the keys of the native form."""
    data = file.read()
    kind = recognise(data[:4096])
    if kind:
        raise file.error(f"holds {kind}, not text: {_REMEDIES.get(kind, 'convert it to text, or remove it')}")
    whole = decode(data, file)
    front, text = _split_front_matter(whole, file)
    if not text.strip():
        raise file.error("is empty: there is nothing to read; remove it or write something into it")
    fields = renamed(front, mapping)
    if fields.get("text") is not None:
        raise file.error("has 'text' in its front matter: the text is what follows the front matter")
    title = fields.get("title") or title_of(text, markdown=file.kind in _MARKDOWN)
    name = printable(file.name)
    given = document_from_json({"id": name, **_stated(fields), "title": title, "text": text}, file.label)
    if file.kind in _MARKDOWN:
        given = dataclasses.replace(given, markup=Markup.MARKDOWN)
    found = _front_matter_date(given) or date_in_name(name)
    return iter([with_publication(given, found, period_name=name)])


def title_of(text: str, *, markdown: bool) -> str:
    """The first Markdown heading, or a short first line that stands alone and is not a sentence; else empty."""
    if markdown and (heading := _HEADING.search(text[:4096])):
        return heading[1].rstrip().rstrip("#").rstrip() or heading[1]
    first, _, rest = text.lstrip()[:4096].partition("\n")
    alone = rest.startswith(("\n", "===", "---"))
    stripped = first.strip()
    return stripped if alone and len(stripped) <= _TITLE_LENGTH and not stripped.endswith((".", ":", ",", ";")) else ""


def with_publication(document: Document, found: Publication | None, *, period_name: str = "") -> Document:
    """``document`` dated by ``found``, and reporting on the period in the name where it states none itself."""
    period = document.period or period_in_name(period_name)
    if found is None:
        return dataclasses.replace(document, period=period)
    return dataclasses.replace(
        document, period=period, date=found.date, date_precision=found.precision, date_source=found.source
    )


def _front_matter_date(document: Document) -> Publication | None:
    if document.date is None:
        return None
    return Publication(document.date, document.date_precision, DateSource.FRONT_MATTER)


def _stated(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value not in (None, "")}


def _split_front_matter(text: str, file: SourceFile) -> tuple[dict[str, Any], str]:
    match = _FRONT_MATTER.match(text)
    front = _parse_front_matter(match[1] or "", file) if match else None
    if match is None or front is None:
        return {}, text
    return front, text[match.end() :].lstrip("\n")


def _parse_front_matter(block: str, file: SourceFile) -> dict[str, Any] | None:
    """The fields, or ``None`` when the block is prose between two rules.

    What the native form wants as text is taken as it is written: YAML would make 007 an octal number and 2024-03-05 a
    date.
    """
    import yaml

    try:
        node = yaml.compose(block, Loader=yaml.SafeLoader)
        if not isinstance(node, yaml.MappingNode):
            return {} if node is None else None
        loader = yaml.SafeLoader("")
        fields = {str(loader.construct_object(key, deep=True)): value for key, value in node.value}
        return {key: _front_value(key, value, loader) for key, value in fields.items()}
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 2 if mark else None
        problem = getattr(error, "problem", None) or str(error)
        raise file.error(
            f"its front matter is not valid YAML ({problem}): mend it, or put an empty line before the first '---'",
            line,
        ) from None


def _front_value(key: str, node: Any, loader: Any) -> Any:
    is_scalar = isinstance(node.value, str)
    if key in FIELDS and is_scalar and node.tag == "tag:yaml.org,2002:null":
        return None
    if key == "entities" and is_scalar:
        return [node.value]
    if key == "entities" and isinstance(node.value, list):
        return [item.value if isinstance(getattr(item, "value", None), str) else None for item in node.value]
    if key in FIELDS and is_scalar:
        return node.value
    return loader.construct_object(node, deep=True)
