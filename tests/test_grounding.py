"""What a model wrote is held against the lines that it cites."""

import pytest

from timeweave.grounding import Ground
from timeweave.temporal.interval import Interval

GROUND = Ground(
    lines=(
        "Revenue was $3.7 billion, down 17% sequentially.",
        "Brightwater Ltd named Mara Ellison as chief executive officer, succeeding Tomas Reyk.",
        "Margins of between 30% and 32% are expected because demand for lenses is growing.",
    ),
    given=("What was Halden's revenue in Q1 2023?", "Halden Optics Inc. 2023-Q1 results"),
    times=(Interval.parse("2023-Q1"),),
)


@pytest.mark.parametrize(
    "text",
    [
        "$3.7 billion",
        "Halden's revenue was $3,700 million in the first quarter of 2023.",
        "In 2023 revenue fell 17% from quarter to quarter, sequentially.",
        "Mara Ellison",
        "Mara Ellison of Brightwater, its CEO",
        "Yes.",
        "Growing demand for lenses.",
        "Margins of 32% are expected.",
    ],
)
def test_said(text):
    """TG-14: figures in another spelling, names without a legal form, and times that hold the line's are said."""
    assert GROUND.problems(text) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("$3.7 million", "the figure '$3.7 million' is in nothing cited"),
        ("€3.7 billion", "the figure '€3.7 billion' is in nothing cited"),
        ("Revenue was $3.7 billion, down 18%.", "the figure '18%' is in nothing cited"),
        ("Revenue was $3.7 billion in Q2 2023.", "the time 'Q2 2023' is in nothing cited"),
        ("Revenue was $3.7 billion in March 2023.", "the time 'March 2023' is in nothing cited"),
        ("Mara Reyk", "the name 'Mara Reyk' is in nothing cited"),
        ("Brightwater Group named Mara Ellison.", "the name 'Brightwater Group' is in nothing cited"),
        ("banana", "what 'banana' says is in nothing cited"),
        ("It went bankrupt; all left.", "what 'It went bankrupt; all left.' says is in nothing cited"),
    ],
)
def test_not_said(text, problem):
    """TG-14: another scale, unit, period, a finer time, names put together anew, and words of its own are not."""
    assert problem in GROUND.problems(text)


@pytest.mark.parametrize(
    ("heading", "may"),
    [
        ("Overview", True),
        ("Revenue Growth and Demand for Lenses", True),
        ("Q1 2023: Falling Revenue", False),  # nothing fell in these words
        ("Down in Q1 2023", True),
        ("Down in Q2 2023", False),
        ("Zorvex stumbles", False),
        ("Halden's $9 billion", False),
    ],
)
def test_heading(heading, may):
    """A heading is of words that the lines or the question hold, and of those that any heading has."""
    assert GROUND.may_head(heading) is may


SUMMED_UP = Ground(
    lines=(
        "2023-Q1 current Halden Optics: revenue of $80.5 million, up 6% year over year",
        "2023-Q1 current Mara Ellison, chief executive officer of Skechers U.S.A., Inc.",
    ),
    given=("2023-Q1 (Q1 2023): 12 facts about 4 names from 2 documents",),
    times=(Interval.parse("2023-Q1"),),
    least_said=0,
)


@pytest.mark.parametrize(
    "text",
    [
        "Halden Optics reported revenue of $80.5 million in Q1 2023, up 6%.",
        "In the quarter Halden's revenue grew by 6 percent.",
        "Revenue rose at Halden Optics while Mara Ellison led Skechers U.S.A., Inc.",
        "Skechers is led by Ellison.",
        "The year 2023 began with growth at one company.",
    ],
)
def test_summed_up(text):
    """TG-06: who sums up may do so in other words; figures in another notation and parts of names are said."""
    assert SUMMED_UP.problems(text) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Halden Optics reported revenue of $81.5 million.", "the figure '$81.5 million' is in nothing cited"),
        ("Halden Optics grew by 7%.", "the figure '7%' is in nothing cited"),
        ("Revenue of Halden Optics rose until 2031.", "the time '2031' is in nothing cited"),
        ("Revenue of Halden Optics rose in June 2023.", "the time 'June 2023' is in nothing cited"),
        ("Brightwater reported revenue of $80.5 million.", "the name 'Brightwater' is in nothing cited"),
        ("Mara Ellison left Halden Optics for Corvane in 2023.", "the name 'Corvane' is in nothing cited"),
    ],
)
def test_not_summed_up(text, problem):
    """TG-06: figures, times and names of its own are none of it all the same."""
    assert problem in SUMMED_UP.problems(text)


def test_every_line_says_itself():
    """TG-06, TG-14: a line repeated word for word is never refused."""
    compound = "The then-Chancellor Mara Ellison brought made-in-the-USA tools to the G8 in 2014."
    for line in (*GROUND.lines, *SUMMED_UP.lines, compound):
        assert Ground((line,)).problems(line) == []
