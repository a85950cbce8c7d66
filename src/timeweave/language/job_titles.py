"""Job titles: what is set off behind a name and says what its bearer is."""

from __future__ import annotations

import re

from timeweave.lexicon.families import words
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.offices import (
    ALSO_NAMES,
    BEFORE_NAMES_OF_OFFICES,
    FORMED,
    NO_LONGER,
    NO_TITLE,
    OFFICES,
    SPELLINGS,
    TRADES,
)

_LONGEST = 8  # words of a title
_AFTER_OFFICES = words("of for at in to and")
_MADE_OF = frozenset(BEFORE_NAMES_OF_OFFICES)
_NEVER = frozenset((*NO_TITLE, *NO_LONGER))
_DETERMINERS = frozenset(words("the a an"))
_JOINED = lazily(r"^(?:co|vice|deputy|sub)-")
_FORMED = lazily(rf"\b{FORMED}\b")


def is_job_title(phrase: str) -> bool:
    """Whether what stands behind a name, set off by a comma or brackets, is an office: "Chief Operating Officer", "Head
    of Talent"; not where it is another name ("Jo King") or says that it is no more or not yet held.
    """
    told = re.findall(r"[\w’']+(?:-[\w’']+)*", phrase.casefold())
    parts = [_JOINED.sub("", part) for part in told]
    if len(parts) > _LONGEST or not _NEVER.isdisjoint(parts) or not _DETERMINERS.isdisjoint(parts[1:]):
        return False
    ends = [n for n in range(len(parts)) if parts[n + 1 : n + 2] in ([], *([word] for word in _AFTER_OFFICES))]
    named = [n for n in ends if parts[n] in OFFICES or parts[n] in SPELLINGS or parts[n] in TRADES]
    sure = [n for n in named if parts[n] not in ALSO_NAMES or parts[n + 1 :] or parts[max(0, n - 1)] in _MADE_OF]
    is_joined = any(part != whole for part, whole in zip(parts, told, strict=True))
    return bool(sure) or (bool(named) and is_joined) or _FORMED.search(" ".join(parts)) is not None
