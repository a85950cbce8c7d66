"""A question for all who held an office: "who have been the clerks of Holt Council", "how many chairs has it had"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from timeweave.extraction.relations.offices import is_office, offices
from timeweave.extraction.relations.role_verbs import roles_asked
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.offices import POSITIONS

_SERVED = rf"(?:been|served as|acted as|worked as|recorded as|listed as|named as|held the {any_of(POSITIONS)} of|held)"
_HOW_MANY = lazily(
    rf"^\W*how many (?:different |distinct |other |various )?(?:people|persons|individuals|men|women)\b.*\b{_SERVED}\b",
    re.IGNORECASE,
)
_CALLED = r"(?P<office>(?:[\w’'-]+ ){0,4}?[\w-]+(?:s|men|women|people))\b(?!['’])"
_HOW_MANY_OFFICERS = lazily(
    rf"^\W*how many (?:different |distinct |other |various )?{_CALLED}.*\b(?:ha(?:s|ve|d)\b.*\b(?:had|been|seen|held)"
    r"|were there|served|did\b.*\bhave)\b",
    re.IGNORECASE,
)
_WHO_ALL = lazily(
    r"^\W*(?:who (?:have|has) (?:all )?been|who were(?: all)?|who (?:have )?served as"
    r"|which (?:people|persons|men|women) (?:have been|were|(?:have )?served as)"
    rf"|(?:please )?(?:list|name|give|show)(?: me)?(?: all)?) (?:of )?(?:the |all )*{_CALLED}",
    re.IGNORECASE,
)
_ENDINGS = (("women", "woman"), ("men", "man"), ("people", "person"), ("ies", "y"), ("s", ""))


@dataclass(frozen=True, slots=True)
class AskedHolders:
    """The ``office`` whose holders are asked for, and whether it is asked how many they were."""

    office: str
    counts: bool


def read_holders(text: str) -> AskedHolders | None:
    """``text`` as a question for all holders of one office; ``None`` where it asks for something else."""
    if _HOW_MANY.search(text):
        named = roles_asked(text)
        return AskedHolders(next(iter(named)), counts=True) if len(named) == 1 else None
    for pattern in (_HOW_MANY_OFFICERS, _WHO_ALL):
        match = pattern.search(text)
        office = None if match is None else _office(match["office"])
        if office is not None:
            return AskedHolders(office, counts=pattern is _HOW_MANY_OFFICERS)
    return None


def _office(called: str) -> str | None:
    """The one office that some words name in the plural: "clerk" for "the clerks"."""
    told = called.casefold()
    one = next(told.removesuffix(end) + single for end, single in _ENDINGS if told.endswith(end))
    named = list(offices(one)) if is_office(one) else []
    return named[0] if len(named) == 1 else None
