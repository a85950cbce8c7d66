"""How much room words take, without a font at hand: estimates that rather err on the wide side."""

from __future__ import annotations

import re
import unicodedata

_NARROW = frozenset("iljtfrI.,:;'|!()[]/ -")
_WIDE = frozenset("MWmw@%&")
_ILLEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML 1.0 cannot hold
_ELLIPSIS = "…"


def legible(text: str) -> str:
    """``text`` on one line, with what XML cannot hold replaced."""
    return " ".join(_ILLEGAL.sub("\ufffd", text).split())


def width(text: str, size: float) -> float:
    """The width of a line in a common sans-serif face of ``size`` pixels."""
    return size * sum(map(_em, text))


def fitted(text: str, size: float, room: float) -> str:
    """``text``, cut at the end where it is wider than ``room``."""
    if width(text, size) <= room:
        return text
    kept = text
    while kept and width(kept.rstrip() + _ELLIPSIS, size) > room:
        kept = kept[:-1]
    return kept.rstrip() + _ELLIPSIS


def lines(text: str, size: float, room: float, most: int) -> list[str]:
    """``text`` broken between words into at most ``most`` lines, the last of them cut where it does not fit."""
    words = text.split()
    broken: list[str] = []
    while words and len(broken) < most - 1:
        line = words.pop(0)
        while words and width(f"{line} {words[0]}", size) <= room:
            line += f" {words.pop(0)}"
        broken.append(fitted(line, size, room))
    if words:
        broken.append(fitted(" ".join(words), size, room))
    return broken or [""]


def _em(character: str) -> float:
    if character in _NARROW:
        return 0.36
    if character in _WIDE:
        return 0.93
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    return 0.7 if character.isupper() else 0.6
