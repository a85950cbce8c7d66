"""Fields of front matter that no table of keys knows, as words: of an outage its product and when it began, of a
meeting its host and place. Pages show them in a box beside the text.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from typing import Any

from timeweave.documents.dates import date_of_value
from timeweave.documents.native import FIELDS
from timeweave.documents.stated import names_of, plain_key
from timeweave.lexicon.publishing import (
    ADDRESS_KEYS,
    AUTHOR_KEYS,
    HELD_KEYS,
    LANGUAGE_KEYS,
    PUBLISHED_ENDINGS,
    PUBLISHED_KEYS,
    SECTION_KEYS,
    STANDFIRST_KEYS,
    TAG_KEYS,
    TITLE_KEYS,
    UNSHOWN_BEGINNINGS,
    UNSHOWN_ENDINGS,
    UNSHOWN_KEYS,
    UPDATED_KEYS,
)
from timeweave.records import DateSource

_KNOWN = frozenset(
    (
        *(*PUBLISHED_KEYS, *UPDATED_KEYS, *ADDRESS_KEYS, *TITLE_KEYS, *AUTHOR_KEYS, *STANDFIRST_KEYS),
        *(*TAG_KEYS, *LANGUAGE_KEYS, *SECTION_KEYS, *UNSHOWN_KEYS, *map(plain_key, FIELDS)),
    )
)
_LONGEST = 100  # characters of a value
_MOST = 20  # values of a list
_FEW = 12  # fields
_PARTS = re.compile(r"[\s_-]+|(?<=[a-z])(?=[A-Z])")
_OF_MACHINES = re.compile(
    r"[\\{}<>=|`]|://|^[./~]|/\S*/|^[\w.+-]+@|\w\.(?:png|jpe?g|gif|svg|webp|pdf|html?|ya?ml|json|xml|zip)$"
    r"|^(?=[\da-f-]*\d)(?=[\da-f-]*[a-f])[\da-f-]{7,}$|^\d{8,}$|^[\W_]*$|^(?:nan|inf)$"
)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d|UTC))?)?")
_SAID = frozenset({"true", "false", "yes", "no", "null", "none", "on", "off", "~"})


def further_fields(fields: Mapping[str, Any]) -> str:
    """The fields of a site's own that say something to people: "Company: Amazon; Product: SimpleDB"."""
    told: dict[str, str] = {}
    for key, value in fields.items():
        if isinstance(key, str) and (_is_shown(key) or _is_held(key, value)) and (said := _said(value)):
            told.setdefault(plain_key(key), f"{_label(key)}: {said}")
    return "; ".join(list(told.values())[:_FEW])


def _is_shown(key: str) -> bool:
    plain, parts = plain_key(key), [part.casefold() for part in _PARTS.split(key) if part]
    if not parts or not key[0].isalpha() or plain in _KNOWN or plain in _SAID or plain.endswith(PUBLISHED_ENDINGS):
        return False
    last = next((part for part in reversed(parts) if part not in ("at", "on", "by")), "")
    return parts[0] not in UNSHOWN_BEGINNINGS and last not in UNSHOWN_ENDINGS


def _is_held(key: str, value: object) -> bool:
    """Whether a field says at what moment of what day something takes place: a bare day is told as that of the text."""
    is_moment = isinstance(value, dt.datetime) or (isinstance(value, str) and ":" in value)
    return plain_key(key) in HELD_KEYS and is_moment and date_of_value(value, DateSource.FRONT_MATTER) is not None


def _label(key: str) -> str:
    words = " ".join(part.lower() for part in _PARTS.split(key) if part)
    return words.upper() if len(words) <= 3 and not re.search(r"[aeiou]", words) else words[:1].upper() + words[1:]


def _said(value: object) -> str:
    """A value in words; empty where it is for programs alone."""
    if isinstance(value, str):
        words = " ".join(value.split())
        if _MOMENT.fullmatch(words):
            return _moment(words)
        is_plain = len(words) <= _LONGEST and words.casefold() not in _SAID and not _OF_MACHINES.search(words)
        return words.replace(";", ",") if is_plain else ""
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return _said(f"{value:.15g}")
    if isinstance(value, dt.datetime | dt.date):
        return _moment(value.isoformat())
    if isinstance(value, dt.time):
        return f"{value:%H:%M}"
    return ", ".join(_each(value))


def _each(value: object) -> Iterator[str]:
    if isinstance(value, list | tuple):
        yield from (said for one in value[:_MOST] if (said := _said(one)))
    elif names := names_of(value):
        yield from (said for name in names if (said := _said(name)))
    elif isinstance(value, Mapping):
        yield from (said for one in list(value.values())[:_MOST] if isinstance(one, str) and (said := _said(one)))


def _moment(words: str) -> str:
    """A day, and the time of it where one is told, as people write them."""
    try:
        moment = dt.datetime.fromisoformat(words.replace(" UTC", "+00:00").replace("Z", "+00:00"))
    except ValueError:
        return ""
    day = f"{moment.day} {moment:%B %Y}"
    if moment.time() == dt.time():
        return day
    return f"{day}, {moment:%H:%M} {moment.tzname() or ''}".rstrip()
