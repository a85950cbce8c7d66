"""The picture shows all of its subgraph, marks what is to be marked and nothing else, and is sound XML in any case."""

import xml.etree.ElementTree as ET

import pytest

from timeweave.drawing.figure import NOTHING, draw
from timeweave.drawing.subgraph import DrawnEntity, DrawnNode, DrawnRelation, Subgraph

SVG = "{http://www.w3.org/2000/svg}"

ACME = Subgraph(
    title="What was Acme's revenue in 2023-Q2?",
    times=(
        DrawnNode("2023", 0, None),
        DrawnNode("2023-Q1", 1, "2023"),
        DrawnNode("2023-Q2", 1, "2023", is_clue=True),
    ),
    entities=(
        DrawnEntity("acme", "Acme Corp", is_clue=True),
        DrawnEntity("relation:revenue", "revenue", is_measure=True, is_clue=True),
        DrawnEntity("ann lee", "Ann Lee"),
    ),
    relations=(
        DrawnRelation("acme", "relation:revenue", "$2.1 billion", "Acme sold for $2.1 billion.", ("2023-Q1",)),
        DrawnRelation(
            "acme", "relation:revenue", "$2.8 billion", "It sold for $2.8 billion.", ("2023-Q2",), is_clue=True
        ),
        DrawnRelation("acme", "ann lee", "led by", "Ann Lee leads Acme.", ("2023-Q1", "2023-Q2"), is_clue=True),
        DrawnRelation("ann lee", "acme", "founded", "Ann Lee founded Acme."),
    ),
)


def groups(svg, kind):
    """(attributes, all its text) of the groups of one class, in order."""
    found = [g for g in ET.fromstring(svg).iter(f"{SVG}g") if g.get("class", "").split()[:1] == [kind]]
    return [(g.attrib, "".join(t for part in g.iter(f"{SVG}text") for t in part.itertext())) for g in found]


def marked(svg, kind):
    return [words for attributes, words in groups(svg, kind) if "clue" in attributes["class"].split()]


def test_everything_is_drawn_once():
    """Every time node, entity, relation, step of the hierarchy and link between the layers is there (TG-22)."""
    svg = draw(ACME)
    assert [words for _, words in groups(svg, "time")] == ["2023", "2023-Q1", "2023-Q2"]
    assert [words for _, words in groups(svg, "entity")] == ["Acme Corp", "revenue", "Ann Lee"]
    assert [words for _, words in groups(svg, "relation")] == ["$2.1 billion", "$2.8 billion", "led by", "founded"]
    assert sorted(int(a["data-number"]) for a, _ in groups(svg, "edge")) == [0, 1, 2, 3]
    assert [(a["data-parent"], a["data-node"]) for a, _ in groups(svg, "child")] == [
        ("2023", "2023-Q1"),
        ("2023", "2023-Q2"),
    ]
    links = sorted((a["data-node"], int(a["data-number"])) for a, _ in groups(svg, "link"))
    assert links == [("2023-Q1", 0), ("2023-Q1", 2), ("2023-Q2", 1), ("2023-Q2", 2)]
    assert ACME.title in "".join(ET.fromstring(svg).itertext())


def test_only_clues_are_marked():
    """The nodes asked about, the seeds, the edges that scored, and the links between the two of them."""
    svg = draw(ACME)
    assert marked(svg, "time") == ["2023-Q2"]
    assert marked(svg, "entity") == ["Acme Corp", "revenue"]
    assert marked(svg, "relation") == ["$2.8 billion", "led by"]
    assert [a["data-number"] for a, _ in groups(svg, "edge") if "clue" in a["class"]] == ["1", "2"]
    links = [(a["data-node"], a["data-number"]) for a, _ in groups(svg, "link") if "clue" in a["class"]]
    assert links == [("2023-Q2", "1"), ("2023-Q2", "2")]


def test_links_between_the_layers_are_dashed_and_relations_are_not():
    """As in the paper's figure."""
    dashed = {"child": set(), "edge": set(), "link": set()}
    for group in ET.fromstring(draw(ACME)).iter(f"{SVG}g"):
        kind = group.get("class", "").split()[0]
        if kind in dashed:
            dashed[kind] |= {"stroke-dasharray" in path.attrib for path in group.findall(f"{SVG}path")}
    assert dashed == {"child": {False}, "edge": {False}, "link": {True}}


def test_a_relation_says_its_fact_in_full_when_pointed_at():
    """The label is short; the words of the fact are its title."""
    titles = [t.text for t in ET.fromstring(draw(ACME)).iter(f"{SVG}title")]
    assert [t for t in titles if t.endswith(".")] == [r.text for r in ACME.relations]


def test_the_same_subgraph_gives_the_same_picture():
    """Byte for byte."""
    assert draw(ACME) == draw(ACME)


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert('x')</script>",
        "A&B \"quoted\" 'twice' ]]> <!-- -->",
        "\x00\x1b[31m\ud800 control\u2028line\nbreak",
        "</text></svg>",
        "شركة المثال",
        "例" * 200,
        "",
        " ",
    ],
)
def test_a_hostile_name_stays_text(name):
    """It is escaped, cut or replaced; it opens no element and breaks no attribute."""
    hostile = Subgraph(
        title=name,
        times=(DrawnNode("2023", 0, None),),
        entities=(DrawnEntity(name, name), DrawnEntity("other", name, is_measure=True)),
        relations=(DrawnRelation(name, "other", name, name, ("2023",)),),
    )
    plain = ET.fromstring(
        draw(
            Subgraph(
                "x",
                hostile.times,
                (DrawnEntity("x", "x"), DrawnEntity("other", "x", is_measure=True)),
                (DrawnRelation("x", "other", "x", "x", ("2023",)),),
            )
        )
    )
    root = ET.fromstring(draw(hostile))
    kinds = {element.tag for element in plain.iter()}
    assert {element.tag for element in root.iter()} == kinds
    assert not any(key.startswith("on") for element in root.iter() for key in element.attrib)
    assert len(groups(draw(hostile), "entity")) == 2


def test_a_short_hostile_name_is_shown_as_it_is():
    """Escaping does not change what is read."""
    subgraph = Subgraph("t", (), (DrawnEntity("a", "A&B <x>"),), ())
    assert [words for _, words in groups(draw(subgraph), "entity")] == ["A&B <x>"]


def test_an_empty_subgraph_is_a_picture_too():
    """The two layers and the legend, for a question that found nothing."""
    svg = draw(Subgraph("Nothing?", (), (), ()))
    assert len(groups(svg, "layer")) == 2
    assert groups(svg, "legend")
    assert not groups(svg, "entity")


def test_a_figure_of_nothing_says_so():
    """Where no relation was found the lower layer tells it; else it does not."""
    assert NOTHING in draw(Subgraph("Who?", (), (), ()))
    assert NOTHING not in draw(ACME)
