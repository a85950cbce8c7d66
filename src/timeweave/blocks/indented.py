"""Indented lines, which are code by CommonMark: in minutes and letters they are words as often."""

from __future__ import annotations

import re

from timeweave.language.terms import STOP_WORDS

_FEWEST = 8  # words of prose
_PLAIN = 0.8  # share of its words that are letters and marks of sentences
_COMMON = 0.2  # share of them that any sentence has
_OF_CODE = re.compile(r"[{}<>=;|\\`]|\w\(|://|::|->|(?m:^\s*(?:#|//|--|[$>]))")
_SENTENCE = re.compile(r"[\W\d]*[A-Z](?s:.*?)[a-z\d][)\"”’']?[.!?:](?:[)\"”’']|\s|$)")
_WORD = re.compile(r"[(\"“‘'*_]*([A-Za-z]+(?:[-'’][A-Za-z]+)*)[)\"”’'*_.,:!?]*")


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
