"""TG-03: what is told of common nouns, where it is asked for, beside what is told of names and apart from it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import KnowledgeBase
from timeweave.extraction.pipeline import extract
from timeweave.language.concepts import concept_key
from timeweave.records import Document, Extraction, Fact, GivenFact, Span

DAY = dt.date(2024, 5, 7)
MINUTES = Document(
    "minutes",
    "The council approved the budget on 12 March 2024. Halden Foods bought Orvex in May 2023. "
    "Apple said that apples are a source of fibre. Urban legends reflect fears.",
    date=DAY,
)


def _read(text: str) -> Extraction:
    return extract(Document("x", text, date=DAY), concepts=True)


def _told(text: str) -> set[str]:
    return {_in_words(fact) for fact in _read(text).facts}


def _in_words(fact: Fact) -> str:
    marks = "".join(f" ({value})" for _, value in fact.qualifiers)
    return f"{fact.subject} | {fact.relation} | {fact.object}{marks}".replace("concept:", "")


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Chlorophyll cells absorb light energy.", {"chlorophyll cell | absorbs | light energy"}),
        ("The eggs are laid on the underside of leaves.", {"egg | is laid on | underside of leave"}),
        ("Bees play a crucial role in agriculture.", {"bee | plays crucial role in | agriculture"}),
        ("Aspirin is used to treat pain.", {"aspirin | is used to treat | pain"}),
        ("Exercise can reduce stress.", {"exercise | can reduce | stress (possible)"}),
        (
            "Many crops, such as almonds, depend on bees.",
            {"crop | depends on | bee (many)", "almond | depends on | bee"},
        ),
        ("Building a rocket requires careful planning.", {"building rocket | requires | careful planning"}),
        ("The council approved the budget.", {"council | approved | budget"}),
        ("Bees are responsible for pollinating plants.", {"bee | is responsible for pollinating | plant"}),
        ("Ferns are plants that produce spores.", {"fern | is | plant", "fern | produces | spore"}),
        (
            "Female butterflies lay eggs. They feed on nectar.",
            {"female butterfly | lay | egg", "female butterfly | feeds on | nectar"},
        ),
    ],
)
def test_what_is_told_of_concepts(sentence: str, told: set[str]) -> None:
    """Verbs, passives, what nouns lead to, purposes, abilities, quantities, instances, deeds and pronouns."""
    assert _told(sentence) == told


@pytest.mark.parametrize(
    "sentence",
    [
        "Exercise does not reduce stress.",
        "Does exercise reduce stress?",
        "This process reduces stress.",
        "My son reduces stress.",
        "If exercise reduces stress, tell me.",
        "Critics believe that exercise reduces stress.",
        "Plants that need shade grow in forests.",
        "Exercise will reduce stress.",
    ],
)
def test_what_is_not_told(sentence: str) -> None:
    """Nothing that is denied, asked, supposed or to come, nor of what only the text knows or only some of a kind do."""
    assert _told(sentence) == set()


def test_a_fact_has_its_time_and_place() -> None:
    """A concept's fact is cited and dated as any other."""
    found = extract(MINUTES, concepts=True)
    fact = next(f for f in found.facts if f.relation == "approved")
    span = next(s.span for s in found.supports if s.fact == fact.id)
    assert str(fact.valid) == "2024-03-12"
    assert MINUTES.text[span.start : span.end] == "council approved the budget on 12 March 2024"


def test_concepts_only_add() -> None:
    """The facts, statements and mentions of names are the same with concepts as without."""
    without, with_ = extract(MINUTES), extract(MINUTES, concepts=True)
    assert set(without.facts) < set(with_.facts)
    assert without.statements == with_.statements
    assert set(with_.mentions) - set(without.mentions) == {m for m in with_.mentions if m.type == "CONCEPT"}


def test_keys() -> None:
    """Number, case and determiners do not count; no concept has the key of a name."""
    assert concept_key("the Urban Legends") == concept_key("urban legend") == "concept:urban legend"
    assert concept_key("concept:urban legend") == "concept:urban legend"
    assert {m.entity for m in extract(MINUTES, concepts=True).mentions} >= {"apple", "concept:apple"}


def test_a_given_concept_is_one() -> None:
    """What an export calls by the key of a concept is that concept again, under its words."""
    given = GivenFact("concept:urban legend", "reflects", "concept:fear", None, Span(0, 5), "CONCEPT", "CONCEPT")
    found = extract(Document("g", "facts", facts=(given,)))
    assert [(f.subject, f.object) for f in found.facts] == [("concept:urban legend", "concept:fear")]
    assert {m.surface for m in found.mentions} == {"urban legend", "fear"}


@pytest.fixture(scope="module")
def minutes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder: Path = tmp_path_factory.mktemp("minutes")
    (folder / "timeweave.toml").write_text("[extraction]\nconcepts = true\n")
    with timeweave.open(folder / "kb") as kb:
        kb.add([MINUTES])
        yield kb


def test_names_come_first(minutes: KnowledgeBase) -> None:
    """Entities and reports are of names; concepts are listed where they are asked for, and looked up by their words."""
    assert {info.type for info in minutes.entities.most_mentioned().entities} == {"ORG"}  # Orvex is one, too
    assert {info.type for info in minutes.entities.most_mentioned(concepts=True).entities} == {"CONCEPT"}
    assert [r.fact.object for r in minutes.timeline("an urban legend").facts] == ["concept:fear"]
    assert minutes.timeline("Apple").entity.id == "apple"
    assert "budget" not in str(minutes.report("2024"))


def test_off_by_default(minutes: KnowledgeBase, tmp_path: Path) -> None:
    """Without the setting there are none, unless a call asks for them; a call can leave them out too."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([MINUTES])
        assert kb.entities.most_mentioned(concepts=True).total == 0
        kb.add([MINUTES], reread=True, concepts=True)
        assert (
            kb.entities.most_mentioned(concepts=True).total == minutes.entities.most_mentioned(concepts=True).total > 0
        )
