"""No two words meet, whatever the graph."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from timeweave.drawing.layout import TITLE, lay_out
from timeweave.drawing.lettering import width
from timeweave.drawing.subgraph import DrawnEntity, DrawnNode, DrawnRelation, Subgraph

YEARS = [DrawnNode(str(year), 0, None) for year in (2021, 2022, 2023)]
QUARTERS = [DrawnNode(f"{y.label}-Q{n}", 1, y.label) for y in YEARS for n in (1, 2, 3, 4)]
MONTHS = [DrawnNode(f"{q.parent}-{3 * int(q.label[-1]) - k:02}", 2, q.label) for q in QUARTERS for k in (2, 0)]
NODES = {node.label: node for node in (*YEARS, *QUARTERS, *MONTHS)}
ORDER = sorted(NODES, key=lambda label: (label[:4], NODES[label].level, label))


def with_ancestors(labels):
    wanted = set()
    for label in labels:
        current = label
        while current is not None:
            wanted.add(current)
            current = NODES[current].parent
    return tuple(NODES[label] for label in ORDER if label in wanted)


@st.composite
def subgraphs(draw):
    names = draw(st.lists(st.text("ABcd &", max_size=40), min_size=1, max_size=12))
    entities = [DrawnEntity(f"e{n}", name, is_measure=n % 3 == 2, is_clue=n % 2 == 0) for n, name in enumerate(names)]
    ends = st.sampled_from([e.id for e in entities])
    times = st.lists(st.sampled_from(ORDER), max_size=2, unique=True).map(tuple)
    relation = st.builds(DrawnRelation, ends, ends, st.text("xyz $%.9", max_size=40), st.just(""), times, st.booleans())
    relations = draw(st.lists(relation, max_size=24))
    asked = draw(st.lists(st.sampled_from(ORDER), max_size=3))
    nodes = with_ancestors({t for r in relations for t in r.times} | set(asked))
    return Subgraph(draw(st.text(max_size=200)), nodes, tuple(entities), tuple(relations))


def meet(one, other):
    return one.left < other.right and other.left < one.right and one.top < other.bottom and other.top < one.bottom


@settings(max_examples=60, deadline=None)
@given(subgraphs())
def test_no_boxes_meet_and_all_lie_in_their_layer(subgraph):
    """Time nodes, entities and labels are apart from one another and inside the picture (TG-22)."""
    layout = lay_out(subgraph)
    assert [*layout.times] == [n.label for n in subgraph.times]
    assert {*layout.entities} == {e.id for e in subgraph.entities}
    assert len(layout.relations) == len(subgraph.relations)
    upper, lower = [*layout.times.values()], [*layout.entities.values(), *layout.relations]
    for one, other in itertools.combinations([*upper, *lower], 2):
        assert not meet(one, other), (one, other)
    for box, layer in [*((b, layout.upper) for b in upper), *((b, layout.lower) for b in lower)]:
        assert layer.left <= box.left
        assert box.right <= layer.right
        assert layer.top <= box.top
        assert box.bottom <= layer.bottom
    assert layout.upper.bottom < layout.lower.top
    assert layout.lower.right <= layout.width


@settings(max_examples=30, deadline=None)
@given(subgraphs())
def test_a_line_of_text_fits_its_box(subgraph):
    """Names are broken and cut to the room that they have."""
    layout = lay_out(subgraph)
    for box in (*layout.times.values(), *layout.entities.values(), *layout.relations):
        assert all(width(line, 12) <= box.width for line in box.text)
        assert len(box.text) * 15 <= box.height + 3


@settings(max_examples=30, deadline=None)
@given(subgraphs())
def test_a_relation_stands_in_the_column_of_its_time_and_a_row_of_its_own(subgraph):
    """So that its link comes straight down and its edge runs level."""
    layout = lay_out(subgraph)
    for relation, box in zip(subgraph.relations, layout.relations, strict=True):
        if relation.times:
            assert box.x == layout.times[relation.times[0]].x
    assert len({box.y for box in layout.relations}) == len(subgraph.relations)


def test_the_ends_of_a_relation_stand_at_opposite_sides_where_they_can():
    """A chain a → b → c is no bipartite column of subjects and one of objects, and still no line turns back."""
    entities = tuple(DrawnEntity(name, name) for name in "abcd")
    relations = tuple(DrawnRelation(s, t, "r", "") for s, t in ("ab", "bc", "cd"))
    layout = lay_out(Subgraph("", (), entities, relations))
    assert all((r.source in layout.on_left) != (r.target in layout.on_left) for r in relations)


def test_long_words_are_broken_and_cut():
    """A name has two lines, a label one; both end where their box does."""
    long = "consolidated revenue of the whole group before extraordinary items " * 3
    entities = (DrawnEntity("a", long, is_clue=True), DrawnEntity("m", "W" * 80, is_measure=True))
    layout = lay_out(Subgraph(long, (), entities, (DrawnRelation("a", "m", long, ""),)))
    boxes = [*layout.entities.values(), *layout.relations]
    assert [len(box.text) for box in boxes] == [2, 1, 1]
    assert all(box.text[-1].endswith("…") for box in boxes)
    assert all(width(line, 12) <= box.width for box in boxes for line in box.text)
    assert all(width(line, 15) <= layout.width for line in layout.title)


def test_entities_that_crowd_at_the_bottom_make_room_upwards():
    """Two at one height, the last of all, do not hang out of their layer."""
    entities = (DrawnEntity("a", "a"), *(DrawnEntity(f"m{n}", "m", is_measure=True) for n in range(3)))
    relations = (*(DrawnRelation("a", "m0", f"{n}", "") for n in range(3)), DrawnRelation("m1", "m2", "r", ""))
    layout = lay_out(Subgraph("", (), entities, relations))
    boxes = [layout.entities[name] for name in ("m0", "m1", "m2")]
    assert not any(meet(one, other) for one, other in itertools.combinations(boxes, 2))
    assert boxes[2].bottom <= layout.lower.bottom


def test_measures_stand_at_the_right_of_their_subject():
    """As one reads: who, how much, of what."""
    entities = (DrawnEntity("acme", "Acme"), DrawnEntity("relation:sales", "sales", is_measure=True))
    layout = lay_out(Subgraph("", (), entities, (DrawnRelation("acme", "relation:sales", "$1", ""),)))
    assert layout.on_left == {"acme"}
    assert layout.entities["acme"].right < layout.relations[0].left
    assert layout.relations[0].right < layout.entities["relation:sales"].left


def test_boxes_of_two_lines_leave_room_between_their_rims():
    """Of names in rows next to each other no rim, which is up to 2.6 pixels wide, touches the next."""
    names = [DrawnEntity(f"e{n}", "Consolidated Manufacturing Corporation", is_clue=True) for n in range(4)]
    relations = tuple(DrawnRelation(f"e{n}", f"e{n + 2}", "owns", "") for n in (0, 1))
    layout = lay_out(Subgraph("", (), tuple(names), relations))
    for side in ("e0", "e1"), ("e2", "e3"):
        upper, lower = sorted((layout.entities[id_] for id_ in side), key=lambda box: box.y)
        assert len(upper.text) == len(lower.text) == 2
        assert lower.top - upper.bottom > 2.6


def test_the_title_keeps_to_the_picture():
    """A line of it in the widest of common faces ends before the right margin."""
    bold = {"a": 0.675, "e": 0.678, "n": 0.712, "o": 0.687, "d": 0.716, " ": 0.348}  # DejaVu Sans Bold, in ems
    layout = lay_out(Subgraph("one and a node one " * 20, (), (), ()))
    for line in layout.title[:-1]:
        assert TITLE * sum(bold[c] for c in line) <= layout.upper.width
