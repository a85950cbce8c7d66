"""What a fact must tell by itself: a known one, at its time, and no more than its sentence says."""

import datetime as dt

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.records import Document
from timeweave.temporal.interval import Granularity, Interval

FILLER = "The town lies on the river and has a market on Saturdays. " * 8


def told(text):
    document = Document("d", text, date=dt.date(2024, 5, 7))
    return {fact.text for fact in extract(document).facts}


@pytest.mark.parametrize(
    "sentence",
    [
        "Ann Lee repeated the story.",
        "Ann Lee is the sponsor.",
        "Kestrel Foods became the first company to use it.",
        "Ann Lee fumbles the ball near the goal line.",
        "Kestrel Foods will get the parcel to Ann Lee.",
    ],
)
def test_a_noun_that_only_the_text_knows_makes_no_fact(sentence):
    """A plain noun, a rank of nothing told, a scene and a courtesy say nothing of anybody by themselves."""
    assert told(sentence) == set()


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("Ann Lee plays clarinet.", "ann lee: plays clarinet [2024-05-07/..]"),
        ("Ann Lee left the house in March 2020.", "ann lee: left house [2020-03]"),
        ("Kestrel Foods signed 1,500 leases in 2021.", "kestrel foods: signed 1,500 leases [2021]"),
        ("Ann Lee went on to join Kestrel Foods.", "ann lee: joined kestrel foods [2024-05-07/..]"),
        ("Kestrel Foods has been baking rye bread since 2019.", "kestrel foods: bakes rye bread [2019/..]"),
    ],
)
def test_a_habit_a_time_or_a_number_makes_a_plain_noun_tell(sentence, fact):
    """What somebody does as a habit, did at a named time or did so often is a fact."""
    assert fact in told(sentence)


def test_an_undated_past_behind_the_opening_is_of_no_day():
    """Neither the perfect nor the passive behind the opening of a dated text is news of its day."""
    facts = told(FILLER + "Kestrel Foods was moved to Port Lorne. Ann Lee has visited Port Lorne.")
    assert "kestrel foods: was moved to port lorne" in facts
    assert "ann lee: visited port lorne" in facts


def test_a_title_is_told_with_the_people_before_it_or_not_at_all():
    """Of a Turkish minister it is told of whom; of a bare coach nobody learns whom he coaches."""
    assert "ann lee: position held turkish interior minister [2024-05-07/..]" in told(
        "Turkish Interior Minister Ann Lee said three people were hurt."
    )
    assert told("Coach Ann Lee spoke.") == set()


def measured(sentence):
    quarter = Interval.unit(dt.date(2024, 1, 1), Granularity.QUARTER)
    document = Document("d", sentence, title="Acme", period=quarter, entities=("Acme",))
    return {fact.text for fact in extract(document).facts if fact.quantity is not None}


@pytest.mark.parametrize(
    "sentence",
    [
        "Revenue was $85 million above the top end of our guidance.",
        "In December, we made a commitment to repay over $4.5 billion of debt.",
        "Around 80% of new stores turned profitable.",
        "Full recovery would provide $400 million of EBITDA.",
    ],
)
def test_an_amount_that_is_no_value_is_none(sentence):
    """A difference to guidance, what is still to be repaid, a share of nothing told and a supposal are no values."""
    assert measured(sentence) == set()


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("We remain confident in our goal of achieving $10 billion in sales.", ("sales $10 billion", "guidance")),
        ("EBIT margin, 8.2% to 8.7%.", ("ebit margin 8.2% to 8.7%", "guidance")),
        ("Inventory fell 9% in the quarter.", ("inventory -9%", "change")),
        ("On a comparable basis, restaurant margin was 50 basis points higher.", ("restaurant margin", "comparable")),
        ("Margin was 12.1% and 100 basis points higher year over year.", ("margin 100 basis points", "change")),
    ],
)
def test_the_role_of_an_amount_is_told_with_it(sentence, words):
    """Aims and lines of ranges are no actual values; falls have their sign, comparable figures their basis."""
    assert any(all(word in fact for word in words) for fact in measured(sentence)), measured(sentence)
