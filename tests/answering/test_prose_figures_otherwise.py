"""Figures that a sentence tells in other words than the question, and those that look alike but are of others."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

import timeweave
from timeweave import Document
from timeweave.question.figures.words import names_measure
from timeweave.results import Answer

RECORDED = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
Told = list[tuple[str, str]]


def ask(folder: Path, told: Told, question: str) -> Answer:
    documents = [Document(f"d{i}", text, date=dt.date.fromisoformat(day)) for i, (day, text) in enumerate(told)]
    with timeweave.open(folder) as kb:
        kb.add(documents, now=RECORDED, workers=1)
        return kb.ask(question)


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        pytest.param([("2013-06-07", "On Thursday 310 people were moved out of Harlow, of whom 25 were nurses.")],
                     "How many people were moved out of Harlow on Thursday?", "310", id="number-after-a-weekday"),
        pytest.param([("2010-07-29", "The council issued 900 permits in 2010: 650 to residents and 250 to visitors.")],
                     "What was the total number of permits issued by the council in 2010?", "900", id="parts-add-up"),
        pytest.param([("2009-05-11", "In 2008 a total of 1,240 adults finished a cookery course in Harlow.")],
                     "How many adults finished a cookery course in 2008?", "1,240", id="total-of"),
        pytest.param([("2014-04-14", "Sunday's concert in the Arena was watched by 8,450 people.")],
                     "What was the attendance at Sunday's concert in the Arena?", "8,450", id="seen-by"),
        pytest.param([("2006-07-20", "Tuesday's flood killed 31 people, including four firemen.")],
                     "What was the death toll of Tuesday's flood?", "31", id="counted-by-what-they-do"),
        pytest.param([("2011-03-31", "The glass plant in Harlow cut around 30 jobs last week, leaving it with a "
                       "workforce of 220, as of 28 March.")],
                     "How many people worked at the glass plant in Harlow as of 28 March 2011?", "220",
                     id="measure-of"),
        pytest.param([("2007-08-27", "Nine sailors, aged between 20 and 41, were rescued from the reef on Sunday.")],
                     "How many sailors were rescued from the reef on Sunday?", "Nine", id="behind-an-insertion"),
        pytest.param([("2019-05-02", "The tram company no longer employs 900 drivers. Today there are 640, Ann Hill "
                       "said at a rally.")],
                     "How many drivers does the tram company employ in 2019?", "640", id="no-longer"),
        pytest.param([("2012-02-09", "The head denied that 90 pupils would have to move. The number is 35, she told "
                       "Monday's meeting.")],
                     "How many pupils will have to move?", "35", id="the-number-is"),
        pytest.param([("2008-02-21", "This month's census gave 88 black geese.")],
                     "How many black geese were counted on the lake in the February 2008 census?", "88",
                     id="place-unsaid"),
        pytest.param([("2007-10-26", "The pear harvest in the Vale came to roughly 2.2 million crates.")],
                     "How large was the pear harvest in the Vale in 2007?", "roughly 2.2 million", id="once-a-year"),
        pytest.param([("2012-10-05", "The board spent a sum of 3.4 million dollars on playgrounds in 2012.")],
                     "How much did the board pay for playgrounds in 2012?", "3.4 million", id="money-is-paid"),
        pytest.param([("2024-02-08", "The open-air theatre expects 9,500 guests in 2024 after 8,700 in 2023.")],
                     "How many guests did the open-air theatre have in 2023?", "8,700", id="set-against-a-plan"),
        pytest.param([("2013-05-01", "The tax court reported a backlog of 770 cases at the end of 2012.")],
                     "What was the tax court's backlog at the end of 2012?", "770", id="end-of-a-year"),
        pytest.param([("2019-02-20", "Low water hindered us: 52,000 cubic metres of mud were removed in 2018.")],
                     "How much mud was removed from the harbour in 2018?", "52,000", id="content-of-a-unit"),
        pytest.param([("2021-06-11", "About 12,000 residents of Elm county had received a first dose by the end of "
                       "May.")],
                     "How many residents of Elm county had received a first dose by the end of May 2021?", "12,000",
                     id="by-the-end"),
        pytest.param([("2018-03-22", "A third of the city's boilers have been replaced so far, 410 of them; the city "
                       "has 1,230 boilers in all.")],
                     "How many boilers have been replaced in the city so far?", "410", id="clause-of-its-own"),
        pytest.param([("2016-03-10", "The canal authority counted 2,340 boat passages through the locks in 2015.")],
                     "How many boat passages through the locks did the canal authority count in 2015?", "2,340",
                     id="noun-taken-for-a-verb"),
        pytest.param([("2019-05-02", "The choir fair drew 480 singers in 2018, of whom 95 were from the town itself.")],
                     "How many of 2018's choir fair singers came from outside the town?", "385",
                     id="all-of-whose"),
        pytest.param([("2016-02-02", "The office set out to inspect 900 wells in 2015; 765 were inspected.")],
                     "How many well inspections were there in 2015?", "765", id="deeds-by-whom-they-were-done-to"),
        pytest.param([("2017-02-01", "The town had 260 berths at the end of 2015."),
                      ("2018-02-01", "At the end of 2016 the town had 295 berths.")],
                     "By how many did the number of berths grow during 2016?", "35", id="from-end-to-end"),
        pytest.param([("2012-12-05", "The winter fair opened with 140 booths; last year there were 122.")],
                     "How many booths did the winter fair open with in 2012?", "140", id="another-clause-is-dated"),
        pytest.param([("2018-10-04", "The glacier lost 1.4 metres of ice thickness in the year to September 2018. The "
                       "year before it had been 2.5 metres.")],
                     "By how much did the ice thickness of the glacier change in the year to September 2018?",
                     "lost 1.4 metres", id="the-year-before-a-year-to"),
        pytest.param([("2015-07-01", "Fares on the town's 40 lines go up by 4 % today.")],
                     "By what percentage did fares on the town's lines go up on 1 July 2015?", "4 %",
                     id="verb-of-another-amount"),
        pytest.param([("2018-06-21", "The reuse rate of Moor fell 2.5 percentage points to 31.5 per cent in 2017.")],
                     "What was the reuse rate of Moor in the year before 2017?", "34%", id="the-year-before"),
        pytest.param([("2016-02-01", "Women made up 38 % of the choir in 2015.")],
                     "What was the share of women in the choir in 2015?", "38 %", id="made-up-is-no-rise"),
        pytest.param([("2014-09-11", "326 planning applications were received between April and August."),
                      ("2014-10-09", "One amendment to the minutes: for '326 planning applications' read '362 planning "
                       "applications'.")],
                     "How many planning applications were received between April and August 2014?", "362",
                     id="planning-is-no-plan"),
        pytest.param([("2018-12-22", "The trust resurfaced 2.1 km of track east of Ely in 2018 and 650 metres west "
                       "of it, and nothing else that year.")],
                     "What total length of track did the trust resurface in 2018?", "2,750 metres",
                     id="units-of-a-kind"),
        pytest.param([("2021-02-09", "The new school at Ely opened in January with 120 girls and 80 boys enrolled.")],
                     "What share of the pupils enrolled at the new Ely school in January were girls?", "60%",
                     id="said-of-both"),
        pytest.param([("2018-05-15", "The library bought 960 children's books in 2017, part of a total of 2,310 new "
                       "titles.")],
                     "How many of the library's new titles in 2017 were not children's books?", "1,350",
                     id="books-of-children"),
        pytest.param([("2017-08-17", "At Brook Academy 78 % of pupils passed the test of 3 July.")],
                     "What share of pupils at Brook Academy passed the test on 3 July 2017?", "78 %",
                     id="name-before-a-share"),
        pytest.param([("2014-06-01", "In May 2014, 1,240 voters were registered in Ward 6 and 980 in Ward 5.")],
                     "How many voters were registered in Ward 5 in May 2014?", "980", id="one-of-two-numbers"),
    ],
)  # fmt: skip
def test_a_figure_told_in_other_words_is_found(tmp_path: Path, told: Told, question: str, answer: str) -> None:
    """What a sentence leaves unsaid, or says by another form or word, does not keep its figure from the question."""
    assert answer in ask(tmp_path / "kb", told, question).answer


@pytest.mark.parametrize(
    ("told", "question"),
    [
        pytest.param([("2008-02-21", "This month's census gave 88 black geese on the river.")],
                     "How many black geese were counted on the lake in the February 2008 census?", id="another-place"),
        pytest.param([("2010-07-06", "The graduation rate at West High fell two percentage points this year. At East "
                       "High it rose from 85 to 88 percent.")],
                     "What was the graduation rate at West High in 2010?", id="another-school"),
        pytest.param([("2018-03-01", "For robberies, of which there were 90 in 2017, the clear-up rate was 60 %.")],
                     "What was the clear-up rate for thefts in 2017?", id="another-crime"),
        pytest.param([("2009-06-15", "The number of people killed on the roads in 2008 has been revised down by two.")],
                     "How many people were killed on the roads in 2008?", id="revised-by"),
        pytest.param([("2020-06-16", "The port emitted 214 kilotonnes of CO2 in 2019. All years are being restated.")],
                     "What is the restated figure for the port's CO2 emissions in 2019?", id="not-restated"),
        pytest.param([("2013-05-02", "The council received 4 million euros for roads in 2012.")],
                     "How much did the council spend on roads in 2012?", id="received-not-spent"),
        pytest.param([("2013-05-02", "The footbridge is 40 m long.")], "How high is the footbridge?",
                     id="long-not-high"),
        pytest.param([("2019-06-03", "Your paper wrote that 61 % voted in Ely in May 2019. I was on the board: it was "
                       "51 %.")],
                     "What was turnout in Ely in May 2019?", id="contradicted"),
        pytest.param([("2014-06-01", "In May 2014, 1,240 voters were registered in Ward 6. Ward 5 has not reported "
                       "yet.")],
                     "How many voters were registered in Ward 5 in May 2014?", id="another-number"),
        pytest.param([("2014-01-10", "In 2013, 14 people were injured on Line 1. No figure was given for Line 2.")],
                     "How many people were injured on Line 2 in 2013?", id="another-line"),
        pytest.param([("2016-07-01", "Of the club's members, 64 are juniors. The juniors train on Mondays.")],
                     "How many members does the club have?", id="those-of-whom"),
        pytest.param([("2010-01-10", "In 2009, 45 employees were let go at the Malmen site alone.")],
                     "How many employees were let go in 2009?", id="at-one-site-alone"),
        pytest.param([("2013-06-20", "The magazine has 4,200 readers; 300 of the children among them write letters.")],
                     "How many children read the magazine?", id="all-for-some"),
        pytest.param([("2007-06-18", "The choir fair drew 680 singers this year, of whom 145 were soloists from the "
                       "town.")],
                     "How many of the choir fair's singers came from outside the town?", id="fewer-than-the-others"),
        pytest.param([("2016-01-01", "Station 2 answered 410 calls in 2015, more than Station 3.")],
                     "How many calls did Station 3 answer in 2015?", id="compared-number"),
        pytest.param([("2014-01-01", "The union has 3,000 members, many of them retired.")],
                     "How many members of the union are retired?", id="many-of-them"),
        pytest.param([("2018-01-01", "In the north of the county 60 farms were inspected in 2017. The south did not "
                       "report.")],
                     "How many farms were inspected in the whole county in 2017?", id="part-of-a-county"),
        pytest.param([("2017-02-05", "At the end of 2015 the school had 400 pupils. At the end of 2016 the kitchen "
                       "served 450 pupils.")],
                     "By how many did the number of pupils grow during 2016?", id="ends-told-of-others"),
        pytest.param([("2012-01-05", "The clinic had 36 children's beds in 2011.")],
                     "How many beds did the clinic have in 2011?", id="beds-of-children"),
        pytest.param([("2012-01-05", "The fair sold 80 children's books in 2011.")],
                     "How many children came to the fair in 2011?", id="what-is-theirs"),
        pytest.param([("2012-01-05", "The market has 150 stalls; in 2011 there were fewer.")],
                     "How many stalls did the market have in 2011?", id="another-clause"),
        pytest.param([("2018-01-05", "The city had 110 trams at the end of 2016 and the region 300 trams at the end of "
                       "2017.")],
                     "By how many did the number of trams grow during 2017?", id="ends-of-two"),
        pytest.param([("2013-06-04", "Women now hold 45 seats on the council, up from 31 after the 2009 vote. The "
                       "council had 180 seats in 2009. Its size was changed before this year's election.")],
                     "What share of the council's seats do women hold after the 2013 election?", id="size-unknown"),
    ],
)  # fmt: skip
def test_a_figure_of_something_else_is_refused(tmp_path: Path, told: Told, question: str) -> None:
    """A figure of another place or thing, a step for a level, and one that the next sentence contradicts are none."""
    answer = ask(tmp_path / "kb", told, question)
    assert answer.refused, answer.answer


def test_a_name_beside_a_number_is_not_asked_for_as_a_figure(tmp_path: Path) -> None:
    """A question for a rank is answered with the rank, though its sentence has numbers."""
    told = [("1930-01-05", "Otto Brand had the rank of lieutenant with 40 men from 1928 to 1929.")]
    answer = ask(tmp_path / "kb", told, "What was Otto Brand's military rank from 1928 to 1929?")
    assert "lieutenant" in answer.answer


@pytest.mark.parametrize("asked", ["What was his occupation in 1938?", "Who was the speaker?", "Which was the summit?"])
def test_a_word_with_the_stem_of_a_measure_names_none(asked: str) -> None:
    """An occupation is no occupancy: what is measured is named by its whole word."""
    assert not names_measure(asked)


@pytest.mark.parametrize("asked", ["What was the occupancy in 1938?", "What were the sales?", "What were the rates?"])
def test_a_measure_is_named_by_its_word(asked: str) -> None:
    """In one number or the other."""
    assert names_measure(asked)
