"""Where everything of a figure lies, so that no two words meet, whatever the graph.

Each time node that relations hang on has a column of its own, each relation a row of its own, and its label stands
where they cross: the link from the upper layer comes straight down, the edge between its entities straight across.
Entities stand at the sides, mostly subjects on the left and what is said of them on the right.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from timeweave.drawing.lettering import legible, lines, width
from timeweave.drawing.subgraph import DrawnEntity, DrawnNode, DrawnRelation, Subgraph

TEXT = 12  # pixels, of all but the title
TITLE = 15
LINE = 15
ROW = 34
_LEVEL = 48
_MARGIN = 24
_ENTITY = 160  # room for a line of an entity's name
_LABEL = 215  # room for the label of a relation
_GUTTER = 80  # between entities and the nearest label, for curves
_BETWEEN_COLUMNS = 18
_PADDING = 9
_LAYER_GAP = 40
_CAPTION = 22
_ROUNDS = 3
_BOLD = 1.18  # how much wider than others marked words are, at most: in DejaVu Sans
_TWO_LINES, _ONE_LINE = 0, 9  # how much higher than its text a box is: two lines still stand apart from the next row


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its middle, with the lines of text in it."""

    x: float
    y: float
    width: float
    height: float
    text: tuple[str, ...] = ()

    @property
    def left(self) -> float:
        """Its left edge."""
        return self.x - self.width / 2

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width / 2

    @property
    def top(self) -> float:
        """Its upper edge."""
        return self.y - self.height / 2

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height / 2


@dataclass(frozen=True, slots=True)
class Layout:
    """Boxes of time nodes by label, of entities by id, and of relations in their order; ``on_left`` are the entities
    at the left side. The title's lines stand above the two layers.
    """

    width: float
    title: tuple[str, ...]
    upper: Box
    lower: Box
    times: Mapping[str, Box]
    entities: Mapping[str, Box]
    on_left: frozenset[str]
    relations: tuple[Box, ...]


def lay_out(subgraph: Subgraph) -> Layout:
    """Place everything, from the title to the lower edge of the lower layer."""
    columns = _columns(subgraph)
    widths = _column_widths(subgraph, columns)
    on_left = _left_side(subgraph)
    start = float(_MARGIN + 3 * _PADDING + _ENTITY + _GUTTER)
    centres: dict[str, float] = {}
    cursor = start
    for column in columns:
        centres[column] = cursor + widths[column] / 2
        cursor += widths[column] + _BETWEEN_COLUMNS
    inner_right = max(cursor - _BETWEEN_COLUMNS, start + _LABEL)
    total = inner_right + _GUTTER + _ENTITY + 3 * _PADDING + _MARGIN
    title = tuple(lines(legible(subgraph.title), TITLE * _BOLD, total - 2 * _MARGIN, 3))
    upper_top = _MARGIN + len(title) * (TITLE + 6) + 8
    times, upper_bottom = _place_times(subgraph.times, centres, upper_top + _CAPTION)
    lower_top = upper_bottom + _LAYER_GAP
    order = _row_order(subgraph, on_left)
    first_row = lower_top + _CAPTION + ROW / 2
    rows = {number: first_row + ROW * place for place, number in enumerate(order)}
    sides = _sides(subgraph, rows, on_left)
    tallest = max([len(order), *map(len, sides)])
    lower_bottom = lower_top + _CAPTION + ROW * max(tallest, 1) + _PADDING
    xs = (_MARGIN + _PADDING * 2 + _ENTITY / 2, total - _MARGIN - _PADDING * 2 - _ENTITY / 2)
    entities = {
        id_: box
        for side, x in zip(sides, xs, strict=True)
        for id_, box in _place_entities(side, x, first_row - ROW / 2, lower_bottom - _PADDING, subgraph.entities)
    }
    relations = tuple(_label_box(r, centres[_column_of(r)], rows[n]) for n, r in enumerate(subgraph.relations))
    middle, span = total / 2, total - 2 * _MARGIN
    return Layout(
        width=total,
        title=title,
        upper=Box(middle, (upper_top + upper_bottom) / 2, span, upper_bottom - upper_top),
        lower=Box(middle, (lower_top + lower_bottom) / 2, span, lower_bottom - lower_top),
        times=times,
        entities=entities,
        on_left=on_left,
        relations=relations,
    )


def _column_of(relation: DrawnRelation) -> str:
    """The time node under which a relation stands; those without time stand under none."""
    return relation.times[0] if relation.times else ""


def _columns(subgraph: Subgraph) -> list[str]:
    """The time nodes with a column of their own, in order: all that relations hang on, or that nothing is below."""
    linked = {time for relation in subgraph.relations for time in relation.times}
    parents = {node.parent for node in subgraph.times}
    columns = [node.label for node in subgraph.times if node.label in linked or node.label not in parents]
    return [*columns, ""] if any(not r.times for r in subgraph.relations) else columns


def _column_widths(subgraph: Subgraph, columns: Iterable[str]) -> dict[str, float]:
    widths = {column: width(column, TEXT * _BOLD) + 2 * _PADDING for column in columns}
    for relation in subgraph.relations:
        column = _column_of(relation)
        widths[column] = max(widths[column], _label_box(relation, 0, 0).width)
    return widths


def _label_box(relation: DrawnRelation, x: float, y: float) -> Box:
    text = tuple(lines(legible(relation.label), TEXT, _LABEL, 1))
    return Box(x, y, width(text[0], TEXT) + 2 * _PADDING, LINE + 7, text)


def _place_times(nodes: Sequence[DrawnNode], centres: Mapping[str, float], top: float) -> tuple[dict[str, Box], float]:
    """Boxes by label, a row to each level that there is, and the lower edge of the layer.

    A node without a column stands over the middle of what is below it.
    """
    levels = sorted({node.level for node in nodes})
    below: dict[str, list[float]] = defaultdict(list)
    placed: dict[str, Box] = {}
    for node in sorted(nodes, key=lambda n: -n.level):
        x = centres.get(node.label)
        if x is None:
            x = (min(below[node.label]) + max(below[node.label])) / 2
        if node.parent is not None:
            below[node.parent].append(x)
        y = top + _LEVEL * (levels.index(node.level) + 0.5)
        text = legible(node.label)
        placed[node.label] = Box(x, y, width(text, TEXT * _BOLD) + 2 * _PADDING, LINE + 11, (text,))
    return {node.label: placed[node.label] for node in nodes}, top + _LEVEL * max(len(levels), 1)


def _left_side(subgraph: Subgraph) -> frozenset[str]:
    """Those entities that stand at the left: as few relations as may be have both ends at one side.

    Entities choose in turn, those with most relations first, the side away from their neighbours; where that leaves
    them free, subjects go left. Measures always stand at the right.
    """
    neighbours: dict[str, Counter[str]] = {entity.id: Counter() for entity in subgraph.entities}
    balance: Counter[str] = Counter()
    for relation in subgraph.relations:
        if relation.source != relation.target:
            neighbours[relation.source][relation.target] += 1
            neighbours[relation.target][relation.source] += 1
        balance[relation.source] += 1
        balance[relation.target] -= 1
    is_left = {entity.id: False for entity in subgraph.entities if entity.is_measure}
    free = [entity.id for entity in subgraph.entities if not entity.is_measure]
    free.sort(key=lambda id_: -neighbours[id_].total())
    for _ in range(_ROUNDS):
        for id_ in free:
            pull = sum(n if is_left[other] else -n for other, n in neighbours[id_].items() if other in is_left)
            is_left[id_] = pull < 0 or (pull == 0 and balance[id_] >= 0)
    return frozenset(id_ for id_, left in is_left.items() if left)


def _row_order(subgraph: Subgraph, on_left: frozenset[str]) -> list[int]:
    """The relations from top to bottom: those of one entity together, clues first, then in order of time."""
    clues = Counter(end for r in subgraph.relations if r.is_clue for end in (r.source, r.target))
    ranked = sorted(range(len(subgraph.entities)), key=lambda n: (-clues[subgraph.entities[n].id], n))
    rank = {subgraph.entities[n].id: place for place, n in enumerate(ranked)}
    times = {node.label: place for place, node in enumerate(subgraph.times)}

    def key(number: int) -> tuple[int, int, int, int]:
        relation = subgraph.relations[number]
        ends = sorted((relation.source, relation.target), key=lambda end: end not in on_left)
        when = times[relation.times[0]] if relation.times else len(times)
        return (rank[ends[0]], rank[ends[1]], when, number)

    return sorted(range(len(subgraph.relations)), key=key)


def _sides(
    subgraph: Subgraph, rows: Mapping[int, float], on_left: frozenset[str]
) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
    """The entities of either side with the height at which they would best stand, from top to bottom."""
    heights: dict[str, list[float]] = {entity.id: [] for entity in subgraph.entities}
    for number, relation in enumerate(subgraph.relations):
        heights[relation.source].append(rows[number])
        heights[relation.target].append(rows[number])
    wanted = [(id_, sum(ys) / len(ys) if ys else 0.0) for id_, ys in heights.items()]
    wanted.sort(key=lambda item: item[1])
    return [w for w in wanted if w[0] in on_left], [w for w in wanted if w[0] not in on_left]


def _place_entities(
    side: Sequence[tuple[str, float]], x: float, top: float, bottom: float, entities: Sequence[DrawnEntity]
) -> Iterable[tuple[str, Box]]:
    """Boxes as near as may be to where they would stand, without touching one another."""
    names = {entity.id: entity.name for entity in entities}
    ys: list[float] = []
    for _, wanted in side:
        ys.append(max(wanted, ys[-1] + ROW) if ys else max(wanted, top + ROW / 2))
    limit = bottom - ROW / 2
    for place in reversed(range(len(ys))):
        ys[place] = min(ys[place], limit)
        limit = ys[place] - ROW
    for (id_, _), y in zip(side, ys, strict=True):
        text = tuple(lines(legible(names[id_]), TEXT * _BOLD, _ENTITY, 2))
        yield (
            id_,
            Box(x, y, _ENTITY + 2 * _PADDING, LINE * len(text) + (_TWO_LINES if len(text) > 1 else _ONE_LINE), text),
        )
