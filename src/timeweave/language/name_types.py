"""Whether a name is of a person or a body, by its own words and by what stands beside it, where a recogniser errs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from timeweave.lexicon.bodies import LAST_OF_NAMES
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.offices import HEADS, HELD_BY_PERSONS, NAMED_TO, TITLES

_BODY = lazily(rf"(?:{any_of(LAST_OF_NAMES)})s?", re.IGNORECASE)
_PERSONAL = re.compile(r"(?!The )[A-ZÀ-Þ][a-zà-ÿ’'-]+(?: [A-ZÀ-Þ]\.?)?(?: [A-ZÀ-Þ][A-Za-zà-ÿ’'-]+){1,2}")
_TITLED = any_of((*TITLES, *HELD_BY_PERSONS))
_BEFORE = lazily(
    rf"(?:\b(?:in place of|in succession to|replacing|succeeding|hand(?:ed|s|ing)? over to|tak(?:en|es|ing) over from"
    rf"|took over from|take over from)|\b(?:the|our|its|The|Our|Its) (?:[a-z]+ )?(?i:{HEADS}),"
    rf"|(?<![\w’'-])(?i:{_TITLED})|\b(?:Mr|Mrs|Ms|Dr|Prof|Sister|Brother|Father|Rev)\.?) $"
)
_AFTER = lazily(
    rf" (?:has |had |will )?[a-z]+ (?:his|her)\b|,? (?:who|whom)\b(?! (?:makes?|owns?|sells?|employs?))"
    rf"|,? (?:has |had |will )?(?:hand(?:ed|s) over to|retire[sd]?\b|resign(?:ed|s)?\b|died\b|stepp(?:ed|ing) down"
    rf"|steps down"
    rf"|stands? down|stood down|takes? over as|took over as|gave up the|took up the post)"
    rf"|(?: \w+)? (?:was|is|has been) (?:re-?)?{NAMED_TO}\b(?! by\b)"
    r"|,? (?:(?:is|was|has been|becomes?|became|remains) )?(?:(?:its|their|the|our|at present|now) )?"
    rf"(?:new )?(?:\w+ )?(?:{_TITLED})\b"
    r"(?! ?['’-])"
)
_OCCURRENCES = 4  # of a name that are looked at
_REACH = 48  # characters on either side


def told_type(surface: str, text: str) -> str:
    """``PERSON`` or ``ORG`` where the words of a name or ``text`` beside it tell; else empty."""
    words = surface.split()
    if len(words) > 1 and _BODY.fullmatch(words[-1]):
        return "ORG"
    if not _PERSONAL.fullmatch(surface):
        return ""
    is_person = any(
        _BEFORE.search(text, max(0, at - _REACH), at) or _AFTER.match(text, at + len(surface))
        for at in _occurrences(surface, text)
    )
    return "PERSON" if is_person else ""


def _occurrences(surface: str, text: str) -> Iterator[int]:
    at = text.find(surface)
    for _ in range(_OCCURRENCES):
        if at < 0:
            return
        yield at
        at = text.find(surface, at + len(surface))
