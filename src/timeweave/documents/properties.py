"""What an office file states of itself: its title, author, and when it was made or last changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from timeweave.documents.dates import Publication, by_name_or_properties, loose_publication
from timeweave.documents.decoding import clean
from timeweave.documents.markdown import squeezed
from timeweave.documents.package import Package
from timeweave.documents.source_file import SourceFile, printable
from timeweave.documents.text import with_publication
from timeweave.records import DateSource, Document, Markup

_TEMPLATES = frozenset(("python-docx", "powerpoint presentation", "untitled", "word document", "document", "slide 1"))
_OF_TEMPLATES = frozenset(  # moments of making that empty files of common programs carry
    (
        "2006-09-16T00:00:00Z",
        "2013-01-27T09:14:16Z",
        "2013-12-23T23:15:00Z",
        "2015-06-05T18:17:20Z",
        "2015-06-05T18:19:34Z",
    )
)


@dataclasses.dataclass(frozen=True, slots=True)
class Properties:
    """Empty where nothing is stated; ``date`` is the day of making, else of the last change."""

    title: str = ""
    author: str = ""
    language: str = ""
    created: str = ""
    modified: str = ""
    date: Publication | None = None


def core_properties(package: Package) -> Properties:
    """Those of Office Open XML."""
    name = "docProps/core.xml"
    return stated(package.xml(name)) if name in package.names else Properties()


def stated(root: Any) -> Properties:
    """What the elements of Dublin Core below ``root`` say, and those that name dates beside them."""
    said: dict[str, str] = {}
    for element in root.iter():
        if isinstance(element.tag, str) and (text := squeezed("".join(element.itertext()))):
            said.setdefault(element.tag.rpartition("}")[2], text)
    created = said.get("created") or said.get("creation-date") or ""
    modified = said.get("modified") or ""
    if created in _OF_TEMPLATES:
        created = ""
    if not modified and not created:
        modified = said.get("date", "")
    title = said.get("title", "")
    found = (loose_publication(text, DateSource.METADATA) for text in (created, modified))
    return Properties(
        title="" if title.casefold() in _TEMPLATES else title,
        author=said.get("creator") or said.get("initial-creator") or "",
        language=said.get("language", "").partition("-")[0].casefold(),
        created=created,
        modified=modified,
        date=next((date for date in found if date), None),
    )


def document_of(
    file: SourceFile, text: str, properties: Properties, *, title: str = "", more: Mapping[str, object] | None = None
) -> Document:
    """The document of a file with these properties, in Markdown; ``title`` is what it shows as such itself."""
    name = printable(file.name)
    given = {"author": properties.author, "created": properties.created, "modified": properties.modified}
    document = Document(
        id=name,
        text=clean(text),
        title=clean(properties.title or title),
        language=properties.language or "en",
        metadata={key: value for key, value in {**given, **(more or {})}.items() if value},
        markup=Markup.MARKDOWN,
    )
    return with_publication(document, by_name_or_properties(name, properties.date), period_name=name)


def title_in(text: str) -> str:
    """The first heading of a Markdown text that begins with one."""
    first = text.partition("\n")[0]
    return squeezed(first.lstrip("#")) if first.startswith("#") else ""
