"""What a model says while it says it: the words of an answer, read out of JSON that is not yet whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

_THOUGHT, _THOUGHT_OVER = "<think>", "</think>"
_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_UNICODE = 4  # hexadecimal digits of an escape


class Hear(Protocol):
    """Who is told the words of a model as they come."""

    def __call__(self, text: str, *, anew: bool) -> None:
        """More of them; ``anew``: what was told before is withdrawn, and ``text`` is where they begin again."""


class Speech:
    """The words of the answers of one operation, for one who hears them. What was said in vain is withdrawn."""

    def __init__(self, hear: Hear) -> None:
        self._hear = hear
        self._is_told = False

    def begin(self, fields: Mapping[str, str]) -> Callable[[str], None]:
        """Takes the pieces of a reply from its beginning on; ``fields`` as `Spoken`."""
        if self._is_told:
            self._is_told = False
            self._hear("", anew=True)
        spoken = Spoken(fields)

        def heard(piece: str) -> None:
            if text := spoken.feed(piece):
                self._is_told = True
                self._hear(text, anew=False)

        return heard


class Spoken:
    """The strings of some ``fields`` of an object, at any depth, as far as their JSON has come; before each but the
    first stands what ``fields`` has for it. What is no such object has no words.
    """

    def __init__(self, fields: Mapping[str, str]) -> None:
        self._fields = fields
        self._before: str | None = ""  # what came before the object; then None
        self._open: list[str] = []  # brackets
        self._key: str | None = None  # of the value that comes next
        self._name: list[str] | None = None  # the key that is being read
        self._is_text = False  # within a string
        self._is_spoken = False  # within one of the fields
        self._escape = ""  # what has come of one
        self._high = ""  # the first half of a character
        self._any = False
        self._out: list[str] = []

    def feed(self, piece: str) -> str:
        """The words that ``piece`` adds."""
        if self._before is not None:
            piece = self._beginning(self._before + piece)
        for char in piece:
            if self._is_text:
                self._within(char)
            else:
                self._between(char)
        said = "".join(self._out)
        self._out.clear()
        return said

    def _beginning(self, text: str) -> str:
        """The object as far as it has come, without the thoughts and words before it."""
        rest = text.lstrip()
        if rest.startswith(_THOUGHT):
            _, over, rest = rest.partition(_THOUGHT_OVER)
            if not over:
                rest = ""
        elif _THOUGHT.startswith(rest[: len(_THOUGHT)]):
            rest = ""
        start = rest.find("{")
        self._before = text if start < 0 else None
        return "" if start < 0 else rest[start:]

    def _between(self, char: str) -> None:
        if char == '"':
            self._is_text = True
            if self._key is None and self._open[-1:] == ["{"]:
                self._name = []
            elif self._key is not None and self._key in self._fields:
                self._is_spoken = True
                if self._any:
                    self._out.append(self._fields[self._key])
                self._any = True
        elif char in "{[":
            self._open.append(char)
            self._key = None
        elif char in "}]":
            del self._open[-1:]
            self._key = None
        elif char == ",":
            self._key = None

    def _within(self, char: str) -> None:
        if self._escape:
            self._escaped(char)
        elif char == "\\":
            self._escape = char
        elif char == '"':
            if self._name is not None:
                self._key, self._name = "".join(self._name), None
            self._is_text = self._is_spoken = False
            self._high = ""
        else:
            self._take(char)

    def _escaped(self, char: str) -> None:
        self._escape += char
        if self._escape[1] != "u":
            self._escape = ""
            self._take(_SHORT.get(char, char))
        elif len(self._escape) == 2 + _UNICODE:
            digits, self._escape = self._escape[2:], ""
            try:
                self._take(chr(int(digits, 16)))
            except ValueError:
                self._take("\ufffd")

    def _take(self, char: str) -> None:
        """A character of the string, which may be half of one."""
        if "\ud800" <= char < "\udc00":
            self._high = char
            return
        if "\udc00" <= char < "\ue000":
            pair = (self._high + char).encode("utf-16", "surrogatepass")
            char = pair.decode("utf-16", "replace") if self._high else "\ufffd"
        self._high = ""
        if self._name is not None:
            self._name.append(char)
        elif self._is_spoken:
            self._out.append(char)
