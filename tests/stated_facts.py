"""Facts as a store gives them, made by hand for tests."""

from __future__ import annotations

import datetime as dt

from timeweave.records import (
    ChunkId,
    DocumentId,
    EntityId,
    Fact,
    FactId,
    PlacedSupport,
    Quantity,
    Span,
    StatementKey,
    SupportedFact,
)
from timeweave.temporal.interval import Interval

REVENUE = "revenue"


def support(document: str, observed: str, *, source: str = "", confidence: float = 0.8) -> PlacedSupport:
    day = dt.date.fromisoformat(observed)
    return PlacedSupport(
        DocumentId(document), StatementKey(0, 0), ChunkId(f"{document}:0"), Span(0, 1), confidence, day, source
    )


def office(holder: str, valid: str, *supports: PlacedSupport, relation: str = "mayor") -> SupportedFact:
    fact = Fact(
        FactId(f"{relation}:{holder}:{valid}"),
        EntityId("port alden"),
        relation,
        holder,
        True,
        Interval.parse(valid),
        holder,
    )
    return SupportedFact(fact, supports or (support("d", "2020-01-01"),))


def figure(value: float, *supports: PlacedSupport, valid: str = "2023-Q1", **qualifiers: str) -> SupportedFact:
    fact = Fact(
        FactId(f"{value}:{valid}:{qualifiers}"),
        EntityId("acme"),
        REVENUE,
        str(value),
        False,
        Interval.parse(valid),
        f"revenue {value}",
        Quantity(value, "USD", str(value)),
        tuple(sorted(qualifiers.items())),
    )
    return SupportedFact(fact, supports or (support("d", "2023-05-01"),))
