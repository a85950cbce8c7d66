"""From ranked statements to evidence: packed to the budget, each span with its period, day and facts."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator

from timeweave.records import StatementKey
from timeweave.results import Evidence
from timeweave.retrieval.kernels.near_duplicates import Seen
from timeweave.retrieval.kernels.packing import Candidate, Packed, pack
from timeweave.retrieval.reading import Reading

_BATCH = 64


def pack_statements(
    ranked: Iterable[tuple[StatementKey, float]], reading: Reading, *, budget: int, limit: int | None = None
) -> tuple[tuple[Evidence, ...], int]:
    """The statements in the order given, as far as ``budget`` tokens go, and the tokens that they hold together."""
    tried: list[StatementKey] = []
    candidates = _candidates(ranked, reading, tried)
    packed = pack(candidates, budget, text_of=reading.text, count=reading.count, limit=limit)
    return assemble(packed, tried, reading), sum(p.tokens for p in packed)


def _candidates(
    ranked: Iterable[tuple[StatementKey, float]], reading: Reading, tried: list[StatementKey]
) -> Iterator[Candidate]:
    """Candidates in the order given, read in batches as far as they are asked for; each statement once, and of
    near-duplicates the first.
    """
    rest = iter(dict(ranked).items())
    seen = Seen()
    while batch := list(itertools.islice(rest, _BATCH)):
        statements = reading.statements(key for key, _ in batch)
        for key, score in batch:
            if key not in statements:
                continue
            tried.append(key)
            if not seen.repeats(reading.words(key.ordinal, statements[key].span), _subject(key, reading)):
                yield Candidate(key.ordinal, statements[key].span, score)


def _subject(key: StatementKey, reading: Reading) -> Hashable:
    """What a statement speaks of: its time, and the report that it stands in. The same words about another period, or
    in another company's report, say something else.
    """
    info = reading.infos([key.ordinal])[key.ordinal]
    return reading.statements([key])[key].valid, info.period, info.entities if info.period is not None else None


def assemble(packed: Iterable[Packed], keys: Iterable[StatementKey], reading: Reading) -> tuple[Evidence, ...]:
    """Evidence for each span; ``keys`` are statements that may lie in them, the ones that matter most first."""
    spans = list(packed)
    statements = reading.statements(keys)
    by_source: dict[int, list[StatementKey]] = defaultdict(list)
    for key in statements:
        by_source[key.ordinal].append(key)
    members = [
        [
            k
            for k in by_source[p.source]
            if p.span.start <= statements[k].span.start and statements[k].span.end <= p.span.end
        ]
        for p in spans
    ]
    stated = reading.view.facts_stated_in(k for inside in members for k in inside)
    infos = reading.infos(p.source for p in spans)
    evidence = []
    for span, inside in zip(spans, members, strict=True):
        info = infos[span.source]
        lead = statements[inside[0]] if inside else None
        first = min((statements[k] for k in inside), key=lambda s: s.span.start, default=None)
        period = lead.valid if lead is not None and lead.valid is not None else info.period
        facts = sorted({fact for key in inside for fact in stated.get(key, ())})
        evidence.append(
            Evidence(
                document_id=info.id,
                chunk_id=reading.chunk_id(span.source, first.chunk if first else 0),
                start=span.span.start,
                end=span.span.end,
                text=span.text,
                period=None if period is None else str(period),
                observed=info.published,
                score=span.score,
                facts=tuple(facts),
            )
        )
    return tuple(evidence)
