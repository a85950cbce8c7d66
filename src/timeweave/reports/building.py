"""Which reports are missing or stale, what each reads, and their making from the days up to the years."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from timeweave.records import EXTRACTIVE, DocumentVersion, FactId, Report, ResolvedFact
from timeweave.reports.gathering import Hierarchy, stamped_facts
from timeweave.reports.inputs import ReportInputs
from timeweave.reports.keeping import Keeper
from timeweave.reports.makers import Maker
from timeweave.reports.names import Names
from timeweave.store.base import View
from timeweave.temporal.hierarchy import LEVELS, as_node

Progress = Callable[[str, int], None]
"""Called for each node with its label and how many were handled so far."""

_FACTS_AT_ONCE = 20_000


class Build:
    """One pass over the time nodes of a view. ``reports`` holds what was found or made, by label; ``made``, ``found``
    (again, for the same inputs), ``fresh`` and ``fallbacks`` count them.
    """

    def __init__(self, view: View, maker: Maker, keeper: Keeper | None, known: dict[str, Report] | None = None) -> None:
        self.reports: dict[str, Report] = known if known is not None else {}
        self.made = self.found = self.fresh = self.fallbacks = 0
        self._view = view
        self._maker = maker
        self._keeper = keeper
        self._names = Names(view)
        self._facts: dict[str, tuple[ResolvedFact, ...]] = {}
        self._handled = 0

    def make(self, labels: Iterable[str], progress: Progress | None = None) -> None:
        """Make the reports of these nodes and of all below that are missing or stale; unknown nodes are left out."""
        missing: dict[str, None] = {}
        for label in labels:
            self._collect(label, missing, progress)
        for group in self._groups(missing):
            for level in reversed(LEVELS):
                self._make_level([label for label in group if as_node(label).granularity is level], progress)
            self._facts.clear()

    @cached_property
    def _hierarchy(self) -> Hierarchy:
        return Hierarchy.of(self._view)

    def _collect(self, label: str, missing: dict[str, None], progress: Progress | None) -> None:
        """Note a node whose report is not at hand, and those below it."""
        if label in self.reports or label in missing:
            return
        report = self._fresh(label)
        if report is not None:
            self.reports[label] = report
            self.fresh += 1
            self._tell(label, progress)
        elif label in self._hierarchy.children:
            missing[label] = None
            for child in self._hierarchy.children[label]:
                self._collect(child, missing, progress)

    def _fresh(self, label: str) -> Report | None:
        found = (self._view.fresh_report(label, name) for name in self._maker.names)
        return next((report for report in found if report is not None), None)

    def _groups(self, missing: Iterable[str]) -> Iterator[list[str]]:
        """The missing nodes of some years at a time, so that only so many facts are held at once."""
        years: dict[str, list[str]] = defaultdict(list)
        for label in missing:
            years[label[:4]].append(label)
        sizes: dict[str, int] = defaultdict(int)
        for label in self._hierarchy.sizes if years else ():
            sizes[label[:4]] += self._hierarchy.sizes[label]
        group: list[str] = []
        facts = 0
        for year in sorted(years):
            if group and facts + sizes[year] > _FACTS_AT_ONCE:
                yield group
                group, facts = [], 0
            group += years[year]
            facts += sizes[year]
        if group:
            yield group

    def _make_level(self, labels: Sequence[str], progress: Progress | None) -> None:
        to_make = []
        for label in sorted(labels):
            inputs = self._inputs(label)
            kept = self._kept(inputs)
            if kept is None:
                to_make.append(inputs)
                continue
            self.found += 1
            self._take(kept, progress, at_once=False)
        for report in self._maker.make(to_make, self._names):
            self.made += 1
            self.fallbacks += self._maker.is_costly and report.made_by == EXTRACTIVE
            self._take(report, progress, at_once=self._maker.is_costly)

    def _take(self, report: Report, progress: Progress | None, *, at_once: bool) -> None:
        if self._keeper is not None:
            report = self._keeper.keep(report, at_once=at_once)
        self.reports[report.node] = report
        self._tell(report.node, progress)

    def _tell(self, label: str, progress: Progress | None) -> None:
        self._handled += 1
        if progress is not None:
            progress(label, self._handled)

    def _kept(self, inputs: ReportInputs) -> Report | None:
        label, digest = str(inputs.node), inputs.digest
        found = (self._view.report(label, name, digest) for name in self._maker.names)
        return next((report for report in found if report is not None), None)

    def _inputs(self, label: str) -> ReportInputs:
        children = self._hierarchy.children[label]
        facts = self._stamped(label)
        versions = self._view.info({s.key.ordinal for r in facts for s in r.supports}).values()
        return ReportInputs(
            node=as_node(label),
            facts=facts,
            below=tuple((child, self._with_all_below(child)) for child in children),
            children=tuple(self.reports[child] for child in children),
            documents=tuple(DocumentVersion(i.id, i.digest) for i in sorted(versions, key=lambda i: i.id)),
        )

    def _with_all_below(self, label: str) -> tuple[ResolvedFact, ...]:
        found: dict[FactId, ResolvedFact] = {}
        for node in self._hierarchy.with_all_below(label):
            for resolved in self._stamped(node):
                found.setdefault(resolved.fact.id, resolved)
        return tuple(found.values())

    def _stamped(self, label: str) -> tuple[ResolvedFact, ...]:
        if label not in self._facts:
            self._facts[label] = stamped_facts(as_node(label), self._view)
        return self._facts[label]
