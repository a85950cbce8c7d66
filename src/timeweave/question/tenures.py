"""Which tenures of a role a question means: that began or ended in its time, that are over, or beside another's."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BEGAN = re.compile(
    r"\b(?:appointed|named|elected|hired|promoted|chosen|selected|sworn in|became|took over|took office)\b",
    re.IGNORECASE,
)
_ENDED = re.compile(
    r"\b(?:resign(?:ed)?|step(?:ped)? down|quit|retired?|ousted|sacked|fired|dismissed|removed|voted out)\b",
    re.IGNORECASE,
)
_FORMER_ASKED = re.compile(
    r"\b(?:who|whom|which|what)\s+(?:is|are|was|were)\s+(?:(?:the|an?|its|their)\s+|[\w ]+['’]s?\s+)?"
    r"(?:former|previous|ex-?)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:before|prior to|preced(?:ed|es)|predecessors?|(?:succeeded|replaced|followed) by)\b", re.IGNORECASE
)
_AFTER = re.compile(
    r"\b(?:after|succeed(?:ed|s)?|replac(?:ed|es)|follow(?:ed|s)|successors?|took over from)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class TenureHints:
    """What the words of a question say of the tenures that it means: the last ``before`` somebody's, the first
    ``after``, those that ``began`` or ``ended`` in its time, what is ``former``.
    """

    before: bool
    after: bool
    began: bool
    ended: bool
    former: bool


def tenure_hints(question: str) -> TenureHints:
    """Read the hints off the words of ``question``."""
    return TenureHints(*(p.search(question) is not None for p in (_BEFORE, _AFTER, _BEGAN, _ENDED, _FORMER_ASKED)))
