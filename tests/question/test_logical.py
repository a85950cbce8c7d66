"""A question over dated facts and its logical form (ER-01)."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from timeweave.question.logical.form import LogicalForm, Order, Pick, Role, Succession, Wants
from timeweave.question.logical.reading import read_logical
from timeweave.records import Span
from timeweave.temporal.interval import Granularity
from timeweave.temporal.scope import query_scope


def form_of(marked: str) -> LogicalForm:
    """The form of a question in which names stand in brackets."""
    spans, text = [], ""
    for part in re.split(r"(\[[^\]]*\])", marked):
        if part.startswith("["):
            spans.append(Span(len(text), len(text) + len(part) - 2))
        text += part.strip("[]")
    return read_logical(text, query_scope(text, dt.date(2026, 1, 1)), spans)


@pytest.mark.parametrize(
    ("question", "role"),
    [
        ("Who visited [Norland]?", Role.PATIENT),
        ("Whom did [Norland] visit?", Role.AGENT),
        ("Who was visited by [Norland]?", Role.AGENT),
        ("By whom was [Norland] visited?", Role.PATIENT),
        ("Who received a visit from [Norland]?", Role.AGENT),
        ("From whom did [Norland] receive a visit?", Role.PATIENT),
        ("Who was the target of [Norland]'s criticism?", Role.AGENT),
        ("Which country did [Norland] last visit before 2010?", Role.AGENT),
        ("Tell me who it was that [Norland] criticized.", Role.AGENT),
        ("Who hosted a visit by [Norland]?", Role.PATIENT),
        ("Who was the first to criticize [Norland]?", Role.PATIENT),
        ("Who is reported to have criticized [Norland]?", Role.PATIENT),
        ("What was the first target that [Norland] criticized?", Role.AGENT),
    ],
)
def test_who_does_what_to_whom(question: str, role: Role) -> None:
    """The part of a name is read off the voice and order of the clause (ER-01)."""
    assert form_of(question).main.roles == ((0, role),)


@pytest.mark.parametrize(
    ("question", "wants", "pick", "unit"),
    [
        ("When did [Norland] visit [Southland]?", Wants.TIME, Pick.ALL, None),
        ("In which month did [Norland] first visit [Southland]?", Wants.TIME, Pick.FIRST, Granularity.MONTH),
        ("What was the last year in which [Norland] visited [Southland]?", Wants.TIME, Pick.LAST, Granularity.YEAR),
        ("Give the date on which [Norland] visited [Southland].", Wants.TIME, Pick.ALL, Granularity.DAY),
        ("I would like to know when [Norland] visited [Southland].", Wants.TIME, Pick.ALL, None),
        ("Count the times that [Norland] visited [Southland].", Wants.COUNT, Pick.ALL, None),
        ("Name the one that visited [Norland] before all others.", Wants.ENTITY, Pick.FIRST, None),
        ("How many times did [Norland] visit [Southland]?", Wants.COUNT, Pick.ALL, None),
        ("On how many occasions did [Norland] visit [Southland]?", Wants.COUNT, Pick.ALL, None),
        ("Who most recently visited [Norland]?", Wants.ENTITY, Pick.LAST, None),
        ("Who was the third to visit [Norland]?", Wants.ENTITY, Pick.NTH, None),
        ("Did [Norland] visit [Southland] in 2010?", Wants.VERDICT, Pick.ALL, None),
        ("Which month saw [Norland] visit [Southland] for the last time?", Wants.TIME, Pick.LAST, Granularity.MONTH),
        ("What was the most recent date on which [Norland] visited it?", Wants.TIME, Pick.LAST, Granularity.DAY),
        ("[Norland] visited [Southland]: when was that?", Wants.TIME, Pick.ALL, None),
        ("What was the number of times [Norland] visited [Southland]?", Wants.COUNT, Pick.ALL, None),
        ("Do you know who visited [Norland] before anyone else?", Wants.ENTITY, Pick.FIRST, None),
        ("How long was [Ada King] mayor of [Port Lorne]?", Wants.DURATION, Pick.ALL, None),
        ("How long ago did [Norland] last visit [Southland]?", Wants.TIME, Pick.LAST, None),
        ("How recently did [Norland] visit [Southland]?", Wants.TIME, Pick.LAST, None),
        ("What's the latest date that [Norland] visited [Southland]?", Wants.TIME, Pick.LAST, Granularity.DAY),
        ("Tell me the last day [Norland] visited [Southland].", Wants.TIME, Pick.LAST, Granularity.DAY),
        ("Who'd [Norland] visit first?", Wants.ENTITY, Pick.FIRST, None),
        ("Who met [Norland] at a third place?", Wants.ENTITY, Pick.ALL, None),
        ("Was there anyone who visited [Norland] in 2010, and who?", Wants.ENTITY, Pick.ALL, None),
        ("Who was quickest to visit [Norland]?", Wants.ENTITY, Pick.FIRST, None),
        ("Name whom [Norland] visited ahead of all others.", Wants.ENTITY, Pick.FIRST, None),
        ("Of those that visited [Norland], which was the latest to do so?", Wants.ENTITY, Pick.LAST, None),
        ("Of all the parties that visited [Norland], who was the first one to do so?", Wants.ENTITY, Pick.FIRST, None),
    ],
)
def test_operators(question: str, wants: Wants, pick: Pick, unit: Granularity | None) -> None:
    """What is wanted, of which of the facts, in which unit (ER-01)."""
    found = form_of(question)
    assert (found.wants, found.pick, found.unit) == (wants, pick, unit)


def test_a_count_of_different_ones_is_no_count_of_times() -> None:
    assert form_of("How many countries did [Norland] visit?").distinct
    assert not form_of("How many times did [Norland] visit [Southland]?").distinct


@pytest.mark.parametrize(
    ("question", "order", "unit", "words"),
    [
        ("Who visited [Norland] first after [Southland] did?", Order.AFTER, None, ""),
        ("Before [Southland], who was the last to visit [Norland]?", Order.BEFORE, None, ""),
        ("Prior to [Southland], who had visited [Norland]?", Order.BEFORE, None, ""),
        ("Who visited [Norland] in the same month as [Southland]?", Order.SAME, Granularity.MONTH, ""),
        ("Whom did [Norland] visit after it criticized [Southland]?", Order.AFTER, None, "criticize"),
        ("Who visited [Norland] at an earlier date than [Southland]?", Order.BEFORE, None, ""),
        ("Who had already visited [Norland] when [Southland] did so?", Order.BEFORE, None, ""),
        ("Who followed [Southland] in visiting [Norland]?", Order.AFTER, None, ""),
        ("Who was the first after [Southland] to visit [Norland]?", Order.AFTER, None, ""),
        ("On the day [Southland] criticized it, who visited [Norland]?", Order.SAME, Granularity.DAY, "criticize"),
        ("Who else visited [Norland] the day [Southland] did?", Order.SAME, Granularity.DAY, ""),
        ("Who visited [Norland] in the same calendar month as [Southland]?", Order.SAME, Granularity.MONTH, ""),
        ("[Southland] visited [Norland], and who else did that very same day?", Order.SAME, Granularity.DAY, ""),
        ("[Southland] visited [Norland]. Who else did so in the same month?", Order.SAME, Granularity.MONTH, ""),
        ("[Southland] visited [Norland], but who else did earlier?", Order.BEFORE, None, ""),
        ("[Southland] visited [Norland], and which others did so later on?", Order.AFTER, None, ""),
        ("Who'd already visited [Norland] when [Southland] did?", Order.BEFORE, None, ""),
        ("Which actor most closely preceded [Southland] in visiting [Norland]?", Order.BEFORE, None, ""),
    ],
)
def test_a_time_given_by_another_fact(question: str, order: Order, unit: Granularity | None, words: str) -> None:
    """Before, after, or in the same unit as another fact, which is named by its doer or by a clause (ER-01)."""
    anchor = form_of(question).anchor
    assert anchor is not None
    assert (anchor.order, anchor.unit, anchor.clause.words) == (order, unit, words)


def test_a_question_may_take_its_deed_from_its_anchor() -> None:
    """To ask who else did so is to ask for the deed of the clause that gives the time, of another doer (ER-01)."""
    for question in (
        "After [Norland] visited [Southland], who else did so?",
        "[Norland] visited [Southland], and who else did that same day?",
    ):
        found = form_of(question)
        assert (found.main.words, found.main.roles) == ("visit", ((1, Role.PATIENT),))
        assert found.anchor is not None
        assert (found.anchor.clause.words, found.anchor.clause.mentions) == ("", (0,))


def test_kinds_to_choose_from_are_no_deed() -> None:
    assert form_of("Which government or person visited [Norland] in 2010?").main.words == "visit"


def test_a_date_is_no_other_fact() -> None:
    found = form_of("Who visited [Norland] before 3 May 2010?")
    assert found.anchor is None
    assert [str(p) for p in found.periods] == ["../2010-05-02"]


@pytest.mark.parametrize(
    "question",
    [
        "Once May 2010 had passed, whom did [Norland] visit first?",
        "Who did [Norland] visit first once May 2010 was over?",
    ],
)
def test_what_is_over_is_before(question: str) -> None:
    """The words that say that a time is over are none of a deed."""
    found = form_of(question)
    assert ([str(p) for p in found.periods], found.pick, found.anchor) == (["2010-06/.."], Pick.FIRST, None)
    assert (found.main.words, found.main.roles) == ("visit", ((0, Role.AGENT),))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Which was the year [Norland] had elections?", "elections"),
        ("Which projects of [Norland] were finished?", "projects finish"),
        ("Who'd visited [Norland] first?", "visit"),
        ("Who's been the mayor of [Norland]?", "mayor"),
    ],
)
def test_words_that_only_look_so_are_kept(question: str, words: str) -> None:
    """A year that is asked for is no other fact, "finished" is a deed, and "'s" may be "has"."""
    found = form_of(question)
    assert found.anchor is None
    assert set(words.split()) <= set(found.main.words.split())


def test_the_year_of_a_name_bounds_nothing() -> None:
    assert form_of("Who won the [1988 Harbour Cup]?").periods == ()


@pytest.mark.parametrize(
    ("question", "steps"),
    [
        ("Who coaches the club that [Ann Lee] plays for?", ["club play", "coach"]),
        ("Who is the chair of the party which [Ann Lee] belongs to?", ["party belong", "chair"]),
        ("Where was the wife of [Tom Pike] born?", ["wife", "bear"]),
        ("Which school did the wife of [Tom Pike] attend?", ["wife", "attend school"]),
        ("Who is [Ann Lee]'s husband's brother?", ["husband", "brother"]),
        ("Who founded the firm owned by [Ann Lee]?", ["firm own", "found"]),
        ("Where does the head of the government of [Norland] live?", ["government", "head", "live"]),
    ],
)
def test_what_is_described_step_by_step(question: str, steps: list[str]) -> None:
    """A question of what it describes is a chain from the name outwards, a step for each definite phrase (ER-01)."""
    chain = form_of(question).chain
    assert chain is not None
    assert [step.words for step in chain.steps] == steps


def test_how_steps_may_be_relations() -> None:
    """Steps next to each other may be one relation, in the order of its words (ER-01)."""
    chain = form_of("Where does the head of the government of [Norland] live?").chain
    assert chain is not None
    readings = {tuple(step.words for step in reading) for reading in chain.readings(3)}
    assert readings == {("head government", "live"), ("government", "live head"), ("government", "head", "live")}


@pytest.mark.parametrize(
    "question",
    [
        "Who made a demand of [Norland]?",
        "When did [Norland] announce plans to meet [Southland]?",
        "Who is the wife of [Tom Pike]?",
        "Where does [Ann Lee] live?",
        "Who visited [Southland] after the mayor of [Norland] did?",
    ],
)
def test_no_chain_where_nothing_is_described(question: str) -> None:
    """A deed, a relation of the name itself, and a time given by another fact are no steps (ER-01)."""
    assert form_of(question).chain is None


@pytest.mark.parametrize(
    ("question", "succession"),
    [
        ("Where was the previous coach of [Norland] born?", Succession.PREVIOUS),
        ("Where was the current coach of [Norland] born?", Succession.CURRENT),
        ("Who owns the club that [Ann Lee] played for before the current club?", Succession.PREVIOUS),
        ("Who owns the club that [Ann Lee] plays for now?", Succession.CURRENT),
        ("Where was the coach of [Norland] born?", Succession.ANY),
    ],
)
def test_which_of_several_a_step_means(question: str, succession: Succession) -> None:
    """The words for the one of now and the one before belong to the step that they stand at (ER-01)."""
    chain = form_of(question).chain
    assert chain is not None
    assert [step.succession for step in chain.steps] == [succession, Succession.ANY]


@pytest.mark.parametrize(
    "question",
    ["[Norland] visited [Southland] when?", "What was the time frame of [Ann Lee]'s term?", "For what period was it?"],
)
def test_further_words_for_a_time(question: str) -> None:
    """A time is asked for at the end of a question, and without a unit, too (ER-01)."""
    assert form_of(question).wants is Wants.TIME


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Which team did [Ann Lee] play for?", "team"),
        ("what football team did [Ann Lee] play for", "team"),
        ("What is the name of the team that [Ann Lee] plays for?", "team"),
        ("What was the award [Ann Lee] received in 2001?", "award"),
        ("Name the award which [Ann Lee] received.", "award"),
        ("Who did [Ann Lee] marry?", ""),
        ("In which year did [Ann Lee] marry?", ""),
        ("What did [Ann Lee] win?", ""),
    ],
)
def test_the_kind_that_is_asked_for(question: str, kind: str) -> None:
    """The noun that a question asks for (ER-01)."""
    assert form_of(question).kind == kind


def test_who_and_where_are_asked_by_the_first_word() -> None:
    """A later "whose" asks for no person (ER-01)."""
    assert form_of("Who visited [Norland]?").asks_person
    assert form_of("Where did [Ann Lee] live?").asks_place
    assert not form_of("Which team whose coach is [Ann Lee] won?").asks_person


def test_a_thing_in_whose_time_is_asked() -> None:
    """What is asked "during" a thing is asked in its own time (ER-01)."""
    assert form_of("Who led [Norland] during the [Harbour War]?").within == 1
    assert form_of("Who led [Norland] during [Ann Lee]'s reign?").within is None
