"""What is read from the words of a question when it is first asked for."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Reads(Generic[T]):
    """An attribute that is read from a text of its owner, once."""

    def __init__(self, read: Callable[[str], T], text: str = "text") -> None:
        self._read, self._text = read, text

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, owner: Any, owners: type) -> T:
        value = owner.__dict__[self._name] = self._read(getattr(owner, self._text))
        return value


def says(pattern: re.Pattern[str], text: str = "text") -> Reads[bool]:
    """Whether a pattern is found in a text of the owner."""
    return Reads(lambda words: pattern.search(words) is not None, text)
