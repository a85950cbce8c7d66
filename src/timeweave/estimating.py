"""What an addition would cost, without a call or a change: documents are read by rules, prompts are measured."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from timeweave.adding import held
from timeweave.lexicon.relations import adding
from timeweave.outcomes import AddEstimate, Failure, PassedOver
from timeweave.records import Document, DocumentId, Extraction, Usage
from timeweave.store.time_nodes import stamps
from timeweave.temporal.hierarchy import ancestors
from timeweave.temporal.interval import Interval

if TYPE_CHECKING:
    from timeweave.adding import Additions, Progress, Source

_USUAL_REPORT = (2_000, 400)  # tokens of a prompt and of what is written


def estimate(
    additions: Additions, source: Source, mapping: Mapping[str, str] | None, progress: Progress | None
) -> AddEstimate:
    """What adding ``source`` would take, as far as rules can tell: a model may find facts at further time nodes."""
    started = time.perf_counter()
    seen = _Seen(additions, progress)
    usage, unpriced = {}, False
    additions.check(source, mapping)
    found = seen.read_by_rules(source, mapping)
    if additions.extractor is None:
        for _ in found:
            pass
    else:
        expected = additions.extractor.estimate(found)
        usage["extract"] = Usage(
            calls=expected.calls,
            prompt_tokens=expected.prompt_tokens,
            completion_tokens=expected.completion_tokens,
            cache_hits=expected.cached,
            usd=expected.usd or 0.0,
        )
        unpriced = expected.usd is None
        usage["report"] = _reports(additions, len(seen.nodes))
    return AddEstimate(
        documents=seen.documents,
        unchanged=seen.unchanged,
        failed=tuple(seen.failed),
        chunks=seen.chunks,
        stale_nodes=tuple(sorted(map(str, seen.nodes))),
        usage=usage,
        unpriced=unpriced,
        elapsed_ms=(time.perf_counter() - started) * 1000,
        reread=seen.reread,
    )


@dataclass(slots=True)
class _Seen:
    """What has come along so far."""

    additions: Additions
    progress: Progress | None
    documents: int = 0
    unchanged: int = 0
    reread: int = 0
    chunks: int = 0
    failed: list[Failure] = field(default_factory=list)
    nodes: set[Interval] = field(default_factory=set)

    def read_by_rules(
        self, source: Source, mapping: Mapping[str, str] | None
    ) -> Iterator[tuple[Document, Extraction | Exception]]:
        from timeweave.extraction.pipeline import extract

        store = self.additions.store
        for item in self.additions.read(source, mapping):
            if isinstance(item, Failure):
                self.failed.append(item)
                continue
            if isinstance(item, PassedOver):
                continue
            known = held(item, store)
            if known is not None and not self.additions.reread:
                self.unchanged += 1
            else:
                with adding(self.additions.relations):
                    extraction = extract(item)
                self.reread += known is not None
                self.documents += known is None
                self.chunks += len(extraction.chunks)
                self._touch(item, extraction, is_known=known is not None)
                yield item, extraction
            if self.progress is not None:
                self.progress(item.id, self.documents + self.unchanged + self.reread)

    def _touch(self, document: Document, extraction: Extraction, *, is_known: bool) -> None:
        """Note the nodes of the facts that come, and of those that a correction takes away; of a document that is known
        just so, of those that only one of the two readings finds.
        """
        facts = {fact.id: fact for fact in extraction.facts}
        with self.additions.store.view() as view:
            known = view.document(DocumentId(document.id))
            if known is not None:
                stated = view.facts_of([known.ordinal])
                before = {id_: supported.fact for id_, supported in view.facts(stated).items()}
                both = facts.keys() & before.keys() if is_known else set()
                facts = {id_: fact for id_, fact in {**before, **facts}.items() if id_ not in both}
        stamped = {node for fact in facts.values() for node in stamps(fact.valid)}
        self.nodes |= {node for leaf in stamped for node in (leaf, *ancestors(leaf))}


def _reports(additions: Additions, nodes: int) -> Usage:
    """A call for each stale node, of the tokens that a report has taken here so far, else of the usual ones."""
    with additions.store.view() as view:
        past = view.ledger().get("report", Usage())
    prompt, completion = _USUAL_REPORT
    if past.calls:
        prompt, completion = past.prompt_tokens // past.calls, past.completion_tokens // past.calls
    usd = past.usd / past.calls if past.calls else 0.0
    return Usage(calls=nodes, prompt_tokens=nodes * prompt, completion_tokens=nodes * completion, usd=nodes * usd)
