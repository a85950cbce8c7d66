"""Edges of property graphs, by whatever keys are in use: what their ends are called, what they say and since when."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from timeweave.exchange.facts import GraphFact, Place, entity_type
from timeweave.exchange.records import (
    confidence_of,
    own_fields,
    places_from_json,
    places_to_json,
    validity,
    with_own_fields,
)
from timeweave.exchange.times import EntryError
from timeweave.lexicon.graph_keys import CONFIDENCE, KIND, NAME, NOTE, OBSERVED, RELATION, SOURCE, UNTELLING

FIELDS = (
    *("relation", "fact", "valid_from", "valid_until", "valid", "status", "ended", "confidence", "observed"),
    *("object_kind", "value", "unit", "amount", "qualifiers", "sources"),
)
"""The properties of an edge of an export."""
OWN_KINDS = ("entity", "literal")
"""What nodes of an export are."""
NUMBERS = frozenset({"confidence", "value"})

_NO_PROPERTY = frozenset((*NAME, *KIND, *NOTE, *OBSERVED, *SOURCE, *CONFIDENCE, *UNTELLING))
_EPOCH = re.compile(r"1\d{9}(?:\d{3})?(?:\.\d+)?")
_SEPARATOR = "<SEP>"  # between several values of one property in graphs of LightRAG


@dataclass(frozen=True, slots=True)
class Node:
    """An end of an edge: its name, its kind, its other properties, and who says so since when."""

    name: str
    kind: str = ""
    properties: tuple[tuple[str, str], ...] = ()
    place: Place = dataclasses.field(default_factory=Place)


def node_of(id_: str, fields: Mapping[str, str]) -> Node:
    """The node by its properties; its id where it has no name. One of an export is taken as it stands."""
    if fields.get("kind") in OWN_KINDS:
        return Node(fields.get("name", id_), fields.get("type", ""))
    known = {key.casefold(): value for key, value in fields.items()}
    told = {key: " ".join(value.split()) for key, value in fields.items() if key.casefold() not in _NO_PROPERTY}
    properties = tuple(sorted((key, value) for key, value in told.items() if key.strip() and value))
    name, kind = _unquoted(_first(known, NAME) or id_), _unquoted(_first(known, KIND))
    return Node(name, kind, properties, _place(known))


def facts_of_node(node: Node) -> Iterator[GraphFact]:
    """The properties of a node as facts of their own, each a literal that its graph gives no time (EK-01)."""
    for key, value in node.properties if node.name.strip() else ():
        relation = " ".join(key.replace("_", " ").split())
        name = " ".join(node.name.split())
        yield GraphFact(name, relation, value, is_literal=True, subject_type=node.kind, places=(node.place,))


def _unquoted(name: str) -> str:
    """The name without the quotes that models put around it, and LightRAG keeps."""
    return name[1:-1] if len(name) > 2 and name[0] == name[-1] == '"' and '"' not in name[1:-1] else name


def edge_fields(fact: GraphFact) -> dict[str, str]:
    """The properties of a fact as an edge; its places are one of them, for an edge has no nodes of its own."""
    fields = own_fields(fact)
    observed = min((place.observed for place in fact.places), default="")
    fields |= {"confidence": repr(fact.confidence), "observed": observed, "sources": places_to_json(fact)}
    return {key: fields[key] for key in FIELDS}


def literal_id(fact: GraphFact) -> str:
    """The node that stands for a literal, which no other fact shares."""
    return f"literal:{fact.id}"


def fact_of_edge(subject: Node, object_: Node, fields: Mapping[str, str]) -> GraphFact:
    """The fact that an edge tells.

    Raises:
        EntryError: naming the property that is missing or cannot be read.
    """
    known = {key.casefold(): value for key, value in fields.items()}
    relation = _relation(known)
    if not relation:
        raise EntryError(
            f"the edge from {subject.name!r} to {object_.name!r} does not say what it tells: name it 'relation'"
        )
    if not subject.name.strip() or not object_.name.strip():
        raise EntryError(f"an end of the edge {relation!r} has no name: give its node one")
    valid, when = validity(known)
    fact = GraphFact(
        " ".join(subject.name.split()),
        relation,
        object_.name,
        valid,
        subject_type=subject.kind,
        object_type=entity_type(object_.name, object_.kind),
        places=_places(known),
        when=when,
        note=" ".join(_first(known, NOTE).split()) if "object_kind" not in known else "",
    )
    fact = with_own_fields(fact, known)
    return fact if fact.is_literal is None else dataclasses.replace(fact, object_type=object_.kind)


def day_of(text: str) -> str:
    """A moment in the form of a date where it is counted in seconds or milliseconds since 1970."""
    if not _EPOCH.fullmatch(text):
        return text
    seconds = float(text) / (1000 if len(text.partition(".")[0]) > 10 else 1)
    return dt.datetime.fromtimestamp(seconds, dt.UTC).date().isoformat()


def _relation(known: Mapping[str, str]) -> str:
    found = _first(known, RELATION)
    if found and found == known.get("keywords"):
        found = re.split(rf",|{_SEPARATOR}", found)[0]
    return found if "object_kind" in known else " ".join(found.replace("_", " ").split())


def _places(known: Mapping[str, str]) -> tuple[Place, ...]:
    if sources := known.get("sources", ""):
        return places_from_json(sources)
    return (dataclasses.replace(_place(known), confidence=confidence_of(_first(known, CONFIDENCE), raw=True)),)


def _place(known: Mapping[str, str]) -> Place:
    source = _first(known, SOURCE).partition(_SEPARATOR)[0]
    return Place(source=source, observed=day_of(_first(known, OBSERVED)))


def _first(known: Mapping[str, str], keys: Sequence[str]) -> str:
    return next((known[key].strip() for key in keys if known.get(key, "").strip()), "")
