"""Baselines that ask a model for the answer itself, over the same questions (ER-08): only to be measured beside.

No answer of the system comes from here. RAG sends passages of documents to the model, for which its user names it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from timeweave.errors import ModelOutputError
from timeweave.llm.base import Purpose
from timeweave.llm.client import ModelClient
from timeweave.prompts import load
from timeweave.records import SupportedFact
from timeweave.retrieval.base import Request
from timeweave.retrieval.passages.fused import PassageOptions
from timeweave.retrieval.passages.passages import retrieve_passages
from timeweave.retrieval.reason.grounding import ground
from timeweave.store.base import View, name_of

PURPOSE = Purpose("baseline", "question")
SAMPLES = 5
"""Answers among which self-consistency takes the one that is given most often (Wang et al., 2023)."""
_FACTS, _WIDTH = 30, 5  # facts that are shown, and entities that a name may mean


class SaidAnswers(BaseModel, frozen=True):
    """What a model answers at once."""

    answers: tuple[str, ...]


class SaidReasoned(BaseModel, frozen=True):
    """What a model answers, the reason first."""

    reason: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prompted:
    """A model that answers; ``samples`` is how often self-consistency asks."""

    client: ModelClient
    samples: int = SAMPLES

    def io(self, request: Request) -> tuple[str, ...]:
        """IO: the question alone (Brown et al., 2020)."""
        return self._said("direct", _asked(request))

    def chain_of_thought(self, request: Request) -> tuple[str, ...]:
        """CoT: reasons first (Wei et al., 2022)."""
        return self._said("stepwise", _asked(request))

    def self_consistency(self, request: Request) -> tuple[str, ...]:
        """SC: of several chains of thought what most of them come to; of as many the first, and none only where none
        says anything. Samples differ where the model's temperature is above 0.
        """
        numbers = range(1, self.samples + 1)
        said = [self._said("stepwise", {**_asked(request), "sample": str(n)}) for n in numbers]
        keys = [frozenset(answer.casefold().strip(" .") for answer in answers) for answers in said]
        votes = Counter(key for key in keys if key)
        return said[keys.index(votes.most_common(1)[0][0])] if votes else ()

    def retrieved(self, request: Request) -> tuple[str, ...]:
        """RAG: passages as context (Lewis et al., 2020)."""
        return self._said("given", {**_asked(request), "passages": passages(request)})

    def one_hop(self, request: Request) -> tuple[str, ...]:
        """1-hop KG: the facts about what the question names (Yang et al., 2024)."""
        return self._said("given", {**_asked(request), "facts": neighbours(request)})

    def retrieved_with_one_hop(self, request: Request) -> tuple[str, ...]:
        """RAG + 1-hop KG: both (Yang et al., 2024)."""
        given = {"passages": passages(request), "facts": neighbours(request)}
        return self._said("given", {**_asked(request), **given})

    def _said(self, prompt: str, sections: Mapping[str, str]) -> tuple[str, ...]:
        """The answers of the model; none where it said nothing that can be used."""
        try:
            output: type[SaidAnswers | SaidReasoned] = SaidAnswers if prompt == "direct" else SaidReasoned
            said = self.client.ask(load(prompt).filled(sections), output, PURPOSE)
        except ModelOutputError:
            return ()
        return tuple(answer for answer in said.answers if answer.strip())


PROMPTED: Mapping[str, Callable[[Prompted, Request], tuple[str, ...]]] = {
    "IO": Prompted.io,
    "CoT": Prompted.chain_of_thought,
    "SC": Prompted.self_consistency,
    "RAG": Prompted.retrieved,
    "1-hop KG": Prompted.one_hop,
    "RAG + 1-hop KG": Prompted.retrieved_with_one_hop,
}
"""By name."""


def passages(request: Request) -> str:
    """The passages that are found for a question, each with its day of publication."""
    found = retrieve_passages(request, PassageOptions()).evidence
    return "\n\n".join(e.text if e.observed is None else f"({e.observed}) {e.text}" for e in found)


def neighbours(request: Request) -> str:
    """The facts about the entities of a question that are nearest to it in meaning, one a line."""
    mentions = ground(request.question, request.view, request.index, request.embed, width=_WIDTH)
    about = {s.fact.id: s for m in mentions for s in request.view.facts_about([m.best.entity.id])}
    keys = list(dict.fromkeys(s.supports[0].key for s in about.values()))
    near = dict(zip(keys, request.index.cosines(request.vector, keys), strict=True)) if keys else {}
    ranked = sorted(about.values(), key=lambda s: (-near[s.supports[0].key], s.fact.id))
    return "\n".join(_line(s, request.view) for s in ranked[:_FACTS])


def _line(supported: SupportedFact, view: View) -> str:
    fact = supported.fact
    told = f"{name_of(fact.subject, view)} | {fact.relation} | {name_of(fact.object, view)}"
    return told if fact.valid is None else f"{told} | {fact.valid}"


def _asked(request: Request) -> Mapping[str, str]:
    day = {} if request.now is None else {"today": request.now.isoformat()}
    return {**day, "question": request.question.text}
