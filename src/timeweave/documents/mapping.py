"""What `--map TARGET=SOURCE` does: fields of a record under the names of the native form.

A source may be dotted (``extra.date``), and stands for the field so called but for its case where there is none just
so. A mapped date may be written as people write dates, or be a path or web address that holds one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from timeweave.documents.dates import date_of_value, loose_publication
from timeweave.records import DateSource
from timeweave.temporal.interval import Granularity

_TEXTS = frozenset(("id", "title", "source", "language"))
_MOST_SEEN = 500
_PATH = re.compile(r"(?=.*[/_.-])(?=.*[a-z]{3})\S{1,8192}", re.IGNORECASE)


class FieldMapping(dict[str, str]):
    """A mapping that remembers, of the records that it was used on, which sources they had and which fields."""

    def __init__(self, mapping: Mapping[str, str]) -> None:
        super().__init__(mapping)
        self.missing = set(mapping.values())
        self.seen: dict[str, None] = {}

    def note(self, data: Mapping[str, Any]) -> None:
        """Remember what a record has."""
        if self.missing:
            self.missing -= {source for source in self.missing if _key_of(data, source) is not None}
            if len(self.seen) < _MOST_SEEN:
                self.seen.update(dict.fromkeys(_names(data)))


def renamed(data: Mapping[str, Any], mapping: Mapping[str, str]) -> dict[str, Any]:
    """``data`` with its fields renamed: ``mapping`` gives the source field of a target.

    A record without the source field keeps what it has under the target's own name, and so does one whose field is
    a path without a date where a date is wanted; one that has both keeps the displaced value as ``original_TARGET``.
    A field out of which only a date was read stays as well.
    """
    if isinstance(mapping, FieldMapping):
        mapping.note(data)
    used: set[str] = set()
    moved: dict[str, Any] = {}
    for target, source in mapping.items():
        key = _key_of(data, source)
        if key is None:
            continue
        value = _value(data, key)
        if target == "date" and not _is_date(value) and (_is_path(value) or _dated(value)):
            moved |= _dated(value)
            continue
        moved |= (target == "date" and _dated(value)) or {target: _fitting(target, value)}
        used.add(key)
    rest = {key: value for key, value in data.items() if key not in used}
    kept = {f"original_{key}" if key in moved else key: value for key, value in rest.items()}
    return {**kept, **moved}


def _fitting(target: str, value: Any) -> Any:
    """A number as its text, a name as a list of one, where the native form wants that."""
    if target == "entities" and isinstance(value, str):
        return [value]
    return str(value) if target in _TEXTS and type(value) in (int, float) else value


def _dated(value: Any) -> dict[str, str]:
    """The date that a value is or holds, in normal form: of a month as such."""
    found = date_of_value(value, DateSource.GIVEN)
    if found is None:
        return {}
    day = found.date.isoformat()
    match found.precision:
        case Granularity.DAY:
            return {"date": day}
        case Granularity.MONTH:
            return {"date": day[:7]}
        case Granularity.QUARTER:
            return {"date": f"{found.date.year}-Q{(found.date.month + 2) // 3}"}
    return {"date": day[:4]}


def _is_date(value: Any) -> bool:
    return not isinstance(value, (list, tuple)) and loose_publication(str(value), DateSource.GIVEN) is not None


def _is_path(value: Any) -> bool:
    """Whether a value says where a document stands; such a one holds a date or none."""
    if isinstance(value, (list, tuple)):
        return any(map(_is_path, value))
    return isinstance(value, str) and _PATH.fullmatch(value) is not None


def _key_of(data: Mapping[str, Any], source: str) -> str | None:
    """The key, or dotted path of keys, of ``source`` in ``data``."""
    if source in data:
        return source
    folded = source.casefold()
    if alike := next((key for key in data if key.casefold() == folded), None):
        return alike
    head, dot, rest = source.partition(".")
    inner = data.get(head) if dot else None
    if isinstance(inner, list):
        inner = {str(place): item for place, item in enumerate(inner)}
    below = _key_of(inner, rest) if isinstance(inner, Mapping) else None
    return None if below is None else f"{head}.{below}"


def _value(data: Any, key: str) -> Any:
    while isinstance(data, Mapping) and key not in data:
        head, _, key = key.partition(".")
        data = data[head]
    if isinstance(data, list):
        head, _, key = key.partition(".")
        return _value(data[int(head)], key) if key else data[int(head)]
    return data[key]


def _names(data: Mapping[str, Any], prefix: str = "") -> Iterable[str]:
    for key, value in data.items():
        yield f"{prefix}{key}"
        if isinstance(value, Mapping) and not prefix:
            yield from _names(value, f"{key}.")
