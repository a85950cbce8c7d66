"""Reading a question: its entities, and what it asks once names, times and scaffolding are taken out."""

from __future__ import annotations

import re

from timeweave.question.entity_linking import EntityLookup, link_entities
from timeweave.question.event_phrases import find_event_time
from timeweave.question.question import Question
from timeweave.records import Span
from timeweave.temporal.scope import Scope

_SCAFFOLD = re.compile(
    r"""\b(?:
    (?:in|during|for|of|between|from|at|on|over|as\ of)\ (?:which|what)\ (?:quarters?|years?|months?|period)|
    (?:which|what)\ (?:(?:fiscal|calendar)\ )?(?:quarters?|years?|months?)|
    (?:which|what)\ (?:compan(?:y|ies)|firms?|dates?|days?|period)|
    (?:in|for|during|over|of|across)\ (?:each|every|all)(?:\ of)?(?:\ the)?
        (?:\ (?:fiscal|calendar))?(?:\ (?:quarters?|years?|months?|period))?|
    (?:in|for|during|over|across)\ (?:the\ )?(?:periods?|quarters?|years?|months?|time)(?:\ (?:from|between))?|
    how\ (?:much|many|long|often|did|has|have|high|low|large)|
    what|which|who|whom|whose|when|where|why|how|
    was|were|is|are|be|been|did|does|do|has|have|had|will|would|
    the|an?|by|of|its|their|among|between|from|to|in|for|during|each|quarter|year|after|before|since|until|then|across|spanning|periods?|
    highest|lowest|largest|smallest|greatest|biggest|maximum|minimum|best|worst|first|last|latest|
    report(?:ed)?|achieved?|record(?:ed)?|see|saw|experienced?|generated?|posted?|delivered?|
    (?:quarter|month|year)\ by\ (?:quarter|month|year)|versus|compared\ (?:to|with)|
    ^(?:rank|compare|show(?:\ me)?)|respectively|please|list|tell\ me|give\ me
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_SPLIT = re.compile(r"\s*,\s*(?:and\s+|&\s*)?|\s+and\s+|\s*;\s*")
_WORDS_LEFT = r"and|or|at|on|as|with|than|over|within|through|per|about"  # of what was taken out between them
_LOOSE = re.compile(rf"^(?:(?:{_WORDS_LEFT})\b|,|\s)+|(?:\b(?:{_WORDS_LEFT})|,|\s)+$", re.IGNORECASE)
_EDGE = " \t\n,.;:?!'’\"()-–—"


def read_question(text: str, scope: Scope, lookup: EntityLookup) -> Question:
    """Understand ``text``, whose time is ``scope``, with the entities that ``lookup`` knows."""
    names = link_entities(text, lookup, scope.expressions)
    spans = [e.span for e in names.known] + [u.span for u in names.unknown]
    spans += [Span(t.start, t.end) for t in scope.expressions]
    focus = _without(text, spans)
    event = find_event_time(text)  # its words tell when, not what, even where nothing tells its time
    asked = focus if event is None else _without(text, [*spans, event.span])
    return Question(text, scope, names, focus, _measures(asked) or _measures(focus))


def _without(text: str, spans: list[Span]) -> str:
    """``text`` with ``spans`` and the possessive marks after them taken out."""
    parts, position = [], 0
    for span in sorted(spans, key=lambda s: (s.start, s.end)):
        parts.append(text[position : span.start])
        position = max(position, span.end)
    parts.append(text[position:])
    joined = "\x00".join(parts)
    joined = re.sub(r"\x00['’]s?\b", "\x00", joined)
    joined = re.sub(r"(?:\x00\s*(?:,|and\b|&|or\b|-|to\b|\s)*)+\x00", "\x00", joined)
    return re.sub(r"\s+", " ", joined.replace("\x00", " | ")).strip()


def _measures(focus: str) -> tuple[str, ...]:
    """The listed things that remain once the scaffolding of the question is gone."""
    phrases = []
    for part in focus.split("|"):
        bare = re.sub(r"\s+", " ", _SCAFFOLD.sub(" ", part)).strip(_EDGE)
        bare = _LOOSE.sub("", bare)
        if bare:
            phrases.append(bare)
    items = [i.strip(_EDGE) for phrase in phrases for i in _SPLIT.split(phrase)]
    return tuple(dict.fromkeys(i for i in items if i))
