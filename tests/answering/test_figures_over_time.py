"""A measure that is told of several times: its ends, its sum, its mean, and what it was before a step."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase

RECORDED = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
DOCUMENTS = [
    Document("a", "The Norwick fair drew 430 guests. Entry cost 38 crowns.", title="Fair", date=dt.date(2020, 6, 2)),
    Document(
        "b",
        "The Norwick fair brought 512 guests to the green on 3 June. Norwick had 14,200 inhabitants on 1 January 2021.",
        title="Fair again",
        date=dt.date(2021, 6, 4),
    ),
    Document(
        "c",
        "A total of 468 guests came to the Norwick fair on 2 June 2022. Entry has cost 45 crowns since May 2022.",
        title="Third fair",
        date=dt.date(2022, 6, 3),
    ),
    Document(
        "d",
        "Norwick had 15,900 inhabitants on 1 January 2023. The Norwick mill sold 812 tonnes of flour in 2022, up from"
        " 790 in 2021. Of the 812 tonnes, 500 were white, 300 brown and 12 spoilt.",
        title="Figures",
        date=dt.date(2023, 2, 1),
    ),
    Document("e", "The Norwick mill sold 905 tonnes of flour in 2025.", title="Mill", date=dt.date(2026, 1, 1)),
    Document(
        "f",
        "Parcels: 5,120 in the year to March 2016, up 640 on 2014–15. Volunteers 74. Freight came to 248,000 units in"
        " 2015, down 5,000.",
        title="Alder Lane Food Bank: report",
        date=dt.date(2016, 5, 12),
    ),
]


@pytest.fixture(scope="module")
def norwick(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    folder: Path = tmp_path_factory.mktemp("norwick")
    kb = timeweave.open(folder)
    kb.add(DOCUMENTS, now=RECORDED, workers=1)
    return kb


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many guests came to the Norwick fairs from 2020 to 2022 in total?", "1,410 in all"),
        ("How many fewer guests came to the Norwick fair in 2022 than in 2021?", "-44"),
        ("What was the average number of guests at the Norwick fair from 2020 to 2022?", "470: the mean"),
        ("By how much did Norwick's population grow between 2021 and 2023?", "+1,700"),
        ("By how much did entry to the Norwick fair go up in 2022?", "+7 crowns"),
        ("By how much did the flour sold by the Norwick mill rise from 2021 to 2022?", "+22"),
        ("By how much did the flour sold by the Norwick mill rise between 2022 and 2025?", "+93"),
        ("How many parcels did Alder Lane Food Bank give out in the year to March 2015?", "4,480"),
        ("How many parcels did Alder Lane Food Bank give out in 2014–15?", "4,480"),
        ("How many units of freight did Alder Lane Food Bank handle in 2014?", "253,000"),
        ("In which year did the Norwick fair draw most guests?", "2021-06-03 (512 guests)"),
        ("In what year did the Norwick mill sell the least flour?", "2021"),
        ("How many volunteers does Alder Lane Food Bank have?", "74"),
    ],
)
def test_what_is_told_of_several_times_is_worked_with(norwick: KnowledgeBase, question: str, answer: str) -> None:
    """TG-14: sums, means and changes over years, each from the figure of its own time, in one document or many."""
    told = norwick.ask(question)
    assert told.answer.startswith(answer), (told.answer, told.confidence)
    assert told.citations


@pytest.mark.parametrize(
    "question",
    [
        "By how much did the flour sold by the Norwick mill rise between 2019 and 2022?",
        "By how much did guests at the Norwick fair rise from 2018 to 2021?",
        "What was the average number of guests at the Norwick fair from 2019 to 2022?",
    ],
)
def test_other_ends_than_those_asked_for_are_no_answer(norwick: KnowledgeBase, question: str) -> None:
    """TG-14: the change from 2021 is not that from 2019, and a mean has the figure of every year."""
    told = norwick.ask(question)
    assert told.calculation is None, told.answer


UNLIKE = [
    ("In 2016 the north had 300 cases. In 2017 the south had 500 cases. In 2018 the north had 310 cases.",
     "In which year did the north have the most cases?"),
    ("In 2016 the north had 300 cases. In 2017 the south had 500 cases. In 2018 the north had 310 cases.",
     "What was the average number of cases in the north from 2016 to 2018?"),
    ("Alder had 80 mm of rain in May 2018 and 60 mm in June 2018. It had 900 mm of rain in 2017.",
     "In which year was rain in Alder highest?"),
    ("The fair had 300 visitors on 3 May 2015 and 400 visitors on 4 May 2015. In 2014 it had 90,000 visitors.",
     "In which year did the fair have most visitors?"),
    ("Profit was $3 million in 2016. There was a loss of $5 million in 2017. Profit was $4 million in 2018.",
     "In which year was profit lowest?"),
    ("The library lent 14,200 books in 2015, up 5,000 in a decade.", "How many books did the library lend in 2014?"),
    ("The farm had 95 cows in 2018, up 20 calves.", "How many cows did the farm have in 2017?"),
    ("The farm had 95 cows in 2018, 20 calves more than in 2017.", "How many cows did the farm have in 2017?"),
    ("Wheat yields were 7.8 t/ha in 2015 and 8.3 t/ha in 2016. Barley yields were 9.1 t/ha in 2017.",
     "When were wheat yields highest?"),
    ("Revenue was $10 million in 2017 and $12 million in 2018. Vega's revenue was $9 million in 2019.",
     "When was revenue lowest?"),
    ("Revenue was $10 million in 2017. Revenue rose 20% in 2018. Revenue was $11 million in 2019.",
     "When was revenue highest?"),
    ("Debt was $900 million in 2012 and $650 million in 2016. Debt peaked in 2014.", "When was debt highest?"),
    ("Emissions were 45 Mt in 2010 and 33 Mt in 2018. A record high of 50 Mt was reached in 2013.",
     "When were emissions highest?"),
    ("Emissions were 45 Mt in 1990 and 33 Mt in 2018.", "When will emissions be lowest?"),
    ("Build: 90. Team: 5.", "How many builds are there?"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "question"), UNLIKE)
def test_what_is_not_alike_is_not_compared(tmp_path: Path, text: str, question: str) -> None:
    """TG-14: two subjects, months and years, a loss among gains, a step over a decade determine nothing."""
    with timeweave.open(tmp_path) as kb:
        kb.add([Document("a", text, date=dt.date(2019, 6, 1))], now=RECORDED, workers=1)
        told = kb.ask(question)
        assert told.refused or told.calculation is None, (told.answer, told.calculation)


@pytest.mark.parametrize(
    ("texts", "question", "answer"),
    [
        (("Traffic deaths were 262 in 2014.", "Traffic deaths fell to 248 in 2015, 12 fewer than a year ago."),
         "How many traffic deaths were there in 2014?", "262"),
        (("Attendance was 412 in 2018, 12 fewer than in 2016 and 30 more than in 2017.",),
         "What was attendance in 2017?", "382"),
        (("Attendance was 412 in 2018, 12 fewer than in 2016 and 30 more than in 2017.",),
         "What was attendance in 2016?", "424"),
        (("Jobless claims were 248,000 in the week ending 6 February 2016, down 5,000 from the previous week.",),
         "How many jobless claims were there in the week ending 30 January 2016?", "253,000"),
    ],
)  # fmt: skip
def test_a_level_before_a_step_yields_to_one_that_is_told(
    tmp_path: Path, texts: tuple[str, ...], question: str, answer: str
) -> None:
    """TG-14: what a text states goes before what follows from another; each of several steps has its own level."""
    with timeweave.open(tmp_path) as kb:
        kb.add(
            [Document(f"d{i}", t, date=dt.date(2019 + i, 6, 1)) for i, t in enumerate(texts)], now=RECORDED, workers=1
        )
        assert kb.ask(question).answer.startswith(answer)
