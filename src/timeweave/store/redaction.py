"""The log of changes without the words of a removed document: ids and counts stay, what it said does not (TK-08)."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from timeweave.records import Change, FactEvent, FactId
from timeweave.store import rows
from timeweave.store.fact_rows import facts_of
from timeweave.store.row_digests import sign

REMOVED_FACT = "removed fact"
REMOVED_SOURCE = "a removed document"

Wording = tuple[FactId, str]


@dataclass(frozen=True, slots=True)
class Redaction:
    """The facts that a removed document ever stated, each with the wordings that other documents still give it; and
    what is written in place of the words that are gone.
    """

    held: Mapping[FactId, Collection[str]]
    instead: Mapping[str, str]

    @classmethod
    def of(cls, told: Iterable[Wording], held: Mapping[FactId, Collection[str]], sources: Iterable[str]) -> Redaction:
        """From every fact with every wording that a document gave it, those that are held without it, and the sources
        that no other document comes from.
        """
        every = frozenset(told)
        gone = {text: REMOVED_FACT for fact, text in every if text not in held.get(fact, ())}
        instead = {**{source: REMOVED_SOURCE for source in sources if source}, **gone}
        by_length = sorted(instead, key=lambda text: (-len(text), text))  # one wording may be a part of another
        return cls({fact: held.get(fact, ()) for fact, _ in every}, {text: instead[text] for text in by_length})

    def concerns(self, fact: str, by: Iterable[str]) -> bool:
        """Whether an event is about one of the facts, or was caused by one."""
        return fact in self.held or any(cause in self.held for cause in by)

    def apply(self, events: Iterable[FactEvent]) -> tuple[FactEvent, ...]:
        """Events without the words that are gone."""
        return tuple(self._apply(e) if self.concerns(e.fact, e.by) else e for e in events)

    def _apply(self, event: FactEvent) -> FactEvent:
        why = event.why
        for text, instead in self.instead.items():
            why = why.replace(text, instead)
        is_gone = event.fact in self.held and event.text not in self.held[event.fact]
        return replace(event, text=REMOVED_FACT if is_gone else event.text, why=why)


def wordings_of_versions(connection: sqlite3.Connection, ordinals: Iterable[int]) -> set[Wording]:
    """The facts that versions of a document state, as they word them."""
    source = "supports s JOIN facts f ON f.key = s.fact WHERE s.ordinal = ?"
    return {(fact.id, fact.text) for ordinal in ordinals for fact in facts_of(connection, source, (ordinal,))}


def sources_of_versions(connection: sqlite3.Connection, ordinals: Iterable[int]) -> set[str]:
    """Where versions of a document come from."""
    query = "SELECT source FROM documents WHERE ordinal = ?"
    return {source for ordinal in ordinals for (source,) in connection.execute(query, (ordinal,))}


def redact_log(
    connection: sqlite3.Connection, change: Change, stated: Iterable[Wording], sources: Iterable[str]
) -> Change:
    """Take what a removed document said out of the log and out of ``change``, which removed it and comes next in it;
    ``stated`` and ``sources`` are those of its last versions.
    """
    own = connection.execute("SELECT events FROM changes WHERE document = ?", (change.document_id,))
    logged = {(e.fact, e.text) for (packed,) in own for e in rows.unpack_events(packed)}
    told = {*stated, *logged}
    gone = (
        s for s in sources if connection.execute("SELECT 1 FROM documents WHERE source = ?", (s,)).fetchone() is None
    )
    redaction = Redaction.of(told, _held(connection, {fact for fact, _ in told}), gone)
    changed = []
    for sequence, packed in connection.execute("SELECT sequence, events FROM changes"):
        if any(redaction.concerns(fact, by) for fact, by in rows.facts_of_events(packed)):
            changed.append((rows.pack_events(redaction.apply(rows.unpack_events(packed))), sequence))
    connection.executemany("UPDATE changes SET events = ? WHERE sequence = ?", changed)
    for _, sequence in changed:
        sign(connection, "changes", "sequence = ?", (sequence,))
    return replace(change, events=redaction.apply(change.events))


def _held(connection: sqlite3.Connection, facts: Iterable[FactId]) -> dict[FactId, set[str]]:
    found: dict[FactId, set[str]] = defaultdict(set)
    for fact in facts:
        found[fact] |= {same.text for same in facts_of(connection, "facts f WHERE id = ?", (rows.pack_fact_id(fact),))}
    return found
