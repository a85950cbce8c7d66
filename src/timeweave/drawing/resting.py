"""Which facts an answer rests on: those that its citations state, and of these such as tell its values."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from timeweave.language.names import canonical_key
from timeweave.records import Citation, DocumentId, Fact, FactId, SupportedFact
from timeweave.records.layout import Span
from timeweave.records.stored import StatementKey
from timeweave.results import Answer, Value
from timeweave.store.base import View

BY_PATH = "path"
"""The method of an answer that follows from edges of the graph."""

_AROUND = 5_000  # characters beside a citation in which a statement that it is a part of begins and ends


def rests_on(answer: Answer, view: View) -> list[Fact]:
    """The facts that carry ``answer``, in the order of its citations: the edges of its paths where it follows from
    these; none where it is refused, and none where only text carries it.
    """
    if answer.refused:
        return []
    if answer.method == BY_PATH and answer.search.reasoned is not None:
        return [supported.fact for supported in answer.search.reasoned.facts]
    found: dict[FactId, Fact] = {}
    for number, citation in enumerate(answer.citations):
        values = [value for value in answer.values if value.citation == number]
        for fact in _telling(values, _stated_in(citation, view)):
            found.setdefault(fact.id, fact)
    return list(found.values())


def _stated_in(citation: Citation, view: View) -> list[Fact]:
    """The facts with a support that overlaps ``citation``, by where they are stated."""
    document = view.document(DocumentId(citation.document_id))
    if document is None:
        return []
    around = Span(max(0, citation.start - _AROUND), min(document.length, citation.end + _AROUND))
    keys = [
        StatementKey(document.ordinal, statement.index)
        for statement in view.statements_of(document.ordinal, around)
        if _meet(statement.span, citation)
    ]
    ids = {id_ for stated in view.facts_stated_in(keys).values() for id_ in stated}
    placed = [(span, known.fact) for known in view.facts(ids).values() for span in _places(known, citation)]
    return [fact for _, fact in sorted(placed, key=lambda item: (item[0].start, item[0].end, item[1].id))]


def _places(known: SupportedFact, citation: Citation) -> Iterable[Span]:
    spans = (s.span for s in known.supports if s.document_id == citation.document_id)
    return [span for span in spans if _meet(span, citation)][:1]


def _meet(span: Span, citation: Citation) -> bool:
    return span.start < citation.end and citation.start < span.end


def _telling(values: Sequence[Value], facts: Sequence[Fact]) -> Sequence[Fact]:
    """Those of ``facts`` that say one of ``values``; all where none does, as of a sentence that is quoted."""
    return [fact for fact in facts if any(_says(fact, value) for value in values)] or facts


def _says(fact: Fact, value: Value) -> bool:
    if fact.quantity is not None:
        return value.value is not None and math.isclose(fact.quantity.value, value.value)
    return canonical_key(fact.object) == canonical_key(value.text)
