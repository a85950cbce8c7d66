"""Making facts: the same content gives the same fact, whichever document states it."""

from __future__ import annotations

import hashlib
import json

from timeweave.records import EntityId, Fact, FactId, Quantity, fact_in_words
from timeweave.temporal.interval import Interval


def make_fact(
    subject: EntityId,
    relation: str,
    object_: str,
    *,
    object_is_entity: bool,
    valid: Interval | None,
    quantity: Quantity | None = None,
    qualifiers: tuple[tuple[str, str], ...] = (),
) -> Fact:
    """The fact with its identity; every field, its text too, follows from what is digested."""
    marks = tuple(sorted(qualifiers))
    when = None if valid is None else [str(valid), valid.granularity.value]
    number = None if quantity is None else [quantity.value, quantity.unit, quantity.text]
    content = json.dumps([subject, relation, object_, object_is_entity, when, number, marks], ensure_ascii=True)
    digest = hashlib.blake2b(content.encode(), digest_size=16).hexdigest()
    text = fact_in_words(subject, relation, object_, valid, marks)
    return Fact(FactId(digest), subject, relation, object_, object_is_entity, valid, text, quantity, marks)
