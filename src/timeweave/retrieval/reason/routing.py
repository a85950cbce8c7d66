"""Bundles of facts → answers: the operator over each, Conf of the paths, and the weighted vote (ER-05, ER-06)."""

from __future__ import annotations

import dataclasses
import datetime as dt
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.reasoning import names_a_time, names_own_date
from timeweave.question.logical.form import LogicalForm, Order, Pick, Wants
from timeweave.records import EntityId, SupportedFact
from timeweave.records.reasoning import Reasoned, ReasonedAnswer, ReasoningPath, Step
from timeweave.retrieval.reason.answer_kinds import OTHER_KIND, AnswerKinds
from timeweave.retrieval.reason.at_day import holding
from timeweave.retrieval.reason.coverage import Asked, together
from timeweave.retrieval.reason.exploring import Bundle, told_with_end
from timeweave.retrieval.reason.operating import lasted, start_of, told_time, when
from timeweave.temporal.interval import Interval

_YEAR = lazily(r"(?<!\d)(?:1\d|20)\d\d(?!\d)")
_DATED_FROM = 30  # facts of a bundle whose ends are looked up one by one for their own dates
_LOOKED_AT = 20  # answers whose kind is looked at
TOLD = 0.6
"""The weight of what a path tells beside s_triplet."""
_VOTE = 0.05  # of the score of a further path to the same answer, that counts
_TIMELESS = 0.85  # what facts without a time are worth where one is named
_SHORTER = 0.85  # what each further hop leaves
_STEP = 0.92  # what each further hop leaves where the question, or a model, tells each step
_ALL = 0.95  # of a question that is told: no further hop is taken
_WORTH = 0.4  # of a question that a bundle must tell for more to be looked up for it
_MANY = 12  # answers from which on they are too many to be meant


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one bundle answers, with how surely."""

    bundle: Bundle
    answers: tuple[tuple[str, tuple[SupportedFact, ...]], ...]
    beside: tuple[SupportedFact, ...]
    score: float
    told: float


@dataclass(eq=False)
class Judge:
    """Works the operator of ``form`` out over bundles; ``named`` are the entities that the question names,
    ``day`` is that on which what holds is meant.
    """

    form: LogicalForm
    asked: Asked
    named: frozenset[str]
    name: Callable[[str], str]
    neighbours: Callable[[EntityId], Sequence[SupportedFact]]
    day: dt.date
    kinds: AnswerKinds
    weight: float = TOLD

    def verdicts(self, bundles: Iterable[Bundle]) -> list[Verdict]:
        """What each bundle answers, where it answers anything."""
        return [v for bundle in bundles if (v := self._verdict(bundle)) is not None]

    def agree(self, verdicts: Sequence[Verdict]) -> bool:
        """Whether there is no need to look further: the likeliest answer's path tells all that was asked."""
        best = max(verdicts, key=lambda v: v.score, default=None)
        return best is not None and best.told >= _ALL

    def vote(self, verdicts: Sequence[Verdict]) -> Reasoned | None:
        """The answer for which the paths speak most."""
        if not verdicts:
            return None
        if self.kinds.asked:
            verdicts = self._of_kind(verdicts)
        votes: dict[tuple[str, ...], float] = defaultdict(float)
        best: dict[tuple[str, ...], Verdict] = {}
        for verdict in sorted(verdicts, key=lambda v: (-v.score, v.bundle.relation, v.bundle.node.entity)):
            key = tuple(text for text, _ in verdict.answers)
            votes[key] = 1 - (1 - votes[key]) * (1 - _VOTE * verdict.score) if key in best else verdict.score
            best.setdefault(key, verdict)
        winner = max(best, key=lambda k: (votes[k], best[k].score))
        return self._told(best[winner], min(1.0, votes[winner]))

    def _of_kind(self, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """The likeliest verdicts, those whose answers are not known to be of the kind asked for worth less; what cannot
        be the likeliest is not looked at.
        """
        ranked = sorted(verdicts, key=lambda v: (-v.score, v.bundle.relation, v.bundle.node.entity))[:_LOOKED_AT]
        least = OTHER_KIND * ranked[0].score
        worth = [self._worth(v) if v.score >= least else OTHER_KIND for v in ranked]
        return [dataclasses.replace(v, score=v.score * w) for v, w in zip(ranked, worth, strict=True)]

    def _worth(self, verdict: Verdict) -> float:
        bundle = verdict.bundle
        ends = [bundle.end(facts[0]) for _, facts in verdict.answers]
        return self.kinds.worth(bundle.relation, ends, forward=bundle.forward)

    def _told(self, verdict: Verdict, vote: float) -> Reasoned:
        node, bundle = verdict.bundle.node, verdict.bundle
        share = self.asked.share(bundle.told)
        answers = tuple(
            ReasonedAnswer(
                text,
                tuple(
                    ReasoningPath(
                        node.seed, node.relevance, (*node.steps, Step(node.entity, s, share, max(bundle.fit(s), 0.05)))
                    )
                    for s in facts[:3]
                ),
                vote,
            )
            for text, facts in verdict.answers
        )
        through = tuple(step.fact for step in node.steps)
        facts = tuple(dict.fromkeys((*through, *(s for _, part in verdict.answers for s in part), *verdict.beside)))
        explanation = {
            "how": "exploration",
            "path": [*(f"{s.fact.fact.relation}" for s in node.steps), bundle.relation],
            "seed": self.name(node.seed),
            "told": round(share, 3),
            "score": round(verdict.score, 4),
        }
        return Reasoned(answers, vote, facts=facts, explanation=explanation)

    def _verdict(self, bundle: Bundle) -> Verdict | None:
        form = self.form
        facts, beside = self._dated(bundle)
        if not facts:
            return None
        if form.wants in (Wants.TIME, Wants.DURATION):
            return self._time(bundle, facts, beside)
        if form.wants is Wants.COUNT:
            return None
        open_ends = [s for s in facts if self._may_answer(bundle, s)]
        meant = self._picked(open_ends, bundle)
        ends: dict[str, list[SupportedFact]] = {}
        for s in sorted(meant, key=start_of):
            ends.setdefault(bundle.end(s), []).append(s)
        if not ends:
            return None
        told = together([bundle.told, *(self._beside_told(s, bundle) for s in beside)])
        fit = max((bundle.fit(s) for group in ends.values() for s in group), default=0.0)
        crowd = 1.0 if len(ends) <= _MANY else _MANY / len(ends)
        share = self.asked.share(told)
        score = self._score(bundle, share, fit) * (0.8 + 0.2 * crowd)
        score *= self._timely(bundle)
        return Verdict(bundle, tuple((self.name(e), tuple(g)) for e, g in ends.items()), tuple(beside), score, share)

    def _may_answer(self, bundle: Bundle, supported: SupportedFact) -> bool:
        """Whether the end of a fact may be what is asked for: nothing that the question names, and no kind of date."""
        end = bundle.end(supported)
        if end in self.named or end in bundle.node.seen or names_a_time(end):
            return False
        if self.form.asks_person and bundle.forward and not supported.fact.object_is_entity:
            return False
        return not self.asked.names(end)

    def _beside_told(self, supported: SupportedFact, bundle: Bundle) -> dict[str, float]:
        fact = supported.fact
        other = fact.object if fact.subject == bundle.node.entity else fact.subject
        return dict(together([self.asked.told_by(other), self.asked.told_by(fact.relation)]))

    def _score(self, bundle: Bundle, share: float, fit: float) -> float:
        fits = [fit, *(step.fit for step in bundle.node.steps)]
        fit = sum(fits) / len(fits)
        length = (_STEP if self.asked.hops else _SHORTER) ** len(bundle.node.steps)
        return math.sqrt(bundle.node.relevance) * length * (self.weight * share + (1 - self.weight) * fit)

    def _timely(self, bundle: Bundle) -> float:
        """What a bundle without dates is worth to a question that asks of a time."""
        if not self.form.periods or any(_is_dated(s.fact.valid) for s in bundle.facts):
            return 1.0
        return _TIMELESS

    def _time(self, bundle: Bundle, facts: Sequence[SupportedFact], beside: Sequence[SupportedFact]) -> Verdict | None:
        """The times of the facts that tell most of the question, the other end included."""
        dated = [s for s in facts if _is_dated(s.fact.valid)]
        if not dated:
            return None
        shares = {s.fact.id: self.asked.share(told_with_end(bundle, s, self.asked, self.form)) for s in dated}
        most = max(shares.values())
        meant = self._picked([s for s in dated if shares[s.fact.id] >= most - 1e-9], bundle)
        by_label: dict[str, list[SupportedFact]] = {}
        for s in sorted(meant, key=start_of):
            if label := self._label(bundle, s):
                by_label.setdefault(label, []).append(s)
        if not by_label:
            return None
        fit = max(bundle.fit(s) for s in meant)
        crowd = 1.0 if len(by_label) <= _MANY else _MANY / len(by_label)
        score = self._score(bundle, most, fit) * (0.8 + 0.2 * crowd)
        return Verdict(bundle, tuple((label, tuple(g)) for label, g in by_label.items()), tuple(beside), score, most)

    def _label(self, bundle: Bundle, supported: SupportedFact) -> str:
        """The time of a fact; where it is that of what stands at its end, with its name: "2014 (2014 Harbour Cup)"."""
        label = self._told_time(supported.fact.valid)
        own = any(s.fact.id == supported.fact.id and _is_dated(s.fact.valid) for s in bundle.facts)
        return label if own or not label else f"{label} ({self.name(bundle.end(supported))})"

    def _told_time(self, valid: Interval | None) -> str:
        if self.form.wants is not Wants.DURATION or valid is None or not valid.is_bounded:
            return told_time(self.form, valid)
        return f"{lasted(valid)} ({when(valid)})"

    def _dated(self, bundle: Bundle) -> tuple[list[SupportedFact], list[SupportedFact]]:
        """The facts of a bundle that lie in the time asked about, and those that give that time."""
        facts, form = self._with_dates(bundle), self.form
        if form.present:
            facts = holding(facts, self.day)
        if form.periods and not self._is_timed_before(bundle):
            facts = self._in_periods(facts)
        if form.anchor is not None:
            return self._beside_anchor(bundle, facts)
        co_named = self._co_named(bundle)
        if form.wants is Wants.ENTITY and co_named:
            spans = [s.fact.valid for s in co_named]
            inside = [s for s in facts if _is_dated(s.fact.valid) and any(_meet(s.fact.valid, v) for v in spans)]
            inside = [s for s in inside if s.fact.id not in {c.fact.id for c in co_named}]
            if inside:
                return inside, co_named
        return facts, []

    def _is_timed_before(self, bundle: Bundle) -> bool:
        """Whether a fact on the way of a route with subgoals is of the time asked about: "the mayor in 2010"."""
        steps = bundle.node.steps if self.asked.hops else ()
        valid = (step.fact.fact.valid for step in steps)
        return any(_is_dated(v) and _meet(v, period) for v in valid for period in self.form.periods)

    def _in_periods(self, facts: Sequence[SupportedFact]) -> list[SupportedFact]:
        """The facts of the time asked about: where a beginning or an end is spoken of those that begin or end in it,
        else those that last then; those without a time only where there is no other.
        """
        periods = self.form.periods
        inside = [s for s in facts if s.fact.valid is not None and any(p.overlaps(s.fact.valid) for p in periods)]
        dated = [s for s in inside if _is_dated(s.fact.valid)] or inside
        if self.form.wants is Wants.ENTITY and (self.form.at_start or self.form.at_end):
            edges = [s for s in dated if any(p.holds(_edge(s, at_end=self.form.at_end)) for p in periods)]
            return edges or dated
        return dated

    def _with_dates(self, bundle: Bundle) -> list[SupportedFact]:
        """The facts of a bundle; where the question needs their times and they have none, with those of their ends."""
        wants_time = (
            self.form.wants in (Wants.TIME, Wants.DURATION) or self.form.pick is not Pick.ALL or bool(self.form.periods)
        )
        if not wants_time or len(bundle.facts) > _DATED_FROM:
            return list(bundle.facts)
        if self.asked.share(bundle.told) < _WORTH:
            return list(bundle.facts)
        dated = []
        for s in bundle.facts:
            if _is_dated(s.fact.valid):
                dated.append(s)
                continue
            end = bundle.end(s)
            valid = own_date(
                end, self.neighbours(EntityId(end)) if s.fact.object_is_entity or not bundle.forward else ()
            )
            dated.append(s if valid is None else dataclasses.replace(s, fact=dataclasses.replace(s.fact, valid=valid)))
        return dated

    def _co_named(self, bundle: Bundle) -> list[SupportedFact]:
        """Dated facts of the same node with another entity that the question names: they say when."""
        node = bundle.node
        others = self.named - {node.entity, node.seed}
        return [
            s
            for s in self.neighbours(node.entity)
            if _is_dated(s.fact.valid)
            and s.fact.relation != bundle.relation
            and (s.fact.object if s.fact.subject == node.entity else s.fact.subject) in others
        ]

    def _beside_anchor(
        self, bundle: Bundle, facts: Sequence[SupportedFact]
    ) -> tuple[list[SupportedFact], list[SupportedFact]]:
        """The facts before or after those of the bundle, or of the node, that lead to an entity of the anchor."""
        assert self.form.anchor is not None
        order = self.form.anchor.order
        before = bundle.node.steps[-1].fact if bundle.node.steps else None
        is_sibling = before is not None and before.fact.relation == bundle.relation and _is_dated(before.fact.valid)
        anchors = [before] if before is not None and is_sibling else []
        anchors = anchors or [s for s in bundle.facts if bundle.end(s) in self.named and _is_dated(s.fact.valid)]
        anchors = anchors or self._co_named(bundle)
        if not anchors:
            return list(facts), []
        ids = {s.fact.id for s in anchors}
        rest = [s for s in facts if s.fact.id not in ids and _is_dated(s.fact.valid)]
        first, last = min(map(start_of, anchors)), max(map(start_of, anchors))
        if order is Order.BEFORE:
            beyond = [s for s in rest if start_of(s) < last]
        elif order is Order.AFTER:
            beyond = [s for s in rest if start_of(s) > first]
        else:
            beyond = [s for s in rest if any(_meet(s.fact.valid, a.fact.valid) for a in anchors)]
        return beyond, anchors

    def _picked(self, facts: Sequence[SupportedFact], bundle: Bundle) -> list[SupportedFact]:
        if self.form.pick is Pick.ALL or not facts:
            return list(facts)
        dated = sorted((s for s in facts if _is_dated(s.fact.valid)), key=lambda s: (start_of(s), s.fact.id))
        if not dated:
            return list(facts)
        if self.form.pick is Pick.NTH:
            ends = list(dict.fromkeys(bundle.end(s) for s in dated))
            if self.form.rank > len(ends):
                return []
            return [s for s in dated if bundle.end(s) == ends[self.form.rank - 1]]
        edge = start_of(dated[0] if self.form.pick is Pick.FIRST else dated[-1])
        return [s for s in dated if start_of(s) == edge]


def own_date(end: str, facts: Iterable[SupportedFact]) -> Interval | None:
    """When a thing itself was: by a fact that dates it, else by the year in its name."""
    told = [s.fact.valid for s in facts if names_own_date(s.fact.object) and _is_dated(s.fact.valid)]
    if told:
        return told[0]
    year = _YEAR.search(end)
    return None if year is None else Interval.year(int(year[0]))


def own_time(entity: str, facts: Iterable[SupportedFact]) -> Interval | None:
    """From when to when a thing itself was, by the facts that date it: its start, its end, or its day."""
    told = [
        s.fact.valid
        for s in facts
        if s.fact.subject == entity and names_a_time(s.fact.object) and s.fact.valid is not None
    ]
    starts, ends = [v.start for v in told if v.start], [v.end for v in told if v.end]
    return Interval(min(starts), max(ends), told[0].granularity) if starts and ends else None


def _edge(supported: SupportedFact, *, at_end: bool) -> dt.date:
    """The last day of a fact, or its first."""
    last = supported.fact.valid.last_day if at_end and supported.fact.valid is not None else None
    return last or start_of(supported)


def _is_dated(valid: Interval | None) -> bool:
    return valid is not None and (valid.start is not None or valid.end is not None)


def _meet(one: Interval | None, other: Interval | None) -> bool:
    return one is not None and other is not None and one.overlaps(other)
