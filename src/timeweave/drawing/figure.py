"""A subgraph as an SVG picture after TG-RAG's Figure 3: time above, facts below, what answered in red."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass

import drawsvg

from timeweave.drawing.layout import LINE, TEXT, TITLE, Box, Layout, lay_out
from timeweave.drawing.lettering import legible, width
from timeweave.drawing.subgraph import DrawnEntity, DrawnNode, DrawnRelation, Marks, Subgraph

_FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
_INK, _PAPER = "#222222", "#ffffff"
_UPPER, _LOWER = "#fdebd3", "#efefef"
_TIME, _ENTITY, _MEASURE = "#f6c27a", "#ffffff", "#dfe6ee"
_CLUE, _OTHER = "#c62828", "#3f6fa8"
_TREE, _EDGE = "#a5670f", "#8a8a8a"
_LEGEND_ROW = 26
NOTHING = "no facts were found"
RESTED_ON = "what the answer rests on"
UNMARKED = {
    Marks.TEXT: "nothing is marked: the answer comes from text alone",
    Marks.REFUSED: "nothing is marked: there is no answer",
}


@dataclass(frozen=True, slots=True)
class _Ink:
    """How something is drawn, marked or not."""

    colour: str
    width: float


def draw(subgraph: Subgraph) -> str:
    """The picture as SVG text; the same subgraph gives the same text.

    Groups carry classes (``time``, ``entity``, ``relation``, ``link``, and ``clue`` where one is) and ``data-`` names.
    """
    layout = lay_out(subgraph)
    legend, bottom = _legend(layout.lower, subgraph.marks)
    size = (round(layout.width), round(bottom))
    picture = drawsvg.Drawing(*size, font_family=_FONT, font_size=TEXT)
    picture.append(drawsvg.Rectangle(0, 0, *size, fill=_PAPER))
    for place, line in enumerate(layout.title):
        y = layout.upper.top - 12 - (len(layout.title) - 1 - place) * (TITLE + 6)
        picture.append(_text(line, layout.upper.left, y, size=TITLE, weight="bold"))
    picture.append(_region(layout.upper, _UPPER, "Time"))
    picture.append(_region(layout.lower, _LOWER, "Entities and relations"))
    for part in (*_tree(subgraph, layout), *_edges(subgraph, layout), *_links(subgraph, layout)):
        picture.append(part)
    for node in subgraph.times:
        picture.append(_time(node, layout.times[node.label]))
    for entity in subgraph.entities:
        picture.append(_entity(entity, layout.entities[entity.id]))
    for relation, box in zip(subgraph.relations, layout.relations, strict=True):
        picture.append(_relation(relation, box))
    if not subgraph.relations:
        picture.append(_text(NOTHING, layout.lower.x, layout.lower.y + 8, fill="#666666", anchor="middle"))
    for part in legend:
        picture.append(part)
    svg: str = picture.as_svg()
    return svg


def _region(box: Box, fill: str, caption: str) -> drawsvg.Group:
    group = drawsvg.Group(class_="layer")
    group.append(_rectangle(box, fill=fill, rx=10))
    group.append(_text(caption, box.left + 10, box.top + 16, fill="#666666", weight="bold"))
    return group


def _tree(subgraph: Subgraph, layout: Layout) -> Sequence[drawsvg.Group]:
    """The hierarchy: from each node to the one above it, around corners."""
    parts = []
    for node in subgraph.times:
        if node.parent is None:
            continue
        below, above = layout.times[node.label], layout.times[node.parent]
        turn = (above.bottom + below.top) / 2
        path = drawsvg.Path(stroke=_TREE, stroke_width=1.2, fill="none")
        path.M(_px(above.x), _px(above.bottom)).V(_px(turn)).H(_px(below.x)).V(_px(below.top))
        group = drawsvg.Group(class_="child", data_parent=_attribute(node.parent), data_node=_attribute(node.label))
        group.append(path)
        parts.append(group)
    return parts


def _edges(subgraph: Subgraph, layout: Layout) -> Sequence[drawsvg.Group]:
    """Each relation from its subject through its label to its object, where an arrow points; marked ones on top."""
    parts = []
    for number, relation in _marked_last(subgraph.relations):
        ink = _Ink(_CLUE, 2.0) if relation.is_clue else _Ink(_EDGE, 1.2)
        group = drawsvg.Group(class_=_classes("edge", relation.is_clue), data_number=number)
        label = layout.relations[number]
        for end in (relation.source, relation.target):
            group.append(_arm(layout.entities[end], label, ink, layout, is_left=end in layout.on_left))
        target = layout.entities[relation.target]
        group.append(_arrow(target, ink, is_left=relation.target in layout.on_left))
        parts.append(group)
    return parts


def _arm(entity: Box, label: Box, ink: _Ink, layout: Layout, *, is_left: bool) -> drawsvg.Path:
    """The line from an entity to a label: a curve in the gutter, then level, so that it crosses no other label."""
    start = entity.right if is_left else entity.left
    labels = layout.relations
    level = min(b.left for b in labels) - 4 if is_left else max(b.right for b in labels) + 4
    half = (start + level) / 2
    path = drawsvg.Path(stroke=ink.colour, stroke_width=ink.width, fill="none")
    path.M(_px(start), _px(entity.y)).C(_px(half), _px(entity.y), _px(half), _px(label.y), _px(level), _px(label.y))
    return path.H(_px(label.left if is_left else label.right))


def _arrow(entity: Box, ink: _Ink, *, is_left: bool) -> drawsvg.Lines:
    tip, way = (entity.right, 1) if is_left else (entity.left, -1)
    back = tip + way * 9
    corners = (tip, entity.y, back, entity.y - 4.5, back, entity.y + 4.5)
    return drawsvg.Lines(*map(_px, corners), close=True, fill=ink.colour)


def _links(subgraph: Subgraph, layout: Layout) -> Sequence[drawsvg.Group]:
    """Dashed lines from time nodes to the relations that are stamped with them; marked ones on top."""
    asked = {node.label for node in subgraph.times if node.is_clue}
    parts = []
    for number, relation in _marked_last(subgraph.relations):
        label = layout.relations[number]
        for place, time in enumerate(relation.times):
            node = layout.times[time]
            is_clue = relation.is_clue and time in asked
            ink = _Ink(_CLUE, 1.8) if is_clue else _Ink(_OTHER, 1.2)
            path = drawsvg.Path(stroke=ink.colour, stroke_width=ink.width, stroke_dasharray="6 4", fill="none")
            path.M(_px(node.x), _px(node.bottom))
            if place == 0:
                path.V(_px(label.top))
            else:  # the node in which it ends has a column of its own: down there, and back to the label
                side = label.right if node.x > label.x else label.left
                path.V(_px(label.top + 4)).H(_px(side))
            group = drawsvg.Group(class_=_classes("link", is_clue), data_node=_attribute(time), data_number=number)
            group.append(path)
            parts.append(group)
    return parts


def _time(node: DrawnNode, box: Box) -> drawsvg.Group:
    group = drawsvg.Group(class_=_classes("time", node.is_clue), data_node=_attribute(node.label))
    ink = _Ink(_CLUE, 2.6) if node.is_clue else _Ink(_TREE, 1.2)
    group.append(_rectangle(box, fill=_TIME, rx=box.height / 2, ink=ink))
    _write(group, box, is_bold=node.is_clue)
    return group


def _entity(entity: DrawnEntity, box: Box) -> drawsvg.Group:
    group = drawsvg.Group(class_=_classes("entity", entity.is_clue), data_entity=_attribute(entity.id))
    group.append(drawsvg.Title(legible(entity.name)))
    ink = _Ink(_CLUE, 2.6) if entity.is_clue else _Ink(_EDGE, 1.2)
    fill = _MEASURE if entity.is_measure else _ENTITY
    group.append(_rectangle(box, fill=fill, rx=4 if entity.is_measure else box.height / 2, ink=ink))
    _write(group, box, is_bold=entity.is_clue)
    return group


def _relation(relation: DrawnRelation, box: Box) -> drawsvg.Group:
    group = drawsvg.Group(class_=_classes("relation", relation.is_clue))
    group.append(drawsvg.Title(legible(relation.text)))
    ink = _Ink(_CLUE, 1.6) if relation.is_clue else _Ink(_EDGE, 0.8)
    group.append(_rectangle(box, fill=_PAPER, rx=6, ink=ink))
    _write(group, box, is_bold=False)
    return group


def _legend(above: Box, marks: Marks) -> tuple[Sequence[drawsvg.Group], float]:
    """What the marks mean, in as many rows as it takes, and where it ends."""
    parts = []
    x, y = above.left, above.bottom + _LEGEND_ROW
    swatch = Box(0, 0, 30, 16)
    clue = _Ink(_CLUE, 2.6)
    entries: list[tuple[str, drawsvg.DrawingBasicElement]] = [
        ("time node", _rectangle(swatch, fill=_TIME, rx=8, ink=_Ink(_TREE, 1.2))),
        ("entity", _rectangle(swatch, fill=_ENTITY, rx=8, ink=_Ink(_EDGE, 1.2))),
        ("measure", _rectangle(swatch, fill=_MEASURE, rx=3, ink=_Ink(_EDGE, 1.2))),
        ("relation", _stroke(_Ink(_EDGE, 1.2))),
        ("holds at this time", _stroke(_Ink(_OTHER, 1.2), dashes="6 4")),
    ]
    if marks is Marks.CLUES:
        entries += [
            ("asked about", _rectangle(swatch, fill=_TIME, rx=8, ink=clue)),
            ("seed of the question", _rectangle(swatch, fill=_ENTITY, rx=8, ink=clue)),
            ("relation that gives a clue", _stroke(_Ink(_CLUE, 2.0))),
            ("clue at a time asked about", _stroke(_Ink(_CLUE, 1.8), dashes="6 4")),
        ]
    elif marks is Marks.ANSWER:
        entries.append((RESTED_ON, _stroke(_Ink(_CLUE, 2.0))))
    else:
        entries.append((UNMARKED[marks], _stroke(_Ink(_PAPER, 0.0))))
    for words, sample in entries:
        room = 30 + 8 + width(words, TEXT) + 22
        if x + room > above.right and x > above.left:
            x, y = above.left, y + _LEGEND_ROW
        group = drawsvg.Group(class_="legend", transform=f"translate({_px(x + 15)},{_px(y)})")
        group.append(sample)
        group.append(_text(words, 23, 4))
        parts.append(group)
        x += room
    return parts, y + _LEGEND_ROW


def _stroke(ink: _Ink, dashes: str | None = None) -> drawsvg.Line:
    return drawsvg.Line(-15, 0, 15, 0, stroke=ink.colour, stroke_width=ink.width, stroke_dasharray=dashes)


def _rectangle(box: Box, *, fill: str, rx: float, ink: _Ink | None = None) -> drawsvg.Rectangle:
    line = {} if ink is None else {"stroke": ink.colour, "stroke_width": ink.width}
    corners = map(_px, (box.left, box.top, box.width, box.height))
    return drawsvg.Rectangle(*corners, rx=_px(rx), fill=fill, **line)


def _write(group: drawsvg.Group, box: Box, *, is_bold: bool) -> None:
    """Put the lines of a box into its middle."""
    first = box.y - (len(box.text) - 1) * LINE / 2 + TEXT * 0.36
    for place, line in enumerate(box.text):
        weight = "bold" if is_bold else "normal"
        group.append(_text(line, box.x, first + place * LINE, weight=weight, anchor="middle"))


def _text(
    line: str, x: float, y: float, *, size: int = TEXT, fill: str = _INK, weight: str = "normal", anchor: str = "start"
) -> drawsvg.Text:
    return drawsvg.Text(line, size, _px(x), _px(y), fill=fill, font_weight=weight, text_anchor=anchor)


def _marked_last(relations: Sequence[DrawnRelation]) -> list[tuple[int, DrawnRelation]]:
    return sorted(enumerate(relations), key=lambda item: item[1].is_clue)


def _classes(kind: str, is_clue: bool) -> str:
    return f"{kind} clue" if is_clue else kind


def _attribute(text: str) -> str:
    """``text`` as the value of an attribute, which drawsvg writes as it is."""
    return html.escape(legible(text))


def _px(number: float) -> float:
    return round(number, 1)
