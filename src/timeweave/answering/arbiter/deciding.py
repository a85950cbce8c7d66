"""Which of the proposals is given, and whether any is: the one most probably correct, from a least confidence on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from timeweave.answering.answerers import PutForward
from timeweave.answering.arbiter.features import meet, read_all, says
from timeweave.answering.arbiter.model import shipped
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.extractive.deed_times import done_to_others
from timeweave.answering.extractive.leading import asks_when, tells_when
from timeweave.answering.extractive.narrative import is_untimely
from timeweave.answering.extractive.nearest import nearest_dated
from timeweave.answering.extractive.published import first_told
from timeweave.answering.extractive.sentences import closest_lines
from timeweave.answering.options import MIN_CONFIDENCE
from timeweave.answering.proposals import Proposal
from timeweave.answering.refusal import not_found, reasons, refuse, unanswered, unconvincing, untimely
from timeweave.results import Answer

_CLOSEST = 3  # passages shown with a refusal
_OF_LIST = 1 / 3  # of what an answer is likely that has some of a list, what the whole list must be
_LIKELY = MIN_CONFIDENCE  # of confidence, from which on what settles a question leaves no room for anything else
_ALIKE = 0.05  # of the confidence of another, from which on a newer figure that counts the same is as good
_TIMELESS = 0.15  # of confidence, by which an answer without a time may be likelier than one with it, and yield
_TIMED = frozenset({"time", "published"})
_PROSE = frozenset({"sentence", "sentences", "passage", "parts", "extractive", "news"})
_OF_COLLECTED = 0.85  # of what an answer is likely that may have one of several things, what those collected must be
_NEARLY = 0.06  # of confidence, within which an answer is as likely as another


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A proposal with the probability that it is correct."""

    proposal: Proposal
    confidence: float

    @property
    def is_worked_out(self) -> bool:
        """Whether the answer follows from facts or figures, and is no quotation."""
        return self.proposal.answer.method == "computed"

    def is_said_in(self, other: Judged) -> bool:
        """Whether the other answer says it too, and it is not much less likely."""
        likely = self.confidence >= other.confidence / 2
        return likely and says(other.proposal.answer.answer, self.proposal.answer.answer)

    def is_item_of(self, other: Judged) -> bool:
        """Whether the other answer is a list of which it has one item, or the first ones."""
        lead, _, items = self.proposal.answer.answer.rpartition(": ")
        before, _, whole = other.proposal.answer.answer.rpartition(": ")
        return lead == before and len(whole) > len(items) and f"; {items};" in f"; {whole};"

    def is_without_time_of(self, other: Judged) -> bool:
        """Whether the other answer quotes the same words and begins with the time that they tell."""
        mine, timed = self.proposal, other.proposal
        return timed.answerer == "time" != mine.answerer and mine.answer.citations == timed.answer.citations

    def announces(self, other: Judged) -> bool:
        """Whether the other answer is a list of which it quotes the announcement alone: "we have three goals"."""
        said = self.proposal.answer.answer.rstrip(".: ")
        return other.proposal.answerer == "list" and other.proposal.answer.answer.startswith(f"{said}: ")

    def whole(self, found: Sequence[Judged]) -> Judged:
        """The answer of which it is a part, where that is not much less likely; else itself."""
        others = (o for o in found if o.confidence >= self.confidence / 2)
        wholes = [o for o in others if self.is_item_of(o) or self.is_without_time_of(o) or self.announces(o)]
        return max(wholes, key=lambda o: o.confidence, default=self)

    @property
    def words(self) -> int:
        """The length of the answer."""
        return len(self.proposal.answer.answer.split())


def decide(context: AnswerContext, put: PutForward, min_confidence: float) -> Answer:
    """The answer that is most probably correct, with its ``confidence``; a refusal with the closest passages, where
    that is below ``min_confidence``. What settled the question comes before all else, unless it is itself unlikely.
    """
    found = judged(context, put.proposals)
    settled = [j for j in found if j.proposal is put.settled and j.confidence >= _LIKELY]
    best = choose([j for j in settled or found if j.confidence >= min_confidence], wants_much=_wants_much(context))
    if best is not None:
        best = timed(counted(best, found, context.question.expected.several), found, context, min_confidence)
        told = newest(best, found)
        given = replace(told.proposal.answer, confidence=best.confidence)
        return _with_proposals(given, found, told, min_confidence)
    nearest = max(settled or found, key=lambda j: j.confidence, default=None)
    likeliest = 0.0 if nearest is None else nearest.confidence
    missing = () if nearest is None else tuple(not_found(nearest.proposal.answer))
    refusal = put.refusal or refuse(context, (*_why(context, likeliest, min_confidence), *missing))
    closest = tuple(dict.fromkeys(line.citation() for line in closest_lines(context, _CLOSEST)))
    return _with_proposals(replace(refusal, closest=closest, confidence=likeliest), found, None, min_confidence)


def judged(context: AnswerContext, proposals: Sequence[Proposal]) -> list[Judged]:
    """``proposals``, each with the probability that it is correct."""
    model = shipped()
    return [
        Judged(p, model.probability(f) if p.confidence is None else p.confidence)
        for p, f in zip(proposals, read_all(context, proposals), strict=True)
    ]


def choose(found: Sequence[Judged], *, wants_much: bool = False) -> Judged | None:
    """Of those that are nearly as likely as the likeliest, the shortest, but no list cut short and no time left out;
    before it what was worked out of facts, where that is nearly as likely too, or the quotation says it. Where the
    question wants more than one thing, the likeliest: a shorter answer may have one of them; where as many as there
    are, what was collected of several times.
    """
    best = max(found, key=lambda j: j.confidence, default=None)
    if best is None:
        return None
    near = [j.whole(found) for j in found if j.confidence >= best.confidence - _NEARLY]
    exact = [j for j in found if j.is_worked_out and (j in near or j.is_said_in(best))]
    collected = [j for j in found if j.proposal.collects and j.confidence >= _OF_COLLECTED * best.confidence]
    if collected and not exact:
        return collected[0]
    return min(exact or ([best.whole(found)] if wants_much else near), key=lambda j: (j.words, -j.confidence))


def _wants_much(context: AnswerContext) -> bool:
    """Whether a question asks for several things, or for both ends of a change."""
    expected = context.question.expected
    return expected.both_ends or expected.some or expected.several > 1 or len(context.question.parts) > 1


def counted(best: Judged, found: Sequence[Judged], several: int) -> Judged:
    """Where so many things are asked for, and ``best`` does not have as many, the list of just as many from which it
    has some, unless that is far less likely.
    """
    is_prose = best.proposal.answerer in _PROSE  # as many sentences are not as many things
    if best.is_worked_out or (len(best.proposal.answer.values) == several and not is_prose):
        return best
    lists = (j for j in found if j.proposal.answerer == "list" and len(j.proposal.answer.values) == several)
    likely = (j for j in lists if j.confidence >= _OF_LIST * best.confidence)
    of_best = (j for j in likely if meet(j.proposal.answer.citations, best.proposal.answer.citations))
    return replace(max(of_best, key=lambda j: j.confidence, default=best), confidence=best.confidence)


def timed(best: Judged, found: Sequence[Judged], context: AnswerContext, least: float) -> Judged:
    """Where the time of something is asked for and ``best`` tells none, the day on which what it quotes was told first,
    else the likeliest that tells one and is not much less likely.
    """
    if not asks_when(context) or tells_when(best.proposal.answer, context):
        return best
    dated = [j for j in found if j.proposal.answerer in _TIMED]
    first = {line.citation() for line in first_told(best.proposal.answer, context)}
    told = (j for j in dated if first.issuperset(j.proposal.answer.citations))
    if (same := max(told, key=lambda j: j.confidence, default=None)) is not None:
        return replace(same, confidence=best.confidence)  # it says the same, only earlier
    least = max(least, best.confidence - _TIMELESS)
    return max((j for j in dated if j.confidence >= least), key=lambda j: j.confidence, default=best)


def newest(best: Judged, found: Sequence[Judged]) -> Judged:
    """Of the answers whose figures count what that of ``best`` counts the newest, where the question is how things
    stand: this year's number for this year's question.
    """
    cited = best.proposal.answer.citations
    of_best = (j.proposal.reading for j in found if meet(j.proposal.answer.citations, cited))
    counted = next((reading for reading in of_best if reading is not None), None)
    later = [
        (j.proposal.reading.day, j.confidence, j)
        for j in found
        if counted is not None
        and j.proposal.reading is not None
        and j.proposal.reading.continues(counted)
        and j.confidence >= _ALIKE * best.confidence
    ]
    _, _, last = max(later, key=lambda item: item[:2], default=(None, None, best))
    return last


def _why(context: AnswerContext, likeliest: float, min_confidence: float) -> tuple[str, ...]:
    late = untimely(context, nearest_dated(context.story)) if is_untimely(context.story) else ()
    why = late or reasons(context) or done_to_others(context)
    if not likeliest:
        return why or unanswered(context)
    return (unconvincing(likeliest, min_confidence), *why)


def _with_proposals(answer: Answer, found: Sequence[Judged], given: Judged | None, min_confidence: float) -> Answer:
    """``answer`` with what was proposed under "proposals", where an explanation was asked for."""
    explanation = answer.search.explanation
    if explanation is None:
        return answer
    ordered = sorted(found, key=lambda j: -j.confidence)
    told: dict[str, Any] = {
        "min_confidence": min_confidence,
        "judged": [_entry(judged, is_given=judged is given) for judged in ordered],
    }
    return replace(answer, search=replace(answer.search, explanation={**explanation, "proposals": told}))


def _entry(judged: Judged, *, is_given: bool) -> dict[str, Any]:
    answer = judged.proposal.answer
    return {
        "answerer": judged.proposal.answerer,
        "probability": round(judged.confidence, 4),
        "given": is_given,
        "answer": answer.answer,
        "citations": [{"document_id": c.document_id, "start": c.start, "end": c.end} for c in answer.citations],
    }
