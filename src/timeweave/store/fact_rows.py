"""Facts to rows and back, and reading them together with their visible supports."""

from __future__ import annotations

import datetime as dt
import functools
import json
import math
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

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
    fact_in_words,
)
from timeweave.store import queries
from timeweave.store.canonical import supported_fact
from timeweave.store.rows import interval_from_columns, interval_to_columns, pack_fact_id, unpack_fact_id
from timeweave.store.symbols import SymbolCache

FactColumns = tuple[Any, ...]
"""The values of `queries.FACT_COLUMNS`."""

_SYMBOLS = (1, 2, 3, 9, 11)  # where among them symbol keys stand: subject, relation, object, unit, qualifiers

_FOLLOWS = b""
"""In place of the words of a fact that its other columns give, which would be a third of its row; no text is one."""


def symbols_of(fact: Fact) -> Iterator[str]:
    """The strings of a fact that are kept as symbols."""
    yield from (fact.subject, fact.relation)
    if fact.object_is_entity:
        yield fact.object
    if fact.quantity is not None:
        yield fact.quantity.unit
    if fact.qualifiers:
        yield _qualifiers_text(fact)


def fact_to_columns(fact: Fact, keys: Mapping[str, int]) -> FactColumns:
    """A fact as values of `queries.FACT_COLUMNS`; ``keys`` has all its symbols."""
    quantity = fact.quantity
    # SQLite has no NaN: a quantity without value is one.
    value = None if quantity is None or math.isnan(quantity.value) else float(quantity.value)
    return (
        pack_fact_id(fact.id),
        keys[fact.subject],
        keys[fact.relation],
        keys[fact.object] if fact.object_is_entity else None,
        None if fact.object_is_entity else fact.object,
        *interval_to_columns(fact.valid),
        value,
        keys[quantity.unit] if quantity else None,
        quantity.text if quantity else None,
        keys[_qualifiers_text(fact)] if fact.qualifiers else None,
        _FOLLOWS if fact.text == fact.in_words else fact.text,
    )


def with_words(columns: FactColumns, fact: Fact) -> FactColumns:
    """``columns`` of ``fact`` as earlier versions wrote them, who kept the words beside what they follow from."""
    return (*columns[:-1], fact.text)


def fact_from_columns(columns: Sequence[Any], texts: Mapping[int, str]) -> Fact:
    """The inverse of `fact_to_columns`."""
    id_, subject, relation, entity, literal, start, until, rank, value, unit, quantity, qualifiers, text = columns
    object_ = literal if entity is None else texts[entity]
    valid = interval_from_columns(start, until, rank)
    marks = () if qualifiers is None else _qualifiers(texts[qualifiers])
    return Fact(
        id=unpack_fact_id(id_),
        subject=EntityId(texts[subject]),
        relation=texts[relation],
        object=object_,
        object_is_entity=entity is not None,
        valid=valid,
        text=fact_in_words(EntityId(texts[subject]), texts[relation], object_, valid, marks)
        if text == _FOLLOWS
        else text,
        quantity=None if unit is None else Quantity(math.nan if value is None else value, texts[unit], quantity),
        qualifiers=marks,
    )


def symbol_keys(columns: Sequence[Any]) -> Iterator[int]:
    """The symbol keys among `queries.FACT_COLUMNS`."""
    return (columns[i] for i in _SYMBOLS if columns[i] is not None)


def read_facts(
    connection: sqlite3.Connection, keys: Iterable[int], day: int, cache: SymbolCache
) -> list[SupportedFact]:
    """The facts with these row keys as they show on the day of that number; in no order."""
    found = connection.execute(queries.FACTS, {"keys": json.dumps(sorted(set(keys))), "day": day}).fetchall()
    columns = {row[0]: row[1:14] for row in found}
    texts = cache.texts(connection, {key for values in columns.values() for key in symbol_keys(values)})
    facts = {key: fact_from_columns(values, texts) for key, values in columns.items()}
    stated: dict[FactId, list[tuple[Fact, PlacedSupport]]] = defaultdict(list)
    for row in found:
        fact = facts[row[0]]
        stated[fact.id].append((fact, _place(row[14:])))
    return [supported_fact(pairs) for pairs in stated.values()]


def facts_of(connection: sqlite3.Connection, source: str, parameters: Sequence[object]) -> list[Fact]:
    """The facts ``f`` of ``source``, what stands behind FROM, each wording of one by itself."""
    found = connection.execute(f"SELECT DISTINCT {queries.FACT_COLUMNS} FROM {source}", parameters).fetchall()
    texts = SymbolCache().texts(connection, {key for columns in found for key in symbol_keys(columns)})
    return [fact_from_columns(columns, texts) for columns in found]


def _place(row: Sequence[Any]) -> PlacedSupport:
    ordinal, statement, start, stop, confidence, observed, document, published, source, chunk = row
    return PlacedSupport(
        DocumentId(document),
        StatementKey(ordinal, statement),
        ChunkId(chunk),
        Span(start, stop),
        confidence,
        dt.date.fromordinal(published if observed is None else max(observed, published)),
        source,
    )


@functools.lru_cache(maxsize=1 << 12)
def _qualifiers(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((key, value) for key, value in json.loads(text))


def _qualifiers_text(fact: Fact) -> str:
    return json.dumps(fact.qualifiers, ensure_ascii=False)
