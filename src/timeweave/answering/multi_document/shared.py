"""Who or what the clauses of a question have in common: the entity whose evidence bears out most of them, in the words
of the most independent documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.reading import Line
from timeweave.answering.multi_document.candidates import Candidate, candidates, classes
from timeweave.answering.multi_document.term_weights import TermWeights
from timeweave.language.names import marked_words
from timeweave.language.shingles import shingles, words_of
from timeweave.question.clauses import Clause
from timeweave.question.sought import BODIES, PERSONS
from timeweave.question.sources import NamedSource
from timeweave.records import DocumentId
from timeweave.retrieval.kernels.near_duplicates import RESEMBLANCE, resemblance


class SharedWeights:
    """``title`` and ``beside`` are what a line counts that does not name an entity itself, where the title of its
    document does, or another of its lines. An entity whose type does not fit counts ``misfit``.

    A clause speaks for an entity from the share ``least`` of its words on; ``independent`` such documents and
    ``clauses`` must, its votes must come to ``total``, and those of the next to at most the share ``margin`` of them.
    Each further document that speaks for it adds the share ``further`` to its votes, up to ``most_further`` of them.
    """

    title: float = 0.85
    beside: float = 0.4
    misfit: float = 0.4
    least: float = 0.2
    independent: int = 2
    clauses: int = 2
    total: float = 0.5
    margin: float = 0.75
    further: float = 0.15
    most_further: int = 4


@dataclass(frozen=True, slots=True)
class Vote:
    """What speaks for an entity in one clause, and how much."""

    clause: Clause
    line: Line
    worth: float


@dataclass(frozen=True, slots=True)
class Standing:
    """An entity with the votes of the clauses, best line each, and how many documents speak for it independently."""

    candidate: Candidate
    votes: tuple[Vote, ...]
    independent: int
    sources: frozenset[str]
    total: float


def standings(context: AnswerContext, clauses: Sequence[Clause], lines: Sequence[Line]) -> list[Standing]:
    """The entities of ``lines`` that the question does not name, by what speaks for them."""
    term_weights = TermWeights.of(lines)
    found = classes(lines) if context.question.asks_class else candidates(lines, context.view)
    elsewhere = {context.question.marked, *(marked_words(line.info.source) for line in lines)}
    found = [c for c in found if not any(c.is_named_in(text) for text in elsewhere)]
    texts = {id(line): marked_words(line.text) for line in lines}
    titles = {line.info.id: marked_words(line.info.title) for line in lines}
    ranked = [_standing(c, context, clauses, lines, texts, titles, term_weights) for c in found]
    return sorted((s for s in ranked if s.votes), key=lambda s: (-s.total, s.candidate.name))


def _standing(
    candidate: Candidate,
    context: AnswerContext,
    clauses: Sequence[Clause],
    lines: Sequence[Line],
    texts: Mapping[int, str],
    titles: Mapping[DocumentId, str],
    term_weights: TermWeights,
) -> Standing:
    named = {id(line) for line in lines if candidate.is_named_in(texts[id(line)])}
    titled = {doc for doc, title in titles.items() if candidate.is_named_in(title)}
    held = {line.info.id for line in lines if id(line) in named}
    votes = []
    for clause in clauses:
        best: Vote | None = None
        for line in lines:
            if id(line) in named:
                factor = 1.0
            elif line.info.id in titled:
                factor = SharedWeights.title
            elif line.info.id in held:
                factor = SharedWeights.beside
            else:
                continue
            if not clause.is_of(line.info):
                continue
            worth = factor * term_weights.share(clause.terms, line)
            if worth >= SharedWeights.least and (best is None or worth > best.worth):
                best = Vote(clause, line, worth)
        if best is not None:
            votes.append(best)
    speaking = [
        line
        for line in lines
        if (id(line) in named or line.info.id in titled)
        and any(c.is_of(line.info) and term_weights.share(c.terms, line) >= SharedWeights.least for c in clauses)
    ]
    independent = count_independent(speaking)
    total = sum(v.worth for v in votes) * _fit(candidate, context) * _borne_out_by(independent)
    return Standing(candidate, tuple(votes), independent, frozenset(line.info.source for line in speaking), total)


def _borne_out_by(independent: int) -> float:
    return 1 + SharedWeights.further * min(independent - 1, SharedWeights.most_further)


def _fit(candidate: Candidate, context: AnswerContext) -> float:
    wanted = context.question.wanted_types
    if wanted is None:
        return 1.0
    fits = wanted & candidate.types.keys() or (wanted is BODIES and not PERSONS & candidate.types.keys())
    return 1.0 if fits else SharedWeights.misfit


def agreed(ranked: Sequence[Standing], clauses: Sequence[Clause], named: Sequence[NamedSource]) -> Standing | None:
    """The best of ``ranked`` where enough clauses and documents speak for it, all named sources do for most of them,
    and clearly more than for the next.
    """
    if not ranked:
        return None
    best = ranked[0]
    following = ranked[1].total if len(ranked) > 1 else 0.0
    speaking = len(best.votes) >= min(SharedWeights.clauses, len(clauses))
    enough = speaking and best.independent >= SharedWeights.independent
    if not enough or best.total < SharedWeights.total or following > SharedWeights.margin * best.total:
        return None
    silent = [n for n in named if n.sources and not n.sources & best.sources]
    return best if 2 * len(silent) <= len(named) else None


def count_independent(lines: Iterable[Line]) -> int:
    """How many documents speak independently: those that say the same in the same words are one."""
    said: dict[str, set[frozenset[tuple[str, ...]]]] = {}
    for line in lines:
        said.setdefault(line.info.id, set()).add(shingles(words_of(line.text)))
    kept: list[set[frozenset[tuple[str, ...]]]] = []
    for _, texts in sorted(said.items()):
        if not any(resemblance(a, b) >= RESEMBLANCE for known in kept for a in known for b in texts):
            kept.append(texts)
    return len(kept)
