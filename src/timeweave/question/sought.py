"""Who or what a question asks for: a person, a body, a kind of things, none of these; whose tenures of a role."""

from __future__ import annotations

import re

from timeweave.language.terms import index_terms
from timeweave.lexicon import reasoning
from timeweave.lexicon.families import any_of, forms
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.offices import COMING_NEXT, GIVING_UP, POSITIONS
from timeweave.lexicon.states import BECOMING, LEAVING, PARTING_FROM, TAKING_IN
from timeweave.question.kinds import Kind

_PERSON = lazily(
    r"^\W*(?:[^,?]*,\s*)?(?:who|whom|whose)\b|\b(?:which|what|who)\s+(?:[\w-]+\s+){0,3}?(?:individual|person|man|woman|player|coach"
    r"|executive|politician|minister|actor|actress|singer|artist|scientist|author|writer|figure|founder|ceo)\b",
    re.IGNORECASE,
)
_BODY = lazily(
    r"\b(?:which|what)\s+(?:[\w’'-]+\s+){0,4}?(?:compan(?:y|ies)|firm|corporation|team|club|organi[sz]ation|bank|agency"
    r"|university|party|group|brand|retailer|platform|tool|product|app|network|publisher|airline|carmaker)\b",
    re.IGNORECASE,
)
CLASS = lazily(
    r"\b(?:which|what)\s+(?:type|kind|sort|class|category)s?\s+of\b"
    r"|\b(?:which|what)\s+(?:are\s+the\s+)?(?:[\w-]+\s+)?(?:entities|establishments|platforms|institutions|businesses|services)\b",
    re.IGNORECASE,
)
ASKS_ENTITY = lazily(
    r"\b(?:who|whom|whose)\b|\bwhat\s+(?:is|are|was|were)\s+the\s+(?:name|entit)"
    r"|\b(?:which|what)\s+(?!(?:was|were|is|are|did|does|do|has|have|had|will|would|can|could)\b)",
    re.IGNORECASE,
)
ASKS_NO_ENTITY = lazily(
    r"\b(?:letter|initials?)\b|\bhow\s+(?:many|much|long|old|often|far)\b|^\W*when\b"
    r"|\b(?:which|what)\s+(?:year|date|day|month|quarter|amount|number|percentage|price|share)\b"
    r"|\bwhat\s+(?:was|were|is|are|did|does|do|has|have|had)\s+(?:the|its|their|his|her)\s+(?!name|person|company|team)",
    re.IGNORECASE,
)
_THING = lazily(
    r"\b(?:which|what)\s+(?P<thing>(?:[\w’'-]+\s+){1,4}?)(?:did|does|do|is|are|was|were|has|have|had|will|would|can|could)\b",
    re.IGNORECASE,
)
BEGAN = lazily(
    r"\b(?:appointed|named|elected|hired|promoted|chosen|selected|sworn in|became|took over|took office)\b",
    re.IGNORECASE,
)
ENDED = lazily(
    r"\b(?:resign(?:ed)?|step(?:ped)? down|quit|retired?|ousted|sacked|fired|dismissed|removed|voted out)\b",
    re.IGNORECASE,
)
FORMER = lazily(
    r"\b(?:who|whom|which|what)\s+(?:is|are|was|were)\s+(?:(?:the|an?|its|their)\s+|[\w ]+['’]s?\s+)?"
    r"(?:former|previous|ex-?)\b",
    re.IGNORECASE,
)
BEFORE = lazily(
    r"\b(?:before|prior to|preced(?:ed?|es)|predecessors?|(?:succeeded|replaced|followed) by)\b"
    r"|\bwhom? did\b.*\b(?:succeed|replace|follow|take over from)\b",
    re.IGNORECASE,
)
_GOES = rf"(?:when|once) (?-i:[A-Z])[^,?]{{1,60}}? (?:{any_of(forms(LEAVING, PARTING_FROM), GIVING_UP)})"
_TAKES = rf"\bwho (?:[\w-]+ ){{0,2}}?{any_of(forms(BECOMING, TAKING_IN), COMING_NEXT)}"
AFTER = lazily(
    r"\b(?:after|succeed(?:ed|s)?|replac(?:ed|es)|follow(?:ed|s)|successors?"
    r"|(?:took|takes|take) over (?:the [^?,;]{1,60}? )?from)\b"
    rf"|\b{_GOES}\b[^?]*{_TAKES}\b|{_TAKES}\b[^?]*\b{_GOES}\b",
    re.IGNORECASE,
)
DENIES = lazily(rf"\b{any_of(reasoning.DENYING)}\b|n['’]t\b", re.IGNORECASE)
"""A question for what did not happen."""
COMPARES = lazily(
    rf"\b(?<!no ){any_of(reasoning.LONGEST, reasoning.SHORTEST, reasoning.MOST, reasoning.FEWEST)}\b"
    rf"|\b{any_of(reasoning.EARLIER, reasoning.LATER)}\b[^?]*\bor\b",
    re.IGNORECASE,
)
"""A question for what lasted longest, came most often, or was the earlier of two."""
_POSITION = rf"(?:job )?{any_of(POSITIONS)}"
_OFFICES = lazily(rf"\b{_POSITION}\b", re.IGNORECASE)
_WHICH = r"(?:current|present|first|last|latest|new|old|previous|former|exact|official|main|own|original|earlier)"
_THEN = (
    r"(?=\W*$|,|\s+(?:at|in|as of|during|before|after|until|when|while|with|since|back|now|currently|today|on \d)\b)"
)
POSITION = lazily(
    rf"^\W*(?:in [^,?]{{1,30}}, )?(?:what|which)(?: [\w-]+){{0,2}}? {_POSITION}\b"
    r".*\b(?:hold|held|holds|occupy|occupied|fill|filled|serve[sd]? in|(?:did|does|do) .*\bhave(?! \w+(?:ed|en)\b))\b"
    r"|^\W*(?:(?:what|which)(?:['’]s| is| was| are| were) |(?!wh|(?:how|did|do|does|is|was|are)\b))"
    rf"[^?’']{{2,60}}['’]s? (?:{_WHICH} ){{0,2}}"
    rf"(?!posts?\b){_POSITION}{_THEN}"
    rf"|^\W*what (?:is|was) the (?:{_WHICH} )?(?!posts?\b|titles?\b){_POSITION} of (?-i:[A-Z])[\w. -]*?{_THEN}",
    re.IGNORECASE,
)
"""A question for the office that somebody holds: "what post did Ann hold", "Ann's job title"."""

HELD_SINCE = lazily(r"\bwho(?:se)?\b.*\bha(?:s|ve)\b.*\bsince\b(?! when)", re.IGNORECASE)
PERSONS = frozenset({"PERSON"})
BODIES = frozenset({"ORG", "PRODUCT", "FAC", "WORK", "WORK_OF_ART", ""})
ENTITY_KINDS = frozenset({Kind.WHO, Kind.VALUE, Kind.WHERE, Kind.OPEN, Kind.LAST})


def thing_asked(question: str) -> frozenset[str]:
    """The index terms of what "which" or "what" asks for: of "which cloud provider did" those of "cloud provider"; none
    where it is an office, or nothing is named.
    """
    asked = _THING.search(question)
    return frozenset() if asked is None or _OFFICES.search(asked["thing"]) else frozenset(index_terms(asked["thing"]))


def types_wanted(question: str) -> frozenset[str] | None:
    """The types of entity that are asked for; ``None`` where any will do."""
    return PERSONS if _PERSON.search(question) else BODIES if _BODY.search(question) else None
