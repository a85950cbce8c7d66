"""What a sentence relates, with how it tells it: what becomes a fact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from timeweave.extraction.relations.open.phrases import End
from timeweave.extraction.relations.open.standing import Phase, Tense
from timeweave.extraction.times.validity import Aspect
from timeweave.lexicon.relations import Meaning, Time

if TYPE_CHECKING:
    from spacy.tokens import Token


PLANS = "plans to"
"""How the relation begins of what somebody is to do."""


@dataclass(frozen=True, slots=True)
class OpenRelation:
    """A relation of two ends with the predicate that tells it; ``subject`` is a name or a concept.

    Without an ``object`` it is an event of which only the time can be told: "Acme collapsed in 1999". ``over`` where
    the verb says that it was before it is told.
    """

    subject: End
    relation: str
    object: End | None
    aspect: Aspect
    verb: Token
    planned: bool = False
    plan: str = ""
    over: bool = False
    qualifiers: tuple[tuple[str, str], ...] = ()

    @property
    def start(self) -> int:
        """Its first character in the sentence."""
        return min(self.subject.span.start, self.verb.idx, self.object.span.start if self.object else self.verb.idx)

    @property
    def end(self) -> int:
        """Behind its last character."""
        told = self.verb.idx + len(self.verb)
        return max(self.subject.span.end, told, self.object.span.end if self.object else told)


def aspect_of(meaning: Meaning, tense: Tense, phase: Phase) -> Aspect:
    """What a relation of that meaning says of its time as a verb tells it."""
    by_phase = {Phase.START: Aspect.START, Phase.END: Aspect.END, Phase.FORMER: Aspect.FORMER}
    if phase is not Phase.WHOLE:
        return by_phase[phase]
    if meaning.time is not Time.HOLDS:
        return {Time.BEGINS: Aspect.START, Time.ENDS: Aspect.END, Time.ONCE: Aspect.EVENT}[meaning.time]
    if tense is Tense.PAST:
        return Aspect.PAST
    return Aspect.STATE if tense is Tense.PERFECT else Aspect.NOW
