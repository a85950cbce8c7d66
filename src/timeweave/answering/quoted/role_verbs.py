"""What says in a verb who holds a role now: "presides over" of a chair, "is coached by" of a head coach."""

from __future__ import annotations

import re

_LEADS = r"leads|led by|heads|headed by|chairs|chaired by|presides over|runs|run by|in charge of|at the helm of"
_VERBS = (
    (
        r"coach|manager|trainer",
        r"coaches|coached by|trains|trained by|manages|managed by|in charge of|at the helm of|play(?:s|ing)? under",
    ),
    (r"chair(?:man|woman|person)?|president|director|leader|head|chief|principal|rector|dean", _LEADS),
    (
        r"(?:head|leader)s? of (?:the )?(?:government|state)|prime minister|premier|mayor|governor",
        "governs|governed by",
    ),
    (r"owners?|parent company", r"owns|owned by|belongs? to|(?:part|subsidiary|unit|division) of"),
    (
        r"employers?",
        r"works? (?:for|at|as)|employs|employed (?:by|at)|teaches at|(?:has|holds) a (?:post|job|chair) at",
    ),
    (r"work(?:s|ing)? (?:for|at)", r"employs|employed (?:by|at)|teaches at|(?:has|holds) a (?:post|job|chair) at"),
    (r"teams?|clubs?|sides?", r"plays? (?:for|with|at)|signed (?:for|with|by)|joined"),
    (r"positions?|offices?|posts?|jobs?|roles?", r"serves? as|serving as|works? as|sits? (?:as|in)|acts? as"),
    (r"part(?:y|ies)", r"member of|members? include|belongs? to|sits? for|represents"),
    (r"headquarter(?:s|ed)?|seat|based", r"headquartered (?:in|at)|based (?:in|at)|moved to|relocated to"),
    (r"spouse|husband|wife|married", r"married to|wife of|husband of"),
)
_PAST = r"(?<!\bwas )(?<!\bwere )(?<!\bbeen )(?<!\bonce )"
_COMPILED = tuple(
    (re.compile(rf"\b(?:{role})\b", re.IGNORECASE), re.compile(rf"\b{_PAST}(?:{verbs})\b", re.IGNORECASE))
    for role, verbs in _VERBS
)


def says_by_verb(question: str, text: str) -> bool:
    """Whether ``text`` has a verb in the present by which a role that ``question`` names is held."""
    return any(role.search(question) and verbs.search(text) for role, verbs in _COMPILED)
