"""Questions for who came to a body or left it in a time, and for when somebody did."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from dataclasses import dataclass

from timeweave.lexicon.families import any_of, forms
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.states import GROUPS, JOINING, LEAVING, PARTING_FROM, TAKING_IN
from timeweave.question.named_entity import NamedEntity
from timeweave.records import EntityId
from timeweave.temporal.expressions import TimeExpression


class Turn(enum.StrEnum):
    """Whether belonging to a body began or ended."""

    CAME = "came"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class MembershipAsked:
    """What turn is asked for, and of which body: one that is ``named``, or what is called by the words of ``group``
    ("the finance committee"); of any, where neither is given.
    """

    turn: Turn
    named: EntityId | None
    group: frozenset[str]


_CAME = lazily(
    rf"\b(?:{any_of(forms(JOINING))}|(?:became|become|becoming) (?:an? )?(?:new )?members? of|new members? of"
    rf"|(?:was|were|been|is|are) {any_of(v.participle for v in TAKING_IN)} (?:to|onto|into))\b",
    re.IGNORECASE,
)
_LEFT = lazily(rf"\b(?:{any_of(forms(LEAVING, PARTING_FROM))})\b", re.IGNORECASE)
_BEFORE_BODY = lazily(r"\s*(?:(?:to|from|onto|into|of)\s+)?(?:(?:the|an?|our|its|your)\s+)?", re.IGNORECASE)
_GROUP = lazily(rf"(?P<words>(?:[\w-]+ ){{0,3}}?(?:{any_of(GROUPS)}))\b", re.IGNORECASE)
_DENIED = lazily(r"\b(?:not|never|no longer|without)\b|n['’]t\b", re.IGNORECASE)
_NOTHING_MORE = lazily(r"[\s,.?!]*(?:(?:in|on|during|between|since|at|by|from|and|to|of)[\s,.?!]*)*")


def read_membership(
    text: str, entities: Sequence[NamedEntity], expressions: Sequence[TimeExpression]
) -> MembershipAsked | None:
    """``text`` as a question of that kind: a turn, a body or none, and times alone behind it; else ``None``."""
    came, left = _CAME.search(text), _LEFT.search(text)
    verb = came or left
    if verb is None or (came is not None and left is not None) or _DENIED.search(text):
        return None
    turn = Turn.CAME if came else Turn.LEFT
    introduced = _BEFORE_BODY.match(text, verb.end())
    start = introduced.end() if introduced else verb.end()
    named = next((e for e in entities if e.span.start == start), None)
    group = None if named else _GROUP.match(text, start)
    end = named.span.end if named else group.end() if group else verb.end()
    rest = list(text[end:])
    for expression in expressions:
        if expression.start >= end:
            rest[expression.start - end : expression.end - end] = " " * (expression.end - expression.start)
    if not _NOTHING_MORE.fullmatch("".join(rest)):
        return None
    words = frozenset(group["words"].casefold().split()) if group else frozenset[str]()
    return MembershipAsked(turn, named.id if named else None, words)
