"""Bodies that a question calls by where they are and what they are ("Wereham's council" for Wereham Parish Council), or
in small letters by the end of their names ("the growers' society" for Dene Growers' Society).
"""

from __future__ import annotations

import re

from timeweave.evolution.identity.names import contradict
from timeweave.language.name_types import BODY_TYPES
from timeweave.language.names import canonical_key
from timeweave.lexicon.bodies import LAST_OF_NAMES
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.states import BODIES_AT_LARGE
from timeweave.question.named_entity import EntityLookup, NamedEntity
from timeweave.records import Span

_BODY = f"(?:{any_of(BODIES_AT_LARGE)})"
_CALLED = lazily(rf"(?:['’]s?)? (?P<words>(?:[a-z]+ ){{0,2}}?{_BODY}(?: {_BODY})*)\b", re.IGNORECASE)
_MOST = 0.6  # of all mentions of bodies that may be meant
_ENDS_WITH = any_of((*BODIES_AT_LARGE, *LAST_OF_NAMES))
_IN_SMALL = lazily(
    rf"\b(?:the|our|its|their) (?P<words>(?:(?!(?:of|the|and|for|in|at|to)\b)[a-z][\w’'-]+ ){{1,3}}?(?:{_ENDS_WITH})"
    rf"(?: (?:{_ENDS_WITH}))*)\b(?![’'-])"
    r"(?! (?:of|in|at|for) (?:the )?[A-Z])"  # which one it is, is said behind
)


def in_small(question: str, lookup: EntityLookup) -> NamedEntity | None:
    """The body that a question calls in small letters by the words with which its name ends, and by one at least that
    says which; of several the one that most mentions are of, else ``None``. Who is called by those words alone counts
    only where nobody else is.
    """
    for called in _IN_SMALL.finditer(question):
        key = canonical_key(called["words"])
        near = {e.id: e for e in lookup.near(called["words"]) if e.type in BODY_TYPES}
        bodies = [e for e in near.values() if e.id.endswith(f" {key}")] or [e for e in near.values() if e.id == key]
        body = max(bodies, key=lambda e: (e.mentions, e.id), default=None)
        if body is None:
            continue
        others = [e for e in bodies if contradict(body.name, body.type, e.name, e.type)]
        if body.mentions >= _MOST * (body.mentions + sum(e.mentions for e in others)):
            names = tuple(sorted(e.name for e in others))
            return NamedEntity(body.id, body.name, body.type, Span(*called.span("words")), called["words"], names)
    return None


def with_body_called(entity: NamedEntity, question: str, lookup: EntityLookup) -> tuple[NamedEntity, ...]:
    """``entity`` behind the body that its words and those behind it call: the one whose name begins with the former,
    ends with the last of the latter and holds them all. Of several the shortest, where the others only add to its
    words; ``entity`` alone where no body is so called.
    """
    called = _CALLED.match(question, entity.span.end)
    if called is None:
        return (entity,)
    words = canonical_key(called["words"]).split()
    near = {e.id: e for e in lookup.near(f"{entity.name} {called['words']}") if e.id.startswith(f"{entity.id} ")}
    near = {key: e for key, e in near.items() if e.type in (*BODY_TYPES, "")}
    bodies = [e for key, e in near.items() if key.split()[-1] == words[-1] and set(words) <= set(key.split())]
    body = min(bodies, key=lambda e: (len(e.id), e.id), default=None)
    if body is None or not all(set(body.id.split()) <= set(e.id.split()) for e in bodies):
        return (entity,)
    span = Span(entity.span.start, called.end())
    return NamedEntity(body.id, body.name, body.type, span, question[span.start : span.end]), entity


def is_part_of(entity: NamedEntity, body: NamedEntity) -> bool:
    """Whether a name is but the beginning of that of a body: "Stoke Ferry" of "Stoke Ferry Parish Council"."""
    return body.type in BODY_TYPES and entity.span.start == body.span.start and entity.span.end < body.span.end
