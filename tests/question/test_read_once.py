"""A question is read where evidence is looked for, and not again where it is answered."""

import datetime as dt

import pytest

import timeweave
from timeweave import Document
from timeweave.question import kinds
from timeweave.question import question as reading

DOCUMENTS = [
    Document(
        id="halden",
        text="Mara Lind became chief executive officer of Halden Optics in March 2019. Halden Optics sells lenses.",
        date=dt.date(2024, 1, 20),
    )
]


@pytest.fixture
def calls(monkeypatch):
    """The texts that entities are looked for in, and those whose kind of answer is read."""
    linked, sought = [], []
    link, kind = reading.link_entities, kinds.kind_of

    def link_counted(text, *args):
        linked.append(text)
        return link(text, *args)

    def kind_counted(text):
        sought.append(text)
        return kind(text)

    monkeypatch.setattr(reading, "link_entities", link_counted)
    monkeypatch.setattr(vars(reading.Question)["kind"], "_read", kind_counted)
    return linked, sought


def test_a_question_is_read_once(tmp_path, calls):
    """An ask looks for the entities of its question once and reads once which kind of answer it wants."""
    question = "Who was chief executive officer of Halden Optics in 2023?"
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(DOCUMENTS)
        answer = kb.ask(question)
    assert "Mara Lind" in answer.answer
    assert calls == ([question], [question])


def test_a_result_carries_its_question(tmp_path):
    """What a search read of its question goes with its result."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(DOCUMENTS)
        found = kb.search("Who was chief executive officer of Halden Optics in 2023?")
    assert found.asked.text == found.question
    assert found.asked.kind is kinds.Kind.WHO
    assert found.asked.scope == found.scope
    assert found.entities == tuple(e.name for e in found.asked.entities) == ("Halden Optics",)
