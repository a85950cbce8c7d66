"""Tables of words: their forms, and that whoever reads questions and whoever reads documents reads each form alike."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest

import timeweave
from timeweave import Document
from timeweave.extraction.amounts.numbers import find_amounts
from timeweave.extraction.amounts.quantities import find_measures
from timeweave.extraction.amounts.standing import Standing, standing_of
from timeweave.lexicon import aggregates, changes, comparing, hedging
from timeweave.lexicon.families import any_of, forms, matching, verbs
from timeweave.question.conditions import Comparison, find_condition
from timeweave.question.kinds import Kind, kind_of
from timeweave.question.measures import asked_measure
from timeweave.question.operations import asserted_by
from timeweave.temporal.interval import Interval

RISING = (*changes.RISING, *changes.GAINING, *changes.RISING_TOO)
FALLING = (*changes.FALLING, *changes.FALLING_TOO)
MOVING = (*RISING, *FALLING, *changes.CHANGING)
OUTRIGHT = (*changes.RISING, *changes.GAINING, *changes.FALLING)  # whatever they are said of


def base(verb):
    return verb.base


@pytest.mark.parametrize(
    ("lemma", "expected"),
    [
        ("climb", "climb climbs climbed climbed climbing"),
        ("decline", "decline declines declined declined declining"),
        ("drop:dropped", "drop drops dropped dropped dropping"),
        ("carry", "carry carries carried carried carrying"),
        ("rise:rose:risen", "rise rises rose risen rising"),
        ("cut:cut:cut", "cut cuts cut cut cutting"),
        ("go:went:gone+up", "go_up goes_up went_up gone_up going_up"),
        ("surpass", "surpass surpasses surpassed surpassed surpassing"),
    ],
)
def test_a_lemma_has_all_its_forms(lemma, expected):
    """A verb is given by its lemma, and with its past where that is no -ed; the other forms follow."""
    (verb,) = verbs(lemma)
    assert [form.replace(" ", "_") for form in verb] == expected.split()


def test_the_longest_word_of_a_family_is_found_first():
    """Of "up" and "up to" the longer is found where both stand, and only whole words are."""
    assert matching(("up", "up to", "down")).findall("Up to 5, down 3, upward") == ["Up to", "down"]
    assert any_of(("a.b", "a")) == r"(?:a\.b|a)"


@pytest.mark.parametrize("verb", MOVING, ids=base)
def test_a_question_asks_for_a_change_by_any_form(verb):
    """However a question says that something moved, how far is what it asks for, of whatever measure."""
    for question in (
        f"By how much did Acme's shipments {verb.base} in 2023?",
        f"How much did Acme's shipments {verb.base} in 2023?",
        f"How much have Acme's shipments {verb.participle} in 2023?",
        f"By how much have Acme's shipments {verb.participle}?",
        f"By how much was it that shipments {verb.past}?",
    ):
        assert asked_measure("shipments", question).changed, question
    assert kind_of(f"By how much did Acme's shipments {verb.base} from 2021 to 2023?") is Kind.CHANGE
    assert kind_of(f"How much have Acme's shipments {verb.participle} between 2021 and 2023?") is Kind.CHANGE
    assert asked_measure(f"shipments {verb.base}", f"How much did shipments {verb.base}?").terms == (
        asked_measure("shipments", "").terms
    )


def test_a_contract_is_no_contraction():
    """Words that are other things beside are read as changes only where nothing else is done to anything."""
    assert not asked_measure("contract assets", "What were Acme's contract assets?").changed
    assert not asked_measure("contract costs", "How much did contract staff cost in 2023?").changed
    assert asked_measure("contract assets", "How much did contract assets contract in 2023?").changed
    assert kind_of("How much did the contract with Acme cost from 2019 to 2020?") is not Kind.CHANGE


@pytest.mark.parametrize("verb", [*RISING, *FALLING], ids=base)
def test_a_condition_says_which_way(verb):
    """Quarters are picked in which a figure rose, or fell, by any verb of either family."""
    way = Comparison.ROSE if verb in RISING else Comparison.FELL
    condition = find_condition(f"In how many quarters did shipments {verb.base}?")
    assert condition is not None
    assert condition.comparison is way


@pytest.mark.parametrize("verb", [*changes.RISING, *changes.FALLING], ids=base)
def test_a_question_asserts_which_way(verb):
    """A question to be answered by yes or no asserts that something rose, or fell."""
    way = Comparison.ROSE if verb in changes.RISING else Comparison.FELL
    assert asserted_by(f"Did shipments {verb.base}?") is asserted_by(f"Have shipments {verb.participle}?") is way


@pytest.mark.parametrize("verb", OUTRIGHT, ids=base)
def test_a_sentence_tells_a_change_by_any_form(verb):
    """An amount that a measure rose or fell is its change and not its value, in every tense."""
    for sentence in (
        f"Attendance {verb.past} 12% in 2023.",
        f"Attendance has {verb.participle} 12% since May.",
        f"Attendance is {verb.gerund} 12% a year.",
    ):
        (amount,) = find_amounts(sentence)[:1]
        assert standing_of(sentence, amount) is Standing.CHANGE, sentence


@pytest.mark.parametrize("verb", [*changes.RISING, *changes.FALLING], ids=base)
def test_a_change_is_extracted_with_its_sign(verb):
    """What is extracted of "fell 12%" is a change of -12% of what fell."""
    (found,) = find_measures(
        f"Revenue {verb.past} 12% in the quarter.", default=Interval.parse("2023-Q1"), expressions=()
    )
    sign = 1 if verb in changes.RISING else -1
    assert (found.relation, found.quantity.value, dict(found.qualifiers)["kind"]) == ("revenue", sign * 12.0, "change")


@pytest.mark.parametrize("measure", ["shipments", "revenue", "visitors", "tonnes of silt", "ticket sales", "wins"])
def test_totals_and_means_hold_for_any_measure(measure):
    """Sums and means of several times are asked for of whatever has a number; no list of measures says of which."""
    assert kind_of(f"What was the sum of Acme's {measure} in 2023?") is Kind.TOTAL
    assert kind_of(f"What was Acme's combined {measure} in 2023-Q1 and 2023-Q2?") is Kind.TOTAL
    assert kind_of(f"What was the total of Acme's {measure} from 2023-Q1 to 2023-Q3?") is Kind.TOTAL
    assert kind_of(f"What were Acme's average {measure} over the last three quarters?") is Kind.AVERAGE
    assert kind_of(f"What were Acme's median {measure} from 2023-Q1 to 2023-Q3?") is Kind.AVERAGE
    assert kind_of(f"What were Acme's average {measure} in 2023?") is Kind.VALUE  # which one source may state


QUARTERS = {1: 1000, 2: 1200, 3: 1100}


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    reports = [
        Document(
            f"q{i}",
            f"Acme shipped its goods as planned. Acme reported shipments of {number:,} units in the quarter.",
            date=dt.date(2023, 3 * i + 1, 10),
            period=Interval.parse(f"2023-Q{i}"),
            entities=("Acme",),
        )
        for i, number in QUARTERS.items()
    ]
    club = "Membership of the chess club stood at 300 in 2020 and went up by 40 in 2021."
    with timeweave.open(tmp_path_factory.mktemp("kb")) as opened:
        opened.add([*reports, Document("club", club, date=dt.date(2022, 1, 10))], workers=1)
        yield opened


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was the sum of Acme's shipments in the first half of 2023?", "2,200:"),
        ("What were Acme's average shipments from 2023-Q1 to 2023-Q3?", "1,100:"),
        ("By how much did Acme's shipments go up from 2023-Q1 to 2023-Q3?", "+100 (+10.0%)"),
        ("How much did Acme's shipments grow from 2023-Q1 to 2023-Q3?", "+100 (+10.0%)"),
        ("By how much did membership of the chess club grow in 2021?", "40"),
        ("How much has membership of the chess club risen in 2021?", "40"),
    ],
)
def test_what_is_asked_in_other_words_is_answered_alike(kb, question, expected):
    """A sum, a mean and a change are worked out however they are called, of a measure that no list names."""
    assert kb.ask(question).answer.startswith(expected)


def test_a_rise_is_no_fall(kb):
    """Who asks by how much something fell is not told by how much it rose."""
    assert kb.ask("By how much did membership of the chess club fall in 2021?").refused


@pytest.mark.parametrize("verb", [v for v in changes.RISING if v.base.endswith(" up")], ids=base)
def test_what_goes_up_to_a_number_reaches_it(verb):
    """In "went up to 300" no hedge stands before the number; in "up to 300" one does."""
    assert find_amounts(f"The number {verb.past} to 300 in May.")[0].approx == ""
    assert find_amounts("The hall seats up to 300 guests.")[0].approx == "under"


FAMILIES = {
    f"{module.__name__.rpartition('.')[2]}.{name}": set(forms(table) if hasattr(next(iter(table)), "base") else table)
    for module, names in (
        (changes, "UPWARD DOWNWARD GAINING LOSING RISING_TOO FALLING_TOO CHANGING DEVELOPING WAVERING"),
        (comparing, "MORE LESS MORE_OF_A_KIND LESS_OF_A_KIND MOST LEAST ABOVE BELOW AT_LEAST AT_MOST"),
        (hedging, "ABOUT OVER UNDER"),
        (aggregates, "MEANS PACES EXTREMES TOTALS"),
    )
    for name in names.split()
    for table in (getattr(module, name),)
}
CONTAINED = {
    ("hedging.OVER", "comparing.ABOVE"),
    ("hedging.OVER", "comparing.AT_LEAST"),
    ("hedging.UNDER", "comparing.BELOW"),
    ("hedging.UNDER", "comparing.AT_MOST"),
    ("aggregates.EXTREMES", "comparing.MOST"),
    ("aggregates.EXTREMES", "comparing.LEAST"),
}


def test_no_word_is_of_two_families():
    """A form stands in one family, but where one is made of others."""
    shared = {
        (one, other): FAMILIES[one] & FAMILIES[other]
        for one, other in itertools.permutations(FAMILIES, 2)
        if FAMILIES[one] & FAMILIES[other]
    }
    assert {
        pair: words for pair, words in shared.items() if pair not in CONTAINED and pair[::-1] not in CONTAINED
    } == {}
