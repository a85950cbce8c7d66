"""Figures worked out of several that are told: only where the text determines them, with their terms cited."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

import timeweave
from timeweave import Document
from timeweave.results import Answer

RECORDED = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


def ask(folder: Path, texts: list[str], question: str, day: str) -> Answer:
    """The answer of a store with one document for each text, a month apart from the first day."""
    first = dt.date.fromisoformat(day)
    documents = [Document(f"d{i}", t, date=first + dt.timedelta(days=31 * i)) for i, t in enumerate(texts)]
    with timeweave.open(folder) as kb:
        kb.add(documents, now=RECORDED, workers=1)
        return kb.ask(question)


WORKED_OUT = [
    # over time
    ("The Orchard Cinema sold 2,100 tickets in the first quarter of 2014, 1,900 in the second, 1,500 in the third and"
     " 2,500 in the fourth.", "How many tickets did the Orchard Cinema sell in 2014?", "2015-01-10", "8,000 in all"),
    ("The bakery used 3.5 tonnes of flour in May and 1.5 tonnes in June.",
     "How much flour did the bakery use in May and June 2016 together?", "2016-07-03", "5 tonnes in all"),
    ("There were no burglaries in Alder in April 2015 and seven in May.",
     "How many burglaries were there in Alder in April and May 2015 together?", "2015-06-03", "7 in all"),
    ("Patients seen in the week of 6 May: Monday 21 | Tuesday 18 | Wednesday 25 | Thursday 17 | Friday 19. The practice"
     " is closed at weekends.",
     "How many patients were seen in the week of 6 May 2019?", "2019-05-14", "100 in all"),
    ("Parcel deliveries in Alder, by month: April 2017 | 1,200; May 2017 | 1,300; June 2017 | 1,500.",
     "How many deliveries were there in Alder from April to June 2017?", "2017-07-09", "4,000 in all"),
    # over members
    ("Only three hospitals in the country do heart operations. In 2011 Norwick performed 120, Tolberg 80 and Salen 40.",
     "What was the total number of heart operations in the country in 2011?", "2012-02-03", "240 in all"),
    ("On the first day of term, 1 March, the village of Fenn had 120 pupils in its primary school and 95 in its"
     " secondary school. There are no other schools in Fenn.",
     "How many pupils were there altogether in Fenn's schools on 1 March 2018?", "2018-03-09", "215 in all"),
    ("The laundry used 1.5 GWh of heat in the 2010 season, the swimming hall next to it 500 MWh.",
     "How much heat did the laundry and the swimming hall use together in the 2010 season?", "2011-01-20",
     "2,000 mwh in all"),
    # what is left
    ("Farms in Orsdale harvested 9,000 tonnes of barley in 2015, of which 2,500 tonnes was exported.",
     "How many tonnes of barley harvested in Orsdale were not exported in 2015?", "2016-02-02", "6,500 tonnes"),
    ("The camp took in 410 visitors in July, including 160 children.",
     "How many of the camp's visitors in July 2016 were adults?", "2016-08-02", "250"),
    ("The new council has 60 seats. The Farmers' Union won 21, the Liberal List 19 and the Labour List 12; the rest"
     " went to independents.", "How many seats in the new council went to independents?", "2016-08-02", "8"),
    # before a change
    ("Unemployment in Alder fell by 2 percentage points in 2013, to 7 %.",
     "What was unemployment in Alder in 2012?", "2014-02-02", "9%"),
    ("The number of subscribers in Alder rose by exactly 4 % in 2013, to 5,200.",
     "How many subscribers were there in Alder in 2012?", "2014-02-02", "5,000"),
    ("The Coast Path grew last year by 15 km, to 80 km.",
     "How long was the Coast Path before the extension in 2015?", "2016-02-02", "65 km"),
    # a share, a ratio
    ("The Alder school has 480 pupils and 32 teachers.",
     "How many pupils per teacher does the Alder school have?", "2016-02-02", "15"),
    ("Of the 4,000 registered voters in Alder, 3,000 cast a ballot on Sunday.",
     "What share of registered voters in Alder voted?", "2016-02-02", "75%"),
    ("Striker Tomas Reik took 5 penalties for Alder and converted 4.",
     "What was Tomas Reik's penalty conversion rate?", "2016-02-02", "80%"),
    # differences
    ("Alder counted 310 births and 360 deaths in 2012.",
     "What was the balance of births minus deaths in Alder in 2012?", "2013-02-02", "-50"),
    ("Alder Rovers finished the season with 51 goals scored and 40 conceded.",
     "What was the goal difference of Alder Rovers?", "2013-06-02", "11"),
    ("The orchestra ended 2014 with a deficit of 2.0 million euros, after a surplus of 0.5 million the year before.",
     "By how much did the orchestra's result worsen from 2013 to 2014?", "2015-02-02", "fell by 2.5 million"),
    ("The thermometer at Alder showed -8 degrees on Monday. On Wednesday it was 3 degrees.",
     "By how many degrees did the temperature at Alder rise between Monday and Wednesday?",
     "2015-02-05", "+11 degrees"),
    ("The gauge at Lock 2 read minus 30 centimetres on Friday and minus 50 on Saturday.",
     "How many centimetres lower was the gauge at Lock 2 on Saturday than on Friday?", "2015-02-08", "-20 centimetres"),
    ("In the poll the Liberals stand at 27 %. Labour is at 33 %.",
     "By how many percentage points is Labour ahead of the Liberals in the poll?",
     "2015-02-08", "+6 percentage points"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "question", "day", "answer"), WORKED_OUT, ids=[w[1][:50] for w in WORKED_OUT])
def test_what_figures_determine_is_worked_out(text: str, question: str, day: str, answer: str, tmp_path: Path) -> None:
    """A figure that follows from those told is worked out, says so, and cites each of its terms."""
    told = ask(tmp_path, [text], question, day)
    assert answer in told.answer
    assert told.method == "computed"
    assert told.calculation
    assert len(told.values) > 1
    assert told.citations


OPEN = [
    ("The Orchard Cinema sold 2,100 tickets in the first quarter of 2014, 1,900 in the second and 1,500 in the third.",
     "How many tickets did the Orchard Cinema sell in 2014?", "2015-01-10"),
    ("Patients seen in the week of 6 May: Monday 21 | Tuesday 18 | Wednesday 25 | Thursday 17 | Friday 19.",
     "How many patients were seen in the week of 6 May 2019?", "2019-05-14"),
    ("Several hospitals in the country do heart operations. In 2011 Norwick performed 120, Tolberg 80 and Salen 40.",
     "What was the total number of heart operations in the country in 2011?", "2012-02-03"),
    ("Only four hospitals in the country do heart operations. In 2011 Norwick performed 120, Tolberg 80 and Salen 40.",
     "What was the total number of heart operations in the country in 2011?", "2012-02-03"),
    ("Turnout was 61 % in Port Arlen and 55 % in Port Selby in 2012.",
     "What was turnout in Port Arlen and Port Selby together in 2012?", "2013-01-20"),
    ("Port Arlen took 1.2 million euros in 2012. Port Selby took 300 thousand dollars.",
     "How much did Port Arlen and Port Selby take together in 2012?", "2013-01-20"),
    ("Farms in Orsdale harvested 9,000 tonnes of barley in 2015, of which more than 2,500 tonnes was exported.",
     "How many tonnes of barley harvested in Orsdale were not exported in 2015?", "2016-02-02"),
    ("The camp took in 410 visitors in July, including 160 pensioners.",
     "How many of the camp's visitors in July 2016 were adults?", "2016-08-02"),
    ("Unemployment in Alder fell by about 2 percentage points in 2013, to 7 %.",
     "What was unemployment in Alder in 2012?", "2014-02-02"),
    ("The number of subscribers in Alder rose by 3 % in 2013, to 5,211.",
     "How many subscribers were there in Alder in 2012?", "2014-02-02"),
    ("Unemployment in Alder fell by 2 percentage points in 2013, to 7 %.",
     "What was unemployment in Alder in 2011?", "2014-02-02"),
    ("The Alder school has 480 pupils and at least 32 teachers.",
     "How many pupils per teacher does the Alder school have?", "2016-02-02"),
    ("Alder counted 310 births in 2012 and Ember 360 deaths.",
     "What was the balance of births minus deaths in Alder in 2012?", "2013-02-02"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "question", "day"), OPEN, ids=[f"{i} {w[1][:40]}" for i, w in enumerate(OPEN)])
def test_what_figures_leave_open_is_refused(text: str, question: str, day: str, tmp_path: Path) -> None:
    """Parts that are not the whole, rates, other currencies, bounds and unknown terms give no figure."""
    told = ask(tmp_path, [text], question, day)
    assert told.refused, told.answer


def test_a_revision_by_a_number_is_applied(tmp_path: Path) -> None:
    """A figure that a later document revises down by two is less by two, with both cited."""
    texts = [
        "Police recorded 47 road deaths in Alder province last year.",
        "The number of road deaths in Alder province in 2008 has been revised down by two.",
    ]
    told = ask(tmp_path, texts, "How many road deaths were there in Alder province in 2008?", "2009-01-09")
    assert told.answer.startswith("45")
    assert {c.document_id for c in told.citations} == {"d0", "d1"}


def test_one_level_told_twice_has_not_risen(tmp_path: Path) -> None:
    """A lease that two minutes give at the same rent says nothing of how much it went up."""
    texts = ["The rent of the hall is $38,000 per annum.", "The rent of the hall is $38,000 per annum under the lease."]
    told = ask(tmp_path, texts, "By how much did the rent of the hall rise between November and December 2024?",
               "2024-11-16")  # fmt: skip
    assert told.calculation is None
    assert "+0" not in told.answer
