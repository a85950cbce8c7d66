"""The figure of an answer marks what that answer rests on, and nothing else, by real answers of real stores."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.drawing.figure import RESTED_ON, UNMARKED
from timeweave.drawing.subgraph import DrawnRelation, Marks, Subgraph
from timeweave.records import Citation

TEXTS = {
    "2024-02-06": "Quillon Instruments had revenue of $52.4 million in the fourth quarter of 2023.",
    "2024-04-11": (
        "Quillon Instruments had revenue of $49.8 million in the fourth quarter of 2023, as restated today."
        " Quillon Instruments had revenue of $46.9 million in the third quarter of 2023."
    ),
    "2024-05-02": (
        "Norvik Mills had revenue of $8 million in the first quarter of 2024."
        " Norvik Mills had operating income of $2 million in the first quarter of 2024."
    ),
    "2024-08-08": "The Ferrite team has published a new point release of Ferrite, 1.80.1.",
    "2025-02-20": (
        "The Ferrite team is happy to announce a new version of Ferrite, 1.85.0."
        " We are excited to announce that the Ferrite 2024 Edition is now stable!"
    ),
    "2025-03-01": "Ann Lee walked along the harbour of Sarn and saw that the old crane was painted green.",
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("resting") / "kb") as kb:
        documents = [Document(day, text, date=dt.date.fromisoformat(day)) for day, text in TEXTS.items()]
        assert kb.add(documents, workers=1).added == len(TEXTS)
        yield kb


def marked(drawn: Subgraph) -> list[str]:
    return [f"{r.subject} {r.relation} {r.value}" for r in drawn.relations if r.is_clue]


def overlapping(kb: KnowledgeBase, relation: DrawnRelation, cited: Sequence[Citation]) -> bool:
    """Whether the fact is stated where the answer cites."""
    places = kb.explain(relation.fact).fact.supports
    return any(
        s.document_id == c.document_id and s.span.start < c.end and c.start < s.span.end for s in places for c in cited
    )


def test_the_fact_of_the_answer_is_marked_and_others_of_its_time_are_not(kb: KnowledgeBase) -> None:
    """Also where a figure was restated: the question's time has both values, the answer one (TG-22)."""
    answer = kb.ask("What was Quillon's revenue in the fourth quarter of 2023?")
    assert answer.answer.startswith("$49.8 million")
    drawn = kb.subgraph(answer)
    assert marked(drawn) == ["Quillon Instruments revenue $49.8 million"]
    assert "$52.4 million" in [r.value for r in drawn.relations]
    assert [node.label for node in drawn.times if node.is_clue] == ["2023", "2023-Q4"]
    assert [entity.name for entity in drawn.entities if entity.is_clue] == ["Quillon Instruments", "revenue"]
    assert drawn.marks is Marks.ANSWER
    assert drawn.title.endswith(f"→ {answer.answer}")


def test_all_values_that_an_answer_is_worked_out_of_are_marked(kb: KnowledgeBase) -> None:
    answer = kb.ask("How did Quillon's revenue change from the third to the fourth quarter of 2023?")
    assert sorted(marked(kb.subgraph(answer))) == [
        "Quillon Instruments revenue $46.9 million",
        "Quillon Instruments revenue $49.8 million",
    ]


def test_of_a_passage_with_several_facts_those_that_tell_the_values_are_marked(kb: KnowledgeBase) -> None:
    """Not what else is said in the same breath; where none tells a value, as of a quotation, all."""
    answer = kb.ask("What was Norvik Mills' revenue in the first quarter of 2024?")
    text = TEXTS["2024-05-02"]
    whole = tuple(replace(cited, start=0, end=len(text), quote=text) for cited in answer.citations)
    cited = replace(answer, citations=whole)
    assert marked(kb.subgraph(cited)) == ["Norvik Mills revenue $8 million"]
    assert sorted(marked(kb.subgraph(replace(cited, values=())))) == [
        "Norvik Mills operating income $2 million",
        "Norvik Mills revenue $8 million",
    ]


def test_an_answer_outside_of_the_time_asked_about_is_marked_all_the_same(kb: KnowledgeBase) -> None:
    """A year in a name is no time: "the 2024 edition" came out in 2025, and what came out in 2024 is no answer."""
    answer = kb.ask("When was the Ferrite 2024 edition released?")
    assert "2025-02-20" in answer.answer
    drawn = kb.subgraph(answer)
    assert marked(drawn) == ["Ferrite released Ferrite 2024"]
    assert all(r.is_clue == overlapping(kb, r, answer.citations) for r in drawn.relations)
    assert not any(node.is_clue for node in drawn.times if node.label.startswith("2024"))


def test_a_refusal_marks_nothing_and_says_so(kb: KnowledgeBase) -> None:
    answer = kb.ask("What was Quillon's revenue in the first quarter of 2019?")
    assert answer.refused
    drawn = kb.subgraph(answer)
    assert drawn.relations
    assert not marked(drawn)
    assert not any(part.is_clue for part in (*drawn.times, *drawn.entities))
    assert drawn.marks is Marks.REFUSED
    assert "No answer" in drawn.title
    assert UNMARKED[Marks.REFUSED] in words_of(kb.figure(answer))


def test_an_answer_of_text_alone_marks_nothing_and_says_so(kb: KnowledgeBase) -> None:
    answer = kb.ask("What did Ann Lee see in the harbour of Sarn?")
    assert "crane" in answer.answer
    drawn = kb.subgraph(answer)
    assert not marked(drawn)
    assert drawn.marks is Marks.TEXT
    assert UNMARKED[Marks.TEXT] in words_of(kb.figure(answer))


def test_the_picture_says_what_red_is(kb: KnowledgeBase) -> None:
    """What an answer rests on; of a search, which answers nothing, what gave it its clues."""
    question = "What was Quillon's revenue in the fourth quarter of 2023?"
    answered, found = kb.figure(kb.ask(question)), kb.figure(kb.search(question, explain=True))
    assert RESTED_ON in words_of(answered)
    assert RESTED_ON not in words_of(found)
    assert "seed of the question" in words_of(found)


def words_of(svg: str) -> str:
    return " ".join("".join(ElementTree.fromstring(svg).itertext()).split())
