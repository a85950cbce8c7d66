"""A small language for patterns over masked sentences.

``<s person>`` is a person caught as group ``s``; ``<body>`` anything that is not a person, ``<org>`` an organisation,
``<place>`` a place, ``<thing>`` an organisation or what has no kind, ``<any>`` any entity. ``<det>`` is an optional
determiner, ``<adv>`` an optional adverb or auxiliary, ``<gap>`` a few lower-case words, ``<free>`` words up to 40
characters without an entity, ``<role>`` an office, ``<of>`` what introduces the body of an office,
``<age>`` an optional age in years, ``<title>`` an optional form of address before a person, ``<unit>`` what is part of
a body; ``<end>`` is where a name ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from timeweave.extraction.relations.masking import ANY, BODY, ORG, PERSON, PLACE, THING
from timeweave.extraction.relations.offices import ROLE
from timeweave.language.terms import STOP_WORDS
from timeweave.lexicon.families import any_of
from timeweave.lexicon.name_parts import ACADEMIC, HONORIFICS

_CLASSES = {"person": PERSON, "body": BODY, "org": ORG, "place": PLACE, "thing": THING, "any": ANY}
_SHORTHANDS = {
    "det": r"(?:the |its |their |our |a |an |his |her )?",
    "adv": r"(?:\w+ly |also |then |later |first |has |have |had |subsequently )?",
    "gap": r"(?: (?!(?:in|from|at|for|of|on|with|by|and|but)\b)[a-z][\w-]*){0,4}?",
    "free": r"(?:[^.;,\ue000-\ue3ff]|, ?(?=\d)){0,40}?",
    "role": ROLE,
    "age": r"(?:, (?:aged )?\d{2},?)?",
    "title": rf"(?:(?:{any_of(ACADEMIC, HONORIFICS, ('Sir', 'Dame', 'Lord', 'Rep', 'Sen', 'Gov', 'Gen'))})\.? ){{0,2}}",
    "of": r",? (?:of|at|for|with|in) (?:the )?",
    "end": r"(?!['’-])(?= ?(?:[,;)]|\.(?!\w)|(?:and|but|since|who|which|said)\b|$))",
    "unit": "(?:subsidiary|division|unit|brand|part)",
}
_SUPPOSED = re.compile(
    r"\b(?:if|whether|unless|(?:den(?:y|ies|ied|ying)|not true|untrue|false|rumou?rs|speculation) that)(?: the)? $",
    re.I,
)
_REFUTED = re.compile(r"\b(?:was|were|is|are) (?:false|untrue|unfounded|baseless|not true)\b", re.I)
_CONDITION = re.compile(r"\b(?:if|unless|provided that|subject to)\b", re.I)
_MORE_FOLLOWING = """
or but nor above across after against again ago along alongside amid among around away back because before behind
below between beyond both despite down due each early ever following further here including instead last late later
like more most must near never next not now off once one only onto out outright outside over per plus prior since
soon still through throughout till today together tomorrow tonight too toward towards twice under unless until up
via whether within without yesterday yet said says told while though company corporation group team club parent
according beginning ending starting
"""
_FOLLOWING = STOP_WORDS | frozenset(_MORE_FOLLOWING.split())
"""What may follow a name that ends there; any other word is what the name only describes."""

_DAYS = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_PART_OF_NAME = re.compile(rf"-\w| ?['’]s?\b|\s(?!(?:{_DAYS}))[A-Z]")
_PLAIN_WORD = re.compile(rf"\s(?![a-z]+ing (?:the |an? |its |their |his |her |{ANY}))([a-z]+)(?<!ly)(?<!ed)\b")
_WORDS = re.compile(r"\{([A-Z_]+)\}")
_TOKEN = re.compile(r"(?<!P)<(?:(\w+) )?(\w+)>")


def pattern(template: str, *, any_case: bool = False) -> re.Pattern[str]:
    """The template compiled."""
    return re.compile(_TOKEN.sub(_expansion, template), re.IGNORECASE if any_case else 0)


def rows(table: str, fields: int, words: Mapping[str, str]) -> Iterator[list[str]]:
    """The rows of a table of patterns, in fields that " | " keeps apart.

    A line that is set in goes on, one behind "#" is a heading; ``{NAME}`` stands for the ``words`` of that name.
    """
    for row in re.sub(r"\n {2,}", "", table).strip().splitlines():
        if not row.startswith("#"):
            yield _WORDS.sub(lambda named: words[named[1]], row).split(" | ", fields - 1)


def is_supposed(text: str, at: int) -> bool:
    """Whether what begins at ``at`` is under a condition, in doubt or denied: "if Ann Lee chairs Acme"."""
    return _SUPPOSED.search(text, max(0, at - 20), at) is not None or _REFUTED.search(text, at) is not None


def is_conditional(text: str) -> bool:
    """Whether a sentence has a condition, on which what it tells of the future hangs: "if the deal closes"."""
    return _CONDITION.search(text) is not None


def stands_alone(text: str, end: int) -> bool:
    """Whether the name that ends at ``end`` is no part of a longer one, nor describes something: "the EV market"."""
    word = _PLAIN_WORD.match(text, end)
    return _PART_OF_NAME.match(text, end) is None and (word is None or word.group(1) in _FOLLOWING)


def _expansion(token: re.Match[str]) -> str:
    group, name = token.groups()
    text = _CLASSES.get(name) or _SHORTHANDS[name]
    return f"(?P<{group}>{text})" if group else text
