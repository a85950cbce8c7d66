"""Times that a question gives by what happened then: "after the NFP acquisition", "while she was chief executive".

Read from the question's words alone; what the store tells of them is looked up through the port `dating.EventTimes`.
"""

from __future__ import annotations

import enum
import functools
import re
from dataclasses import dataclass

from timeweave.extraction.relations.offices import ROLE, mentions_office
from timeweave.lexicon.lazy import lazily
from timeweave.records import Span


class EventRelation(enum.StrEnum):
    """How what is asked for lies in time to an event or tenure: before it, during it, since it."""

    BEFORE = "before"
    UNTIL = "until"
    DURING = "during"
    SINCE = "since"
    AFTER = "after"


class Edge(enum.StrEnum):
    """Which part of a tenure is meant."""

    WHOLE = "whole"
    START = "start"
    END = "end"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: ``what`` as written ("the NFP acquisition"); ``words`` are those that tell of it,
    ``done`` those of them that say that it has happened.
    """

    span: Span
    relation: EventRelation
    what: str
    words: frozenset[str]
    done: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Tenure:
    """An office of ``holder`` (a name or a pronoun); ``role`` as written, empty where any office will do."""

    span: Span
    relation: EventRelation
    holder: str
    role: str
    edge: Edge = Edge.WHOLE


@dataclass(frozen=True, slots=True)
class _Family:
    """Nouns and verbs that tell of one kind of event, and words that only tell of its completion."""

    nouns: str
    verbs: str
    completed: str = ""

    @property
    def words(self) -> frozenset[str]:
        return self.done | frozenset(re.findall(r"[a-z]+", f"{self.nouns} {self.completed}".lower()))

    @property
    def done(self) -> frozenset[str]:
        return frozenset(re.findall(r"[a-z]+", self.verbs))

    def may_be_told(self, question: str) -> bool:
        """Whether the first letters of a noun or a verb stand in ``question``, which is in lower case."""
        return any(re.split(r"\W*\?", told)[0].lower() in question for told in f"{self.nouns}|{self.verbs}".split("|"))


COMPLETED = "close closed closing complete completed completion finalise finalised finalize finalized"
_FAMILIES = (
    _Family("acquisition|takeover|buyout|purchase", "acquired|bought|purchased|took over|acquire", COMPLETED),
    _Family("merger|combination", "merged|combined|merge", COMPLETED),
    _Family("sale|divestiture|divestment|disposal", "sold|divested", COMPLETED),
    _Family("spin-?off|separation|demerger", "spun off|separated|spun", COMPLETED),
    _Family("IPO|initial public offering|listing|flotation", "went public|listed|floated"),
    _Family("launch|release|introduction|debut|rollout", "launched|released|introduced|debuted|unveiled"),
    _Family("opening|inauguration|reopening", "opened|inaugurated|reopened"),
    _Family("closure|shutdown", "closed|shut|shut down"),
    _Family("founding|foundation|establishment|creation|formation", "founded|established|created|formed"),
    _Family("bankruptcy|insolvency|collapse", "collapsed|went bankrupt|filed for bankruptcy"),
    _Family("death|assassination|murder", "died|killed|assassinated|murdered|dead"),
    _Family("birth", "born"),
    _Family("marriage|wedding", "married|wed"),
    _Family("election|inauguration", "elected|inaugurated"),
    _Family("appointment|promotion|hiring", "appointed|named|promoted|hired|became"),
    _Family("resignation|departure|retirement|ouster", "resigned|left|stepped down|retired|ousted|departed"),
    _Family("invasion|attack|war|coup|strike|earthquake|hurricane|fire|outbreak", "invaded|attacked|struck|broke out"),
    _Family("ruling|verdict|conviction|settlement", "ruled|convicted|settled"),
    _Family("transfer|move|relocation", "moved|relocated|transferred|joined|signed"),
    _Family("split|stock split", "split"),
    _Family("win|victory|defeat", "won|defeated|lost|beat"),
)
_SIGNALS = {
    EventRelation.AFTER: ("after", "following", "once", "upon"),
    EventRelation.SINCE: ("since",),
    EventRelation.BEFORE: ("before", "prior to", "ahead of"),
    EventRelation.UNTIL: ("until", "up to"),
    EventRelation.DURING: (
        "during",
        "throughout",
        "at the time of",
        "when",
        "while",
        "whilst",
        "as long as",
        "under",
        "in",
    ),
}
_CONNECTIVES = {words: relation for relation, signals in _SIGNALS.items() for words in signals}
_JOINS = (
    r"(?P<join>(?i:after|following|since|before|prior to|ahead of|until|up to|during|throughout|at the time of|upon))"
)
_CLAUSE_JOINS = r"(?P<join>(?i:after|since|before|until|when|once|while|whilst|as long as))"
_NAME = r"[A-Z0-9][\w.&'’-]*(?:,\s(?:Inc|Ltd|LLC|plc)\b\.?)?"
_NAMES = rf"(?:{_NAME}(?:\s+(?:(?:and|of|the|&|de|van|von)\s+)*{_NAME})*)"
_DETERMINED = r"(?:(?i:the|its|their|his|her|our)\s+)?"
_STOPS = (
    r"(?=\s*(?:[,?;:.!]\s|[,?;:!.]?\s*$)"
    r"|\s+(?:in|during|for|over|by|did|was|were|is|has|have|what|who|which|how|and\s+(?:what|who|how|which))\b)"
)
_PRONOUN = r"(?:he|she|they|it|the\s+company)"
_WHO = rf"(?:{_NAMES}|(?i:{_PRONOUN}))"
_HELD = r"(?:was|were|is|served\s+as|acted\s+as|worked\s+as|had\s+been|had\s+served\s+as)"
_TOOK = (
    r"(?:became|took\s+over\s+as|was\s+(?:appointed|named|elected|made)(?:\s+as)?|started\s+as|took\s+office(?:\s+as)?)"
)
_LEFT = r"(?:left(?:\s+office)?|resigned|stepped\s+down|retired|departed|quit)(?:\s+as)?"
_ROLE = rf"(?:the\s+|an?\s+|its\s+|their\s+)?(?P<role>(?i:{ROLE})(?:\s+(?:of|at)\s+(?:the\s+)?{_NAMES})?)"
_TERMS = {
    "presidency": "president", "chancellorship": "chancellor", "premiership": "prime minister", "papacy": "pope",
    "governorship": "governor", "mayoralty": "mayor", "chairmanship": "chairman", "editorship": "editor",
    "directorship": "director", "leadership": "", "tenure": "", "term": "", "term of office": "", "reign": "",
    "time in office": "", "rule": "", "administration": "", "time": "",
}  # fmt: skip
_TERM = "|".join(sorted(_TERMS, key=len, reverse=True))
_AS_ROLE = rf"(?:\s+(?:as|at)\s+{_ROLE})?"
_TENURES = (
    (rf"\b{_CLAUSE_JOINS}\s+(?P<who>{_WHO})\s+{_HELD}\s+(?:still\s+)?{_ROLE}", Edge.WHOLE),
    (rf"\b{_CLAUSE_JOINS}\s+(?P<who>{_WHO})\s+{_TOOK}\s+{_ROLE}", Edge.START),
    (rf"\b{_CLAUSE_JOINS}\s+(?P<who>{_WHO})\s+{_LEFT}\s+{_ROLE}", Edge.END),
    (
        rf"\b(?P<join>(?i:during|throughout|under|in|after|since|before|until))\s+"
        rf"(?:(?P<who>{_NAMES})['’]s?|(?P<whose>(?i:his|her|their)))\s+(?:\w+\s+)?(?P<term>(?i:{_TERM}))\b{_AS_ROLE}",
        Edge.WHOLE,
    ),
    (
        rf"\b(?P<join>(?i:during|throughout|under|in|after|since|before|until))\s+(?i:the)\s+(?P<term>(?i:{_TERM}))"
        rf"\s+of\s+(?P<who>{_NAMES})",
        Edge.WHOLE,
    ),
)
_HAS_CLAUSE = lazily(rf"\b{_CLAUSE_JOINS}\s")
_HAS_TERM = lazily(rf"\b(?:{_TERM})\b", re.IGNORECASE)
_ASKS_WHEN = lazily(r"^\W*when\b(?![^?]*,)", re.IGNORECASE)
_CHEAP = lazily(rf"\b(?:{'|'.join(_CONNECTIVES)})\b", re.IGNORECASE)


@functools.cache
def _compiled(template: str) -> re.Pattern[str]:
    """A pattern, compiled for the first question that it may fit: all of them take longer than a search."""
    return re.compile(template)


def _told(family: _Family, *, by_verb: bool) -> tuple[re.Pattern[str], ...]:
    """How a question gives a time by an event of a kind: with a noun, with a verb."""
    noun = _compiled(
        rf"\b{_JOINS}\s+(?P<what>{_DETERMINED}(?:(?:close|closing|completion|announcement)\s+of\s+{_DETERMINED})?"
        rf"(?:{_NAMES}\s+|(?i:planned|recent|last|first|latest|largest)\s+)*(?i:{family.nouns})\b"
        rf"(?:\s+(?:of|with|by|between|to|from|as)\s+{_DETERMINED}{_NAMES})*){_STOPS}"
    )
    if not by_verb:
        return (noun,)
    verb = _compiled(
        rf"\b{_CLAUSE_JOINS}\s+(?P<what>{_DETERMINED}(?:{_NAMES}|(?i:{_PRONOUN}))\s+(?:(?:had|was|were)\s+)?"
        rf"(?:{family.verbs})\b(?:\s+(?:by|to|with|from|as|in|for|{_DETERMINED}))?(?:\s*{_DETERMINED}{_NAMES})*){_STOPS}"
    )
    return noun, verb


def find_event_time(question: str) -> Event | Tenure | None:
    """The first time that ``question`` gives by an event or a tenure; ``None`` where it gives none."""
    if not _has(_CHEAP, question):
        return None
    return _tenure(question) or _event(question)


def _tenure(question: str) -> Tenure | None:
    for template, edge in _TENURES:
        cue = _HAS_CLAUSE if _CLAUSE_JOINS in template else _HAS_TERM
        for match in _compiled(template).finditer(question) if _has(cue, question) else ():
            groups = match.groupdict()
            term = (groups.get("term") or "").lower()
            role = groups.get("role") or _TERMS.get(term, "")
            if _asks(question, match) or (groups.get("role") and not mentions_office(role)):
                continue
            if term == "time" and not groups.get("role"):
                continue
            holder = groups.get("who") or groups.get("whose") or ""
            return Tenure(Span(*match.span()), _relation(match), holder, role, edge)
    return None


def _event(question: str) -> Event | None:
    found: list[Event] = []
    lowered = question.lower()
    for family in (f for f in _FAMILIES if f.may_be_told(lowered)):
        for pattern in _told(family, by_verb=_has(_HAS_CLAUSE, question)):
            match = pattern.search(question)
            if match and " " in match["what"] and not _asks(question, match):
                found.append(
                    Event(
                        Span(match.start(), match.end("what")),
                        _relation(match),
                        match["what"],
                        family.words,
                        family.done,
                    )
                )
    return min(found, key=lambda e: (e.span.start, -e.span.end), default=None)


def _has(cue: re.Pattern[str], question: str) -> bool:
    """Whether words that may join a time stand in a question, other than the "when" by which it asks."""
    return any(not _asks(question, match) for match in cue.finditer(question))


def _asks(question: str, match: re.Match[str]) -> bool:
    """Whether the match is the question itself: "When was Ann Ray chief executive?"."""
    return not question[: match.start()].strip() and _ASKS_WHEN.match(question) is not None


def _relation(match: re.Match[str]) -> EventRelation:
    return _CONNECTIVES[" ".join(match["join"].lower().split())]
