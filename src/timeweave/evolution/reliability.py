"""How often a source is borne out by others, where what it tells has one value at a time (EK-04).

Learned from the sample of histories that a relation is looked at in (`evolution.inferring`). A telling is judged by
what others tell of the same subject before and after it: one of the two values *bears it out*, a third value is
*contradicted*. What only the earlier ones stand against may be news, and is not judged. A source is *doubted* where
at least three of its tellings are contradicted, and a third of all that could be judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from timeweave.records import SupportedFact

_FEW = 3  # errors that anybody may make but one
_RIGHT = 2 / 3  # of what a source tells, below which it is doubted
_GOOD, _BAD = 4, 1  # tellings that every source is given for a start: eight in ten are right


@dataclass(frozen=True, slots=True)
class Reliability:
    """How many tellings of a source others bear out, and how many they contradict."""

    borne_out: int = 0
    contradicted: int = 0

    @property
    def value(self) -> float:
        """The share of its tellings that are right, as far as so few can tell; in (0, 1)."""
        return (self.borne_out + _GOOD) / (self.borne_out + self.contradicted + _GOOD + _BAD)

    @property
    def is_doubted(self) -> bool:
        """Whether it is known to be wrong time and again, in a third of what it tells or more."""
        return self.contradicted >= _FEW and self.value < _RIGHT


def publisher(source: str) -> str:
    """A source without the path of the page: two pages of one site have one publisher.

    Documents that name no source share one, so that among them the later word counts.
    """
    return source.split("://", 1)[-1].split("/", 1)[0].casefold()


def publishers(supported: SupportedFact) -> frozenset[str]:
    """The publishers that tell a fact; that of documents that name none is the empty one."""
    return frozenset(publisher(s.source) for s in supported.supports)


def judged(histories: Iterable[Sequence[SupportedFact]]) -> Mapping[str, Reliability]:
    """How reliable each source is by the histories of subjects, each in order of time; those that name none are not
    judged.
    """
    good: Counter[str] = Counter()
    bad: Counter[str] = Counter()
    for history in histories:
        for name, is_borne_out in _judgements(history):
            (good if is_borne_out else bad)[name] += 1
    return {name: Reliability(good[name], bad[name]) for name in sorted(good | bad)}


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
