"""A period's report as a reader wants it: with the periods inside, what changed, and where each sentence stands."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from timeweave.errors import NotFoundError
from timeweave.records import Citation, FactId, Report, ReportSentence, ReportVersion
from timeweave.reports.comparing import Comparison, compare
from timeweave.reports.gathering import Hierarchy
from timeweave.reports.names import Names
from timeweave.reports.quoting import SECTION as BESIDE
from timeweave.store.base import View
from timeweave.temporal.hierarchy import as_node, cover
from timeweave.temporal.interval import Interval

_NEAREST = 3
_IN_BRIEF = 2  # sentences of a child


@dataclass(frozen=True, slots=True)
class ChildReport:
    """A report under the one asked for, in brief: its first sentences that say more than the one above."""

    node: str
    facts: int
    sentences: tuple[ReportSentence, ...]


@dataclass(frozen=True, slots=True)
class NodeReport:
    """A time node's report with the reports below it in brief, and what is different from the period before.

    ``superseded`` are reports below it that were made again since it was read; none in the state that made it.
    """

    report: Report
    children: tuple[ChildReport, ...]
    comparison: Comparison | None
    superseded: tuple[ReportVersion, ...] = ()


@dataclass(frozen=True, slots=True)
class PeriodReport:
    """What a period's facts come to: of one time node, or of the fewest nodes that make up the period.

    ``citations`` leads from each fact that a sentence cites to the sentences of the documents that state it (TK-06);
    ``missing`` are nodes of the period of which nothing visible speaks.
    """

    period: str
    as_of: dt.date | None
    nodes: tuple[NodeReport, ...]
    citations: Mapping[FactId, tuple[Citation, ...]]
    missing: tuple[str, ...] = ()


def period_report(period: str, view: View, reports_of: Callable[[Sequence[str]], Mapping[str, Report]]) -> PeriodReport:
    """The report of ``period``, in normal form.

    Raises:
        NotFoundError: no visible fact speaks of it; the message names the nearest time nodes.
        TemporalError: it cannot be read, or has an open bound.
    """
    interval = Interval.parse(period)
    labels = [str(interval)] if interval.is_unit else [str(node) for node in cover(interval)]
    hierarchy, names = Hierarchy.of(view), Names(view)
    known = [label for label in labels if label in hierarchy.children]
    if not known:
        raise NotFoundError(_nearest(interval, hierarchy))
    below = [child for label in known for child in hierarchy.children[label]]
    found = reports_of([*known, *below])
    nodes = []
    for label in known:
        children = [found[child] for child in hierarchy.children[label]]
        read = {version.node: version for version in found[label].children}
        outdated = tuple(v for child in children if (v := read.get(child.node)) and v.digest != child.digest)
        brief = tuple(_in_brief(child, found[label]) for child in children)
        nodes.append(NodeReport(found[label], brief, compare(label, view, hierarchy, names), outdated))
    missing = tuple(label for label in labels if label not in hierarchy.children)
    return PeriodReport(str(interval), view.as_of, tuple(nodes), _citations(_cited(nodes), view), missing)


def _in_brief(report: Report, above: Report) -> ChildReport:
    told = {_quoted(sentence.text) for sentence in above.sentences}
    new = [s for s in report.sentences if _quoted(s.text) not in told]
    new = [s for s in new if s.section and s.section != BESIDE]
    return ChildReport(report.node, dict(report.counts)["facts"], tuple(new[:_IN_BRIEF]))


def _quoted(text: str) -> str:
    """The words that a sentence quotes, else all of it: what tells it from others but for the wording of a date."""
    return text.partition("“")[2].rpartition("”")[0] or text


def _cited(nodes: Iterable[NodeReport]) -> list[FactId]:
    found: dict[FactId, None] = {}
    for node in nodes:
        compared = node.comparison.sentences if node.comparison is not None else ()
        below = (s for child in node.children for s in child.sentences)
        for sentence in (*node.report.sentences, *compared, *below):
            found.update(dict.fromkeys(sentence.facts))
    return list(found)


def _citations(ids: Sequence[FactId], view: View) -> dict[FactId, tuple[Citation, ...]]:
    """For each fact the sentences that state it, as the documents have them."""
    facts = view.facts(ids)
    statements = view.statements({s.key for supported in facts.values() for s in supported.supports})
    found = {}
    for id_ in ids:
        places = facts[id_].supports if id_ in facts else ()
        cited = []
        for place in places:
            span = statements[place.key].span
            quote = view.text(place.key.ordinal, span)
            cited.append(Citation(place.document_id, place.chunk_id, span.start, span.end, quote))
        found[id_] = tuple(dict.fromkeys(cited))
    return found


def _nearest(interval: Interval, hierarchy: Hierarchy) -> str:
    message = f"nothing is told of {str(interval)!r}"
    wanted = interval.start or interval.end
    level = hierarchy.of_level(interval.granularity) if interval.is_unit else []
    labels = level or list(hierarchy.children)
    if not labels or wanted is None:
        return f"{message}: the store has no dated facts" if not labels else message

    def distance(label: str) -> tuple[int, str]:
        start = as_node(label).start
        assert start is not None
        return (abs((start - wanted).days), label)

    near = sorted(sorted(labels, key=distance)[:_NEAREST], key=distance)
    return f"{message}: the nearest periods are {', '.join(near)}"
