"""Global initialisation: the names of a question → entities of the graph, with their relevance s_init (ER-03)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from timeweave.extraction.relations.offices import is_office
from timeweave.language.names import canonical_key
from timeweave.language.terms import STOP_WORDS
from timeweave.lexicon import reasoning as table
from timeweave.lexicon.countries import PRONOUN, SHORT_NAMES
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.reasoning import KIND_RELATIONS, WHAT_SOMEBODY_IS
from timeweave.question import Question
from timeweave.question.logical.form import Stretch
from timeweave.records import EntityId, EntityInfo, Span
from timeweave.retrieval.base import IndexReader, Request
from timeweave.retrieval.reason.coverage import Asked, Told, together
from timeweave.retrieval.reason.exploring import Node
from timeweave.store.base import View

TOP_K = 5
"""Entities that are compared with a mention that no entity is called by."""
_LONGEST = 12
_EXACT, _VARIANT = 1.0, 0.95
_NEAR = 0.55  # cosine from which an entity may be meant
_NEAREST = 15  # facts near the whole question
_SMALL = frozenset({"of", "the", "in", "from", "for", "and"})
_LEADING = _SMALL - {"the"}
_NO_NAMES = (
    STOP_WORDS
    | frozenset(
        word
        for phrase in (*table.FIRST, *table.LAST, *table.BEFORE, *table.AFTER, *table.UNITS)
        for word in phrase.split()
    )
    | frozenset(table.SCAFFOLD)
)
_HUB = 2_000  # mentions from which on a common noun is a kind without looking
_SHORT = lazily(rf"\b{any_of(SHORT_NAMES)}\b")
_CAPITAL = lazily(r"[A-Z]")

Embed = Callable[[Sequence[str]], np.ndarray]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that a mention may mean, with s_init from 0 to 1."""

    entity: EntityInfo
    relevance: float


@dataclass(frozen=True, slots=True)
class Mentioned:
    """A name of the question with the entities that it may mean, the likeliest first; ``asked_for`` says that it stands
    behind "which" or "what".
    """

    span: Span
    text: str
    candidates: tuple[Candidate, ...]
    asked_for: bool = False

    @property
    def best(self) -> Candidate:
        """The likeliest."""
        return self.candidates[0]


def ground(question: Question, view: View, index: IndexReader, embed: Embed, *, width: int) -> tuple[Mentioned, ...]:
    """The mentions of a question in order of position; of those that nothing is called by, the ``width`` nearest of
    the `TOP_K` entities whose vectors are near Enc(m, τ): the name read with the times of the question.
    """
    found = _names_before_kinds(_called(question, view), view)
    taken = [m.span for m in found]
    for name in question.names.unknown:
        if any(name.span.overlaps(span) for span in taken) or len(found) > _LONGEST:
            continue
        near = _nearest(name.text, question, view, index, embed, width)
        if near:
            found.append(Mentioned(name.span, name.text, near))
    return tuple(sorted(found, key=lambda m: m.span.start))


def _called(question: Question, view: View) -> list[Mentioned]:
    """The longest stretches of the question that are names of entities, none inside another."""
    cased = question.uses_capitals
    every = question.stretches(_LONGEST)
    led = {s.span.end for s in every if _leads_a_name(s)}
    free = [s for s in every if _may_name(s, question, cased=cased, led=s.span.end in led)]
    keys = {stretch: _keys(stretch.text) for stretch in free}
    bearers = view.named({key for pair in keys.values() for key in pair})
    found: list[Mentioned] = []
    for stretch in sorted(free, key=lambda s: (s.span.start - s.span.end, s.span.start)):
        if any(stretch.span.overlaps(m.span) for m in found):
            continue
        entities = [
            Candidate(info, _EXACT if n == 0 else _VARIANT)
            for n, key in enumerate(keys[stretch])
            for info in bearers.get(key, ())
        ]
        if entities:
            unique = {c.entity.id: c for c in reversed(entities)}
            ranked = sorted(unique.values(), key=lambda c: (-c.relevance, -c.entity.mentions, c.entity.id))
            found.append(Mentioned(stretch.span, stretch.text, tuple(ranked), stretch.asked_for))
    return found


def _names_before_kinds(found: list[Mentioned], view: View) -> list[Mentioned]:
    """Without what a graph has as a kind of things ("team", "mayor"), where the question names something else: there it
    is a word like others.
    """
    names = [m for m in found if not _is_kind(m, view)]
    return names or found


def _is_kind(mention: Mentioned, view: View) -> bool:
    """Whether a name is written as a common noun, and asked for ("which team") or what things are said to be."""
    entity = mention.best.entity
    if entity.name != entity.name.lower():
        return False
    if entity.mentions > _HUB or mention.asked_for:
        return True
    of_kind = (s for r in (*KIND_RELATIONS, *WHAT_SOMEBODY_IS) for s in view.facts_about([entity.id], relation=r))
    return any(s.fact.object == entity.id for s in of_kind)


def _may_name(stretch: Stretch, question: Question, *, cased: bool, led: bool) -> bool:
    """``led`` says that a capitalised word before its last makes that part of somebody's name: "Lucy Holland"."""
    words = stretch.text.split()
    if _is_short(stretch) and not led:
        return True
    if not any(w.strip(".,'’").casefold() not in _NO_NAMES for w in words):
        return False
    first, last = words[0].casefold(), words[-1].casefold()
    if (first in _NO_NAMES and first != "the" and words[0].islower()) or (
        last in _NO_NAMES and words[-1].islower() and (last not in SHORT_NAMES or words[-2:-1] not in (["the"], ["of"]))
    ):
        return False
    if cased and not _CAPITAL.search(stretch.text):
        return False
    return not any(e.start <= stretch.span.start and stretch.span.end <= e.end for e in question.scope.expressions)


def _is_short(stretch: Stretch) -> bool:
    """Whether a stretch is the short name of a state; "us" alone is a pronoun but for "the us" and "US"."""
    key = canonical_key(stretch.text)
    if key not in SHORT_NAMES or key == PRONOUN:
        return key == PRONOUN and (stretch.text.isupper() or stretch.text.casefold().startswith("the "))
    return True


def _leads_a_name(stretch: Stretch) -> bool:
    """Whether a short name of a state stands behind a capitalised word that is no office."""
    first, _, rest = stretch.text.partition(" ")
    is_name = stretch.span.start > 0 and first[:1].isupper() and first.casefold() not in _NO_NAMES
    return is_name and canonical_key(rest) in SHORT_NAMES and not is_office(first.casefold())


def _in_full(key: str) -> Iterator[str]:
    """A key with the full names of states in the place of a short one, and as an office of one is called: "president of
    the united states" for "us president".
    """
    for match in _SHORT.finditer(key):
        for full in SHORT_NAMES[match[0]]:
            yield f"{key[: match.start()]}{full}{key[match.end() :]}"
    words = key.split()
    for size in (1, 2):
        first, rest = " ".join(words[:size]), " ".join(map(_singular, words[size:]))
        for full in (*SHORT_NAMES.get(first, ()), first) if rest else ():
            yield f"{rest} of {full}"
            yield f"{rest} of the {full}"


def _keys(text: str) -> tuple[EntityId, ...]:
    """The key of a name, and those of the same name without small words, in the singular: "the Citizens of Brazil"."""
    key = canonical_key(text)
    if key.partition(" ")[0] in _LEADING:
        return (key,)  # "Of Ann Lee and Tom Pike": what stands before a name is none of it
    bare = [w for w in key.split() if w not in _SMALL]
    singular = [_singular(w) for w in bare]
    turned = [*singular[1:], singular[0]] if len(singular) == 2 else singular
    variants = (key, " ".join(bare), " ".join(singular), " ".join(turned), *_in_full(key))
    return tuple(dict.fromkeys(EntityId(v) for v in variants if v))


def _singular(word: str) -> str:
    if len(word) <= 3 or not word.endswith("s") or word.endswith("ss"):
        return word
    return f"{word[:-3]}y" if word.endswith("ies") else word[:-1]


def _nearest(
    text: str, question: Question, view: View, index: IndexReader, embed: Embed, width: int
) -> tuple[Candidate, ...]:
    times = ", ".join(str(i) for i in question.scope.intervals)
    vector = embed([f"{text} ({times})" if times else text])[0]
    near = [(entity, score) for entity, score in index.nearest_entities(vector, TOP_K) if score >= _NEAR]
    infos = ((view.entity(entity), score) for entity, score in near)
    return tuple(Candidate(info, min(1.0, float(score))) for info, score in infos if info is not None)[:width]


def seeds_of(mentions: Sequence[Mentioned], request: Request, asked: Asked, width: int, *, near: bool) -> list[Node]:
    """Where exploration begins: what the mentions may mean, and, with ``near``, the ends of the facts nearest to the
    whole question, read with its times.
    """
    found: dict[EntityId, float] = {}
    called: dict[EntityId, str] = {}
    for mention in mentions:
        for candidate in mention.candidates[:width]:
            called.setdefault(candidate.entity.id, mention.text)
            found[candidate.entity.id] = max(found.get(candidate.entity.id, 0.0), candidate.relevance)
    if near:
        for entity, relevance in _ends_of_nearest(request, asked):
            if len(found) >= 2 * width + len(mentions):
                break
            found.setdefault(entity, relevance)
    return [
        Node(entity, relevance, entity, (), _told_by_name(entity, called.get(entity), asked), frozenset({entity}))
        for entity, relevance in found.items()
    ]


def _told_by_name(entity: EntityId, called: str | None, asked: Asked) -> Told:
    """What a name tells, and the words by which the question has it."""
    told = asked.told_by(entity)
    return told if called is None else together([told, asked.told_by(called)])


def _ends_of_nearest(request: Request, asked: Asked) -> list[tuple[EntityId, float]]:
    hits = [*request.index.dense(request.vector, _NEAREST), *request.index.lexical(set(asked.weights), _NEAREST)]
    statements = request.view.statements([h.key for h in hits])
    cosines = dict(zip(statements, request.index.cosines(request.vector, list(statements)).tolist(), strict=True))
    ranked: dict[EntityId, float] = {}
    for key in sorted(statements, key=lambda k: -cosines[k]):
        for entity in statements[key].entities:
            share = asked.share(asked.told_by(entity))
            ranked[entity] = max(ranked.get(entity, 0.0), 0.5 * cosines[key] + 0.5 * min(1.0, 2 * share))
    for entity, cosine in request.index.nearest_entities(request.vector, TOP_K):
        ranked[entity] = max(
            ranked.get(entity, 0.0), 0.5 * cosine + 0.5 * min(1.0, 2 * asked.share(asked.told_by(entity)))
        )
    return sorted(ranked.items(), key=lambda item: (-item[1], item[0]))
