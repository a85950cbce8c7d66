"""A question over the graph, from its logical form to answers with paths and confidence (ER-01 … ER-06)."""

from __future__ import annotations

import datetime as dt
import functools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from timeweave.lexicon.reasoning import SUBJECT_NOUNS
from timeweave.question.dating import within
from timeweave.question.logical.form import LogicalForm, Pick, Role, Wants
from timeweave.records.reasoning import Reasoned, ReasonedAnswer, ReasoningPath, Step
from timeweave.retrieval.base import Request
from timeweave.retrieval.reason.answer_kinds import AnswerKinds
from timeweave.retrieval.reason.at_day import day_of, holding, narrowed
from timeweave.retrieval.reason.coverage import Asked, asked_words
from timeweave.retrieval.reason.determining import mentions_of
from timeweave.retrieval.reason.exploring import Explorer
from timeweave.retrieval.reason.grounding import Mentioned, seeds_of
from timeweave.retrieval.reason.guiding import Guide, agreed, along_chain, guides
from timeweave.retrieval.reason.operating import Outcome, joined, start_of, work_out
from timeweave.retrieval.reason.options import ReasonOptions
from timeweave.retrieval.reason.readings import Finder, Reading
from timeweave.retrieval.reason.relevance import Embed, Meanings
from timeweave.retrieval.reason.routes import plan
from timeweave.retrieval.reason.routing import TOLD, Judge, Verdict, own_time
from timeweave.store.base import View, name_of

_LED = 0.2  # of each subgoal of a route that a path must tell, so that it answers at the last one
_TOLD_BY_CHAIN = 0.6  # of each step of what a question describes
_SURE = 0.3  # s_init · s_rel from which the words of a question tell a relation


_DEFAULTS = ReasonOptions()


def reason(request: Request, options: ReasonOptions = _DEFAULTS) -> Reasoned | None:
    """What the graph says to a question; ``None`` where it knows no path."""
    plan = planned(request, options)
    chained = plan.along_chain()
    if chained is not None:
        return chained
    exact = plan.exactly()
    if exact is not None and exact.exact:
        return exact
    found, warnings = plan.guided()
    found = found or exact
    return replace(found or Reasoned((), 0.0), warnings=warnings) if warnings else found


@dataclass(frozen=True, eq=False)
class Planned:
    """A question with its mentions and its logical form, over one view."""

    request: Request
    options: ReasonOptions
    mentions: tuple[Mentioned, ...]
    form: LogicalForm

    def exactly(self) -> Reasoned | None:
        """The answer of the likeliest reading of the form."""
        if not self.options.exact:
            return None
        finder = Finder(self.request.view, Meanings(self.request.embed), self.options.width)
        found = _exactly(self.form, self.mentions, finder) if self.mentions else None
        return replace(found, exact=False) if found is not None and self._is_of_other_kind(found) else found

    def _is_of_other_kind(self, exact: Reasoned) -> bool:
        """Whether paths lead to what is of the kind asked for, and a reading that was taken for whole does not: to a
        team, and not to a place in one.
        """
        if not exact.exact or not exact.answers or not self.form.kind or self.form.kind in SUBJECT_NOUNS:
            return False
        kinds = kinds_in(self.request.view, self.form, self.request.embed)
        if _is_of_kind(exact, kinds):
            return False
        other = self.explored()
        return other is not None and _is_of_kind(other, kinds)

    def explored(self) -> Reasoned | None:
        """The answer for which most paths speak."""
        guide = self.guide()
        return None if guide is None else _walked(guide, self)

    def along_chain(self) -> Reasoned | None:
        """The likeliest answer at the end of the steps in which the question describes what it asks about."""
        if not self._may_explore():
            return None
        guides = along_chain(self.mentions, self.request, self.form, self.options.reach)
        walked = ((guide.explorer, _walked(guide, self, least=_TOLD_BY_CHAIN)) for guide in guides)
        found = [(explorer, answer) for explorer, answer in walked if answer]
        if not found:
            return None
        explorer, best = max(found, key=lambda one: (_least_said(one[0].asked, one[1]), one[1].confidence))
        return replace(best, assumed=(*best.assumed, *_of_several(explorer, best)))

    def guide(self) -> Guide | None:
        """The routes of the rules' plan, with what walks them; ``None`` where no path may answer."""
        request, options = self.request, self.options
        asked = asked_words(request.question, request.index)
        if not asked.weights or not self._may_explore():
            return None
        explorer = Explorer(
            request.view,
            request.index,
            request.vector,
            asked,
            self.form,
            options.width,
            options.depth,
            rerank=options.rerank,
        )
        seeds = seeds_of(self.mentions, request, asked, options.width, near=options.initialisation)
        about = (explorer.about(n.entity) for n in seeds)
        return Guide(explorer, plan(seeds, about, asked, hops=options.depth, most=options.routes))

    def guided(self) -> tuple[Reasoned | None, tuple[str, ...]]:
        """The answer for which most paths speak, those of the routes of a model before those of the rules' plan, where
        there is a model; and what to know of its routes.
        """
        source = self.request.routes
        if source is None or not self.mentions or self.form.wants is Wants.COUNT or not self._may_explore():
            return self.explored(), ()
        said = source()
        led = guides(said.routes, self.mentions, self.request, self.form, self.options.reach)
        if not led:
            return self.explored(), tuple(said.warnings)
        return agreed(self._in_turn(led)), tuple(said.warnings)

    def _in_turn(self, led: Iterable[Guide]) -> Iterator[Reasoned | None]:
        """What the routes of a model lead to, one after the other, and last what the rules' plan does."""
        for guide in led:
            yield _walked(guide, self)
        yield self.explored()

    def _may_explore(self) -> bool:
        """Whether paths may answer: what is compared is all there is, never a beam, and no name says yes or no."""
        form = self.form
        return not (form.alternatives or form.pick.compares or form.beyond_form or form.wants is Wants.VERDICT)


def planned(request: Request, options: ReasonOptions = _DEFAULTS) -> Planned:
    """A question with what it names and its logical form."""
    return plan_of(request, options, mentions_of(request, options))


def plan_of(request: Request, options: ReasonOptions, mentions: tuple[Mentioned, ...]) -> Planned:
    """The same, with what it names known."""
    form = request.question.logical([m.span for m in mentions])
    if form.within is not None and options.temporal and not form.periods:
        event = mentions[form.within]
        interval = own_time(event.best.entity.id, request.view.facts_about([event.best.entity.id]))
        if interval is not None:
            request = replace(request, question=within(request.question, event.span, interval))
            mentions = tuple(m for m in mentions if m is not event)
            form = request.question.logical([m.span for m in mentions])
    if not options.temporal:
        form = replace(form, pick=Pick.ALL, anchor=None, periods=(), newest=False)
    return Planned(request, options, mentions, form)


def _least_said(asked: Asked, found: Reasoned) -> float:
    """How much of the step that is told least the name of its relation says, word for word: a reading in which steps
    are one relation must have a relation that says them all.
    """
    relations = [step.fact.fact.relation for step in found.answers[0].paths[0].steps]
    own = zip(asked.hops, relations, strict=False)
    return round(min(words.share(words.told_by(relation)) for words, relation in own), 1)


def _of_several(explorer: Explorer, found: Reasoned) -> Iterator[str]:
    """What to know of each step on the way that leads to several, of which one was taken."""
    for hop, step in enumerate(found.answers[0].paths[0].steps[:-1]):
        forward = step.fact.fact.subject == step.start
        alike = [s for s in explorer.about(step.start) if s.fact.relation == step.fact.fact.relation]
        same_way = [s for s in alike if (s.fact.subject == step.start) == forward]
        meant = narrowed(same_way, explorer.asked.succession_at(hop), day_of(explorer.view))
        ends = dict.fromkeys(s.fact.object if forward else s.fact.subject for s in meant)
        others = [name_of(end, explorer.view) for end in ends if end != step.end]
        if others:
            said = f"{explorer.asked.hops[hop].subgoal!r} is read as {name_of(step.end, explorer.view)}"
            yield f"{said}, and not as {joined(others)[0]}"


def walk(guide: Guide, plan: Planned, least: float = _LED) -> tuple[Judge, list[Verdict], int]:
    """What the facts along some routes answer, hop by hop, by whom they are judged, and how many hops were taken."""
    explorer, options = guide.explorer, plan.options
    named = frozenset(c.entity.id for m in plan.mentions for c in m.candidates)

    def naming(end: str) -> str:
        return name_of(end, explorer.view)

    judge = Judge(
        explorer.form,
        explorer.asked,
        named,
        naming,
        explorer.about,
        day_of(explorer.view),
        AnswerKinds(explorer.form, explorer.about, naming, plan.request.embed),
        TOLD if options.planned else 0.0,
    )
    verdicts: list[Verdict] = []
    taken = 0
    for hop in explorer.hops([r.node for r in guide.routes]):
        taken += 1
        verdicts += (v for v in judge.verdicts(hop) if explorer.asked.least(v.bundle.told) >= least)
        if judge.agree(verdicts):
            break
    return judge, verdicts, taken


def _walked(guide: Guide, plan: Planned, least: float = _LED) -> Reasoned | None:
    """The answer for which the paths along some routes speak."""
    judge, verdicts, taken = walk(guide, plan, least)
    found = judge.vote(verdicts)
    if found is None:
        return None
    told = {"routes": [replace(r, hops=taken).to_json() for r in guide.routes], "hops": taken}
    return replace(found, explanation={**found.explanation, **told})


def _exactly(form: LogicalForm, mentions: Sequence[Mentioned], finder: Finder) -> Reasoned | None:
    """The answer of the likeliest reading that has one."""
    readings = finder.readings(form, mentions)
    readings = _of_kind(form, readings, finder)
    if form.present:
        readings = [replace(r, facts=tuple(holding(r.facts, day_of(finder.view)))) for r in readings]
    for reading in readings:
        outcome = work_out(form, reading, lambda end: name_of(end, finder.view))
        if outcome is not None:
            return _reasoned(form, mentions, reading, outcome, finder)
    if readings and _may_tell(form, readings[0]) and _is_whole(form, mentions, readings[0], finder):
        missing = (_missing(form, readings[0].relation),)
        return Reasoned((), readings[0].score, exact=True, missing=missing, explanation=explain(form, readings[0]))
    return None


def kinds_in(view: View, form: LogicalForm, embed: Embed) -> AnswerKinds:
    """What compares answers with the kind that a form asks for, by the facts of a view."""
    about = functools.cache(lambda end: view.facts_about([end]))
    return AnswerKinds(form, about, lambda end: name_of(end, view), embed)


def _is_of_kind(found: Reasoned, kinds: AnswerKinds) -> bool:
    last = [path.steps[-1] for answer in found.answers for path in answer.paths[:1]]
    if not last:
        return False
    relation, forward = last[0].fact.fact.relation, last[0].fact.fact.subject == last[0].start
    return kinds.worth(relation, [step.end for step in last], forward=forward) == 1.0


def _may_tell(form: LogicalForm, reading: Reading) -> bool:
    """Whether the facts of a reading tell times at all, where one is asked for: a place of birth tells none."""
    return form.wants is not Wants.TIME or any(start_of(s) != dt.date.max for s in reading.facts)


def _of_kind(form: LogicalForm, readings: list[Reading], finder: Finder) -> list[Reading]:
    """The readings, first those that lead to the kind of thing that is asked for."""
    if not form.kind or len(readings) < 2:
        return readings
    kinds = kinds_in(finder.view, form, finder.meanings.embed)
    worth = {
        id(r): r.score * kinds.worth(r.relation, [r.answer_end(s) for s in r.facts[:3]], forward=r.forward)
        for r in readings
    }
    return sorted(readings, key=lambda r: -worth[id(r)])


def _missing(form: LogicalForm, relation: str) -> str:
    """What keeps a question that was read whole from an answer."""
    if form.beyond_form:
        return f"missing: the question denies or compares in a way that is not worked out over {relation!r}"
    if form.wants is Wants.VERDICT and form.anchor is not None:
        return f"missing: the dates of {relation!r} do not tell the order that is asked for"
    if form.alternatives or form.pick.compares:
        return f"missing: not for each of what is compared a {relation!r} is known whose dates tell"
    return f"missing: no fact of {relation!r} is of the time that the question asks about"


def _is_whole(form: LogicalForm, mentions: Sequence[Mentioned], reading: Reading, finder: Finder) -> bool:
    """Whether a reading leaves nothing of the question out, and its relation is what the words tell."""
    used = (
        len(form.main.mentions)
        + len(form.alternatives)
        + (0 if form.anchor is None else len(form.anchor.clause.mentions))
    )
    whole = used == len(mentions) and len(form.main.mentions) <= 2 and reading.score >= _SURE
    return whole and _is_told(form) and finder.meanings.tells(form.main.words, reading.relation)


def _reasoned(
    form: LogicalForm, mentions: Sequence[Mentioned], reading: Reading, outcome: Outcome, finder: Finder
) -> Reasoned:
    answers = tuple(
        ReasonedAnswer(
            text,
            tuple(
                ReasoningPath(
                    reading.seed.entity.id,
                    reading.seed.relevance,
                    (Step(reading.seed.entity.id, s, reading.relevance),),
                )
                for s in facts[:3]
            ),
            reading.score,
        )
        for text, facts in outcome.parts
    )
    facts = tuple(dict.fromkeys((*(s for _, part in outcome.parts for s in part), *outcome.anchors)))
    return Reasoned(
        answers=answers,
        confidence=reading.score,
        exact=_is_whole(form, mentions, reading, finder),
        assumed=(*_assumed(form, mentions, reading), *outcome.assumed),
        calculation=outcome.calculation,
        facts=facts,
        explanation=explain(form, reading),
    )


def _is_told(form: LogicalForm) -> bool:
    """Whether the words of the question tell a deed, and who does it."""
    roles = [role for _, role in form.main.roles]
    return bool(form.main.words) and (
        len(roles) > 1 or Role.ANY not in roles or bool(form.alternatives) or form.wants is not Wants.ENTITY
    )


def _assumed(form: LogicalForm, mentions: Sequence[Mentioned], reading: Reading) -> tuple[str, ...]:
    told = [f"{m.text!r} is read as {m.best.entity.name!r}" for m in mentions if m.best.relevance < 1.0]
    if form.main.words and form.main.words.casefold() != reading.relation:
        told.append(f"{form.main.words!r} is read as the relation {reading.relation!r}")
    return tuple(told)


def explain(form: LogicalForm, reading: Reading) -> dict[str, object]:
    """How the question was read, as plain JSON values."""
    anchor = form.anchor
    return {
        "wants": form.wants.value,
        "pick": form.pick.value if form.pick is not Pick.NTH else f"{form.rank}.",
        "clause": form.main.words,
        "relation": reading.relation,
        "seed": reading.seed.entity.name,
        "direction": "subject" if reading.forward else "object",
        "anchor": None if anchor is None else {"order": anchor.order.value, "clause": anchor.clause.words},
        "score": round(reading.score, 4),
    }


def answer_text(found: Reasoned) -> str:
    """All answers as one line."""
    return joined([a.text for a in found.answers])[0]
