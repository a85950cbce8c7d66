"""Contents of Lektor: fields parted by lines of three hyphens; those that hold Markdown are the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from timeweave.documents.header_block import Header
from timeweave.documents.stated import plain_key
from timeweave.lexicon.publishing import STANDFIRST_KEYS, TAG_KEYS

_FIELD = re.compile(r"([A-Za-z_][\w-]{0,60}):(.*)", re.S)
_PARTED = re.compile(r"^---[ \t]*$", re.M)
_WITHIN = re.compile(r"^----[ \t]*$", re.M)
_BLOCK = re.compile(r"^####[ \t]*([\w-]{1,60})[ \t]*####[ \t]*$", re.M)
_OF_TEXT = frozenset(("body", "text", "content", "contents"))


def to_markdown(text: str) -> str:
    """``text``: it is Markdown, but for the lines that part what is within a field."""
    return text


def header(whole: str) -> Header | None:
    """The fields of one line, and the text of the others; ``None`` where the file does not begin with a field."""
    fields: dict[str, str] = {}
    texts: list[str] = []
    for part in _PARTED.split(whole):
        match = _FIELD.fullmatch(part.strip("\n"))
        if match is None:
            if not fields and not texts:
                return None
            texts.append(part.strip("\n"))
            continue
        key, value = match[1], match[2].strip()
        plain = plain_key(key)
        listed = plain in TAG_KEYS
        if value and (plain in _OF_TEXT or ("\n" in value and not listed and plain not in STANDFIRST_KEYS)):
            texts.append("\n\n".join(_within(value)))
        elif value and not key.startswith("_"):
            fields[key] = ", ".join(filter(None, map(str.strip, value.split("\n")))) if listed else value
    return Header(fields, "\n\n".join(filter(None, texts))) if fields or texts else None


def _within(value: str) -> Iterator[str]:
    """The text of a field; of blocks within it, of which each has fields of its own, what they say in words."""
    if not _BLOCK.search(value):
        yield value
        return
    for part in _WITHIN.split(_BLOCK.sub("----", value)):
        match = _FIELD.fullmatch(part.strip("\n"))
        said = match[2].strip() if match else part.strip()
        if said and (match is None or " " in said):
            yield said
