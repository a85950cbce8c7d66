"""A small language for patterns over masked sentences.

``<s person>`` is a person caught as group ``s``; ``<body>`` anything that is not a person, ``<org>`` an organisation,
``<place>`` a place, ``<thing>`` an organisation or what has no kind, ``<any>`` any entity. ``<det>`` is an optional
determiner, ``<adv>`` an optional adverb or auxiliary, ``<gap>`` a few lower-case words, ``<free>`` words up to 40
characters without an entity, ``<role>`` an office, ``<of>`` what introduces the body of an office,
``<age>`` an optional age in years, ``<title>`` an optional form of address before a person.
"""

from __future__ import annotations

import re

from timeweave.extraction.relations.masking import ANY, BODY, ORG, PERSON, PLACE, THING
from timeweave.extraction.relations.offices import ROLE

_CLASSES = {"person": PERSON, "body": BODY, "org": ORG, "place": PLACE, "thing": THING, "any": ANY}
_SHORTHANDS = {
    "det": r"(?:the |its |their |our |a |an |his |her )?",
    "adv": r"(?:\w+ly |also |then |later |first |has |have |had |subsequently )?",
    "gap": r"(?: (?!(?:in|from|at|for|on|with|by|and|but)\b)[a-z][\w-]*){0,4}?",
    "free": r"(?:[^.;,\ue000-\ue3ff]|, ?(?=\d)){0,40}?",
    "role": ROLE,
    "age": r"(?:, (?:aged )?\d{2},?)?",
    "title": r"(?:(?:Dr|Mr|Mrs|Ms|Prof|Sir|Dame|Lord|Rep|Sen|Gov|Gen)\.? )?",
    "of": r",? (?:of|at|for|with|in) (?:the )?",
}
_SUPPOSED = re.compile(
    r"\b(?:if|whether|unless|(?:den(?:y|ies|ied|ying)|not true|untrue|false|rumou?rs|speculation) that)(?: the)? $",
    re.I,
)
_REFUTED = re.compile(r"\b(?:was|were|is|are) (?:false|untrue|unfounded|baseless|not true)\b", re.I)
_CONDITION = re.compile(r"\b(?:if|unless|provided that|subject to)\b", re.I)
_TOKEN = re.compile(r"(?<!P)<(?:(\w+) )?(\w+)>")


def pattern(template: str, *, any_case: bool = False) -> re.Pattern[str]:
    """The template compiled."""
    return re.compile(_TOKEN.sub(_expansion, template), re.IGNORECASE if any_case else 0)


def is_supposed(text: str, at: int) -> bool:
    """Whether what begins at ``at`` is under a condition, in doubt or denied: "if Ann Lee chairs Acme"."""
    return _SUPPOSED.search(text, max(0, at - 20), at) is not None or _REFUTED.search(text, at) is not None


def is_conditional(text: str) -> bool:
    """Whether a sentence has a condition, on which what it tells of the future hangs: "if the deal closes"."""
    return _CONDITION.search(text) is not None


def _expansion(token: re.Match[str]) -> str:
    group, name = token.groups()
    text = _CLASSES.get(name) or _SHORTHANDS[name]
    return f"(?P<{group}>{text})" if group else text
