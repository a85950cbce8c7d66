"""Quoted words as people read them: without mark-up; several as a list, never glued."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_CODE = re.compile(r"(`{1,3})(?=[^`\s])([^`]{1,300}?)\1(?!`)")
_LINK = re.compile(
    r"(?<![\w\]])!?\[([^\]\[]{1,300})\]\([^()\s]{1,500}(?:\([^()\s]{0,200}\)[^()\s]{0,200})?(?: \"[^\"]{0,200}\")?\)"
)
_NAMED_LINK = re.compile(r"(?<![\w\]])\[([^\]\[]{0,150}[^\W\d_][^\]\[]{0,150})\]\[[\w .-]{0,80}\]")
_TAG = re.compile(
    r"</?(?:a|abbr|b|blockquote|br|center|code|dd|del|details|div|dl|dt|em|figure|h[1-6]|hr|i|img|ins|kbd|li|ol|p|pre|q|s"
    r"|small|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul|var)\b[^<>]{0,500}>",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"(?<![\w*_])(\*{1,3}|_{1,2})(?=[^\W_*])([^*_\n]{0,300}[^\s*_])\1(?![\w*_])(?!\.\w)")
_LINE_MARK = re.compile(r"^[ \t]{0,8}(?:(?:#{1,6}|>|[-*+•])[ \t]+(?!\d))+", re.MULTILINE)
_IMAGE = re.compile(r"!\[[^\]\[]{0,300}\]\([^()\s]{0,500}\)")


def readable_words(text: str) -> str:
    """``text`` on one line without mark-up: links by their words, no emphasis, tags, or marks of headings and items;
    code stays as it is written. Empty where it is mark-up alone.
    """
    return " ".join("".join(_parts(_IMAGE.sub(" ", _LINE_MARK.sub("", text)))).split())


def _parts(text: str) -> Iterator[str]:
    start = 0
    for code in _CODE.finditer(text):
        yield _plain(text[start : code.start()])
        yield code[2]
        start = code.end()
    yield _plain(text[start:])


def _plain(text: str) -> str:
    text = _TAG.sub(" ", _NAMED_LINK.sub(r"\1", _LINK.sub(r"\1", text)))
    for _ in range(2):
        text = _EMPHASIS.sub(r"\2", text)
    return text


def listed_quotes(texts: Sequence[str]) -> str:
    """One quotation as it is, several as items of a list, none twice."""
    readable = list(dict.fromkeys(r for r in map(readable_words, texts) if r))
    return readable[0] if len(readable) == 1 else "\n".join(f"- {r}" for r in readable)
