"""Quoted words as people read them: without mark-up; several as a list, never glued."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LINK = re.compile(r"!?\[([^\]\[]*)\](?:\((?:[^()\s]|\([^()]*\))*(?:\s+\"[^\"]*\")?\)|\[[^\]\[]*\])")
_HALF_LINK = re.compile(r"\[([^\]\[]*)$|^([^\]\[]*)\]\([^)]*\)")
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_EMPHASIS = re.compile(r"(?<!\w)(\*\*\*|\*\*|__|\*|_|``|`)(?=\S)(.+?)(?<=\S)\1(?!\w)")
_LINE_MARK = re.compile(r"^\s*(?:#{1,6}\s+|>\s+|[-*+•]\s+|\|\s*)+", re.MULTILINE)
_ADDRESS = re.compile(r"(?<=\s)\(?<?https?://\S+>?\)?")


def readable_words(text: str) -> str:
    """``text`` on one line without mark-up: links by their words, no emphasis, tags, or marks of headings and items."""
    text = _LINE_MARK.sub("", text)
    text = _TAG.sub(" ", _LINK.sub(r"\1", text))
    text = _HALF_LINK.sub(lambda m: m[1] or m[2] or "", text)
    for _ in range(2):
        text = _EMPHASIS.sub(r"\2", text)
    bare = " ".join(_ADDRESS.sub("", text).split())
    return bare or " ".join(text.split())


def listed_quotes(texts: Sequence[str]) -> str:
    """One quotation as it is, several as items of a list."""
    readable = [r for r in map(readable_words, texts) if r]
    return readable[0] if len(readable) == 1 else "\n".join(f"- {r}" for r in readable)
