"""What speaks for and against an answer, as numbers: the same for every answer, however it was made.

Of the question (its kind, whether it dates itself, what of it nothing visible has heard of), of the lines cited (their
words, meaning, time and standing), of the answer's own form, and of how other answers stand to it.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from timeweave.answering.context.answer_context import AnswerContext, speaks_of
from timeweave.answering.context.reading import Line, about
from timeweave.answering.extractive.deed_times import done_to_others
from timeweave.answering.extractive.narrative import is_untimely
from timeweave.answering.extractive.pages import is_subject
from timeweave.answering.extractive.timeliness import ENDING
from timeweave.answering.proposals import UNDETERMINED, Proposal
from timeweave.answering.refusal import not_found, reasons
from timeweave.answering.relevance import probability
from timeweave.embedding.reader import Excerpt
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.kinds import BY_NUMBERS, Kind
from timeweave.records import Citation, DocumentId, DocumentInfo, EntityInfo
from timeweave.results import Answer
from timeweave.temporal.interval import Interval

_WORD = lazily(r"[^\W_]+")
_NUMBER = lazily(r"\d[\d.,]*")
_NAME = lazily(r"\b[A-Z][\w’'-]+(?: [A-Z][\w’'-]+)*")
_DATE = lazily(r"\b(?:1[89]|20)\d\d\b")
_MANY = 8
_MOST_ASKED = 4
_NEAR = 0.75  # of the best share of the question's words that another document must hold to say the same
_PERSON, _PLACE = frozenset({"PERSON"}), frozenset({"GPE", "LOC", "FAC"})
QUOTING = frozenset(
    "sentence sentences parts passage ordered extractive narrative time published news development list".split()  # noqa: SIM905
)
"""The ways of answering in words of the text, which a reader can judge."""
_READ = QUOTING | {"likely figure"}
_WHY = lazily(r"\b(?:because|since|due to|owing to|so that|in order to|thanks to|reason|as a result|to \w+)\b", re.I)


@dataclass(frozen=True, eq=False)
class Field:
    """All that was proposed for one question, against which each proposal is read."""

    context: AnswerContext
    proposals: Sequence[Proposal]

    def features(self, proposal: Proposal) -> dict[str, float]:
        """The features of one of the proposals, by name; those that are 0 may be left out."""
        if proposal.settles and len(self.proposals) == 1:
            return _rounded(self._of_settled(proposal))
        found = dict(self._question)
        if proposal.settles:
            found |= self._of_settled(proposal)
        found[f"by {proposal.answerer}"] = 1.0
        cited = _Cited(self.context, proposal.answer.citations)
        found |= self._words(cited)
        found |= self._times(cited)
        found |= self._voices(cited)
        found |= self._form(proposal, cited)
        found |= self._beside(proposal)
        found |= self._reads(proposal, cited)
        found |= proposal.features
        return _rounded(found)

    def _of_settled(self, proposal: Proposal) -> dict[str, float]:
        """Of what follows from facts little matters but by what it was worked out, and what it lacks."""
        answer = proposal.answer
        return {
            f"settled by {proposal.answerer}": 1.0,
            f"settles {self.context.kind.value}": 1.0,
            "settled lacking": min(len(not_found(answer)), 4) / 4,
            "settled disputed": bool(answer.disagreement),
            "settled values": math.log1p(len(answer.values)),
            "settled by calculation": answer.calculation is not None,
            "settled unknown names": bool(self.context.result.unknown),
            "settled of a time": bool(self.context.question.periods),
        }

    @cached_property
    def _question(self) -> dict[str, float]:
        context, question = self.context, self.context.question
        field = context.weighing
        cosines = field.cosines
        whole = sum(field.terms.values())
        rare = sorted(field.terms.values(), reverse=True)
        return {
            f"kind {context.kind.value}": 1.0,
            "asks by numbers": context.kind in BY_NUMBERS,
            "asks now": question.asks_now,
            "asks of a time": bool(question.periods),
            "asks of times": min(len(question.periods), _MOST_ASKED) / _MOST_ASKED
            if len(question.periods) > 1
            else 0.0,
            "asks parts": min(len(question.parts), _MOST_ASKED) / _MOST_ASKED if len(question.parts) > 1 else 0.0,
            "asks both ends": question.expected.both_ends,
            "asks by an event": question.event is not None,
            "asks a number": question.expected.number,
            "asks a name": question.expected.name,
            "names": min(len(context.entities), 3) / 3,
            "no name": not context.entities,
            "unknown names": min(len(context.result.unknown), 2) / 2,
            "unheard": field.missing,
            "unheard rarest": rare[0] / whole if whole else 0.0,
            "best share": field.best_share,
            "best cosine": cosines[0] if cosines else 0.0,
            "second cosine": cosines[1] if len(cosines) > 1 else 0.0,
            "fifth cosine": cosines[4] if len(cosines) > 4 else 0.0,
            "any timely": any(map(context.is_timely, context.lines)) if question.periods else 0.0,
            "page of other times": is_untimely(context.story),
            "nothing of the time": bool(reasons(context)),
            "done to others": bool(done_to_others(context)),
        }

    def _words(self, cited: _Cited) -> dict[str, float]:
        context, field = self.context, self.context.weighing
        shares = [field.share(line.terms) for line in cited.lines]
        best = max(shares, default=0.0)
        together = field.share(cited.terms)
        topic = context.question.topic_terms
        titles = frozenset[str]().union(*(line.title_terms for line in cited.lines))
        parts = context.question.parts
        named = {e.id for e in context.entities}
        quoted = [named & {*line.statement.entities} for line in cited.lines]
        whole = [named & {*line.statement.entities, *line.info.entities} for line in cited.lines]
        cosines = [field.cosine(line) for line in cited.lines]
        top = field.cosines[0] if field.cosines else 0.0
        return {
            "share": best,
            "share together": together,
            "share and title": field.share(cited.terms | titles),
            "share behind": field.best_share - best,
            "least of parts": min(field.share(cited.terms | titles, p.terms) for p in parts) if len(parts) > 1 else 0.0,
            "share of topic": field.share(cited.terms, topic),
            "rarest said": self._rarest_said(cited.terms),
            "rarest titled": self._rarest_said(titles),
            "names said": max((len(q) / len(named) for q in quoted), default=0.0) if named else 0.0,
            "names about": max((len(w) / len(named) for w in whole), default=0.0) if named else 0.0,
            "on its page": any(is_subject(info, context) for info in cited.infos),
            "cosine": max(cosines, default=0.0),
            "cosine behind": top - max(cosines, default=0.0),
            "standing": max((field.standing(line) for line in cited.lines), default=0.0),
            "rank": max((1 / (1 + line.rank) for line in cited.lines), default=0.0),
            "outside": not cited.lines,
            "borne out": min(self._borne_out(cited), 3) / 3,
        }

    def _rarest_said(self, terms: Set[str]) -> float:
        """The share held of the half of the question's terms that weighs most."""
        ranked = sorted(self.context.weighing.found.items(), key=lambda item: (-item[1], item[0]))
        rare = [t for t, _ in ranked[: max(1, (len(ranked) + 1) // 2)]]
        return sum(t in terms for t in rare) / max(1, len(rare))

    def _borne_out(self, cited: _Cited) -> int:
        """How many other documents hold nearly as many of the question's words in one line."""
        field = self.context.weighing
        mine = {info.id for info in cited.infos}
        least = _NEAR * max((field.share(line.terms) for line in cited.lines), default=1.0)
        return len(
            {
                line.info.id
                for line in self.context.lines
                if line.info.id not in mine and field.share(line.terms) >= least
            }
        )

    def _times(self, cited: _Cited) -> dict[str, float]:
        context, periods = self.context, self.context.question.periods
        days = sorted({line.info.observed for line in context.lines if line.info.published is not None})
        newest = max((i.observed for i in cited.infos if i.published is not None), default=None)
        newer = sum(d > newest for d in days) / len(days) if newest is not None and days else 0.0
        found = {"newer told": newer}
        if context.question.asks_now:
            found["newer told, now asked"] = newer
        if not periods:
            return found
        told = [t for line in cited.lines for t in line.times]
        return found | {
            "told time": bool(told),
            "meets": any(p.overlaps(t) for p in periods for t in told),
            "speaks of": any(speaks_of(t, p) for p in periods for t in told),
            "is time": any(p == t for p in periods for t in told),
            "holds time": any(t.is_bounded and t.contains(p) for p in periods for t in told),
            "inside": any(p.contains(t) for p in periods for t in told),
            "another time": bool(told) and not any(p.overlaps(t) for p in periods for t in told),
            "begun before": max((_begun(t, p) for p in periods for t in told), default=0.0),
            "tells an end": any(ENDING.search(line.text) is not None for line in cited.lines),
            "reports on it": any(
                i.period is not None and any(p.overlaps(i.period) for p in periods) for i in cited.infos
            ),
            "published in it": any(_published_in(i, p) for i in cited.infos for p in periods),
            "timely": any(map(context.is_timely, cited.lines)),
            "of each time": sum(_is_of(p, told, cited.infos) for p in periods) / len(periods),
            "long asked": min(max((p.days or 3650) for p in periods), 3650) / 3650,
        }

    def _voices(self, cited: _Cited) -> dict[str, float]:
        """In a conversation, whether it is one of those asked about who speaks."""
        speakers = {line.speaker for line in cited.lines if line.speaker is not None}
        named = {e.id for e in self.context.entities}
        if not speakers or not any(line.speaker in named for line in self.context.lines):
            return {"in talk": bool(speakers)}
        return {
            "in talk": 1.0,
            "said by one asked about": bool(speakers & named),
            "said by another": not speakers & named,
        }

    def _form(self, proposal: Proposal, cited: _Cited) -> dict[str, float]:
        context, answer = self.context, proposal.answer
        question, text = context.question, proposal.answer.answer
        words = _WORD.findall(text)
        new_numbers = {n.rstrip(".,") for n in _NUMBER.findall(text)} - {n.rstrip(".,") for n in question.words}
        new_names = [
            n for n in _NAME.findall(text) if not question.holds(n.casefold()) and n.casefold() not in question.words
        ]
        types = {info.type for info in cited.named if not question.holds(info.id)}
        return {
            "words": math.log1p(len(words)),
            "values": math.log1p(len(answer.values)),
            "citations": math.log1p(len(answer.citations)),
            "number as asked": question.expected.number and bool(new_numbers),
            "no number": question.expected.number and not new_numbers,
            "name as asked": question.expected.name and bool(new_names),
            "no name told": question.expected.name and not new_names,
            "new names": min(len(new_names), _MANY) / _MANY,
            "new numbers": min(len(new_numbers), _MANY) / _MANY,
            "date as asked": context.kind is Kind.WHEN and _DATE.search(text) is not None,
            "no date": context.kind is Kind.WHEN and not _DATE.search(text),
            "person as asked": context.kind is Kind.WHO and bool(types & _PERSON),
            "no person": context.kind is Kind.WHO and not types & _PERSON,
            "place as asked": context.kind is Kind.WHERE and bool(types & _PLACE),
            "no place": context.kind is Kind.WHERE and not types & _PLACE,
            "both ends told": question.expected.ends(text),
            "several numbers": question.expected.both_ends and len(new_numbers) > 1,
            "reason as asked": question.asks_why and _WHY.search(text) is not None,
            "lacking": min(len(not_found(answer)), 4) / 4,
            "disputed": bool(answer.disagreement),
            "worked out": answer.calculation is not None,
        }

    @cached_property
    def _read(self) -> Mapping[Excerpt, float]:
        """How probable the packaged reader takes each quotation, and each line quoted."""
        relevance = self.context.relevance
        if relevance.reader is None:
            return {}
        quoted = [p for p in self.proposals if p.answerer in _READ]
        cited = [_Cited(self.context, p.answer.citations) for p in quoted]
        excerpts = [c.as_answer(p.answer) for c, p in zip(cited, quoted, strict=True)]
        excerpts += [line.excerpt for c in cited for line in c.lines]
        return dict(zip(excerpts, map(probability, relevance.answer_scores(excerpts)), strict=True))

    def _reads(self, proposal: Proposal, cited: _Cited) -> dict[str, float]:
        """What the reader says of a proposal; it cannot tell one number from another, so that where a figure is asked
        for its word has a name, and with it a weight, of its own.
        """
        if not self._read:
            return {}
        ranked = sorted(self._read.values(), reverse=True)
        if self.context.question.expected.number or any(map(_is_of_figure, self.proposals)):
            read = max((self._read.get(line.excerpt, 0.0) for line in cited.lines), default=0.0)
            return {"number read": read, "number read behind": ranked[0] - read, "number read best": ranked[0]}
        found = {"read best": ranked[0], "read second": ranked[1] if len(ranked) > 1 else 0.0}
        if proposal.answerer not in QUOTING:
            return found
        read = self._read[cited.as_answer(proposal.answer)]
        lines = max((self._read[line.excerpt] for line in cited.lines), default=read)
        return found | {"read": read, "read behind": ranked[0] - read, "read line": lines}

    def _beside(self, proposal: Proposal) -> dict[str, float]:
        """How the others stand to it: whether they say the same, or cite the same place."""
        mine = proposal.answer
        others = [p for p in self.proposals if p is not proposal and p.answerer != proposal.answerer]
        same = {p.answerer for p in others if says(p.answer.answer, mine.answer) or says(mine.answer, p.answer.answer)}
        cites = {p.answerer for p in others if meet(p.answer.citations, mine.citations)}
        found = {"agreeing": min(len(same), 4) / 4, "citing the same": min(len(cites), 4) / 4}
        for other in {p.answerer for p in others}:
            found[f"beside {other}"] = 1.0
        for other in same:
            found[f"agrees with {other}"] = 1.0
        return found


def _is_of_figure(proposal: Proposal) -> bool:
    return proposal.answerer == "figures" or UNDETERMINED in proposal.features


def _rounded(found: Mapping[str, float]) -> dict[str, float]:
    return {name: round(float(value), 4) for name, value in found.items() if value}


class _Cited:
    """The lines, documents and entities that an answer cites."""

    def __init__(self, context: AnswerContext, citations: Sequence[Citation]) -> None:
        self._context = context
        self._citations = citations

    @cached_property
    def lines(self) -> Sequence[Line]:
        """Those of the evidence."""
        return [line for line in self._context.lines if line.is_cited(self._citations)]

    def as_answer(self, answer: Answer) -> Excerpt:
        """What a reader is shown of an answer: the one line that it quotes, else its words with their document."""
        if len(self.lines) == 1:
            return self.lines[0].excerpt
        return Excerpt(" ".join(answer.answer.split()), about(self.infos[0]) if len(self.infos) == 1 else "")

    @cached_property
    def infos(self) -> Sequence[DocumentInfo]:
        known = {line.info.id: line.info for line in self._context.lines}
        names = dict.fromkeys(c.document_id for c in self._citations)
        found = (known.get(DocumentId(n)) or self._context.view.document(DocumentId(n)) for n in names)
        return [info for info in found if info is not None]

    @cached_property
    def terms(self) -> frozenset[str]:
        """Of the words cited and the lines that they stand in."""
        quoted = (frozenset(index_terms(c.quote)) for c in self._citations)
        return frozenset[str]().union(*quoted, *(line.terms for line in self.lines))

    @cached_property
    def named(self) -> Sequence[EntityInfo]:
        names = dict.fromkeys(e for line in self.lines for e in line.statement.entities)
        return [info for e in names if (info := self._context.view.entity(e)) is not None]


def meet(some: Sequence[Citation], others: Sequence[Citation]) -> bool:
    """Whether some of the places cited share words with some of the others."""
    return any(a.document_id == b.document_id and a.start < b.end and b.start < a.end for a in some for b in others)


def says(text: str, other: str) -> bool:
    """Whether the words of the shorter ``other`` stand in ``text``."""
    mine, short = " ".join(_WORD.findall(text.casefold())), " ".join(_WORD.findall(other.casefold()))
    return bool(short) and f" {short} " in f" {mine} "


def _begun(told: Interval, asked: Interval) -> float:
    """1 where a time began in the year in which the one asked for does, less the years before."""
    if told.start is None or asked.start is None or told.start > (asked.end or dt.date.max):
        return 0.0
    return 1 / (1 + max(0, asked.start.year - told.start.year))


def _is_of(period: Interval, told: Sequence[Interval], infos: Sequence[DocumentInfo]) -> bool:
    return any(period.overlaps(t) for t in told) or any(_published_in(i, period) for i in infos)


def _published_in(info: DocumentInfo, period: Interval) -> bool:
    return info.published is not None and period.overlaps(Interval.day(info.observed))


def read_all(context: AnswerContext, proposals: Sequence[Proposal]) -> list[Mapping[str, float]]:
    """The features of each of ``proposals``, in their order."""
    field = Field(context, proposals)
    return [field.features(p) for p in proposals]
