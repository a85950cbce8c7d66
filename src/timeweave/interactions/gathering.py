"""Interactions of subjects: by rules what the facts of the chunks say, by a model M1 and M2 as the paper has them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from timeweave.errors import UsageError
from timeweave.interactions.chunking import NewsChunk, Place, chunks_of, distinct, sentence_of
from timeweave.interactions.options import InteractionOptions
from timeweave.interactions.pairs import batches, target_pairs
from timeweave.records import EntityId, Span, StatementKey
from timeweave.store.base import View, name_of

if TYPE_CHECKING:
    from timeweave.llm.client import ModelClient

VARIANTS = ("m1", "m2")


@dataclass(frozen=True, slots=True)
class Interaction:
    """(t, NEI(s, o)): the ``day``, who and with whom, the proposition in words, and where it stands.

    ``known`` is the day from which it may be told: that of the newest text that it was drawn from, for a batch of M2
    holds several. ``span`` are characters of the document version ``place.info``.
    """

    variant: str
    day: dt.date
    known: dt.date
    subject: EntityId
    object: EntityId
    text: str
    place: Place
    span: Span


def gather(
    view: View,
    subjects: Sequence[EntityId],
    variant: str,
    client: ModelClient | None = None,
    options: InteractionOptions | None = None,
) -> list[Interaction]:
    """The interactions of ``subjects`` as ``view`` sees them, in order of time, each once a day.

    Raises:
        UsageError: there is no such variant.
        ModelError: the model cannot be used, or its budget is spent.
    """
    if variant not in VARIANTS:
        raise UsageError(f"variant {variant!r} does not exist: use {', '.join(VARIANTS)}")
    options = options or InteractionOptions()
    chunks = news_chunks(view, options)
    told = _m1(view, subjects, chunks, client) if variant == "m1" else _m2(view, subjects, chunks, client, options)
    once: dict[tuple[dt.date, EntityId, EntityId, str], Interaction] = {}
    for one in told:
        once.setdefault((one.day, one.subject, one.object, one.text.casefold()), one)
    return sorted(once.values(), key=lambda i: (i.day, i.subject, i.object, i.text))


def news_chunks(view: View, options: InteractionOptions) -> list[NewsChunk]:
    """All chunks that ``view`` sees, each text once."""
    return distinct(c for info in view.documents() for c in chunks_of(info, view, options.m, options.overlap))


def _m1(
    view: View, subjects: Sequence[EntityId], chunks: Sequence[NewsChunk], client: ModelClient | None
) -> Iterator[Interaction]:
    """For each subject and each chunk that mentions it: its interactions with the other entities marked in it."""
    pairs = [(s, chunk) for s in dict.fromkeys(subjects) for chunk in chunks if s in chunk.entities]
    if client is None:
        for subject, chunk in pairs:
            yield from _by_rules("m1", view, subject, chunk, None)
        return
    from timeweave.interactions.by_model import ask_subjects

    for subject, chunk, said in ask_subjects(view, pairs, client):
        for other, text in said:
            for place in chunk.places:
                yield _said("m1", subject, other, text, place, place.day)


def _m2(
    view: View,
    subjects: Sequence[EntityId],
    chunks: Sequence[NewsChunk],
    client: ModelClient | None,
    options: InteractionOptions,
) -> Iterator[Interaction]:
    """For each prominent pair and each batch of chunks that mention both: their interactions, on each day of the batch
    (T').
    """
    jobs = [
        (subject, other, batch)
        for subject, other, _ in target_pairs(subjects, chunks, options.pairs)
        for batch in batches([c for c in chunks if {subject, other} <= c.entities], options.k)
    ]
    if client is None:
        for subject, other, batch in jobs:
            for chunk in batch:
                yield from _by_rules("m2", view, subject, chunk, other)
        return
    from timeweave.interactions.by_model import ask_pairs

    for (subject, other, batch), said in ask_pairs(view, jobs, client):
        newest = max(chunk.day for chunk in batch)
        for text in said:
            for chunk in batch:
                for place in chunk.places:
                    yield _said("m2", subject, other, text, place, max(newest, place.day))


def _said(variant: str, subject: EntityId, other: EntityId, text: str, place: Place, known: dt.date) -> Interaction:
    span = sentence_of(place, subject, other).span
    return Interaction(variant, place.day, known, subject, other, text, place, span)


def _by_rules(
    variant: str, view: View, subject: EntityId, chunk: NewsChunk, other: EntityId | None
) -> Iterator[Interaction]:
    """What the facts of a chunk say of a subject and another entity of it, or of all, as short propositions."""
    for place in chunk.places:
        keys = [StatementKey(place.info.ordinal, s.index) for s in place.sentences]
        stated = view.facts_stated_in(keys)
        facts = view.facts([id_ for key in keys for id_ in stated.get(key, ())])
        for supported in facts.values():
            fact = supported.fact
            object_ = EntityId(fact.object)
            if not fact.object_is_entity or subject not in (fact.subject, object_):
                continue
            beside = object_ if fact.subject == subject else fact.subject
            if beside == subject or (other is not None and beside != other):
                continue
            text = f"{name_of(fact.subject, view)} {fact.relation} {name_of(object_, view)}"
            spans = [s.span for s in supported.supports if s.key in set(keys)]
            if spans:
                yield Interaction(variant, place.day, place.day, subject, beside, text, place, spans[0])
