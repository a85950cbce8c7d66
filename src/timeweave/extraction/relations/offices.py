"""Offices and positions as texts write them, in one spelling, so that "CEO" and "chief executive" are one relation."""

from __future__ import annotations

import re
from collections.abc import Iterator

_HEADS = (
    r"heads? of (?:the )?(?:government|state)"
    r"|chief(?: [a-z]+){1,3}? officer|chief executive|chief of (?:staff|police)|chief justice|chief [a-z]+ist"
    r"|(?:co-)?C[EFOTIMA]O"
    r"|(?:prime |first |foreign |finance |interior |defen[cs]e |health )?minister(?: of (?:the )?[a-z]+)?"
    r"|secretary(?:[- ]general| of [a-z]+)?|(?:attorney|surgeon|solicitor) general|(?:director|governor)[- ]general"
    r"|(?:vice |deputy |co-?|lieutenant )?(?:president|chair(?:man|woman|person)?|governor|mayor|premier|principal"
    r"|chancellor|speaker|leader|director|captain|editor|commissioner|ambassador|manager|head coach|coach|head|chief)"
    r"(?:-elect|[- ]in[- ]chief)?"
    r"|senator|congress(?:man|woman)|representative|member of (?:the )?parliament|MP|councill?or|alderman|treasurer"
    r"|controller|professor|lecturer|dean|provost|rector|headmaster|bishop|archbishop|cardinal|pope|abbot|vicar|rabbi"
    r"|king|queen|emperor|prince|duke|sultan|general counsel|judge|justice|sheriff|commander(?:[- ]in[- ]chief)?"
    r"|co-?founder|founder|partner|trustee|curator|conductor|organist|goalkeeper|striker|midfielder|defender"
    r"|quarterback|general manager|consul|envoy|analyst|economist|spokes(?:man|woman|person)|owner|superintendent"
    r"|SVP|EVP|VP|vice president"
)
_HEAD = re.compile(rf"\b(?:{_HEADS})\b", re.I)
_MODIFIER = r"[A-Za-z][\w.&'’/-]*"
_NO_MODIFIER = (
    r"(?!(?:not|never|no|nor|was|is|were|are|becomes|become|became|has|had|of|it|its|with|for|this|these|who|which|that|as|by|in|on|at|to|from"
    r"|and|or|when|after|said|says|told|tells|he|she|his|her|our|the|[a-z]+ing)\b)"
)
_DEPARTMENT = (
    r"(?:, (?:[a-z]+ )?(?:relations|finance|strategy|operations|affairs|merchandising|marketing|production|exploration"
    r"|communications|development|treasury|sales|legal|technology)(?: and (?:[a-z]+ )?[a-z]+(?= ?[,;.]|$))?)?"
)
ROLE = (
    rf"(?<!['’])\b(?:acting )?(?:{_NO_MODIFIER}{_MODIFIER} ){{0,4}}?(?:{_HEADS})\b"
    rf"(?: (?:and|&) (?:{_MODIFIER} ){{0,3}}?(?:{_HEADS})\b)*{_DEPARTMENT}"
)
"""A regular expression for an office with its modifiers, to be compiled without regard to case."""

_SPELLINGS = {
    "ceo": "chief executive officer",
    "chief executive": "chief executive officer",
    "co-ceo": "co-chief executive officer",
    "cfo": "chief financial officer",
    "coo": "chief operating officer",
    "cto": "chief technology officer",
    "cio": "chief information officer",
    "cmo": "chief marketing officer",
    "chief finance officer": "chief financial officer",
    "evp": "executive vice president",
    "svp": "senior vice president",
    "vp": "vice president",
    "mp": "member of parliament",
    "chairman of the board": "chairman",
    "cofounder": "co-founder",
    "head of the government": "head of government",
    "head of the state": "head of state",
}
_LEADING = re.compile(
    r"^(?:the|a|an|our|its|their|his|her|my|then|former|previous|ex|onetime|one-time|retired|new|current"
    r"|longtime|long-time|outgoing|incoming|newly appointed|female|male|woman|permanent|founding"
    r"|now|currently|still|sole|longest-serving|group|both|first|second|third|next|last|old|young|acting|interim|crowned|elected|appointed|named)\s+",
    re.I,
)
_FORMER = re.compile(r"\b(?:former|previous|ex|late|then|retired|onetime|one-time)\b", re.I)
_OF_BODY = re.compile(
    r"(?P<role>(?:(?:\w+ )*(?:minister|secretary) (?:of|for) .+|.+?)) (?:of|at) (?:the )?(?P<body>(?-i:[A-Z]).*)", re.I
)
_WITH_A_FIELD = frozenset({"minister", "secretary"})
_SEPARATOR = re.compile(r"(,? and |, | & |; )")


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
        office = _spelling(part)
        if _HEAD.search(office) and len(office) <= 80:
            yield office


def _spelling(part: str) -> str:
    office = part.casefold().replace("’", "'").strip(" ,.;-'")
    while match := _LEADING.match(office):
        office = office[match.end() :]
    if office in _SPELLINGS:
        return _SPELLINGS[office]
    words = office.split(" ", 1)
    if words[0] in {"evp", "svp", "vp"}:
        office = _SPELLINGS[words[0]] + office[len(words[0]) :]
    if office.endswith((" ceo", " cfo", " coo", " cto")):
        office = f"{office[:-4]} {_SPELLINGS[office[-3:]]}"
    return office
