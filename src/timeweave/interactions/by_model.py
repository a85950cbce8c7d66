"""Interactions by a language model: the prompts of M1 and M2, and what of the answers stands in the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pydantic import BaseModel

from timeweave.errors import BudgetError, ModelError, ModelSilentError, RateLimitedError
from timeweave.interactions.chunking import NewsChunk, marked
from timeweave.language.names import canonical_key
from timeweave.language.terms import index_terms
from timeweave.llm.base import Purpose
from timeweave.llm.client import Ask, ModelClient
from timeweave.prompts import load
from timeweave.records import EntityId
from timeweave.store.base import View, name_of

STAGE = "interact"
_ENDS = (BudgetError, ModelSilentError, RateLimitedError)
_STANDING = 0.5  # of a line's words that the snippets must hold
_LONGEST = 40  # words of a line
Job = tuple[EntityId, EntityId, tuple[NewsChunk, ...]]


class SaidInteraction(BaseModel, frozen=True):
    """One interaction in words, and the marked entity that it is with."""

    object: str
    text: str


class SaidInteractions(BaseModel, frozen=True):
    """What a model says of one prompt; nothing where it finds none."""

    interactions: tuple[SaidInteraction, ...]


def ask_subjects(
    view: View, pairs: Sequence[tuple[EntityId, NewsChunk]], client: ModelClient
) -> Iterator[tuple[EntityId, NewsChunk, list[tuple[EntityId, str]]]]:
    """M1: what the model says of each subject in a chunk, with whom."""
    asks = (_subject_ask(view, subject, chunk) for subject, chunk in pairs)
    for (subject, chunk), said in zip(pairs, client.ask_all(asks), strict=True):
        keys = {canonical_key(name_of(e, view)): e for e in chunk.entities - {subject}} | {e: e for e in chunk.entities}
        known = [(keys.get(canonical_key(i.object)), i.text) for i in _answered(said)]
        yield subject, chunk, [(other, text) for other, text in known if other is not None and other != subject]


def ask_pairs(view: View, jobs: Sequence[Job], client: ModelClient) -> Iterator[tuple[Job, list[str]]]:
    """M2: what the model says of each pair in a batch of chunks."""
    asks = (_pair_ask(view, *job) for job in jobs)
    for job, said in zip(jobs, client.ask_all(asks), strict=True):
        yield job, [i.text for i in _answered(said)]


def _answered(said: SaidInteractions | ModelError) -> Sequence[SaidInteraction]:
    """What was said; nothing where the model said nothing usable of this one."""
    if isinstance(said, _ENDS) or type(said) is ModelError:
        raise said
    return () if isinstance(said, ModelError) else said.interactions


def _subject_ask(view: View, subject: EntityId, chunk: NewsChunk) -> Ask[SaidInteractions]:
    name = name_of(subject, view)
    sections = {"subject": name, "snippet": _dated(chunk, view)}
    others = [name_of(e, view) for e in sorted(chunk.entities - {subject})]
    filled = load("interactions_subject").filled(sections, ("snippet",))
    return Ask(filled, SaidInteractions, _purpose((chunk,)), _check(name, others, [chunk]))


def _pair_ask(view: View, subject: EntityId, other: EntityId, batch: tuple[NewsChunk, ...]) -> Ask[SaidInteractions]:
    name, object_ = name_of(subject, view), name_of(other, view)
    snippets = "\n".join(f"[{number}] {_dated(chunk, view)}" for number, chunk in enumerate(batch, 1))
    filled = load("interactions_pair").filled({"subject": name, "object": object_, "snippets": snippets}, ("snippets",))
    return Ask(filled, SaidInteractions, _purpose(batch), _check(name, [object_], batch))


def _check(subject: str, others: Sequence[str], chunks: Sequence[NewsChunk]) -> Callable[[SaidInteractions], list[str]]:
    """Problems of an answer: who is not the subject, what is no marked entity, what the snippets do not say."""
    words = frozenset(term for chunk in chunks for term in index_terms(chunk.text))
    marked_names = {canonical_key(other) for other in others}

    def check(said: SaidInteractions) -> list[str]:
        problems = []
        for number, one in enumerate(said.interactions):
            where = f"interactions[{number}] {one.text[:80]!r}"
            terms = set(index_terms(one.text)) - set(index_terms(f"{subject} {one.object}"))
            if canonical_key(one.object) not in marked_names:
                problems.append(f"{where}: {one.object!r} is no other entity that is marked")
            elif canonical_key(subject).split()[-1] not in canonical_key(one.text):
                problems.append(f"{where} does not name {subject!r}")
            elif len(one.text.split()) > _LONGEST:
                problems.append(f"{where} has more than {_LONGEST} words")
            elif terms and len(terms & words) < _STANDING * len(terms):
                problems.append(f"{where} says what the text does not say")
        return problems

    return check


def _dated(chunk: NewsChunk, view: View) -> str:
    return f"{chunk.day:%B} {chunk.day.day}, {chunk.day.year}: {marked(chunk, view)}"


def _purpose(chunks: Sequence[NewsChunk]) -> Purpose:
    """What is asked of several documents goes with any: it is filed as what may speak of all."""
    ids = {chunk.places[0].info.id for chunk in chunks}
    return Purpose(STAGE, f"document:{ids.pop()}" if len(ids) == 1 else STAGE)
