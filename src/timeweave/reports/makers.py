"""Who makes a report of inputs: the port that a build asks, and the digest that needs no model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from timeweave.records import EXTRACTIVE, Report
from timeweave.reports.digest import PROMPT, digest_report
from timeweave.reports.inputs import ReportInputs
from timeweave.reports.names import Names

DIGEST = f"{EXTRACTIVE} {PROMPT}"


class Maker(Protocol):
    """Makes reports."""

    @property
    def names(self) -> tuple[str, ...]:
        """The makers (`Report.maker`) whose reports stand for its own, the best first."""

    @property
    def is_costly(self) -> bool:
        """Whether each report is to be kept before the next one is waited for."""

    def make(self, batch: Sequence[ReportInputs], names: Names) -> Iterator[Report]:
        """The report of each of ``batch``, in its order; none is a child of another."""


class Extractive:
    """Makes digests; takes kept reports of ``before`` where there are any of the same inputs."""

    is_costly = False

    def __init__(self, before: tuple[str, ...] = ()) -> None:
        self.names = (*before, DIGEST)

    def make(self, batch: Sequence[ReportInputs], names: Names) -> Iterator[Report]:
        """The digest of each."""
        return (digest_report(inputs, names) for inputs in batch)
