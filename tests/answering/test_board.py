"""Minutes of a board as they are printed: heads without marks, rolls of officers, people named behind their titles."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

import timeweave
from timeweave import KnowledgeBase
from timeweave.documents.titles import title_of
from timeweave.extraction.issuing import issuer_of

HEAD = """{wide}D
{wide}{approved}



Alder Vale Unified School District
Board of Education
3738 Walnut Avenue, Carville, California 95608

{wide}Board of Education Minutes
{wide}{day}

Regular Meeting
Board of Education
6:30 p.m.

"""
MARKED = """Alder Vale Unified School District  
Board of Education  
3738 Walnut Avenue, Carville, California 95608  

**Board of Education Minutes**  
**{day}**  

**Regular Meeting**  
Board of Education  
6:30 p.m.  

"""  # noqa: W291
ROLL = """Roll Call
Present:
{president}, president (via teleconference)
{clerk}, clerk
Tilda Vorn, member

Board Reports (L)
Ms. Vorn reported that she toured the training center of the sheet metal workers, attended the yearly retreat of the
foundation, and participated in the committee meeting.

"""
MEETINGS = {
    "2020-02-11": (
        HEAD,
        ("Paula Vill", "Zima Creasy"),
        "Superintendent Kent Korne thanked the staff. Assistant Superintendent of Operations, Facilities and"
        " Transportation Frank Camarda removed an item from the report.",
    ),
    "2021-03-09": (
        HEAD,
        ("Paula Vill", "Pam Costa"),
        "Superintendent Korne spoke of the spring. Two members of Harlow High School led the group in song.",
    ),
    "2022-04-12": (
        MARKED,
        ("Zima Creasy", "Pam Costa"),
        "# Student Council Reports (F-1)\n\nSuperintendent Korne read a letter."
        " Chief Financial Officer Jenna Stahl presented the 2019-2020 actuals.",
    ),
    "2023-08-22": (
        MARKED,
        ("Pam Costa", "Saul Hernandez"),
        "Superintendent Melissa Basane gave a welcome. Assistant Superintendent of Secondary Education and Programs"
        " Kristan Vepp introduced Principal Lorna Garces of the adult school.",
    ),
    "2024-05-14": (HEAD, ("Saul Hernandez", "Tilda Vorn"), "Superintendent Basane spoke last. The meeting ended at 9."),
}


def written(day: dt.date) -> str:
    head, (president, clerk), told = MEETINGS[day.isoformat()]
    said = f"{day:%B} {day.day}, {day.year}"
    top = head.format(wide=" " * 100, approved=f"{day:%m/%d/%Y}", day=said)
    return f"{top}{ROLL.format(president=president, clerk=clerk)}{told}\n"


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("board")
    for day in map(dt.date.fromisoformat, MEETINGS):
        (place := folder / "minutes" / day.isoformat()).mkdir(parents=True)
        (place / "minutes.md").write_text(written(day), "utf-8")
    with timeweave.open(folder / "kb") as opened:
        assert not opened.add(folder / "minutes", now=dt.datetime(2024, 9, 1, tzinfo=dt.UTC), workers=1).failed
        yield opened


@pytest.mark.parametrize("day", sorted(MEETINGS))
def test_minutes_without_headings_have_a_title_and_a_body(day: str) -> None:
    text = written(dt.date.fromisoformat(day))
    title = title_of(text, markdown=True)
    assert title == "Board of Education Minutes"
    issuer = issuer_of(title, text)
    assert issuer is not None
    assert issuer.surface == "Alder Vale Unified School District"


@pytest.mark.parametrize(
    ("question", "holder"),
    [
        ("Who was the board president in 2021?", "Paula Vill"),
        ("Who was the president in May 2022?", "Zima Creasy"),
        ("Who is the president?", "Saul Hernandez"),
        ("Who was the clerk before Saul Hernandez?", "Pam Costa"),
        ("Who was superintendent in 2021?", "Kent Korne"),
        ("Who is the superintendent?", "Melissa Basane"),
        ("Who was the superintendent before Melissa Basane?", "Kent Korne"),
        ("Who is the chief financial officer?", "Jenna Stahl"),
    ],
)
def test_officers_follow_each_other_from_roll_to_roll(kb: KnowledgeBase, question: str, holder: str) -> None:
    """EK-05: with nothing but rolls and titles before names, one of them a surname alone."""
    answer = kb.ask(question)
    assert (answer.answer.partition(" (")[0], answer.method) == (holder, "computed")


def facts(kb: KnowledgeBase) -> set[tuple[str, str, str, str]]:
    with kb._store.view(None) as view:
        told = view.facts(view.facts_of(i.ordinal for i in view.documents())).values()
        return {(f.fact.subject, f.fact.relation, f.fact.object, str(f.fact.valid)) for f in told}


def test_titles_are_told_in_full_and_years_of_a_thing_are_not_those_of_an_office(kb: KnowledgeBase) -> None:
    held = {(who, what): when for who, relation, what, when in facts(kb) if relation == "position held"}
    assert held["frank camarda", "assistant superintendent of operations, facilities and transportation"]
    assert held["kristan vepp", "assistant superintendent of secondary education and programs"]
    officers = {(what, who): when for _, what, who, when in facts(kb)} | {(w, p): when for (p, w), when in held.items()}
    assert officers["chief financial officer", "jenna stahl"].startswith("2022-04-12")


def test_a_meeting_is_not_called_by_what_stands_below_who_was_there(kb: KnowledgeBase) -> None:
    assert {what for _, relation, what, _ in facts(kb) if relation == "attended"} <= {
        "meeting",
        "yearly retreat of the foundation",
        "Alder Vale Unified School District meeting",
        "Board of Education meeting",
    }


def test_an_office_is_of_the_body_whatever_is_said_of_who_was_there_how(kb: KnowledgeBase) -> None:
    led = {(who, what) for body, who, what, _ in facts(kb) if body == "alder vale unified school district"}
    assert ("president", "paula vill") in led


def test_a_few_who_do_something_are_no_figure_of_a_body(kb: KnowledgeBase) -> None:
    assert not any("led" in relation for _, relation, _, _ in facts(kb))


def test_a_heading_on_a_line_of_its_own_is_nobody_who_does_something(kb: KnowledgeBase) -> None:
    told = {who for who, relation, _, _ in facts(kb) if relation in ("toured", "participated in", "attended")}
    assert "board reports" not in told
