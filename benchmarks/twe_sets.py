"""The question sets of `twe.py`: documents, questions, and which chunks hold the evidence that each rests on.

What counts as relevant is stated for each set in its ``relevant``; a chunk is the unit that is ranked.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import ect_qa
import ect_qa_data
import news
import news_data
import texts
import timeqa
from plain import Found

import timeweave


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk: its document and position, where it starts and ends, and its text."""

    document_id: str
    index: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of evidence: chunks of ``documents`` hold one of ``spans`` whole, or ``text``, or one of ``answers``."""

    documents: tuple[str, ...]
    spans: tuple[tuple[int, int], ...] = ()
    text: str = ""
    answers: tuple[str, ...] = ()

    def held_by(self, passages: Mapping[str, Sequence[Passage]]) -> frozenset[tuple[str, int]]:
        """The chunks that hold it, by document and position.

        A text stands in a chunk word for word; where it stands in none so, 85 % of its words are enough.
        """
        mine = [p for id_ in self.documents for p in passages.get(id_, ())]
        if self.spans:
            held = [p for p in mine if any(p.start <= start and end <= p.end for start, end in self.spans)]
        elif self.answers:
            held = [p for p in mine if texts.holds_any(p.text, self.answers)]
        else:
            wanted = texts.plain(self.text)
            held = [p for p in mine if wanted in texts.plain(p.text)]
            held = held or [p for p in mine if texts.is_found(self.text, [(p.start, p.end, p.text)])]
        return frozenset((p.document_id, p.index) for p in held)


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question with the pieces that it rests on. ``group`` is what it is drawn with when intervals are made,
    ``share_found`` the share of its evidence that stands in what was returned, as the set's own benchmark counts it.
    """

    id: str
    text: str
    group: str
    pieces: tuple[Piece, ...]
    share_found: Callable[[Sequence[Found]], float]
    as_of: dt.date | None = None


@dataclass(frozen=True, slots=True)
class RankedSet:
    """Documents and the questions that have evidence. ``now`` is the day from which ages count: the newest document's,
    where questions have no day of their own. ``budgets`` are the tokens within which modes are compared.
    """

    documents: Sequence[timeweave.Document]
    questions: Sequence[GoldQuestion]
    relevant: str
    now: dt.date | None
    budgets: tuple[int, ...]


def realtimeqa(data: Path, limit: int | None) -> RankedSet:
    """Weekly news quizzes (arXiv 2207.13332), each asked as of its day."""
    found = news_data.realtimeqa(data, None)
    given = {q["question_id"]: q["retrieved_urls"] for q in texts.read_lines(data / "questions_2022_2023.jsonl.gz")}
    days = {d.id: d.date for d in found.documents if d.date is not None}
    questions = [
        GoldQuestion(
            q.id,
            q.text,
            q.group,
            (Piece(tuple(u for u in given[q.id] if u in days and days[u] <= q.as_of), answers=q.gold),),
            lambda evidence, q=q: news.recall(q, evidence),
            q.as_of,
        )
        for q in found.questions[:limit]
        if q.as_of is not None
    ]
    last = max((q.as_of for q in questions if q.as_of), default=dt.date.max)
    documents = [d for d in found.documents if d.date is not None and d.date <= last]
    relevant = "a chunk that holds a gold answer, of the articles that a search engine gave for the question by its day"
    return RankedSet(documents, questions, relevant, None, (400, 2000))


def ect_qa_specific(data: Path, limit: int | None) -> RankedSet:
    """Earnings calls (arXiv 2510.13590)."""
    documents = ect_qa_data.corpus(data)
    questions = [
        GoldQuestion(
            q.id,
            q.text,
            q.company,
            tuple(Piece((e.document_id,), text=e.text) for e in q.evidence),
            lambda evidence, q=q: ect_qa.recall(q, evidence),
        )
        for q in _spread([q for q in ect_qa_data.questions(data) if q.evidence], limit)
    ]
    relevant = "a chunk of the evidence sentence's document that holds it"
    return RankedSet(list(documents.values()), questions, relevant, _newest(documents.values()), (1000, 2000))


def timeqa_pages(data: Path, limit: int | None) -> RankedSet:
    """Wikipedia pages without dates (arXiv 2108.06314), all in one store."""
    documents, asked = timeqa.read(data)
    questions = [
        GoldQuestion(
            q.id,
            q.text,
            q.page,
            (Piece((q.page,), spans=tuple((start, end) for start, end, _ in q.gold)),),
            lambda evidence, q=q: float(timeqa.is_found(q, evidence)),
        )
        for q in _spread([q for q in asked if q.gold], limit)
    ]
    return RankedSet(documents, questions, "a chunk of the page that holds a gold span whole", None, (400, 2000))


def multihop_rag(data: Path, limit: int | None) -> RankedSet:
    """Facts of dated news articles (arXiv 2401.15391); an article is mostly one chunk."""
    found = news_data.multihop_rag(data, None)
    questions = [
        GoldQuestion(
            q.id,
            q.text,
            q.group,
            tuple(Piece((p.document_id,), text=p.text) for p in q.pieces),
            lambda evidence, q=q: news.recall(q, evidence),
        )
        for q in _spread([q for q in found.questions if q.pieces], limit)
    ]
    relevant = "a chunk of the fact's article that holds it"
    return RankedSet(found.documents, questions, relevant, _newest(found.documents), (200, 400))


SETS: dict[str, Callable[[Path, int | None], RankedSet]] = {
    "realtimeqa": realtimeqa,
    "ect-qa": ect_qa_specific,
    "timeqa": timeqa_pages,
    "multihop-rag": multihop_rag,
}


def _newest(documents: Iterable[timeweave.Document]) -> dt.date | None:
    return max((d.date for d in documents if d.date is not None), default=None)


def _spread(questions: Sequence, limit: int | None) -> Sequence:
    return questions if limit is None else questions[:: max(1, len(questions) // limit)][:limit]
