"""How often a source is borne out by others, where what it tells has one value at a time (EK-04).

Learned from the sample of histories that a relation is looked at in (`evolution.inferring`). A telling is judged by
what others tell of the same subject before and after it: one of the two values *bears it out*, a third value is
*contradicted*. What only the earlier ones stand against may be news, and is not judged. A source is *doubted* where
at least three of its tellings are contradicted, and a third of all that could be judged.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from timeweave.records import SupportedFact
from timeweave.store.base import View

SETTING = "reliability of sources"
"""The setting of a store that keeps what its user says of sources."""

_FEW = 3  # errors that anybody may make but one
_RIGHT = 2 / 3  # of what a source tells, below which it is doubted
_GOOD, _BAD = 4, 1  # tellings that every source is given for a start: eight in ten are right


@dataclass(frozen=True, slots=True)
class Reliability:
    """How many tellings of a source others bear out, and how many they contradict; ``said`` is what somebody says of it
    instead, from 0 to 1.
    """

    borne_out: int = 0
    contradicted: int = 0
    said: float | None = None

    @property
    def value(self) -> float:
        """The share of its tellings that are right, as said, else as far as so few can tell; in [0, 1]."""
        if self.said is not None:
            return self.said
        return (self.borne_out + _GOOD) / (self.borne_out + self.contradicted + _GOOD + _BAD)

    @property
    def is_doubted(self) -> bool:
        """Whether it is known, or said, to be wrong time and again, in a third of what it tells or more."""
        return (self.said is not None or self.contradicted >= _FEW) and self.value < _RIGHT

    def __add__(self, other: Reliability) -> Reliability:
        said = self.said if self.said is not None else other.said
        return Reliability(self.borne_out + other.borne_out, self.contradicted + other.contradicted, said)


def publisher(source: str) -> str:
    """A source without the path of the page: two pages of one site have one publisher.

    Documents that name no source share one, so that among them the later word counts.
    """
    return source.split("://", 1)[-1].split("/", 1)[0].casefold()


def publishers(supported: SupportedFact) -> frozenset[str]:
    """The publishers that tell a fact; that of documents that name none is the empty one."""
    return frozenset(publisher(s.source) for s in supported.supports)


def said_in(view: View) -> Mapping[str, float]:
    """What the store keeps of what was said of sources: how reliable each publisher is."""
    kept: Mapping[str, float] = json.loads(view.setting(SETTING) or "{}")
    return kept


def judged(
    histories: Iterable[Sequence[SupportedFact]], said: Mapping[str, float] | None = None
) -> Mapping[str, Reliability]:
    """How reliable each source is by the histories of subjects, each in order of time, and by what is ``said``; those
    that name none are not judged.
    """
    good: Counter[str] = Counter()
    bad: Counter[str] = Counter()
    for history in histories:
        for name, is_borne_out in _judgements(history):
            (good if is_borne_out else bad)[name] += 1
    told = said or {}
    return {name: Reliability(good[name], bad[name], told.get(name)) for name in sorted({*good, *bad, *told})}


def _judgements(history: Sequence[SupportedFact]) -> Iterator[tuple[str, bool]]:
    told = [(supported, publishers(supported)) for supported in history]
    for index, (supported, by) in enumerate(told):
        for name in sorted(by - {""}):
            if len(by) > 1:
                yield name, True
                continue
            before = next((o for o, others in reversed(told[:index]) if others - {name}), None)
            after = next((o for o, others in told[index + 1 :] if others - {name}), None)
            beside = {o.fact.object for o in (before, after) if o is not None}
            if supported.fact.object in beside:
                yield name, True
            elif after is not None:
                yield name, False
