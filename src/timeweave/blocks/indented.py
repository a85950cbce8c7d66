"""Indented lines, and those between fences, which are code by CommonMark: in minutes, letters and web pages they are
sentences or lists as often.
"""

from __future__ import annotations

import re

from timeweave.language.terms import STOP_WORDS
from timeweave.records import Span

_FEWEST = 8  # words of prose
_FEWEST_LISTED = 4
_PLAIN = 0.8  # share of its words that are letters and marks of sentences
_PLAIN_LISTED = 0.6
_COMMON = 0.2  # share of them that any sentence has
_CALL = r"\w\((?:\)|[\w\"'.]+(?:=|, ?[\w\"'.]+\)))"
_OF_CODE = re.compile(rf"[{{}}<>=|`]|\\(?!\s)|{_CALL}|::|->|(?m:;$|^[ \t]*(?:#|//|--|[$>]))")
_OF_LISTED_CODE = re.compile(rf"[{{}}]|::|{_CALL}|\$[A-Za-z(]|(?m:;$)")
_SETTING = re.compile(r"\s*(?:[-*+]\s+)?[a-z_][\w-]*:(?:\s|$)")
_BEHIND_MARK = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+")
_SENTENCE = re.compile(r"[\W\d]*[A-Z](?s:.*?)[a-z\d][)\"”’']?[.!?:](?:[)\"”’']|\s|$)")
_WORD = re.compile(r"[(\"“‘'*_]*([A-Za-z]+(?:[-'’][A-Za-z]+)*)[)\"”’'*_.,:!?]*")
ITEM_MARK = re.compile(r"[ \t]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+(?=[\w(\"“‘'*$~])|[-*•](?=[^\W\d_]))")
"""What an item of a list begins with."""


SET_LINE = re.compile(r"([^\n]*\S)([^\S\n]*(?:\n\s*)?)")
"""A line without the blanks at its end, and these with the line ends and blank lines that follow."""


def within_fences(text: str, block: Span) -> Span:
    """The lines between the fences of a block."""
    first = text.find("\n", block.start, block.end) + 1
    last = text.rfind("\n", block.start, block.end)
    return Span(first, last) if 0 < first < last else Span(block.end, block.end)


def is_code(text: str, lines: Span) -> bool:
    """Whether ``lines`` that may be code are: they are none where the first stands behind the mark of an item, far away
    from it, or where they are sentences.
    """
    ahead = text[text.rfind("\n", 0, lines.start) + 1 : lines.start]
    words = text[lines.start : lines.end]
    is_item = _BEHIND_MARK.fullmatch(ahead) is not None and _OF_CODE.search(words) is None
    return not is_item and not is_prose(words)


def is_prose(text: str) -> bool:
    """Whether indented lines are sentences: they begin and end as these do, have nothing that only code has, and enough
    words, nearly all of letters alone, among them those that stand in any sentence.
    """
    if _OF_CODE.search(text) or not _SENTENCE.match(text):
        return False
    tokens = text.split()
    words = [match[1].casefold() for token in tokens if (match := _WORD.fullmatch(token)) is not None]
    common = sum(word in STOP_WORDS for word in words)
    return len(words) >= max(_FEWEST, _PLAIN * len(tokens)) and common >= _COMMON * len(words)


def is_listed(text: str) -> bool:
    """Whether indented lines are the items of a list: the first and at least half of them begin as items do, and they
    have words rather than what code and settings have.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    marks = [ITEM_MARK.match(line) for line in lines]
    marked = sum(mark is not None for mark in marks)
    settings = sum(_SETTING.match(line) is not None for line in lines)
    is_list = bool(marks) and marks[0] is not None and 2 * marked >= len(lines) > 2 * settings
    is_diff = {"+", "-"} <= {line.lstrip()[0] for line in lines}
    if not is_list or is_diff or _OF_LISTED_CODE.search(text):
        return False
    bare = (line[mark.end() if mark else 0 :] for line, mark in zip(lines, marks, strict=True))
    tokens = [token for line in bare for token in line.split()]
    words = sum(_WORD.fullmatch(token) is not None for token in tokens)
    return words >= max(_FEWEST_LISTED, _PLAIN_LISTED * len(tokens))
