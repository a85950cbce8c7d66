"""Quadruples by a language model (TG-02): one call per chunk for what rules missed, believed as far as it is stated.

Rules read first, and what they know is not asked for again: an index costs little more than reading its text once. What
the model says is held against the text (`by_model.grounding`); where it fails, the chunk stays as rules read it.

An edge's description in the sense of the paper is the span that supports it, in the source's own words: a model's
wording would make two facts of what two documents say alike.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from timeweave.errors import (
    BudgetError,
    ModelError,
    ModelSilentError,
    ModelUnavailableError,
    RateLimitedError,
    UsageError,
)
from timeweave.extraction.by_model.enriching import enriched
from timeweave.extraction.by_model.grounding import Fate, GroundedFact, Grounding
from timeweave.extraction.by_model.pieces import Piece, fact_line, pieces
from timeweave.extraction.by_model.quadruple_forms import SaidQuadruples
from timeweave.extraction.by_model.quoting import QuotedText
from timeweave.extraction.by_model.sentences_read import SentencesRead
from timeweave.llm.base import Purpose
from timeweave.llm.client import Ask, ModelClient
from timeweave.prompts import Filled, load
from timeweave.records import RULES, Document, Extraction

ENTITY_TYPES = ("person", "organization", "place", "product", "event")
STAGE = "extract"
_ENDS = (BudgetError, ModelSilentError, RateLimitedError)  # whatever else is asked would fail too
_MISQUOTED = 0.5  # of an answer's facts, from which on it is not about the text and is sent back


@dataclass(frozen=True, slots=True)
class ExtractionOptions:
    """What is asked of the model.

    ``gleanings`` is how often it is asked what it has missed. Without ``temporal``, as for texts that hold at no time,
    facts carry no time of their own.

    Raises:
        UsageError: no types, or a negative number of gleanings.
    """

    entity_types: tuple[str, ...] = ENTITY_TYPES
    gleanings: int = 0
    temporal: bool = True

    def __post_init__(self) -> None:
        if not self.entity_types or not all(t.strip() for t in self.entity_types):
            raise UsageError(f"entity types {self.entity_types!r} name nothing: give at least one")
        if self.gleanings < 0:
            raise UsageError(f"{self.gleanings} gleanings: give 0 or more")


@dataclass(frozen=True, slots=True)
class ExtractionEstimate:
    """What extraction by a model would take: ``calls`` beyond the ``cached`` answers; ``usd`` if a price is known."""

    calls: int
    cached: int
    prompt_tokens: int
    completion_tokens: int
    usd: float | None


@dataclass(slots=True)
class _Reading:
    """A document under way: what rules found, or how they failed, and what the model has said of each piece so far."""

    document: Document
    rules: Extraction | Exception
    pieces: list[Piece]
    said: dict[int, list[SaidQuadruples]] = field(default_factory=dict)
    fell_back: bool = False


@dataclass(frozen=True, slots=True)
class _Job:
    """A piece of a reading; ``None`` where there is nothing to ask of the document."""

    reading: _Reading
    piece: Piece | None
    is_last: bool


_Answered = tuple[_Job, SaidQuadruples | ModelError | None]
"""A job with what came of its question; ``None`` where there was none."""


class QuadrupleExtractor:
    """Adds to what rules found in documents what a model finds; ``fates`` counts what became of its facts."""

    def __init__(self, client: ModelClient, options: ExtractionOptions | None = None) -> None:
        self._client = client
        self._options = options or ExtractionOptions()
        self.fates: Counter[Fate] = Counter()

    def enrich_all(
        self, found: Iterable[tuple[Document, Extraction | Exception]]
    ) -> Iterator[tuple[Document, Extraction | Exception]]:
        """Each document with its extraction enriched, in order; what could not be read comes back as it is.

        Several documents are under way at once. A chunk of which the model says nothing usable stays as rules read it.

        Raises:
            BudgetError: the next call would spend too much; the documents given back before are complete, those of
                which something was not asked are not given back.
            ModelSilentError: nothing answers any more, or never did; documents as above.
            RateLimitedError: its provider wants to be left alone for longer than is waited; documents as above.
            ModelError: the model cannot be used at all, as its very first answer shows: a wrong key, an unknown name.
        """
        jobs = self._asked("extract", _jobs(found))
        for _ in range(self._options.gleanings):
            jobs = self._asked("glean", jobs)
        for job in jobs:
            if job.is_last:
                yield job.reading.document, self._enriched(job.reading)

    def estimate(self, found: Iterable[tuple[Document, Extraction | Exception]]) -> ExtractionEstimate:
        """What `enrich_all` would take, without a call; gleanings as if each found as much as the first pass.

        Prompts are counted by their length, answers taken to be as long as the client expects of the text.
        """
        calls = cached = prompt = completion = 0
        usd: float | None = 0.0
        for job in _jobs(found):
            if job.piece is None:
                continue
            expected = self._client.estimate(self._filled("extract", job.piece, None), SaidQuadruples)
            times = 1 + self._options.gleanings
            if expected.cached:
                cached += times
                continue
            calls += times
            prompt += times * expected.prompt_tokens
            completion += times * expected.completion_tokens
            usd = None if usd is None or expected.usd is None else usd + times * expected.usd
        return ExtractionEstimate(calls, cached, prompt, completion, usd)

    def _asked(self, task: str, jobs: Iterable[_Job]) -> Iterator[_Job]:
        """The jobs again, in order, each after its question was answered; those of before an error, then the error."""
        waiting: deque[_Job] = deque()
        held: list[_Answered] = []  # from the first that may have failed because the model is dead
        stopped: list[ModelError] = []

        def asks() -> Iterator[Ask[SaidQuadruples]]:
            try:
                for job in jobs:
                    waiting.append(job)
                    if (ask := self._ask(task, job)) is not None:
                        yield ask
            except ModelError as error:
                stopped.append(error)

        for answer in self._client.ask_all(asks()):
            while not _is_asked(task, waiting[0]):
                held.append((waiting.popleft(), None))
            if not any(isinstance(before, ModelUnavailableError) for _, before in held):
                yield from self._taken(held)
            if isinstance(answer, _ENDS) or (type(answer) is ModelError and not self._has_answered()):
                raise answer
            held.append((waiting.popleft(), answer))
            if not isinstance(answer, ModelUnavailableError):
                yield from self._taken(held)
        yield from self._taken(held)
        yield from waiting
        if stopped:
            raise stopped[0]

    def _ask(self, task: str, job: _Job) -> Ask[SaidQuadruples] | None:
        if job.piece is None or not _is_asked(task, job):
            return None
        piece, said = job.piece, job.reading.said.get(job.piece.chunk, [])
        filled = self._filled(task, piece, _found_lines(said) if task == "glean" else None)
        return Ask(filled, SaidQuadruples, _purpose(piece), _check(piece))

    def _filled(self, task: str, piece: Piece, found: str | None) -> Filled:
        return load(task).filled(piece.sections(self._options.entity_types, found))

    def _taken(self, held: list[_Answered]) -> Iterator[_Job]:
        """The jobs held, each with its answer or with rules in its place; none is held any more."""
        taken, held[:] = held[:], []
        for job, answer in taken:
            if isinstance(answer, SaidQuadruples) and job.piece is not None:
                job.reading.said.setdefault(job.piece.chunk, []).append(answer)
            elif answer is not None and job.piece is not None:
                job.reading.fell_back = True
                self._client.fell_back(_purpose(job.piece))
            yield job

    def _has_answered(self) -> bool:
        used = self._client.usage().get(STAGE)
        return used is not None and used.calls + used.cache_hits > 0

    def _enriched(self, reading: _Reading) -> Extraction | Exception:
        if isinstance(reading.rules, Exception):
            return reading.rules
        read_by = RULES if reading.fell_back else f"{self._client.name} {load('extract').version}"
        if not reading.said:
            return replace(reading.rules, read_by=read_by)
        read = SentencesRead(reading.document, reading.rules)
        grounding = Grounding(read, types=self._options.entity_types, temporal=self._options.temporal)
        found: list[GroundedFact] = []
        for piece in reading.pieces:
            for said in reading.said.get(piece.chunk, ()):
                found.extend(grounding.grounded(piece, said))
        self.fates.update(grounding.fates)
        return replace(enriched(reading.document, reading.rules, found, read.valid), read_by=read_by)


def _jobs(found: Iterable[tuple[Document, Extraction | Exception]]) -> Iterator[_Job]:
    for document, rules in found:
        shown = [] if isinstance(rules, Exception) else pieces(document, rules)
        reading = _Reading(document, rules, shown)
        for piece in shown:
            yield _Job(reading, piece, is_last=piece is shown[-1])
        if not shown:
            yield _Job(reading, None, is_last=True)


def _is_asked(task: str, job: _Job) -> bool:
    """Whether there is a question: of a piece whose first pass failed, no more is asked."""
    return job.piece is not None and (task == "extract" or job.piece.chunk in job.reading.said)


def _purpose(piece: Piece) -> Purpose:
    return Purpose(STAGE, f"document:{piece.document.id}")


def _found_lines(said: Iterable[SaidQuadruples]) -> str:
    return "\n".join(fact_line(f.subject, f.relation, f.object, f.time) for answer in said for f in answer.facts)


def _check(piece: Piece) -> Callable[[SaidQuadruples], Sequence[str]]:
    """What sends an answer back: that most of what it quotes does not stand in the piece. Single facts are dropped."""

    def problems(said: SaidQuadruples) -> Sequence[str]:
        words = QuotedText(piece.document.text, piece.span)
        wrong = [f.quote for f in said.facts if words.find(f.quote) is None]
        if len(wrong) <= _MISQUOTED * len(said.facts):
            return ()
        return [f"{quote[:120]!r} is not in `text`: quote words as they stand there" for quote in wrong]

    return problems
