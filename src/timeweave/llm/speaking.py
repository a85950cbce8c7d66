"""What a model says while it says it: the words of an answer, read out of JSON that is not yet whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from pydantic_core import from_json

_THOUGHT, _THOUGHT_OVER = "<think>", "</think>"


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
        self._text = ""
        self._told = 0  # characters

    def feed(self, piece: str) -> str:
        """The words that ``piece`` adds."""
        self._text += piece
        said = "".join(self._words(_object_in(self._text)))
        new, self._told = said[self._told :], max(self._told, len(said))
        return new

    def _words(self, text: str) -> Iterator[str]:
        try:
            found = from_json(text, allow_partial="trailing-strings") if text else None
        except ValueError:
            return
        for number, (key, value) in enumerate(_strings(found, self._fields)):
            yield f"{self._fields[key]}{value}" if number else value


def _object_in(text: str) -> str:
    """The object as far as it has come, without the thoughts and words before it."""
    rest = text.lstrip()
    if rest.startswith(_THOUGHT):
        rest = rest.partition(_THOUGHT_OVER)[2]
    elif _THOUGHT.startswith(rest):
        return ""
    return rest[rest.index("{") :] if "{" in rest else ""


def _strings(found: object, fields: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """The strings under ``fields`` with their keys, in order."""
    if isinstance(found, list):
        for one in found:
            yield from _strings(one, fields)
    elif isinstance(found, dict):
        for key, value in found.items():
            if isinstance(value, str) and key in fields:
                yield key, value
            else:
                yield from _strings(value, fields)
