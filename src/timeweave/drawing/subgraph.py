"""What a figure shows: the facts near a question under their time nodes, and what of them carries its answer.

TG-RAG's Figure 3 as a value: the time hierarchy above, entities and their relations below, and the links between the
two layers, of which those that answered are marked (TG-22). Of an answer these are the facts that it rests on; of a
search, which answers nothing, those that gave it its clues.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from timeweave.drawing.resting import BY_PATH, rests_on
from timeweave.records import Fact, FactId
from timeweave.records.reasoning import Reasoned
from timeweave.results import Answer, SearchResult
from timeweave.store.base import View, name_of
from timeweave.store.time_nodes import stamps
from timeweave.temporal.hierarchy import LEVELS, ancestors, as_node, cover, parent
from timeweave.temporal.interval import Interval

MOST_EDGES = 20
"""K of the paper's experiments, and about what a page can show."""

_PLAIN = {("modality", "actual"), ("basis", "gaap"), ("kind", "value")}  # qualifiers that go without saying
_FINE = {"approx"}  # left to the text in full
_BESIDE, _SHOWN = 6, 3  # facts beside those of an answer, and answers in the title
_ALONE = 10  # facts beside an answer that rests on none, or where there is no answer
_LONGEST = 120  # characters of an answer in the title
_MOST_ASKED = 12  # nodes of one asked period that are drawn though no fact hangs on them


class Marks(enum.StrEnum):
    """What it means that something is marked."""

    ANSWER = "answer"  # the answer rests on it
    TEXT = "text"  # the answer rests on text alone: nothing is marked
    REFUSED = "refused"  # there is no answer: nothing is marked
    CLUES = "clues"  # nothing was answered: it gave the search its clues


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A time node; ``level`` is 0 for a year, 3 for a day. A clue when a fact of the answer is stamped with it or a
    node below it; of a search when it is among the time nodes asked about.
    """

    label: str
    level: int
    parent: str | None
    is_clue: bool = False


@dataclass(frozen=True, slots=True)
class DrawnEntity:
    """An end of relations; a measure, as revenue, is the end of those to a value. A clue when it is an end of a fact of
    the answer; of a search when PageRank began here.
    """

    id: str
    name: str
    is_measure: bool = False
    is_clue: bool = False


@dataclass(frozen=True, slots=True)
class DrawnRelation:
    """A fact between two entities, by id: ``label`` on the edge, ``text`` in full, the time nodes that it is stamped
    with, and the ``fact`` in parts, its ``subject`` and ``value`` as people write them. A clue when the answer rests on
    it; of a search when s(ε) > 0.
    """

    source: str
    target: str
    label: str
    text: str
    times: tuple[str, ...] = ()
    is_clue: bool = False
    fact: str = ""
    subject: str = ""
    relation: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Subgraph:
    """A part of the graph. Every parent and every end and time of a relation is there, each node once; ``marks`` says
    what a clue is in it.
    """

    title: str
    times: tuple[DrawnNode, ...]
    entities: tuple[DrawnEntity, ...]
    relations: tuple[DrawnRelation, ...]
    marks: Marks = Marks.CLUES


def subgraph_of(found: SearchResult | Answer, view: View, *, most: int = MOST_EDGES) -> Subgraph:
    """What a question found: the facts that its answer rests on, marked among facts beside them. Of a search the paths
    of reasoning; the facts of G_K^q where local retrieval explained it and it holds any; else those of its evidence and
    of its reports, of which those are clues that lie in the question's time scope. ``view`` is of the result's day.
    """
    result = found.search if isinstance(found, Answer) else found
    if isinstance(found, Answer):
        facts, clues, seeds = _answering(found, view, most)
        marks = Marks.REFUSED if found.refused else Marks.ANSWER if clues else Marks.TEXT
        times = _times(facts, clues, result, is_answered=True)
    else:
        facts, clues, seeds = _drawn(found, view, most)
        marks, times = Marks.CLUES, _times(facts, clues, result, is_answered=False)
    return Subgraph(
        title=_title(found),
        times=times,
        entities=_entities(facts, seeds, view),
        relations=tuple(_relation(fact, fact.id in clues, view) for fact in facts),
        marks=marks,
    )


def _answering(answer: Answer, view: View, most: int) -> tuple[list[Fact], set[FactId], set[str]]:
    """The facts to draw of an answer, those that it rests on first, and the ends of these."""
    resting = rests_on(answer, view)[:most]
    clues = {fact.id for fact in resting}
    ends = {end for fact in resting for end in fact.endpoints}
    result = answer.search
    told = result.explanation or {}
    near = [*_read(result), *(fact for fact, _ in _explained(told.get("subgraph", ())))]
    beside = [fact for fact in _facts(dict.fromkeys(near), view) if fact.id not in clues]
    if result.reasoned is not None and answer.method == BY_PATH:
        beside = [*_beside_paths(result.reasoned, resting, view), *beside]
    if resting:  # what has an end in common with them, first what has both: another value of a measure
        beside = [fact for fact in beside if ends.intersection(fact.endpoints)]
        beside.sort(key=lambda fact: -len(ends.intersection(fact.endpoints)))
    room = min(most - len(resting), _BESIDE if resting else _ALONE)
    return [*resting, *list({fact.id: fact for fact in beside}.values())[:room]], clues, ends


def _drawn(result: SearchResult, view: View, most: int) -> tuple[list[Fact], set[FactId], set[str]]:
    """The facts to draw of a search, those of them that are clues, and the entities where it began."""
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
    """The edges of the paths with their ends, and others of their relations at the entities where they began."""
    edges = [s.fact for s in found.facts][:most]
    clues = {fact.id for fact in edges}
    beside = [fact for fact in _beside_paths(found, edges, view) if fact.id not in clues]
    room = max(0, min(most - len(edges), _BESIDE))
    return [*edges, *beside[:room]], clues, {end for fact in edges for end in fact.endpoints}


def _beside_paths(found: Reasoned, edges: Sequence[Fact], view: View) -> list[Fact]:
    seeds = {path.seed for answer in found.answers for path in answer.paths}
    pairs = sorted({(s, f.relation) for s in seeds for f in edges if s in (f.subject, f.object)})
    return [s.fact for seed, relation in pairs for s in view.facts_about([seed], relation=relation)]


def _title(found: SearchResult | Answer) -> str:
    if isinstance(found, Answer):
        result = found.search
        if found.refused:
            return f"{result.question} No answer: what is known of {', '.join(result.entities) or 'this'}"
        if found.method != BY_PATH or result.reasoned is None:
            said = " ".join(found.answer.split())
            return f"{result.question} → {said if len(said) <= _LONGEST else said[: _LONGEST - 1].rstrip() + '…'}"
    else:
        result = found
    return result.question if result.reasoned is None else f"{result.question} {_reasoned_title(result.reasoned)}"


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


def _times(
    facts: Sequence[Fact], clues: set[FactId], result: SearchResult, *, is_answered: bool
) -> tuple[DrawnNode, ...]:
    """The nodes that facts are stamped with or that were asked about, and all above them, in order of time."""
    scope = result.scope
    asked = {node for interval in scope.intervals for node in _nodes_of(interval)}
    asked |= set(map(as_node, result.nodes[:_MOST_ASKED]))
    links = asked | {node for fact in facts for node in stamps(fact.valid)}
    nodes = links | {above for node in links for above in ancestors(node)}
    told = {node for fact in facts if fact.id in clues for node in stamps(fact.valid)}
    if is_answered:
        marked = told | {above for node in told for above in ancestors(node)}
    else:
        marked = asked | {node for node in told if scope.intervals and scope.covers(node)}
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
        drawn.setdefault(subject, DrawnEntity(subject, name_of(subject, view), is_clue=subject in seeds))
        if fact.object_is_entity:
            drawn.setdefault(target, DrawnEntity(target, name_of(target, view), is_clue=target in seeds))
        else:
            drawn.setdefault(target, DrawnEntity(target, fact.relation, is_measure=True, is_clue=target in seeds))
    return tuple(drawn.values())


def _relation(fact: Fact, is_clue: bool, view: View) -> DrawnRelation:
    source, target = fact.endpoints
    times = tuple(dict.fromkeys(str(node) for node in stamps(fact.valid)))
    label = fact.relation if fact.object_is_entity else _value(fact)
    subject, value = _in_parts(fact, view)
    return DrawnRelation(source, target, label, fact.text, times, is_clue, fact.id, subject, fact.relation, value)


def _in_parts(fact: Fact, view: View) -> tuple[str, str]:
    """Whom a fact is about and what it says: of what came out as part of a series, the series and its name."""
    said = dict(fact.qualifiers)
    if "name" in said:
        name = said["name"]
        return (name_of(fact.object, view), name) if fact.object_is_entity else (name, fact.object)
    value = _with_qualifiers(name_of(fact.object, view), fact) if fact.object_is_entity else _value(fact)
    return name_of(fact.subject, view), value


def _value(fact: Fact) -> str:
    """A literal with what tells it apart from others of its measure."""
    return _with_qualifiers(fact.quantity.text if fact.quantity else fact.object, fact)


def _with_qualifiers(value: str, fact: Fact) -> str:
    said = dict(item for item in fact.qualifiers if item not in _PLAIN and item[0] not in _FINE)
    if "change" in said:
        said.pop("kind", None)  # "36% · year-over-year" is a change
    return " · ".join([value, *said.values()])
