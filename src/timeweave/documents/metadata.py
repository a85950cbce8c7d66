"""Metadata as plain JSON values, whatever it came from."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Mapping
from typing import Any

from timeweave.documents.decoding import clean

_DEEPEST = 32
_MOST = 10_000  # values; a few lines of YAML aliases can stand for billions
_MOST_DIGITS = 4_000  # beyond which Python refuses to write an integer as text


class MetadataError(ValueError):
    """A value that JSON cannot hold."""


def plain_metadata(data: Mapping[str, Any]) -> dict[str, Any]:
    """``data`` with texts cleaned, dates as ISO text and tuples as lists.

    Raises:
        MetadataError: for a value that JSON cannot hold, or too many or too deeply nested ones.
    """
    return _Plain().mapping(data, 0)


class _Plain:
    def __init__(self) -> None:
        self._count = 0

    def mapping(self, data: Mapping[Any, Any], depth: int) -> dict[str, Any]:
        return {clean(str(self.value(key, depth))): self.value(value, depth + 1) for key, value in data.items()}

    def value(self, value: object, depth: int) -> Any:
        self._count += 1
        if depth > _DEEPEST or self._count > _MOST:
            raise MetadataError(
                f"the metadata is nested more than {_DEEPEST} deep or has more than {_MOST} values: leave some out"
            )
        match value:
            case None | bool():
                return value
            case str():
                return clean(value)
            case int() if value.bit_length() < 3 * _MOST_DIGITS:
                return value
            case float() if math.isfinite(value):
                return value
            case dt.date() | dt.datetime() | dt.time():
                return value.isoformat()
            case Mapping():
                return self.mapping(value, depth)
            case list() | tuple():
                return [self.value(item, depth + 1) for item in value]
        raise MetadataError(f"the metadata holds {_shown(value)}, which JSON cannot hold: write it as a text")


def _shown(value: object) -> str:
    return "a number too long to write" if isinstance(value, int) else repr(value)[:80]
