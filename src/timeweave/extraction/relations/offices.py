"""Offices and positions as texts write them, in one spelling, so that "CEO" and "chief executive" are one relation."""

from __future__ import annotations

import re
from collections.abc import Iterator

from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.numbers import DETERMINERS, NUMBERS
from timeweave.lexicon.offices import (
    ACTIVITIES,
    BEFORE_OFFICES,
    DEPARTMENTS,
    FIELDS,
    HEADS,
    NEVER_IN_OFFICES,
    NO_FIELDS,
    NO_LONGER,
    OF_WHOLE_BODIES,
    SPELLINGS,
)

HELD = "position held"
"""The relation of a person and an office whose body is not told."""

_HEAD = lazily(rf"\b(?:{HEADS})\b", re.I)
_MODIFIER = r"[A-Za-z][\w.&'’/-]*"
_NO_MODIFIER = rf"(?!(?:{any_of(NEVER_IN_OFFICES)}|(?!{any_of(ACTIVITIES)}\b)[a-z]+ing)\b)"
_DEPARTMENT = rf"(?:, (?:[a-z]+ )?{any_of(DEPARTMENTS)}(?: and (?:[a-z]+ )?[a-z]+(?= ?[,;.]|$))?)?"
_SMALL = rf"(?!(?:{any_of(NEVER_IN_OFFICES)}|a|an|all|any)\b)(?-i:[a-z][a-z-]+)"
_SMALL_FOR = rf"(?!{any_of(DETERMINERS, NUMBERS, NO_FIELDS)}\b){_SMALL}"
_FIELD = rf"(?: (?:of {_SMALL}|for {_SMALL_FOR})(?: (?:and )?{_SMALL}){{0,2}}?(?= (?:at|of|for|in) | ?(?:[,;.)]|$)))?"
ROLE = (
    rf"(?<!['’])\b(?:acting )?(?:{_NO_MODIFIER}{_MODIFIER} ){{0,4}}?(?:{HEADS})\b"
    rf"(?: (?:and|&) (?:{_NO_MODIFIER}{_MODIFIER} ){{0,3}}?(?:{HEADS})\b)*(?:{_DEPARTMENT}){_FIELD}"
)
"""A regular expression for an office with its modifiers, to be compiled without regard to case."""

_SECOND = lazily(r"^(vice|deputy)-(?=\w)")
_LEADING = lazily(rf"^{any_of(BEFORE_OFFICES, NO_LONGER)}\s+", re.I)
_TRAILING = lazily(r"(?: (?:of|for|at|to)(?: (?:the|a|an|its|their|his|her))?)+$")
_FOR_HOW_LONG = lazily(r" for (?:\w+ ){1,3}?(?:years?|months?|decades?|seasons?|terms?)\b.*$")
_CUT = lazily(r"(?<=\w\w)\.(?= )")  # "Tech. Officer"
_FORMER = lazily(rf"\b{any_of(NO_LONGER, ('late',))}\b", re.I)
_OF_BODY = lazily(
    r"(?P<role>(?:(?:\w+ )*(?:minister|secretary) (?:of|for) .+|.+?)) (?:of|at) (?:the )?(?P<body>(?-i:[A-Z]).*)", re.I
)
_WITH_A_FIELD = frozenset({"minister", "secretary"})
_SEPARATOR = lazily(r"(,? and |, | & |; )")


def mentions_office(text: str) -> bool:
    """Whether any office is named at all: the quick test before the costly patterns."""
    return _HEAD.search(text) is not None


def is_office(phrase: str) -> bool:
    """Whether a phrase is the name of an office: "deputy mayor" is, "mayoral candidate" is not."""
    head = phrase.split(" of ")[0]
    return any(match.end() == len(head) for match in _HEAD.finditer(head))


def office_of_body(phrase: str) -> tuple[str, str] | None:
    """The body and the office, in one spelling, of "mayor of Port Lorne"; ``None`` where the phrase is not so made.

    "Minister of Finance" names a field and no body. Whether it is an office at all, `is_office` says.
    """
    parts = _OF_BODY.fullmatch(" ".join(phrase.split()))
    if parts is None or parts["role"].casefold() in _WITH_A_FIELD:
        return None
    named = list(offices(parts["role"])) or [parts["role"].casefold()]
    return (parts["body"], named[0]) if len(named) == 1 else None


def is_of_field(office: str, of_what: str) -> bool:
    """Whether what an office is said to be of is a field of work, and no body: "Director of Public Data"."""
    is_whole = office in OF_WHOLE_BODIES or office == SPELLINGS["ceo"]
    return not is_whole and FIELDS.issuperset(of_what.casefold().split())


def is_former(phrase: str) -> bool:
    """Whether an office is said to be no longer held."""
    return _FORMER.search(phrase) is not None


def without_words_before_title(phrase: str) -> str:
    """The phrase without the words in lower case before a title in capitals: "met President" names a president."""
    head = _HEAD.search(phrase)
    if head is None or not phrase[head.start()].isupper():
        return phrase
    words = phrase[: head.start()].split()
    kept = len(words)
    while kept and (words[kept - 1][0].isupper() or _FORMER.fullmatch(words[kept - 1])):
        kept -= 1
    return " ".join([*words[kept:], phrase[head.start() :]])


def offices(phrase: str) -> Iterator[str]:
    """The offices that a phrase names, each in one spelling: "Chairman and CEO" gives two.

    What follows an office and is none itself stays with it: "vice president, investor relations".
    """
    parts: list[str] = []
    pieces = _SEPARATOR.split(" ".join(phrase.split()).strip(" ,.;-"))
    for index in range(0, len(pieces), 2):
        piece = pieces[index]
        if parts and not _HEAD.search(piece):
            parts[-1] += pieces[index - 1] + piece
        elif piece:
            parts.append(piece)
    for part in parts:
        office = spelled(part)
        if _HEAD.search(office) and len(office) <= 80:
            yield office


def spelled(part: str) -> str:
    """An office in its one spelling: "the Chief Executive" and "CEO" are "chief executive officer"."""
    office = _TRAILING.sub("", _FOR_HOW_LONG.sub("", _CUT.sub("", part.casefold()).replace("’", "'").strip(" ,.;-'")))
    while match := _LEADING.match(office):
        office = office[match.end() :]
    office = _SECOND.sub(r"\1 ", office)
    if office in SPELLINGS:
        return SPELLINGS[office]
    words = office.split(" ", 1)
    if words[0] in {"evp", "svp", "vp"}:
        office = SPELLINGS[words[0]] + office[len(words[0]) :]
    if office.endswith((" ceo", " cfo", " coo", " cto")):
        office = f"{office[:-4]} {SPELLINGS[office[-3:]]}"
    return office
