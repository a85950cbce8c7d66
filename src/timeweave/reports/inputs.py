"""All that one report is made from, and the digest that tells whether it would be made from the same again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from timeweave.records import DocumentId, DocumentVersion, FactId, PlacedSupport, Report, ResolvedFact
from timeweave.temporal.interval import Interval

_FORMAT = "report inputs 1"


@dataclass(frozen=True, eq=False)
class ReportInputs:
    """The facts of a time node, those of each child with all below it, and the children's reports in order of time.

    ``below`` has one entry per child. What is below follows from the children's reports, whose digests cover it, so the
    digest of these inputs need not read it.
    """

    node: Interval
    facts: tuple[ResolvedFact, ...]
    below: tuple[tuple[str, tuple[ResolvedFact, ...]], ...]
    children: tuple[Report, ...]
    documents: tuple[DocumentVersion, ...]

    @cached_property
    def digest(self) -> str:
        """The same whatever the order in which documents were added and whatever else the store holds."""
        versions = {version.id: version.digest for version in self.documents}
        content = [
            _FORMAT,
            str(self.node),
            [_row(resolved, versions) for resolved in self.facts],
            [[report.node, report.digest] for report in self.children],
        ]
        text = json.dumps(content, ensure_ascii=True, separators=(",", ":"))
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()

    def all_facts(self) -> dict[FactId, ResolvedFact]:
        """Every fact of the node and below it, each once, the node's own first."""
        found: dict[FactId, ResolvedFact] = {}
        for resolved in self._in_order():
            found.setdefault(resolved.fact.id, resolved)
        return found

    def _in_order(self) -> Iterator[ResolvedFact]:
        yield from self.facts
        for _, facts in self.below:
            yield from facts


def _row(resolved: ResolvedFact, versions: Mapping[DocumentId, str]) -> list[object]:
    valid = None if resolved.valid is None else [str(resolved.valid), resolved.valid.granularity.value]
    places = [_place(support, versions) for support in resolved.supports]
    return [resolved.fact.id, resolved.fact.text, resolved.status.value, valid, sorted(resolved.by), places]


def _place(support: PlacedSupport, versions: Mapping[DocumentId, str]) -> list[object]:
    span, observed = support.span, support.observed.isoformat()
    version = versions[support.document_id]
    return [support.document_id, version, span.start, span.end, support.confidence, observed, support.source]
