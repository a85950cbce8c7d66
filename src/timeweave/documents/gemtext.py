"""Gemtext, the pages of Gemini: lines that each are a paragraph, a heading, an item, a quotation or a link."""

from __future__ import annotations

import re
from collections.abc import Iterator

from timeweave.documents import markdown
from timeweave.documents.header_block import Header, split_header

_LINK = re.compile(r"=>[ \t]*(\S+)(?:[ \t]+(.*))?")
_HEADING = re.compile(r"(#{1,3})[ \t]*([^#\s].*)")


def to_markdown(text: str) -> str:
    """The blocks of ``text``; of links the words, or the address where there are none."""
    return markdown.with_tight_lists(_blocks(text.split("\n")))


def header(whole: str) -> Header | None:
    """The lines "Key: value" above it."""
    return split_header(whole)


def _blocks(lines: list[str]) -> Iterator[str]:
    fenced: list[str] | None = None
    for line in lines:
        if line.startswith("```"):
            if fenced is not None:
                yield markdown.code("\n".join(fenced)) if fenced else ""
            fenced = [] if fenced is None else None
        elif fenced is not None:
            fenced.append(line)
        else:
            yield _block(line)
    if fenced:
        yield markdown.code("\n".join(fenced))


def _block(line: str) -> str:
    if heading := _HEADING.fullmatch(line.rstrip()):
        return markdown.heading(len(heading[1]), markdown.escaped(heading[2]))
    if line.startswith("* "):
        return markdown.item(markdown.paragraph(line[2:]))
    if line.startswith(">"):
        return markdown.quotation(markdown.paragraph(line[1:]))
    if link := _LINK.fullmatch(line.rstrip()):
        return markdown.item(markdown.paragraph(link[2] or link[1]))
    return markdown.paragraph(line)
