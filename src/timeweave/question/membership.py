"""Questions for who came to a body or left it in a time, and for when somebody did."""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

from timeweave.lexicon.families import any_of, forms
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.states import GROUPS, JOINING, LEAVING, PARTING_FROM, TAKING_IN


class Turn(enum.StrEnum):
    """Whether belonging to a body began or ended."""

    CAME = "came"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class MembershipAsked:
    """What turn is asked for; ``group`` is what the body is called by where that is no name: "the team"."""

    turn: Turn
    group: str


_CAME = lazily(
    rf"\b(?:{any_of(forms(JOINING))}|(?:became|become|becoming) (?:an? )?(?:new )?members?|new members?"
    rf"|(?:was|were|been|is|are) {any_of(v.participle for v in TAKING_IN)} (?:to|onto|into))\b",
    re.IGNORECASE,
)
_LEFT = lazily(rf"\b(?:{any_of(forms(LEAVING, PARTING_FROM))})\b", re.IGNORECASE)
_GROUP = lazily(rf"\b(?P<group>{any_of(GROUPS)})\b", re.IGNORECASE)


def read_membership(text: str) -> MembershipAsked | None:
    """``text`` as a question of that kind; ``None`` where it tells of neither turn, or of both."""
    came, left = _CAME.search(text), _LEFT.search(text)
    if (came is None) == (left is None):
        return None
    group = _GROUP.search(text)
    return MembershipAsked(Turn.CAME if came else Turn.LEFT, group["group"].casefold() if group else "")
