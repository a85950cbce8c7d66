"""Which of the answers that paths lead to is most likely right: a small learned vote (ER-06).

A path has the confidence s_init · ∏ s_rel · s_triplet, which says how well it tells the words of the question. Whether
it tells what was asked depends on more: how many facts its relation has there, whether they are of the time, how many
paths lead to the same. A conditional logit (McFadden, 1974) over such features, learned from questions with answers by
`benchmarks/reason_votes.py`, weighs them; questions for a time have weights of their own.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, TypedDict

from timeweave.question.logical.form import LogicalForm, Wants
from timeweave.records import SupportedFact
from timeweave.retrieval.reason.coverage import Asked
from timeweave.retrieval.reason.relevance import Meanings

if TYPE_CHECKING:
    from timeweave.retrieval.reason.routing import Verdict

Features = Mapping[str, float]
CANDIDATES = 40
"""Verdicts that are compared, the best by the words that they tell."""
_ALL, _FAR_LESS = 0.95, 0.6  # of a question that a path tells
_BEYOND = ("score", "told", "fit", "least fit")
"""What is worth something else once a path has left what the question names: its facts are less like the question."""
_MANY = 20  # answers of one path, and paths to one answer, above which more say nothing
_MANY_FACTS = 200


class WeightsJson(TypedDict):
    """The shipped file: what the features of a verdict are worth, by what is wanted."""

    about: str
    entity: dict[str, float]
    time: dict[str, float]


@cache
def shipped() -> WeightsJson:
    """The weights that the package ships, read when they are first needed."""
    read: WeightsJson = json.loads(files("timeweave.retrieval.reason").joinpath("votes.json").read_text("utf-8"))
    return read


def candidates(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts that are compared, the best by their own score first."""
    return sorted(verdicts, key=lambda v: (-v.score, v.bundle.relation, v.bundle.node.entity))[:CANDIDATES]


def likeliest(verdicts: Sequence[Verdict], form: LogicalForm, asked: Asked, meanings: Meanings) -> Verdict:
    """The verdict of the largest vote; of the same, the first. Where some path tells all of the question, and every
    other far less, only what tells all of it is voted on.
    """
    weights = shipped()["time" if form.wants in (Wants.TIME, Wants.DURATION) else "entity"]
    compared = candidates(verdicts)
    told = [v for v in compared if v.told >= _ALL]
    if all(v.told >= _ALL or v.told <= _FAR_LESS for v in compared):
        compared = told or compared
    rows = features(compared, form, asked, meanings)
    votes = [sum(weights[name] * value for name, value in row.items()) for row in rows]
    return compared[votes.index(max(votes))]


def features(verdicts: Sequence[Verdict], form: LogicalForm, asked: Asked, meanings: Meanings) -> list[Features]:
    """What speaks for each of some verdicts, in their order, which is that of their score."""
    led = Counter(text for v in verdicts for text, _ in v.answers)
    means = dict(meanings.of_each(form.main.words, sorted({v.bundle.relation for v in verdicts})))
    best = verdicts[0].score if verdicts else 0.0
    rows = [
        {
            "score": v.score,
            "of best": v.score / best if best else 0.0,
            "place": min(place, _MANY),
            "told": v.told,
            "told by path": asked.share(v.bundle.told),
            "means": means[v.bundle.relation],
            "paths to it": min(led[v.answers[0][0]], _MANY),
            **_of_facts(v, form, asked),
        }
        for place, v in enumerate(verdicts)
    ]
    return [{**row, **{f"{name}, beyond one hop": row[name] * (row["hops"] > 0) for name in _BEYOND}} for row in rows]


def _of_facts(verdict: Verdict, form: LogicalForm, asked: Asked) -> Features:
    bundle, steps = verdict.bundle, verdict.bundle.node.steps
    facts = [s for _, part in verdict.answers for s in part]
    starts = [s.fact.valid.start for s in facts if s.fact.valid is not None and s.fact.valid.start is not None]
    fit = max(bundle.fit(s) for s in facts)
    return {
        "fit": fit,
        "least fit": min([fit, *(step.fit for step in steps)]),
        "hops": len(steps),
        "forward": float(bundle.forward),
        "told by answer": max(asked.share(asked.told_by(bundle.end(s))) for s in facts[:_MANY]),
        "answers": min(len(verdict.answers), _MANY),
        "facts": min(len(bundle.facts), _MANY_FACTS),
        "dated": sum(_is_dated(s) for s in facts) / len(facts),
        "starts in time": float(any(period.holds(start) for period in form.periods for start in starts)),
    }


def _is_dated(supported: SupportedFact) -> bool:
    valid = supported.fact.valid
    return valid is not None and (valid.start is not None or valid.end is not None)
