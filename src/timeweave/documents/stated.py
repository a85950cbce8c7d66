"""What the fields of a document say of it, under whatever names sites and programs give them: when it appeared, its
title, who wrote it, its tags and language.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from timeweave.documents.dates import Publication, date_of_value
from timeweave.lexicon.publishing import (
    ADDRESS_KEYS,
    AUTHOR_KEYS,
    HELD_KEYS,
    LANGUAGE_KEYS,
    NAME_KEYS,
    PUBLISHED_ENDINGS,
    PUBLISHED_KEYS,
    SECTION_KEYS,
    SPEAKER_KEYS,
    TAG_KEYS,
    TITLE_KEYS,
    UPDATED_KEYS,
)
from timeweave.records import DateSource
from timeweave.temporal.interval import Granularity

_MOST_NAMES = 100
_EARLIEST_HELD = dt.date(1990, 1, 1)  # of events that sites announce
_CASED = ("title", "date", "source", "language")
_OF_MACHINES = re.compile(r"[/@:\d]|\.\S")  # the host of a site is no speaker
_IN_MAIL = re.compile(r'\s*"?([^"<>]*?)"?\s*<[^<>]*>\s*')


def plain_key(key: str) -> str:
    """``key`` as the tables of keys have it."""
    return re.sub(r"[\s_-]+", "", key).casefold()


def published(fields: Mapping[str, Any], source: DateSource) -> Publication | None:
    """When a document appeared: by the most telling of its fields that is a date, else by the path or address that it
    stands at.
    """
    dates = (date_of_value(value, source) for value in values(fields, (*PUBLISHED_KEYS, *_further_keys(fields))))
    paths = (date_of_value(value, source) for value in values(fields, ADDRESS_KEYS))
    return next(filter(None, dates), None) or next(filter(None, paths), None)


def is_instant(fields: Mapping[str, Any]) -> bool:
    """Whether when a document appeared is stated to the minute."""
    value = next(values(fields, PUBLISHED_KEYS), None)
    said = "" if value is None or isinstance(value, dt.date) else str(value)
    return isinstance(value, dt.datetime) or ":" in said or (said.isdigit() and len(said) > len("20210216"))


def _further_keys(fields: Mapping[str, Any]) -> Iterator[str]:
    """Keys of a site's own that end in one of them: "source_published_at"."""
    plain = (plain_key(str(key)) for key in fields)
    return (key for key in plain if key.endswith(PUBLISHED_ENDINGS) and key not in PUBLISHED_KEYS)


def updated(fields: Mapping[str, Any], source: DateSource) -> Publication | None:
    """When a document was last changed."""
    return next(filter(None, (date_of_value(value, source) for value in values(fields, UPDATED_KEYS))), None)


def held(fields: Mapping[str, Any], source: DateSource, today: dt.date) -> Publication | None:
    """The day, before ``today``, on which what a document announces took place."""
    found = next(filter(None, (date_of_value(value, source) for value in values(fields, HELD_KEYS))), None)
    is_day = found is not None and found.precision is Granularity.DAY
    return found if is_day and found is not None and _EARLIEST_HELD <= found.date < today else None


def native_fields(fields: Mapping[str, Any]) -> dict[str, Any]:
    """``fields`` with what the native form has under its names, and with authors and tags in plain words."""
    found = {_native_key(key, fields): value for key, value in fields.items()}
    if not isinstance(found.get("title"), str):
        found["title"] = next((v for v in values(fields, TITLE_KEYS) if isinstance(v, str)), found.get("title"))
    if not found.get("language"):
        found["language"] = next((v for v in values(fields, LANGUAGE_KEYS) if isinstance(v, str)), None)
    if isinstance(found.get("language"), str):
        found["language"] = re.split(r"[-_]", found["language"])[0].strip().casefold()
    if not found.get("source"):
        addresses = (v for v in values(fields, ADDRESS_KEYS) if isinstance(v, str))
        found["source"] = next((v for v in addresses if v.startswith(("https://", "http://"))), None)
    if isinstance(found.get("entities"), str):
        found["entities"] = [name.strip() for name in found["entities"].split(";")]
    written = names_of(next(values(fields, AUTHOR_KEYS), None))
    spoken = (n for value in values(fields, SPEAKER_KEYS) for n in names_of(value) if not _OF_MACHINES.search(n))
    if author := ", ".join(dict.fromkeys((*written, *spoken))):
        found["author"] = author
    if tags := [tag for value in values(fields, TAG_KEYS[:2]) for tag in _tags(value)] or _tags_of_others(fields):
        found["tags"] = list(dict.fromkeys(tags))
    return {key: value for key, value in found.items() if value not in (None, "")}


def names_of(value: object) -> list[str]:
    """The names in what is said of authors: a text, an object with a name, or a list of these."""
    if isinstance(value, str):
        mail = _IN_MAIL.fullmatch(value)
        return [name] if (name := (mail[1] if mail and mail[1] else value).strip()) else []
    if isinstance(value, Mapping):
        return next((names for v in values(value, NAME_KEYS) if (names := names_of(v))), [])
    if isinstance(value, Sequence):
        return [name for item in value[:_MOST_NAMES] for name in names_of(item)]
    return []


def _native_key(key: str, fields: Mapping[str, Any]) -> str:
    """``key`` as the native form has it where it differs in case alone: "Title"."""
    plain = key.casefold()
    return plain if plain in _CASED and plain not in fields else key


def _tags_of_others(fields: Mapping[str, Any]) -> list[str]:
    return [tag for value in values(fields, TAG_KEYS[2:]) for tag in _tags(value)]


def _tags(value: object) -> list[str]:
    if isinstance(value, str):
        return [tag for part in re.split("[,;]", value) if (tag := part.strip())]
    return [str(item) for item in value if isinstance(item, (str, int, float))] if isinstance(value, list) else []


def values(fields: Mapping[str, Any], keys: Iterable[str]) -> Iterator[Any]:
    """The values of ``keys`` in their order, those at the top before those in sections."""
    sections = [value for key, value in fields.items() if plain_key(key) in SECTION_KEYS]
    parts = [fields, *(section for section in sections if isinstance(section, Mapping))]
    plain = [{plain_key(str(key)): value for key, value in part.items()} for part in reversed(parts)]
    merged = {key: value for part in plain for key, value in part.items() if value not in (None, "")}
    return (merged[key] for key in keys if key in merged)
