"""What a figure is told of, on which basis, when, and how it stands."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

import timeweave
from timeweave import Document
from timeweave.answering.context.units import convertible, written
from timeweave.answering.prose_figures.term_relations import dimension, holds
from timeweave.answering.prose_figures.times import leaning
from timeweave.extraction.amounts.numbers import find_amounts
from timeweave.extraction.amounts.standing import Standing, standing_of
from timeweave.extraction.amounts.told import amounts_of
from timeweave.language.terms import index_terms
from timeweave.records import Quantity
from timeweave.results import Answer
from timeweave.temporal.interval import Interval

RECORDED = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
DAY = "2018-02-10"


def ask(folder: Path, texts: list[tuple[str, str]], question: str) -> Answer:
    with timeweave.open(folder) as kb:
        documents = [Document(f"d{i}", t, date=dt.date.fromisoformat(day)) for i, (day, t) in enumerate(texts)]
        kb.add(documents, now=RECORDED, workers=1)
        return kb.ask(question)


TOLD = [
    ("The trust applied for £50,000 to mend the organ. It was given £32,000 in 2017.",
     "How much did the trust receive in 2017?", "£32,000"),
    ("The zoo set out to hatch 40 penguins in 2017. The aquarium hatched 12.",
     "How many penguins did the zoo hatch in 2017?", None),
    ("In 2017 the clinic treated 400 patients, a third of them children.",
     "What share of the clinic's patients were children in 2017?", "a third"),
    ("Of the 300 samples taken in 2017, 12 per cent failed.", "How many of the samples taken in 2017 failed?", "36:"),
    ("Almost half of the depot's 320 buses ran on gas in 2017.",
     "Exactly how many of the buses ran on gas in 2017?", None),
    ("The Ely ferry carried 4,000 cars in 2016. In 2017 the number fell by 10 per cent.",
     "How many cars did the Ely ferry carry in 2017?", "3,600"),
    ("The Ely ferry carried 4,000 cars in 2016. In 2017 the fare rose by 10 per cent.",
     "How many cars did the Ely ferry carry in 2017?", None),
    ("Some 3,200 people came to the kite festival on Sunday.", "How many people came to the kite festival in 2018?",
     "3,200"),
    ("Some 3,200 people visited the museum on Sunday.", "How many people visited the museum in 2018?", None),
    ("Two people died in a crash on the A9 on Sunday.", "How many people died in crashes on the A9 in 2018?", None),
    ("Cooks served 300 meals on Monday 5 February 2018 and 280 on Tuesday.",
     "How many meals did the cooks serve in February 2018?", None),
    ("In 2017 the depot stored 500,000 litres of oil.", "How much water did the depot store in 2017?", None),
    ("Turnout was 52 per cent in May 2018, six points down on 2014.", "What was turnout in 2014?", "58%"),
    ("Turnout was 52 per cent in May 2018, six points down on 2014.", "What was turnout in 2010?", None),
    ("Boiler A burned 3 tonnes of wood in 2017, boiler B 900 kilograms.",
     "How much more wood did boiler A burn than boiler B in 2017?", "2.1 tonnes"),
    ("Alford recorded 30 burglaries in 2017 and Banff 45 robberies.",
     "How many more burglaries did Banff record than Alford in 2017?", None),
    ("The club had 212 members in 2017, not counting juniors.",
     "How many members did the club have in 2017, juniors included?", None),
    ("The club had 212 members in 2017, including 40 juniors.",
     "How many members did the club have in 2017, including juniors?", "212"),
    ("The harvest was 400 tonnes in 2016. The year before it had been 380 tonnes.",
     "How large was the harvest in 2015?",
     "380 tonnes"),
    ("The band played 12 times from January to June 2017 and 20 times from July to December.",
     "How many times did the band play in 2017?", "32 in all"),
    ("The shelter found homes for 80 dogs in 2017. Of the cats, 35 were adopted.",
     "How many dogs were adopted in 2017?",
     None),
    ("Elm Ltd paid £40,000 in rent in 2017, and Oak Ltd £35,000 in wages.",
     "How much did Oak Ltd pay in rent in 2017?", None),
    ("Two in five patients were over 60. The clinic saw 1,000 patients in 2017.",
     "How many patients over 60 did the clinic see in 2017?", None),
    ("The group did not plant 900 oaks in 2017, as was claimed, but 640.", "How many oaks did the group plant in 2017?",
     "640"),
    ("Moor Trust runs two hospitals, St Anne's and the Cottage Hospital, and has no others. On 31 March 2017 St Anne's "
     "had 412 beds and the Cottage Hospital 36.",
     "How many beds did Moor Trust have altogether on 31 March 2017?", "448"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "question", "answer"), TOLD, ids=[f"{i}-{t[1][:40]}" for i, t in enumerate(TOLD)])
def test_a_figure_is_told_of_what_is_asked_for(text: str, question: str, answer: str | None, tmp_path: Path) -> None:
    """A figure of something else, of a plan, a part, a day or another basis is no answer; what follows from one is."""
    told = ask(tmp_path / "kb", [("2018-06-04" if "Sunday" in text else DAY, text)], question)
    assert told.refused if answer is None else answer in told.answer


def test_a_figure_that_is_withdrawn_is_no_answer(tmp_path: Path) -> None:
    """What a later document takes back without another figure is not told any more."""
    told = ("2018-02-10", "The hospital treated 90 burns patients in 2017.")
    taken_back = ("2018-05-10", "The hospital has withdrawn its figure for burns patients in 2017.")
    question = "How many burns patients did the hospital treat in 2017?"
    assert "90" in ask(tmp_path / "before", [told], question).answer
    assert ask(tmp_path / "after", [told, taken_back], question).refused


def test_a_later_figure_of_a_revised_count_holds(tmp_path: Path) -> None:
    """A sentence that says a count is revised goes for the figure of the sentence behind it."""
    told = [(DAY, "The lab tested 90 wells in 2017."),
            ("2018-05-10", "The lab has revised its count. In 2017 it tested 84 wells.")]  # fmt: skip
    assert ask(tmp_path, told, "How many wells did the lab test in 2017?").answer.startswith("84")


def test_this_year_is_that_of_the_document(tmp_path: Path) -> None:
    """A question without a year is read as on the day of a document, and is refused where two would differ."""
    first, second = (f"{y}-09-10" for y in (2018, 2019))
    question = "How many singers were at this year's festival?"
    one = [(first, "We had 150 singers at the festival this year.")]
    both = [*one, (second, "We had 180 singers at the festival this year.")]
    assert ask(tmp_path / "one", one, question).answer.startswith("150")
    assert ask(tmp_path / "both", both, question).refused


@pytest.mark.parametrize(
    ("sentence", "number", "standing"),
    [
        ("The group set out to plant 500 oaks.", "500", Standing.PLANNED),
        ("The group managed to plant 500 oaks.", "500", Standing.STATED),
        ("The drive drew 262 donors against a target of 300.", "300", Standing.PLANNED),
        ("The museum has applied for 900 crowns.", "900", Standing.PLANNED),
        ("Mill Lane should read 148.", "148", Standing.STATED),
        ("We did not plant 300 trees but 250.", "250", Standing.STATED),
        ("They scored 57 goals in 38 matches.", "38", Standing.STATED),
        ("Three doctors look after 7,200 residents.", "7,200", Standing.STATED),
        ("The clerk received 326 planning applications.", "326", Standing.STATED),
    ],
)
def test_what_is_meant_is_not_what_was_done(sentence: str, number: str, standing: Standing) -> None:
    """What was set out, aimed at or applied for is planned; what is put in the place of a denied figure is stated."""
    amount = next(a for a in find_amounts(sentence) if a.text.split()[0] == number)
    assert standing_of(sentence, amount) is standing


@pytest.mark.parametrize(
    ("sentence", "amounts"),
    [
        ("One in eight buses ran late.", [(12.5, "%")]),
        ("Two thirds of the members voted.", [(200 / 3, "%")]),
        ("The night train took 11 hours 40 minutes.", [(700, "minutes")]),
        ("It left 40 minutes ago.", []),
        ("The crew launched 9 times in May.", [(9, "")]),
        ("It was three times as much.", [(3, "x")]),
        ("Children aged 5 to 11 came.", []),
        ("The grant came to R4,560.", [(4560, "ZAR")]),
        ("The hives number 2,395.", [(2395, "")]),
        ("Growers drew 450 megalitres.", [(450, "megalitres")]),
    ],
)
def test_what_an_answer_reads_as_an_amount(sentence: str, amounts: list[tuple[float, str]]) -> None:
    """Fractions, durations and how often are amounts; ages and times ago are not."""
    found = [(a.value, a.unit) for a in amounts_of(sentence, [])]
    assert [(pytest.approx(v, abs=1e-3), u) for v, u in amounts] == found


def test_units_of_a_kind_are_set_side_by_side() -> None:
    """Measures of one kind convert exactly, rates only per the same piece."""
    assert convertible([Quantity(2, "hours", ""), Quantity(5, "minutes", "")]) == ([120.0, 5.0], "minutes")
    rates = [Quantity(1.8, "cubic metres/minute", ""), Quantity(2500, "litres/minute", "")]
    assert convertible(rates) == ([1800.0, 2500.0], "litres/minute")
    assert convertible([rates[0], Quantity(2500, "litres/hour", "")]) is None
    assert written(1_234_567, "count", in_full=True) == "1,234,567"


def test_the_year_before_is_that_before_the_one_told_of() -> None:
    """What "the same year" and "the year before" say leans on the time told last; on one of another length, nothing."""
    year = Interval.parse("2016")
    assert leaning("the year before", year) == Interval.parse("2015")
    assert leaning("the same year", year) == year
    assert leaning("the following year", year) == Interval.parse("2017")
    assert leaning("the month before", year) is None


def test_words_of_one_deed_are_one() -> None:
    """One table says which words are of one deed, and which a unit stands for."""
    (deaths,), (killed,), (births,) = (index_terms(w) for w in ("deaths", "killed", "births"))
    assert holds({deaths}, killed)
    assert not holds({deaths}, births)
    assert set(index_terms("temperature")) <= dimension("degrees")
    assert set(index_terms("cost")) <= dimension("GBP")
