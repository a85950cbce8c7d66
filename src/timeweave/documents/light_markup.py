"""Which formats of text with light mark-up are turned into Markdown, and by which module.

Each has a function ``to_markdown``, and one ``header`` for the fields that it has above the text in a way of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Protocol, cast

from timeweave.documents.header_block import Header

HTML = (".html", ".htm", ".xhtml")
_MODULES = {  # imported when the first such file comes
    ".rst": "restructured",
    **dict.fromkeys((".adoc", ".asciidoc", ".asc"), "asciidoc"),
    ".org": "org",
    **dict.fromkeys((".mediawiki", ".wiki"), "wikitext"),
    ".lr": "lektor",
    **dict.fromkeys((".gmi", ".gemini"), "gemtext"),
    **dict.fromkeys(HTML, "fragment"),
}
LIGHT_MARKUP = tuple(kind for kind in _MODULES if kind not in HTML)
"""Suffixes of these formats."""


class Form(Protocol):
    """How a format is read."""

    def to_markdown(self, text: str) -> str:
        """The blocks of ``text``."""

    def header(self, whole: str) -> Header | None:
        """The fields above a text and what follows them."""


def form_of(kind: str) -> Form | None:
    """How files of a suffix are read; ``None`` where they are read as they stand. HTML is that below front matter."""
    name = _MODULES.get(kind)
    return None if name is None else cast("Form", import_module(f"timeweave.documents.{name}"))


def end_of_block(lines: Sequence[str], at: int, ends: Callable[[str], bool]) -> int:
    """The place of the first line after ``at`` that ends a block, or the end of ``lines``."""
    return next((place for place in range(at + 1, len(lines)) if ends(lines[place])), len(lines))
