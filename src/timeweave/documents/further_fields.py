"""Fields of front matter that no table of keys knows, as words: of an outage its product and when it began, of a
meeting its host and place. Pages show them in a box beside the text.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from typing import Any

from timeweave.documents.stated import names_of, plain_key
from timeweave.lexicon.publishing import (
    ADDRESS_KEYS,
    AUTHOR_KEYS,
    LANGUAGE_KEYS,
    OF_THE_PAGE,
    PUBLISHED_ENDINGS,
    PUBLISHED_KEYS,
    SECTION_KEYS,
    STANDFIRST_KEYS,
    TAG_KEYS,
    TITLE_KEYS,
    UNSHOWN,
    UPDATED_KEYS,
)

_KNOWN = frozenset(
    (
        *(*PUBLISHED_KEYS, *UPDATED_KEYS, *ADDRESS_KEYS, *TITLE_KEYS, *AUTHOR_KEYS, *STANDFIRST_KEYS),
        *(*TAG_KEYS, *LANGUAGE_KEYS, *SECTION_KEYS),
    )
)
_LONGEST = 100  # characters of a value
_MOST = 8  # values of a list
_FEW = 12  # fields
_PARTS = re.compile(r"[\s_-]+|(?<=[a-z])(?=[A-Z])")
_OF_MACHINES = re.compile(
    r"[/\\{}<>=|`$#]|://|^[\w.+-]+@|^(?=[\da-f]*\d)[\da-f-]{7,}$|^\d{8,}$|\.\w{2,4}$|^[\W_]*$|^\W*:"
)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d|UTC))?)?")
_SAID = frozenset({"true", "false", "yes", "no", "null", "none", "on", "off", "~"})


def further_fields(fields: Mapping[str, Any]) -> str:
    """The fields of a site's own that say something to people: "Company: Amazon; Product: SimpleDB"."""
    told = [
        f"{_label(str(key))}: {said}" for key, value in fields.items() if _is_shown(str(key)) and (said := _said(value))
    ]
    return "; ".join(told[:_FEW])


def _is_shown(key: str) -> bool:
    plain = plain_key(key)
    if plain in _KNOWN or plain.endswith(PUBLISHED_ENDINGS) or not re.match(r"[^\W\d_]", key):
        return False
    return plain not in UNSHOWN | OF_THE_PAGE and not UNSHOWN.intersection(
        part.casefold() for part in _PARTS.split(key)
    )


def _label(key: str) -> str:
    words = " ".join(part.lower() for part in _PARTS.split(key) if part)
    return words.upper() if len(words) <= 3 and not re.search(r"[aeiou]", words) else words[:1].upper() + words[1:]


def _said(value: object) -> str:
    """A value in words; empty where it is for programs alone."""
    if isinstance(value, str):
        words = " ".join(value.split()).strip("\"'")
        if _MOMENT.fullmatch(words):
            return _moment(words)
        is_plain = len(words) <= _LONGEST and words.casefold() not in _SAID and not _OF_MACHINES.search(words)
        return words.replace(";", ",") if is_plain else ""
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return f"{value:g}" if isinstance(value, float) else str(value)
    if isinstance(value, dt.datetime | dt.date):
        return _moment(value.isoformat())
    return ", ".join(_each(value))


def _each(value: object) -> Iterator[str]:
    if isinstance(value, list | tuple):
        if len(value) <= _MOST:
            for one in value:
                yield from (said for said in [_said(one)] if said)
    else:
        yield from (said for name in names_of(value) if (said := _said(name)))


def _moment(words: str) -> str:
    """A day, and the time of it where one is told, as people write them."""
    try:
        moment = dt.datetime.fromisoformat(words.replace(" UTC", "+00:00").replace("Z", "+00:00"))
    except ValueError:
        return ""
    day = f"{moment.day} {moment:%B %Y}"
    return day if moment.time() == dt.time() else f"{day}, {moment:%H:%M}"
