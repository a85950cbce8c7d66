"""Exploration led by the routes of a model: hop by hop a path is to tell the words of a subgoal (ER-01, ER-02).

A model says where to look, never what is found: what answers is a fact at the end of a path, as without one.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from timeweave.question.logical.form import ChainStep, LogicalForm, Pick
from timeweave.records.reasoning import Reasoned
from timeweave.retrieval.base import Request, SaidRoute
from timeweave.retrieval.reason.coverage import subgoal_words
from timeweave.retrieval.reason.exploring import Explorer
from timeweave.retrieval.reason.grounding import Mentioned, seeds_of
from timeweave.retrieval.reason.options import Reach
from timeweave.retrieval.reason.relevance import Meanings
from timeweave.retrieval.reason.routes import Route, plan

_CONSENSUS = 2  # routes that lead to the same answer, from which on no other is taken
_ONE = 0.5  # of each step that a relation tells, which then is what is described
_FURTHER = 0.1  # of the vote of another route to the same answer, which rests on the same facts


@dataclass(frozen=True, eq=False)
class Guide:
    """What is walked: ``explorer``, which knows the words to be told, from where each of ``routes`` begins."""

    explorer: Explorer
    routes: tuple[Route, ...]

    @property
    def cost(self) -> float:
        """The cost of all of them."""
        return sum(route.cost for route in self.routes)


def guides(
    said: Iterable[SaidRoute],
    mentions: Sequence[Mentioned],
    request: Request,
    form: LogicalForm,
    reach: Reach,
) -> list[Guide]:
    """The cheapest routes of a model, as many as ``reach`` allows, distinct by where they begin and by the words of
    their subgoals; none of those that begin at nothing that the graph knows, or whose subgoals leave nothing to be
    told.
    """
    found: dict[tuple[object, ...], Guide] = {}
    meanings = Meanings(request.embed)
    for route in said:
        steps = tuple(ChainStep(subgoal) for subgoal in route.subgoals)
        meant = [m for m in mentions if _is_part(m.text, route.start)]
        guide = _guide(steps, route.start, meant, request, form, meanings, reach)
        if guide is None:
            continue
        asked, routes = guide.explorer.asked, guide.routes
        key = (frozenset(r.node.entity for r in routes), *(frozenset(words.weights) for words in asked.hops))
        if routes:
            found.setdefault(key, guide)
    return sorted(found.values(), key=lambda guide: guide.cost)[: reach.most]


def along_chain(
    mentions: Sequence[Mentioned],
    request: Request,
    form: LogicalForm,
    reach: Reach,
) -> list[Guide]:
    """The routes of what a question describes step by step, one for each way in which the steps may be relations; none
    where one relation of whom it begins at tells every step ("award received"), and none where the question also names
    another, a time, or which of several by their order: to what step that belongs the words do not tell.
    """
    chain, found = form.chain, []
    by_order = form.pick is not Pick.ALL and not (form.newest and form.pick is Pick.LAST)
    if chain is None or len(mentions) != 1 or form.periods or by_order:
        return []
    start = mentions[chain.start]
    words = subgoal_words(chain.steps, start.text, request.index)
    relations = {r for c in start.candidates[: reach.width] for r in request.view.relations_about([c.entity.id])}
    is_repeated = len({step.words for step in chain.steps}) < len(chain.steps)
    if not is_repeated and any(words.least(words.told_by(relation)) >= _ONE for relation in relations):
        return []
    meanings = Meanings(request.embed)
    # what holds now is meant of the step that says so
    free = replace(form, newest=False, pick=Pick.ALL)
    for steps in chain.readings(reach.depth):
        guide = _guide(steps, start.text, [start], request, free, meanings, reach)
        if guide is not None and guide.routes and len(guide.explorer.asked.hops) == len(steps):
            found.append(guide)
    return found


def _guide(
    steps: Sequence[ChainStep],
    start: str,
    meant: Sequence[Mentioned],
    request: Request,
    form: LogicalForm,
    meanings: Meanings,
    reach: Reach,
) -> Guide | None:
    """The routes along some steps from whom a name may mean; ``None`` where nothing is left to be told."""
    asked = subgoal_words(steps, start, request.index)
    hops = min(reach.depth, len(asked.hops))
    if not hops or not meant:
        return None
    explorer = Explorer(
        request.view,
        request.index,
        request.vector,
        asked,
        form,
        reach.width,
        hops,
        rerank=reach.rerank,
        meanings=meanings,
    )
    # the name that is begun at tells nothing of the steps, however like them it is called
    seeds = [replace(node, told={}) for node in seeds_of(meant, request, asked, reach.width, near=False)]
    planned = plan(seeds, (explorer.about(n.entity) for n in seeds), asked, hops=hops, most=reach.most)
    return Guide(explorer, tuple(replace(r, said=tuple(s.words for s in steps)) for r in planned))


def agreed(walked: Iterable[Reasoned | None]) -> Reasoned | None:
    """The answer for which most routes speak, by the sum of their votes; as soon as two lead to the same one no other
    is walked.
    """
    found: dict[tuple[str, ...], list[Reasoned]] = defaultdict(list)
    routes: list[object] = []
    for reasoned in walked:
        if reasoned is None:
            continue
        key = tuple(sorted(answer.text for answer in reasoned.answers))
        found[key].append(reasoned)
        routes += reasoned.explanation["routes"]
        if len(found[key]) >= _CONSENSUS:
            break
    if not found:
        return None
    winner = max(found, key=lambda key: sum(r.confidence for r in found[key]))
    best, *others = sorted(found[winner], key=lambda r: -r.confidence)
    vote = 1 - (1 - best.confidence) * math.prod(1 - _FURTHER * r.confidence for r in others)
    return replace(best, confidence=vote, explanation={**best.explanation, "routes": routes})


def _is_part(one: str, other: str) -> bool:
    """Whether one of two names holds the other."""
    one, other = one.casefold().strip(), other.casefold().strip()
    return one in other or other in one
