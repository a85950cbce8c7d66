"""What is said inside one time node, ranked for a part of an abstract question: an entity, a facet, or all of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from timeweave.lexicon.lazy import lazily
from timeweave.question.facets import Facet
from timeweave.question.named_entity import NamedEntity
from timeweave.records import DocumentInfo, StatementKey
from timeweave.records.filters import Filters
from timeweave.retrieval.base import Request
from timeweave.retrieval.passages.fused import PassageWeights, Ranking, fuse, ordered
from timeweave.retrieval.passages.passages import SubQuery
from timeweave.retrieval.reading import Reading
from timeweave.temporal.interval import Interval

_SURVEYED = 1000  # statements of a node that are looked at to learn which documents speak of it
_DEPTH = 400  # statements of each ranking
_AHEAD = 64  # statements that are read at once
_SHORT, _SHORTEST = 8, 4  # words; less says little, or nothing
_WIDEST = 5  # times as long as a node may a time be that still speaks of it: a year of one of its quarters
_OFTEN = 10  # statements of one document after which the next count no less
_REASON = lazily(
    r"\b(?:because|due to|driven by|as a result|resulted? in|led to|leading to|thanks to|owing to|in response to"
    r"|enabl\w+|reflect(?:s|ed|ing)|offset|despite|so that|in order to|by \w+ing|helped|allow(?:s|ed|ing)"
    r"|contribut\w+)\b",
    re.IGNORECASE,
)
_SPEECH = (
    r"(?:turn|hand|pass|start|begin|open|close|ask|discuss|walk|talk|comment|cover|thank|remind|welcome|introduce|mention"
    r"|highlight|touch|move|get|go|add|emphasi[sz]e|review|summari[sz]e|provide|give|share)"
)
_ANNOUNCES = lazily(
    rf"^(?:\W*\w+,?)?\W*(?:I\s*(?:['’](?:ll|d|m)|will|would|want(?:ed)?|am|just)|let\s+me|let['’]s|let\s+us)\s+"
    rf"(?:(?:now|also|then|just|first|next|briefly|quickly|like|love|want(?:ed)?|going|to)\s+)*{_SPEECH}\b(?!.*\bthat\b)",
    re.IGNORECASE,
)
_ASKS = lazily(
    r"\b(?:I|we)(?:['’]d)?\s+(?:(?:just|was|am|would|like|want|wanted|wondering)\s+)+(?:to\s+)?(?:ask|if|whether)\b"
)
_WEIGHTS = PassageWeights()


@dataclass(frozen=True, slots=True)
class NodeWeights:
    """``valid`` times how well a statement's time fits the node, ``report`` for standing in a report on it, ``reason``
    for saying why or by what means; ``again`` is taken away for each statement of the same document before it.
    """

    valid: float = 0.3
    report: float = 0.2
    reason: float = 0.1
    again: float = 0.06


_NODE = NodeWeights()


@dataclass(frozen=True, slots=True)
class Part:
    """What a question is about besides its time; neither: everything."""

    label: str
    entity: NamedEntity | None = None
    facet: Facet | None = None

    def of_document(self, info: DocumentInfo) -> bool:
        """Whether a document is about it as a whole."""
        if self.entity is not None:
            return self.entity.id in info.entities
        return self.facet is None or self.facet.held_by(info)

    def concerns(self, key: StatementKey, reading: Reading) -> bool:
        """Whether a statement is about it."""
        info = reading.infos([key.ordinal])[key.ordinal]
        if self.of_document(info):
            return True
        return self.entity is not None and self.entity.id in reading.statements([key])[key].entities


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """The documents that speak of a period, by ordinal, as far as they come near the question."""

    period: Interval
    infos: Mapping[int, DocumentInfo]


def question_parts(entities: Sequence[NamedEntity], facets: Sequence[Facet]) -> tuple[Part, ...]:
    """The entities and facets that a question names, in order of position."""
    parts = [(e.span.start, Part(e.name, entity=e)) for e in entities]
    parts += [(f.span.start, Part(f.value, facet=f)) for f in facets]
    return tuple(part for _, part in sorted(parts, key=lambda p: (p[0], p[1].label)))


def survey_node(period: Interval, query: SubQuery, request: Request, reading: Reading) -> Survey:
    """The documents of the statements of ``period`` that are near in meaning or in words."""
    return Survey(period, near_documents(query, [period], request, reading))


def near_documents(
    query: SubQuery, scope: Sequence[Interval], request: Request, reading: Reading
) -> Mapping[int, DocumentInfo]:
    """The documents of the statements of ``scope``, or of all, that are near in meaning or in words; by ordinal."""
    hits = [
        *request.index.dense(query.vector, _SURVEYED, scope=scope),
        *request.index.lexical(query.terms, _SURVEYED, scope=scope),
    ]
    return reading.infos(sorted({hit.key.ordinal for hit in hits}))


def rank_part(
    part: Part, survey: Survey, query: SubQuery, request: Request, reading: Reading, *, enough: int = _DEPTH
) -> Ranking:
    """The ``enough`` best statements on ``part`` that speak of the surveyed period or stand in a report on it, no
    document all at once.
    """
    entity = part.entity.id if part.entity else None
    period, depth = survey.period, min(_DEPTH, 2 * enough + _AHEAD)
    own = request.only(o for o, i in survey.infos.items() if part.of_document(i)) if part.facet else None
    about = Filters(scope=[period], entity=entity, documents=own)
    dense, words = request.searched(query.terms, depth, query.vector, **about)
    reports = [o for o, i in survey.infos.items() if part.of_document(i) and i.reports_on(period)]
    if reports:
        near, worded = request.searched(query.terms, depth, query.vector, documents=request.only(reports))
        dense, words = {**near, **dense}, {**worded, **words}
    fit, own_report = _timed([*dense, *words], period, set(reports), reading)
    marks: list[tuple[float, Mapping[StatementKey, float]]] = [(_NODE.valid, fit), (_NODE.report, own_report)]
    scores = fuse(dense, words, _WEIGHTS, marks)
    ranking = ordered({k: scores[k] for k in scores if k in fit or k in own_report}, reading)
    return _turned(_telling(ranking, enough, reading), reading)


def _timed(
    keys: Sequence[StatementKey], period: Interval, reports: Collection[int], reading: Reading
) -> tuple[dict[StatementKey, float], dict[StatementKey, float]]:
    """How well each statement's time fits ``period``: 1 inside, less where it is longer, nothing where much longer; and
    1 for those that stand in one of ``reports``.
    """
    fit: dict[StatementKey, float] = {}
    statements = reading.statements(keys)
    for key, held in statements.items():
        valid = held.valid
        if valid is None or not valid.overlaps(period):
            continue
        if period.contains(valid):
            fit[key] = 1.0
        elif valid.days is not None and period.days is not None and valid.days <= _WIDEST * period.days:
            fit[key] = min(1.0, period.days / valid.days)
    return fit, {k: 1.0 for k in statements if k.ordinal in reports}


def _telling(ranking: Ranking, enough: int, reading: Reading) -> Ranking:
    """The best statements that tell something: questions and greetings do not, and a reason tells more."""
    told: dict[StatementKey, float] = {}
    for start in range(0, len(ranking), _AHEAD):
        if len(told) >= enough:
            break
        batch = ranking[start : start + _AHEAD]
        statements = reading.statements(key for key, _ in batch)
        for key, score in batch:
            text = reading.words(key.ordinal, statements[key].span)
            if tells(text):
                told[key] = score + (_NODE.reason if says_why(text) else 0.0)
    return ordered(told, reading)[:enough]


def speaks_of_it(key: StatementKey, period: Interval, reading: Reading) -> bool:
    """Whether a statement speaks of just ``period``, or of a part of it."""
    valid = reading.statements([key])[key].valid
    return valid is not None and period.contains(valid)


def reported_on_it(key: StatementKey, period: Interval, reading: Reading) -> bool:
    """Whether a statement stands in a report on ``period``."""
    return reading.infos([key.ordinal])[key.ordinal].reports_on(period)


def tells(text: str) -> bool:
    """Whether a statement says something of its own: enough words, fewer where it holds a figure, no question, and not
    only what its speaker is about to speak of.
    """
    bare = text.strip()
    words, has_figure = len(bare.split()), any(c.isdigit() for c in bare)
    if bare.endswith("?") or _ASKS.search(bare) or (_ANNOUNCES.match(bare) and not has_figure and not says_why(bare)):
        return False
    return words >= _SHORT or (words >= _SHORTEST and has_figure)


def says_why(text: str) -> bool:
    """Whether a statement gives a reason or a means: because, driven by, by investing."""
    return _REASON.search(text) is not None


def _turned(ranking: Ranking, reading: Reading) -> Ranking:
    """The same with a little less for each statement of a document that has been heard already."""
    heard: dict[int, int] = {}
    turned: dict[StatementKey, float] = {}
    for key, score in ranking:
        turned[key] = score - _NODE.again * min(heard.get(key.ordinal, 0), _OFTEN)
        heard[key.ordinal] = heard.get(key.ordinal, 0) + 1
    return ordered(turned, reading)
