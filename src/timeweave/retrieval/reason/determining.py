"""Whether the graph determines the answer to a question: what reasons over it is loaded where that may be so."""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.language.names import canonical_key
from timeweave.records import SupportedFact
from timeweave.records.reasoning import Reasoned
from timeweave.retrieval.base import Request
from timeweave.retrieval.reason.grounding import Mentioned, ground
from timeweave.retrieval.reason.options import ReasonOptions
from timeweave.store.base import View

_LOOKED_AT, _HUB = 60, 200  # facts that are looked at for how they were given, and mentions of an entity for that
_READ_THROUGH = 10_000  # mentions of all that a question names, up to which all its facts are looked through
_TOLD = 0.5  # of the vote from which paths answer more often rightly than sentences do
_DEFAULTS = ReasonOptions()


def determined(request: Request, options: ReasonOptions = _DEFAULTS) -> Reasoned | None:
    """What the graph determines: where its facts about the names of the question were given as such, and it was read
    whole, or the paths to an answer tell nearly all of it.
    """
    mentions = mentions_of(request, options)
    few = [m.best.entity.id for m in mentions if m.best.entity.mentions < _HUB]
    about = [s for name in few for s in request.view.facts_about([name])[:2]]
    if not mentions or (few and not about) or not all(is_given(s, request.view) for s in about):
        return None
    if not few and _none_given(mentions, request.view):
        return None
    from timeweave.retrieval.reason.reasoning import plan_of

    plan = plan_of(request, options, mentions)
    chained = plan.along_chain() if about else None
    if chained is not None and chained.confidence >= _TOLD and all(is_given(s, request.view) for s in chained.facts):
        return chained
    exact = plan.exactly()
    if exact is not None and exact.exact:
        return exact if exact.facts and all(is_given(s, request.view) for s in exact.facts[:_LOOKED_AT]) else None
    found = plan.explored() if about else None
    return found if found is not None and found.confidence >= _TOLD else None


def _none_given(mentions: Sequence[Mentioned], view: View) -> bool:
    """Whether no fact of what a question names was given as such; what is mentioned too often is not looked through."""
    named = {c.entity.id: c.entity for m in mentions for c in m.candidates}
    if sum(entity.mentions for entity in named.values()) > _READ_THROUGH:
        return False
    return not any(is_given(s, view) for name in sorted(named) for s in view.facts_about([name]))


def mentions_of(request: Request, options: ReasonOptions) -> tuple[Mentioned, ...]:
    """What a question names, with the entities that may be meant."""
    return ground(request.question, request.view, request.index, request.embed, width=options.width)


def is_given(supported: SupportedFact, view: View) -> bool:
    """Whether a fact is stated as a triple: its line is its subject, its relation and its object."""
    support = supported.supports[0]
    words = view.text(support.key.ordinal, support.span)
    subject, colon, rest = words.partition(f": {supported.fact.relation}")
    if not colon:
        subject, _, rest = words.partition(": ")
        rest = rest if rest.casefold().startswith(supported.fact.relation) else ""
    return bool(rest) and canonical_key(subject) == supported.fact.subject
