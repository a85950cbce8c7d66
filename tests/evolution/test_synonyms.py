"""Relations that go by several names: which are one, what that does to what is read, and what people say of it."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.embedding import get_embedder
from timeweave.errors import NotFoundError, UsageError
from timeweave.evolution.synonyms.linking import Linker, Schema, linked
from timeweave.records import GivenFact, Span
from timeweave.temporal.interval import Interval


def register(number: int, *facts: tuple[str, str, str, str], year: int = 2020) -> Document:
    """A register of dated triples, people called by two words and bodies by one."""
    lines = [f"{subject} {relation} {other}" for subject, relation, other, _ in facts]
    starts = [sum(len(line) + 1 for line in lines[:index]) for index in range(len(lines))]
    given = tuple(
        GivenFact(
            subject,
            relation,
            other,
            Interval.parse(valid),
            Span(start, start + len(line)),
            subject_type="person" if " " in subject else "organization",
            object_type="person" if " " in other else "organization",
            is_literal=False,
        )
        for (subject, relation, other, valid), line, start in zip(facts, lines, starts, strict=True)
    )
    text = "\n".join(lines)
    return Document(id=f"r{number}", title="t", text=text, date=dt.date(year, 1, 1), facts=given)


RECORDS = [
    register(1, ("Ann Quill", "stands by", "Herald", "2001/2004"), ("Ben Moss", "stands by", "Herald", "2003/..")),
    register(2, ("Herald", "was purchased by", "Globe", "2015"), ("Globe", "acquired", "Courier", "2016"), year=2021),
    register(3, ("Globe", "lauded", "Ann Quill", "2017"), ("Globe", "praised", "Ben Moss", "2018"), year=2022),
]


@pytest.fixture
def kb(tmp_path: Path) -> KnowledgeBase:
    base = timeweave.open(tmp_path / "kb")
    base.add(RECORDS)
    return base


def told(kb: KnowledgeBase, entity: str, relation: str | None = None, as_of: str | None = None) -> set[tuple[str, ...]]:
    found = kb.timeline(entity, relation, as_of=as_of).facts
    return {(r.fact.subject, r.fact.relation, r.fact.object) for r in found}


def synonym(kb: KnowledgeBase, name: str, as_of: str | None = None) -> tuple[str, bool, str] | None:
    (info,) = [r for r in kb.relations(as_of=as_of) if r.name == name]
    return info.synonym and (info.synonym.of, info.synonym.inverse, info.synonym.by)


def test_the_table_goes_before_meaning(kb: KnowledgeBase) -> None:
    """EK-07: what the table of relations knows in another form goes by its name there, from the other end if need be;
    what it does not know goes by what is near in meaning, with a score.
    """
    assert synonym(kb, "was purchased by") == ("acquired", True, "table")
    assert synonym(kb, "lauded") == ("praised", False, "meaning") or synonym(kb, "praised") == (
        "lauded",
        False,
        "meaning",
    )
    assert synonym(kb, "stands by") is None
    (info,) = [r for r in kb.relations() if r.synonym is not None and r.synonym.by == "meaning"]
    assert 0.8 <= info.synonym.score < 1.0


def test_a_timeline_has_the_facts_of_all_names(kb: KnowledgeBase) -> None:
    """EK-07: one relation by several names is told as one, and found by any of them; the words stay as they were."""
    assert told(kb, "Globe", "acquired") == {("globe", "acquired", "herald"), ("globe", "acquired", "courier")}
    assert told(kb, "Globe", "lauded") == told(kb, "Globe", "praised")
    assert len(told(kb, "Globe", "praised")) == 2
    (fact,) = [r.fact for r in kb.timeline("Herald", "acquired").facts]
    assert fact.text.startswith("herald: was purchased by globe")


@pytest.mark.parametrize("question", ["Who did Globe praise?", "Who did Globe laud?"])
def test_a_question_finds_the_facts_of_all_names(kb: KnowledgeBase, question: str) -> None:
    """EK-07: a question over one relation is answered from the facts of its synonyms, too."""
    answer = kb.ask(question, mode="reason").answer
    assert "Ann Quill" in answer
    assert "Ben Moss" in answer


def test_one_name_follows_another(tmp_path: Path) -> None:
    """EK-06, EK-07: what is told by one name ends what was told by another, of a relation that has one value."""
    kb = timeweave.open(tmp_path / "kb")
    kb.add(
        [
            register(1, ("Acme", "headquarters", "Harlow", "2001/..")),
            register(2, ("Acme", "nerve centre", "Dover", "2010/.."), year=2021),
        ]
    )
    assert [str(r.valid) for r in kb.timeline("Acme").facts] == ["2001/..", "2010/.."]
    kb.set_synonym("nerve centre", "headquarters", "same")
    assert [str(r.valid) for r in kb.timeline("Acme").facts] == ["2001/2009", "2010/.."]


def test_as_of_a_day_only_what_was_visible_counts(kb: KnowledgeBase) -> None:
    """TK-05, EK-07: synonyms are derived from what is visible, and gone with it."""
    assert told(kb, "Herald", "acquired", as_of="2020-12-31") == set()
    before = {name: synonym(kb, name) for name in ("lauded", "praised")}
    kb.remove("r1")
    assert {name: synonym(kb, name) for name in ("lauded", "praised")} == before
    kb.remove("r3")
    assert all(r.synonym is None or r.synonym.by == "table" for r in kb.relations())


def test_what_is_said_holds_and_is_undone(kb: KnowledgeBase) -> None:
    """EK-07: people join two and keep two apart from a day on; taking that back restores what was found."""
    found = {name: synonym(kb, name) for name in ("lauded", "praised")}
    kb.set_synonym("lauded", "praised", "different", day="2023-05-01")
    assert synonym(kb, "lauded") is synonym(kb, "praised") is None
    assert {name: synonym(kb, name, as_of="2023-04-30") for name in found} == found
    kb.set_synonym("lauded", None)
    assert {name: synonym(kb, name) for name in found} == found
    kb.set_synonym("stands by", "works for", "same")
    assert synonym(kb, "stands by") == ("works for", False, "you")
    assert ("ann quill", "works for", "herald") in told(kb, "Herald")
    kb.set_synonym("stands by", "works for")
    assert synonym(kb, "stands by") is None


def test_two_kept_apart_do_not_meet_at_a_third(tmp_path: Path) -> None:
    """EK-07: of two that are kept apart one alone goes by what both are near to."""
    kb = timeweave.open(tmp_path / "kb")
    facts = [("Globe", name, f"Herald{n}", "2017") for n, name in enumerate(("purchased", "snapped up", "buys out"))]
    kb.add([register(1, *facts)])
    assert synonym(kb, "purchased") == ("acquired", False, "table")
    kb.set_synonym("purchased", "snapped up", "different")
    assert {synonym(kb, "purchased"), synonym(kb, "snapped up")} == {None, ("acquired", False, "table")}


def test_all_that_are_said_to_be_one_go_by_one_name(tmp_path: Path) -> None:
    """EK-07: what is said of a second relation does not undo the first, and an inverse of an inverse is none; nothing
    that is said is told apart by something else that is.
    """
    kb = timeweave.open(tmp_path / "kb")
    kb.add(
        [
            register(
                1,
                *[("Globe", name, f"Herald{n}", "2017") for n, name in enumerate(("zorbs", "wends", "lofts", "quips"))],
            )
        ]
    )
    kb.set_synonym("zorbs", "wends", "inverse")
    kb.set_synonym("zorbs", "lofts", "inverse")
    assert synonym(kb, "zorbs") == ("wends", True, "you")
    assert synonym(kb, "lofts") == ("wends", False, "you")
    assert {(s, o) for s, r, o in told(kb, "Globe", "wends")} == {
        ("herald0", "globe"),
        ("globe", "herald1"),
        ("globe", "herald2"),
    }
    with pytest.raises(UsageError, match="'wends' and 'lofts' cannot be different"):
        kb.set_synonym("wends", "lofts", "different")
    kb.set_synonym("wends", "quips", "different")
    with pytest.raises(UsageError, match="'wends' and 'quips' cannot be different"):
        kb.set_synonym("lofts", "quips", "same")
    assert synonym(kb, "quips") is None


def test_what_was_said_is_undone_though_no_fact_is_left(tmp_path: Path) -> None:
    """EK-07, EK-05, EK-04: of a relation or a source that has gone with its document, too."""
    kb = timeweave.open(tmp_path / "kb")
    gone = replace(register(1, ("Globe", "zora", "Herald", "2017")), source="https://example.org/a")
    kb.add([gone, register(2, ("Globe", "zorb", "Courier", "2017"))])
    kb.set_synonym("zorb", "zora", "same")
    kb.set_relation("zora", "one")
    kb.set_source("example.org", 0.2)
    kb.remove("r1")
    assert kb.set_source("example.org", 0.3).said == 0.3
    assert kb.set_source("example.org", None).said is None
    assert kb.set_relation("zora", None).facts == 0
    kb.set_synonym("zora", None)
    assert synonym(kb, "zorb") is None


def test_a_relation_without_facts_may_be_spoken_of(tmp_path: Path) -> None:
    """EK-05: what the table knows can be corrected before a fact has it."""
    kb = timeweave.open(tmp_path / "kb")
    assert (kb.set_relation("acquired", "one").values, kb.relations()) == ("one", [])


def test_a_literal_is_the_subject_of_nothing(tmp_path: Path) -> None:
    """EK-07: what is told from the other end is left out where that is no entity."""
    kb = timeweave.open(tmp_path / "kb")
    a, b = register(1, ("Globe", "zora", "Herald", "2017")), register(2, ("Globe", "zorb", "forty tons", "2018"))
    kb.add([a, replace(b, facts=tuple(replace(f, is_literal=True, object_type="") for f in b.facts))])
    kb.set_synonym("zorb", "zora", "inverse")
    assert told(kb, "Globe", "zora") == {("globe", "zora", "herald")}


def test_types_of_the_ends_tell_two_apart(tmp_path: Path) -> None:
    """EK-07: near meanings are two relations where people have the one and bodies the other."""
    kb = timeweave.open(tmp_path / "kb")
    kb.add([register(1, ("Globe", "lauded", "Ann Quill", "2017"), ("Ben Moss", "praised", "Herald", "2018"))])
    assert synonym(kb, "lauded") is synonym(kb, "praised") is None


def test_what_cannot_be_said_is_refused(kb: KnowledgeBase) -> None:
    """EK-07: an unknown relation, one that is the same already, and itself."""
    with pytest.raises(NotFoundError, match="no fact has the relation 'stands'"):
        kb.set_synonym("stands", "lauded", "same")
    with pytest.raises(UsageError, match="are one relation already"):
        kb.set_synonym("lauded", "praised", "same")
    with pytest.raises(UsageError, match="is one relation"):
        kb.set_synonym("lauded", "lauded", "different")
    with pytest.raises(UsageError, match="say same, inverse or different"):
        kb.set_synonym("lauded", "praised", "alike")
    with pytest.raises(UsageError, match="which lies ahead"):
        kb.set_synonym("lauded", "praised", "different", day="2999-01-01")


PERSON_BODY = ("person", "body")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (Schema("gains"), Schema("gained"), ("gained", False)),
        (Schema("was established by", "body", "person"), Schema("founded"), ("founded", True)),
        (Schema("killed by"), Schema("killed"), ("killed", True)),
        (Schema("attended by", "body", "body"), Schema("attends", "body", "body"), ("attends", True)),
        (Schema("released on"), Schema("released to"), None),
        (Schema("capital of"), Schema("capital"), None),
        (Schema("sponsor"), Schema("sponsors"), None),
        (Schema("lifted sanctions on"), Schema("imposed sanctions on"), None),
        (Schema("vice chairperson"), Schema("chairperson"), None),
        (Schema("buyer"), Schema("seller"), None),
        (Schema("assignor"), Schema("assignee"), None),
        (Schema("older than"), Schema("younger than"), None),
        (Schema("inhales"), Schema("exhales"), None),
        (Schema("sold", "person", "body"), Schema("bought", "person", "body"), None),
        (Schema("is modified in", "body", "literal"), Schema("changes", "body", "literal"), None),
        (
            Schema("birth place", "person", "place"),
            Schema("place of birth", "person", "place"),
            ("place of birth", False),
        ),
        (Schema("birth place", "body", "place"), Schema("place of birth", "person", "place"), None),
    ],
    ids=lambda value: value.relation if isinstance(value, Schema) else "",
)
def test_schemas_are_one_or_two(one: Schema, other: Schema, expected: tuple[str, bool] | None) -> None:
    """EK-07: the same verb in another form and near meanings of the same types are one; another direction, another
    preposition, a part that differs and another type are two.
    """
    found = linked([other, one], Linker(get_embedder().embed), {}).get(one.relation)
    assert (found and (found.head, found.turned)) == expected
