"""The report of a time node written by a model from the worthiest facts and the reports below (TG-06, Section IV-A.3).

One call per node. Each sentence must cite lines that were shown, and may hold no figure, time or name that those lines
do not; a citation of a child's sentence stands for that sentence's facts. What is not so goes back to the model with
the reason; what still is not so is dropped; where nothing is left the extractive digest takes over.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from pydantic import BaseModel

from timeweave.errors import ModelError, ModelOutputError
from timeweave.grounding import Ground
from timeweave.llm.base import Purpose
from timeweave.llm.client import Ask, ModelClient
from timeweave.prompts import load
from timeweave.prompts.rows import unknown_marks
from timeweave.records import FactId, Report, ReportSentence, ReportVersion
from timeweave.reports.digest import Digest, digest_report
from timeweave.reports.inputs import ReportInputs
from timeweave.reports.lines import Line, LineLimits, child_lines, fact_lines
from timeweave.reports.makers import DIGEST
from timeweave.reports.names import Names
from timeweave.reports.wording import counted, period_in_words

TASK = "report"
_QUOTED = 60  # characters of a sentence that a problem quotes


class WrittenSentence(BaseModel, frozen=True, extra="forbid"):
    """One sentence, and the marks of the lines that carry it."""

    text: str
    cites: tuple[str, ...]


class WrittenReport(BaseModel, frozen=True, extra="forbid"):
    """What the model is to give."""

    sentences: tuple[WrittenSentence, ...]


@dataclass(slots=True, eq=False)
class _Draft:
    """A node's lines, and the best that the model made of them so far."""

    inputs: ReportInputs
    digest: Digest
    lines: dict[str, Line]
    period: str
    best: tuple[ReportSentence, ...] = field(default=())

    def problems(self, written: WrittenReport) -> Sequence[str]:
        """What keeps sentences from being used; remembers those that can be."""
        found: list[str] = []
        kept: list[ReportSentence] = []
        for number, sentence in enumerate(written.sentences):
            wrong = list(self._wrong(sentence))
            found += [f"sentences[{number}] ({sentence.text[:_QUOTED]!r}): {problem}" for problem in wrong]
            if not wrong:
                kept.append(ReportSentence(" ".join(sentence.text.split()), self._facts(sentence.cites)))
        kept = list({sentence.text: sentence for sentence in kept}.values())
        if len(kept) > len(self.best):
            self.best = tuple(kept)
        return found or ([] if kept else ["no sentence: write at least one"])

    def _wrong(self, sentence: WrittenSentence) -> Iterator[str]:
        if unknown := unknown_marks(sentence.cites, self.lines, "line"):
            yield from unknown
        elif not sentence.text.strip():
            yield "it is empty"
        else:
            yield from self._ground([self.lines[mark] for mark in sentence.cites]).problems(sentence.text)

    def _ground(self, cited: Sequence[Line]) -> Ground:
        times = (self.inputs.node, *(line.time for line in cited if line.time is not None))
        return Ground(tuple(line.words for line in cited), (self.period,), times, least_said=0)

    def _facts(self, marks: Iterable[str]) -> tuple[FactId, ...]:
        return tuple(dict.fromkeys(fact for mark in marks for fact in self.lines[mark].facts))


class Written:
    """Has a model write reports; an extractive digest stands in where it gives nothing that can be used."""

    is_costly = True

    def __init__(self, client: ModelClient) -> None:
        self._client = client
        self._prompt = load(TASK)
        self._stand_in = f"{DIGEST.split()[-1]} in place of {self._prompt.version} by {client.name}"
        self.names = (f"{client.name} {self._prompt.version}", f"{DIGEST.split()[0]} {self._stand_in}")

    def make(self, batch: Sequence[ReportInputs], names: Names) -> Iterator[Report]:
        """The report of each, several asked for at once.

        Raises:
            ModelError: the model cannot be reached or may not be asked.
        """
        waiting: deque[_Draft] = deque()

        def asks() -> Iterator[Ask[WrittenReport]]:
            for inputs in batch:
                draft = self._draft(inputs, names)
                waiting.append(draft)
                if draft.lines:
                    yield self._ask(draft)

        with closing(self._client.ask_all(asks())) as outcomes:  # type: ignore[type-var]  # a generator behind its port
            for outcome in outcomes:
                yield from self._unasked(waiting, names)
                yield self._report(waiting.popleft(), outcome, names)
            yield from self._unasked(waiting, names)

    def _unasked(self, waiting: deque[_Draft], names: Names) -> Iterator[Report]:
        """The digests of the nodes next in line that have no line to show, as where all facts are withheld."""
        while waiting and not waiting[0].lines:
            yield self._stood_in(waiting.popleft(), names)

    def _stood_in(self, draft: _Draft, names: Names) -> Report:
        self._client.fell_back(self._purpose(draft.inputs))
        return digest_report(draft.inputs, names, prompt=self._stand_in)

    def _draft(self, inputs: ReportInputs, names: Names) -> _Draft:
        digest = Digest(inputs, names)
        lines = [*fact_lines(digest, LineLimits.facts), *child_lines(inputs.children, LineLimits.children)]
        counts = dict(digest.counts())
        told = [
            counted(counts["facts"], "fact", "facts"),
            counted(counts["entities"], "name", "names"),
            counted(counts["documents"], "document", "documents"),
        ]
        period = f"{inputs.node} ({period_in_words(inputs.node)}): {', '.join(told)}"
        return _Draft(inputs, digest, {line.mark: line for line in lines}, period)

    def _ask(self, draft: _Draft) -> Ask[WrittenReport]:
        shown = {kind: [line.shown for m, line in draft.lines.items() if m.startswith(kind)] for kind in ("F", "C")}
        sections = {"period": draft.period, "facts": "\n".join(shown["F"]), "children": "\n".join(shown["C"])}
        return Ask(self._prompt.filled(sections), WrittenReport, self._purpose(draft.inputs), draft.problems)

    def _report(self, draft: _Draft, outcome: WrittenReport | ModelError, names: Names) -> Report:
        if isinstance(outcome, ModelError) and not isinstance(outcome, ModelOutputError):
            raise outcome
        if not draft.best:
            return self._stood_in(draft, names)
        return Report(
            node=str(draft.inputs.node),
            made_by=self._client.name,
            prompt=self._prompt.version,
            inputs=draft.inputs.digest,
            sentences=draft.best,
            counts=draft.digest.counts(),
            prominent=draft.digest.prominent(),
            documents=draft.inputs.documents,
            children=tuple(ReportVersion(child.node, child.digest) for child in draft.inputs.children),
        )

    def _purpose(self, inputs: ReportInputs) -> Purpose:
        return Purpose(TASK, f"node:{inputs.node}")
