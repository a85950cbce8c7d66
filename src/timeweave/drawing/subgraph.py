"""What a figure shows: the facts near a question under their time nodes, and what of them gave the question its clues.

TG-RAG's Figure 3 as a value: the time hierarchy above, entities and their relations below, and the links between the
two layers, of which those that answered are marked (TG-22).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from timeweave.records import EntityId, Fact, FactId
from timeweave.records.reasoning import Reasoned
from timeweave.results import SearchResult
from timeweave.store.base import View
from timeweave.store.time_nodes import stamps
from timeweave.temporal.hierarchy import LEVELS, ancestors, as_node, cover, parent
from timeweave.temporal.interval import Interval

MOST_EDGES = 20
"""K of the paper's experiments, and about what a page can show."""

_PLAIN = {("modality", "actual"), ("basis", "gaap"), ("kind", "value")}  # qualifiers that go without saying
_FINE = {"approx"}  # left to the text in full
_BESIDE, _SHOWN = 6, 3  # facts beside the paths, and answers in the title
_MOST_ASKED = 12  # nodes of one asked period that are drawn though no fact hangs on them


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A time node; ``level`` is 0 for a year, 3 for a day. A clue when it is among the time nodes asked about."""

    label: str
    level: int
    parent: str | None
    is_clue: bool = False


@dataclass(frozen=True, slots=True)
class DrawnEntity:
    """An end of relations; a measure, as revenue, is the end of those to a value. A clue when PageRank began here."""

    id: str
    name: str
    is_measure: bool = False
    is_clue: bool = False


@dataclass(frozen=True, slots=True)
class DrawnRelation:
    """A fact between two entities, by id: ``label`` on the edge, ``text`` in full, the time nodes that it is stamped
    with. A clue when s(ε) > 0.
    """

    source: str
    target: str
    label: str
    text: str
    times: tuple[str, ...] = ()
    is_clue: bool = False


@dataclass(frozen=True, slots=True)
class Subgraph:
    """A part of the graph. Every parent and every end and time of a relation is there, each node once."""

    title: str
    times: tuple[DrawnNode, ...]
    entities: tuple[DrawnEntity, ...]
    relations: tuple[DrawnRelation, ...]


def subgraph_of(result: SearchResult, view: View, *, most: int = MOST_EDGES) -> Subgraph:
    """What a search found: the paths of reasoning, marked among facts beside them; the facts of G_K^q where local
    retrieval explained it and it holds any; else those of its evidence and of its reports, of which those are clues
    that lie in the question's time scope. ``view`` is of the result's day.
    """
    facts, clues, seeds = _drawn(result, view, most)
    return Subgraph(
        title=result.question if result.reasoned is None else f"{result.question} {_reasoned_title(result.reasoned)}",
        times=_times(facts, clues, result),
        entities=_entities(facts, seeds, view),
        relations=tuple(_relation(fact, fact.id in clues) for fact in facts),
    )


def _drawn(result: SearchResult, view: View, most: int) -> tuple[list[Fact], set[FactId], set[str]]:
    """The facts to draw, those of them that are clues, and the entities where the search began."""
    if result.reasoned is not None and result.reasoned.facts:
        return _of_paths(result.reasoned, view, most)
    told = result.explanation or {}
    scored = list(_explained(told.get("subgraph", ())))[:most]
    if scored:
        facts = _facts([fact for fact, _ in scored], view)
        clues = {fact for fact, score in scored if score > 0}
        seeds = set(map(str, told.get("seeds", ())))
    else:
        facts = _facts(_read(result), view)
        facts = sorted(facts, key=lambda fact: not result.scope.covers(fact.valid))[:most]
        clues = {fact.id for fact in facts if result.scope.covers(fact.valid)}
        seeds = {end for fact in facts if fact.id in clues for end in fact.endpoints}
    return facts, clues, seeds


def _of_paths(found: Reasoned, view: View, most: int) -> tuple[list[Fact], set[FactId], set[str]]:
    """The edges of the paths, and others of their relations at the entities where they began."""
    edges = [s.fact for s in found.facts][:most]
    clues = {fact.id for fact in edges}
    seeds = {path.seed for answer in found.answers for path in answer.paths}
    beside = [
        s.fact
        for seed, relation in sorted({(s, f.relation) for s in seeds for f in edges if s in (f.subject, f.object)})
        for s in view.facts_about([seed], relation=relation)
    ]
    room = max(0, min(most - len(edges), _BESIDE))
    return [*edges, *[fact for fact in beside if fact.id not in clues][:room]], clues, set(map(str, seeds))


def _reasoned_title(found: Reasoned) -> str:
    answers = "; ".join(a.text for a in found.answers[:_SHOWN]) + ("; …" if len(found.answers) > _SHOWN else "")
    return f"→ {answers} (confidence of the path {found.confidence:.2f})"


def _explained(subgraph: Iterable[Mapping[str, Any]]) -> Iterable[tuple[FactId, float]]:
    return ((FactId(fact), float(edge["score"])) for edge in subgraph for fact in edge["facts"])


def _read(result: SearchResult) -> Iterable[FactId]:
    """The facts of the evidence, best first, then those that reports rest on."""
    stated = [fact for evidence in result.evidence for fact in evidence.facts]
    reported = [fact for report in result.reports for sentence in report.sentences for fact in sentence.facts]
    return dict.fromkeys([*stated, *reported])


def _facts(ids: Iterable[FactId], view: View) -> list[Fact]:
    wanted = list(ids)
    found = view.facts(wanted)
    return [found[id_].fact for id_ in wanted if id_ in found]


def _times(facts: Sequence[Fact], clues: set[FactId], result: SearchResult) -> tuple[DrawnNode, ...]:
    """The nodes that facts are stamped with or that were asked about, and all above them, in order of time."""
    scope = result.scope
    stamped = {node: False for fact in facts for node in stamps(fact.valid)}
    asked = {node for interval in scope.intervals for node in _nodes_of(interval)}
    asked |= set(map(as_node, result.nodes[:_MOST_ASKED]))
    for fact in facts:
        if fact.id in clues and scope.intervals:
            stamped.update((node, True) for node in stamps(fact.valid) if scope.covers(node))
    links = stamped.keys() | asked
    nodes = links | {above for node in links for above in ancestors(node)}
    marked = asked | {node for node, is_clue in stamped.items() if is_clue}
    marked |= {node for node in nodes if any(interval.contains(node) for interval in scope.intervals)}
    drawn = [DrawnNode(str(n), LEVELS.index(n.granularity), _label(parent(n)), n in marked) for n in nodes]
    return tuple(sorted(drawn, key=lambda node: (as_node(node.label).start, node.level)))


def _nodes_of(interval: Interval) -> tuple[Interval, ...]:
    """The nodes of a period that is asked about, where they are few."""
    nodes = cover(interval) if interval.is_bounded else ()
    return nodes if len(nodes) <= _MOST_ASKED else ()


def _label(node: Interval | None) -> str | None:
    return None if node is None else str(node)


def _entities(facts: Sequence[Fact], seeds: set[str], view: View) -> tuple[DrawnEntity, ...]:
    drawn: dict[str, DrawnEntity] = {}
    for fact in facts:
        subject, target = fact.endpoints
        drawn.setdefault(subject, DrawnEntity(subject, _name(subject, view), is_clue=subject in seeds))
        if fact.object_is_entity:
            drawn.setdefault(target, DrawnEntity(target, _name(target, view), is_clue=target in seeds))
        else:
            drawn.setdefault(target, DrawnEntity(target, fact.relation, is_measure=True, is_clue=target in seeds))
    return tuple(drawn.values())


def _name(entity: str, view: View) -> str:
    known = view.entity(EntityId(entity))
    return entity if known is None else known.name


def _relation(fact: Fact, is_clue: bool) -> DrawnRelation:
    source, target = fact.endpoints
    times = tuple(dict.fromkeys(str(node) for node in stamps(fact.valid)))
    label = fact.relation if fact.object_is_entity else _value(fact)
    return DrawnRelation(source, target, label, fact.text, times, is_clue)


def _value(fact: Fact) -> str:
    """A literal with what tells it apart from others of its measure."""
    said = dict(item for item in fact.qualifiers if item not in _PLAIN and item[0] not in _FINE)
    if "change" in said:
        said.pop("kind", None)  # "36% · year-over-year" is a change
    return " · ".join([fact.quantity.text if fact.quantity else fact.object, *said.values()])
