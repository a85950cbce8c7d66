"""Facts as RDF 1.2: each has an IRI that reifies its triple and carries its validity, standing and places.

Turtle and N-Triples are written with triple terms, the standard form of what RDF-star had begun. A fact that holds is
asserted too, so that who asks no more than the triples finds them; one that is closed, disputed or restated is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Any
from urllib.parse import quote

from timeweave.errors import MissingExtraError
from timeweave.exchange.facts import GraphFact, Place
from timeweave.exchange.records import fields_of, own_fields
from timeweave.records import FactStatus

NAMESPACE = "urn:timeweave:"
ENTITY, RELATION, FACT, TYPE, DOCUMENT = (
    f"{NAMESPACE}{kind}:" for kind in ("entity", "relation", "fact", "type", "document")
)
TERMS = f"{NAMESPACE}terms:"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
XSD = "http://www.w3.org/2001/XMLSchema#"
STATED_BY = "statedBy"
TERM_OF = {
    "valid_from": "validFrom",
    "valid_until": "validUntil",
    "valid": "valid",
    "object_kind": "objectKind",
    "value": "value",
    "unit": "unit",
    "amount": "amount",
    "qualifiers": "qualifiers",
    "status": "status",
    "ended": "ended",
    "document": "document",
    "source": "source",
    "observed": "observed",
    "confidence": "confidence",
    "start": "start",
    "end": "end",
}
"""The local names of terms, by the keys of records."""

_DATES = {4: "gYear", 7: "gYearMonth", 10: "date"}
_TYPES = {"value": "double", "confidence": "double", "start": "integer", "end": "integer"}
_AS_DATES = frozenset({"valid_from", "valid_until", "ended", "observed"})


def oxigraph(feature: str) -> Any:
    """The library, whose terms are of no type here: it may be absent.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        import pyoxigraph
    except ImportError as error:
        raise MissingExtraError(feature, "rdf") from error
    return pyoxigraph


def write_ntriples(facts: Iterable[GraphFact], out: IO[bytes]) -> None:
    """A triple a line."""
    ox = oxigraph("writing N-Triples")
    ox.serialize(_Triples(ox).all(facts), out, ox.RdfFormat.N_TRIPLES)


def write_turtle(facts: Iterable[GraphFact], out: IO[bytes]) -> None:
    """Triples by subject, with prefixes."""
    ox = oxigraph("writing Turtle")
    prefixes = {"tw": TERMS, "fact": FACT, "rdf": RDF, "xsd": XSD}
    ox.serialize(_Triples(ox).all(facts), out, ox.RdfFormat.TURTLE, prefixes=prefixes)


class _Triples:
    """The triples of facts, one fact after the other; names and types of a node before its first fact."""

    def __init__(self, ox: Any) -> None:
        self._ox = ox
        self._named: set[str] = set()

    def all(self, facts: Iterable[GraphFact]) -> Iterator[Any]:
        for fact in facts:
            yield from self._fact(fact)

    def _fact(self, fact: GraphFact) -> Iterator[Any]:
        ox = self._ox
        subject, relation = ENTITY + quote(fact.subject_key, safe=""), RELATION + quote(fact.relation, safe="")
        yield from self._names(subject, fact.subject, fact.subject_type)
        yield from self._names(relation, fact.relation, "")
        if fact.is_literal:
            target = ox.Literal(fact.object)
        else:
            object_ = ENTITY + quote(fact.object_key, safe="")
            yield from self._names(object_, fact.object, fact.object_type)
            target = ox.NamedNode(object_)
        triple = ox.Triple(ox.NamedNode(subject), ox.NamedNode(relation), target)
        if fact.status in ("", FactStatus.HOLDS):
            yield triple
        node = ox.NamedNode(FACT + quote(fact.id, safe=""))
        yield ox.Triple(node, ox.NamedNode(f"{RDF}reifies"), triple)
        yield from self._fields(node, {**own_fields(fact), "confidence": repr(fact.confidence)})
        for number, place in enumerate(fact.places, 1):
            yield from self._place(node, number, place)

    def _place(self, fact: Any, number: int, place: Place) -> Iterator[Any]:
        node = self._ox.NamedNode(f"{fact.value}-{number}")
        yield self._ox.Triple(fact, self._ox.NamedNode(TERMS + STATED_BY), node)
        yield from self._fields(node, fields_of(place))

    def _fields(self, node: Any, fields: dict[str, str]) -> Iterator[Any]:
        ox = self._ox
        for key, value in fields.items():
            if value and key in TERM_OF:
                kind = _DATES.get(len(value)) if key in _AS_DATES and "Q" not in value else _TYPES.get(key)
                literal = ox.Literal(value, datatype=ox.NamedNode(XSD + kind)) if kind else ox.Literal(value)
                yield ox.Triple(node, ox.NamedNode(TERMS + TERM_OF[key]), literal)

    def _names(self, iri: str, name: str, kind: str) -> Iterator[Any]:
        if iri in self._named:
            return
        self._named.add(iri)
        ox = self._ox
        yield ox.Triple(ox.NamedNode(iri), ox.NamedNode(LABEL), ox.Literal(name))
        if kind:
            yield ox.Triple(ox.NamedNode(iri), ox.NamedNode(f"{RDF}type"), ox.NamedNode(TYPE + quote(kind, safe="")))
