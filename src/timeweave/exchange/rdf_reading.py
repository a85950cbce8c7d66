"""Facts of N-Triples and Turtle: plain triples, and those with a validity that RDF-star, RDF 1.2 or reification gives.

Names are labels, else the last part of an IRI. What stands on a reified triple under a key for times
(`lexicon.graph_keys`) is its validity, whatever the vocabulary: schema.org, Wikidata's qualifiers, this package's own.
"""

from __future__ import annotations

import dataclasses
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any
from urllib.parse import unquote

from timeweave.errors import TemporalError
from timeweave.exchange.facts import BadEntry, GraphFact, Place, Read, entity_type
from timeweave.exchange.rdf import LABEL, NAMESPACE, RDF, STATED_BY, TERM_OF, TERMS, oxigraph
from timeweave.exchange.records import confidence_of, place_of, validity, with_own_fields
from timeweave.exchange.times import EntryError
from timeweave.lexicon.graph_keys import CONFIDENCE, OBSERVED

Term = Any
"""An IRI, a blank node, a literal or a triple of the library, which may be absent."""

_OWN = {TERMS + term: key for key, term in TERM_OF.items()}
_LABELS = frozenset({LABEL, "http://www.w3.org/2004/02/skos/core#prefLabel", "http://schema.org/name"})
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_PLACE = re.compile(r"^Parser error at line \d+ .*?: (?=.)")
_SHOWN = 100
_PARTS = {f"{RDF}subject": 0, f"{RDF}predicate": 1, f"{RDF}object": 2}


def read_ntriples(lines: Iterable[tuple[int, str]]) -> Read:
    """The facts of N-Triples; a line that is none is named, and the others go on.

    Raises:
        MissingExtraError: the library is not installed.
    """
    ox = oxigraph("reading N-Triples")
    graph = _Graph()
    for number, line in lines:
        text = line.strip()
        if not text or text.startswith(("#", "VERSION")):
            continue
        form = (
            ox.RdfFormat.TURTLE if text.startswith("<<") else ox.RdfFormat.N_TRIPLES
        )  # RDF-star before it was RDF 1.2
        try:
            for quad in ox.parse(text, form):
                graph.add(number, quad.subject, quad.predicate.value, quad.object)
        except (SyntaxError, ValueError) as error:
            yield BadEntry(
                number, f"{_problem(error)}: {text[:_SHOWN]!r}; write one triple a line, ended by a full stop"
            )
    yield from graph.facts()


def read_turtle(stream: IO[bytes]) -> Read:
    """The facts of Turtle; a statement that is none is named with its line, and the others go on.

    Raises:
        MissingExtraError: the library is not installed.
    """
    ox = oxigraph("reading Turtle")
    graph = _Graph()
    quads = ox.parse(stream, ox.RdfFormat.TURTLE)
    while True:
        try:
            quad = next(quads)
        except StopIteration:
            break
        except (SyntaxError, ValueError) as error:
            yield BadEntry(
                getattr(error, "lineno", None), f"{_problem(error)}; mend this statement, up to its full stop"
            )
            continue
        graph.add(None, quad.subject, quad.predicate.value, quad.object)
    yield from graph.facts()


def _problem(error: Exception) -> str:
    return _PLACE.sub("", str(error.args[0] if error.args else error))


@dataclass(slots=True)
class _Reifier:
    """A node that stands for a triple, with what is said of it."""

    line: int | None
    triple: tuple[Term, str, Term]


@dataclass(slots=True)
class _Graph:
    """The triples of a file, sorted by what they are for."""

    plain: dict[tuple[str, str, str], tuple[int | None, Term, str, Term]] = field(default_factory=dict)
    reifiers: dict[str, _Reifier] = field(default_factory=dict)
    parts: dict[str, list[Term | None]] = field(default_factory=dict)
    said: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    places: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    names: dict[str, str] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)

    def add(self, line: int | None, subject: Term, predicate: str, object_: Term) -> None:
        """Take in one triple."""
        node = str(subject)
        if predicate == f"{RDF}reifies":
            self.reifiers[node] = _Reifier(line, (object_.subject, object_.predicate.value, object_.object))
        elif predicate in _PARTS:
            self.parts.setdefault(node, [None, None, None])[_PARTS[predicate]] = object_
        elif predicate in _LABELS:
            if node not in self.names or getattr(object_, "language", None) == "en":
                self.names[node] = object_.value
        elif predicate == f"{RDF}type":
            self.types[node] = _local(str(getattr(object_, "value", object_)))
        elif predicate == TERMS + STATED_BY:
            self.places[node].append(str(object_))
        else:
            self.said[node][_OWN.get(predicate) or _key(predicate)] = str(getattr(object_, "value", object_))
            if predicate not in _OWN:
                self.plain[node, predicate, str(object_)] = (line, subject, predicate, object_)

    def facts(self) -> Read:
        """Reified triples with what is said of them, then the plain ones that are not said of a reifier."""
        for node, (subject, predicate, object_) in self.parts.items():
            if subject is not None and predicate is not None and object_ is not None:
                self.reifiers[node] = _Reifier(None, (subject, str(getattr(predicate, "value", predicate)), object_))
        told = set()
        for line, triple, node, said in self._reified():
            told.add((str(triple[0]), triple[1], str(triple[2])))
            yield self._fact(line, triple, node, said)
        for key, (line, subject, predicate, object_) in self.plain.items():
            if key not in told and key[0] not in self.reifiers:
                yield self._fact(line, (subject, predicate, object_), "", {})

    def _reified(self) -> Iterator[tuple[int | None, tuple[Term, str, Term], str, Mapping[str, str]]]:
        """Each reifier; those without a name that say different things of one triple are one, as RDF-star has them."""
        nameless: dict[tuple[str, str, str], list[tuple[str, dict[str, str]]]] = defaultdict(list)
        for node, reifier in self.reifiers.items():
            said = self.said.get(node, {})
            if not node.startswith("_:"):
                yield reifier.line, reifier.triple, node, said
                continue
            group = nameless[str(reifier.triple[0]), reifier.triple[1], str(reifier.triple[2])]
            for _, others in group:
                if not others.keys() & said.keys():
                    others |= said
                    break
            else:
                group.append((node, dict(said)))
        for group in nameless.values():
            for node, said in group:
                reifier = self.reifiers[node]
                yield reifier.line, reifier.triple, node, said

    def _fact(
        self, line: int | None, triple: tuple[Term, str, Term], node: str, said: Mapping[str, str]
    ) -> tuple[int | None, GraphFact] | BadEntry:
        subject, predicate, object_ = triple
        is_literal = type(object_).__name__ == "Literal"
        try:
            valid, when = validity(said)
            fact = GraphFact(
                self._name(subject),
                self.names.get(f"<{predicate}>") or _relation(predicate),
                object_.value if is_literal else self._name(object_),
                valid,
                subject_type=self.types.get(str(subject), ""),
                object_type="literal" if is_literal else self._kind(object_),
                places=self._places(node, said),
                when=when,
            )
            fact = with_own_fields(fact, said)
            if fact.is_literal is not None:
                fact = dataclasses.replace(fact, object_type=self.types.get(str(object_), ""))
        except (EntryError, TemporalError) as error:
            return BadEntry(line, f"{error}, of {_shown(triple)!r}")
        if not fact.subject.strip() or not fact.object.strip():
            return BadEntry(line, f"an end of {_shown(triple)!r} has no name: give it a label")
        return line, fact

    def _places(self, node: str, said: Mapping[str, str]) -> tuple[Place, ...]:
        if stated := self.places.get(node):
            return tuple(place_of(self.said.get(place, {})) for place in stated)
        observed = next((said[key] for key in OBSERVED if said.get(key)), "")
        confidence = next((said[key] for key in CONFIDENCE if said.get(key)), "")
        return (
            Place(source=said.get("source", ""), observed=observed, confidence=confidence_of(confidence, raw=True)),
        )

    def _name(self, term: Term) -> str:
        known = self.names.get(str(term))
        return known if known is not None else _local(str(getattr(term, "value", term)))

    def _kind(self, term: Term) -> str:
        return entity_type(self._name(term), self.types.get(str(term), ""))


def _shown(triple: tuple[Term, str, Term]) -> str:
    return f"{triple[0]} <{triple[1]}> {triple[2]}"[:_SHOWN]


def _local(iri: str) -> str:
    """The last part of an IRI as a name."""
    if iri.startswith(NAMESPACE):
        return unquote(iri[len(NAMESPACE) :].partition(":")[2])
    return " ".join(unquote(re.split(r"[#/:]", iri.rstrip("/#"))[-1]).replace("_", " ").split())


def _relation(iri: str) -> str:
    return _local(iri) if iri.startswith(NAMESPACE) else _HUMP.sub(" ", _local(iri)).casefold()


def _key(predicate: str) -> str:
    """The key that a predicate is compared by with those in use."""
    return re.split(r"[#/:]", predicate)[-1].casefold()
