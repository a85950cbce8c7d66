"""The graph of an answer, as a JSON object and as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from timeweave.knowledge_base import KnowledgeBase

if TYPE_CHECKING:
    from timeweave.drawing.subgraph import Subgraph
    from timeweave.server.shapes import FigureRequest

Json = dict[str, Any]


def figure(kb: KnowledgeBase, asked: FigureRequest) -> Json:
    """The subgraph of a question and its answer: facts under their time nodes."""
    return subgraph_to_json(kb.subgraph(kb.ask(asked.question, **asked.options())))


def picture(kb: KnowledgeBase, asked: FigureRequest) -> str:
    """The same as an SVG document."""
    return kb.figure(kb.ask(asked.question, **asked.options()))


def subgraph_to_json(drawn: Subgraph) -> Json:
    """Time nodes, entities and facts as nodes; what holds what, who is at which end and when as edges."""
    nodes: list[Json] = []
    edges: list[Json] = []
    for time in drawn.times:
        nodes.append(_node(f"time:{time.label}", "time", time.label, on_path=time.is_clue, level=time.level))
        if time.parent is not None:
            edges.append(_edge(f"time:{time.parent}", f"time:{time.label}", "holds", on_path=time.is_clue))
    for known in drawn.entities:
        kind = "measure" if known.is_measure else "entity"
        nodes.append(_node(f"entity:{known.id}", kind, known.name, on_path=known.is_clue))
    for number, relation in enumerate(drawn.relations):
        own, clue = f"fact:{number}", relation.is_clue
        parts = {name: getattr(relation, name) for name in ("fact", "subject", "relation", "value", "text")}
        nodes.append(_node(own, "fact", relation.label, on_path=clue, **parts, times=list(relation.times)))
        edges.append(_edge(f"entity:{relation.source}", own, "subject", on_path=clue))
        edges.append(_edge(own, f"entity:{relation.target}", "object", on_path=clue))
        edges.extend(_edge(f"time:{label}", own, "at", on_path=clue) for label in relation.times)
    return {"title": drawn.title, "marks": drawn.marks.value, "nodes": nodes, "edges": edges}


def _node(id_: str, kind: str, label: str, *, on_path: bool, **more: Any) -> Json:
    return {"id": id_, "kind": kind, "label": label, "on_path": on_path, **more}


def _edge(source: str, target: str, label: str, *, on_path: bool) -> Json:
    return {"source": source, "target": target, "label": label, "on_path": on_path}
