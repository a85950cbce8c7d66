"""Runs the main job on the bundled corpus: add, ask, correct, look at a timeline and at days of much news."""

from __future__ import annotations

import datetime as dt
import json
import warnings
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Protocol

from timeweave.demo.plain import PlainRetrieval
from timeweave.documents import read
from timeweave.errors import UndatedDocumentWarning
from timeweave.knowledge_base import KnowledgeBase
from timeweave.opening import open_knowledge_base
from timeweave.outcomes import AddResult
from timeweave.overviews import Timeline
from timeweave.records import Document
from timeweave.results import Answer

NOW = dt.date(2025, 6, 1)  # the day on which the story is told, so that it reads the same in every year


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question of the story with what came of it."""

    id: str
    question: str
    as_of: str | None
    expect: tuple[str, ...]
    why: str
    answer: Answer
    plain: list[tuple[str, str]]

    @property
    def is_right(self) -> bool:
        """Whether the answer says all that was expected."""
        said = " ".join([self.answer.answer, *(v.text for v in self.answer.values)])
        said += " ".join(fact.fact.object for fact in self.answer.disagreement)
        return all(words in said for words in self.expect)

    @property
    def plain_is_right(self) -> bool:
        """Whether the sentence nearest to the question says it; where several values are due, as many sentences."""
        said = " ".join(sentence for _, sentence in self.plain)
        return all(words in said for words in self.expect)


class Audience(Protocol):
    """To whom the story is told, piece by piece."""

    def hear(self, words: str) -> None:
        """A line of the story."""

    def see_answer(self, asked: AskedQuestion) -> None:
        """A question with its answer."""

    def see_timeline(self, timeline: Timeline) -> None:
        """The facts of an entity."""


def tell(folder: Path, audience: Audience | None) -> dict[str, Any]:
    """Tell the story in ``folder``, to an ``audience`` if there is one; returns its figures, and what failed."""
    with as_file(files("timeweave.demo")) as home, open_knowledge_base(folder) as kb:
        _say(audience, "30 documents of a small invented world, in eight formats, then a correction:")
        added = [_add(kb, home / part, audience) for part in ("corpus", "corrections")]
        documents = [d for part in ("corpus", "corrections") for d in read(home / part) if isinstance(d, Document)]
        sentences = PlainRetrieval(documents, kb.embedder)
        asked = [_ask(kb, sentences, json.loads(line)) for line in (home / "questions.jsonl").read_text().splitlines()]
        if audience is not None:
            for one in asked:
                audience.see_answer(one)
            audience.hear("\nThe chief executive officers of Quillon, and how the store came to know:")
            audience.see_timeline(kb.timeline("Quillon", "chief executive officer"))
        _say(audience, "\nThree days of news about one accident, and the days on which Quillon was much spoken of:")
        added.append(_add(kb, home / "news", audience))
        spikes = kb.spikes("Quillon").spikes
        for spike in spikes:
            _say(audience, f"  {spike.first} to {spike.last}, most on {spike.peak}: {spike.story}")
    right, plain_right = sum(a.is_right for a in asked), sum(a.plain_is_right for a in asked)
    _say(
        audience,
        f"\nRight answers: {right} of {len(asked)}. Right by the nearest sentences, without time: {plain_right}.",
    )
    return {
        "documents": sum(r.added + r.replaced for r in added),
        "failed": [failure for r in added for failure in r.failed],
        "seconds": round(sum(r.elapsed_ms for r in added) / 1000, 2),
        "questions": [
            {"id": a.id, "question": a.question, "as_of": a.as_of, "answer": a.answer.answer, "right": a.is_right}
            for a in asked
        ],
        "spikes": [{"peak": s.peak.isoformat(), "count": s.count, "story": s.story} for s in spikes],
        "right": right,
        "plain_right": plain_right,
    }


def _add(kb: KnowledgeBase, source: Path, audience: Audience | None) -> AddResult:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UndatedDocumentWarning)
        result = kb.add(source, now=dt.datetime(2025, 5, 31, tzinfo=dt.UTC))
    counts = kb.stats().counts
    seconds = f"in {result.elapsed_ms / 1000:.1f} s"
    known = f"the store holds {counts['facts']} facts about {counts['entities']} entities"
    failed = f", failed {len(result.failed)}" if result.failed else ""
    _say(audience, f"  added {result.added}, replaced {result.replaced}{failed} {seconds}; {known}")
    return result


def _ask(kb: KnowledgeBase, sentences: PlainRetrieval, line: dict[str, Any]) -> AskedQuestion:
    as_of = line.get("as_of")
    answer = kb.ask(line["question"], as_of=as_of, now=None if as_of else NOW, budget=600)
    expect = tuple(line["expect"])
    nearest = sentences.nearest(line["question"], len(expect))
    return AskedQuestion(line["id"], line["question"], as_of, expect, line["why"], answer, nearest)


def _say(audience: Audience | None, words: str) -> None:
    if audience is not None:
        audience.hear(words)
