"""How much a question wants the newest: by pattern, and learned and held to what the words say."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest

from timeweave.question.recency import learned_recency, recency_by_pattern
from timeweave.question.recency.estimate import held_to_words
from timeweave.question.recency.words import asks_of_closed_time, says_now, without_years

WORDS_OF_NOW = ["current", "latest", "newest", "most recent"]
SAYING_NOW = [
    "now",
    "currently",
    "today",
    "this week",
    "this month",
    "at the moment",
    "these days",
    "in the last few days",
    "recently",
]
SUBJECTS = ["the Marlow Museum", "Quillon plc", "the harbour board", "Ines Calder", "copper", "the northern league"]
ASKED = [
    "Who owns {}",
    "What is written about {}",
    "How many people follow {}",
    "Where is {} based",
    "Why is {} famous",
]
PERIODS = ["in 2015", "in Q3 2023", "in the 1990s", "before 2001", "from March to May 2019", "on 5 May 2014", "in FY23"]


@pytest.mark.parametrize("word", WORDS_OF_NOW)
@pytest.mark.parametrize(
    "question", ["Who is the {} chair of Quillon?", "the {} figures of Quillon", "WHAT IS THE {} RATE?"]
)
def test_words_of_now_make_the_seed_value_one(question: str, word: str) -> None:
    """TW-06: a question that says current, latest, now or recent has r = 1, in any case."""
    assert recency_by_pattern(question.format(word)) == 1.0
    assert recency_by_pattern(question.format(word.upper())) == 1.0


@pytest.mark.parametrize(
    "question",
    [
        "Who founded Quillon?",
        "Who knows the snow of Knowle?",  # "now" within a word
        "Where does the Current River rise?",
        "Who directed Apocalypse Now?",
        "What did USA Today report?",
        'Who wrote "The Latest Word"?',
        "Who sang ‘Right Now’ first?",
        "How large were the current assets?",
        "Who measured alternating current?",
        "Who ran the now defunct airline?",
        "When was the presentation of the nowcast?",
    ],
)
def test_other_questions_have_the_general_value(question: str) -> None:
    """TW-06: r = 0.3 for all else; words within words, names, titles and terms of art do not say now."""
    assert recency_by_pattern(question) == 0.3


@pytest.mark.parametrize(
    "question",
    [
        "Who is the Current CEO of Quillon?",  # no name: an abbreviation follows
        "Who Is the Current Chair of Quillon?",  # a title: capitals tell nothing
        "What happened over the past 24 hours?",
        "What are this week's hits?",
        "Which recently deceased authors wrote in the 1990s?",  # a pattern reads words, not what they belong to
    ],
)
def test_what_says_now_all_the_same(question: str) -> None:
    """Capitals do not hide a word of now in a title or beside an abbreviation, nor do other words of the question."""
    assert says_now(question)


def test_a_question_that_says_now_comes_out_high_whatever_the_rest() -> None:
    """Over all frames, subjects, words and periods of the past: at least 0.5, the seed's general value being 0.3."""
    for frame, subject, words in itertools.product(ASKED, SUBJECTS, SAYING_NOW):
        assert learned_recency(f"{frame.format(subject)} {words}?") >= 0.5
    for subject, word, period in itertools.product(SUBJECTS, WORDS_OF_NOW, PERIODS):
        assert learned_recency(f"Who is the {word} head of {subject}, set up {period}?") >= 0.5


def test_saying_now_never_lowers() -> None:
    """Over all frames and subjects, slow ones and fast ones: r is no lower with a word of now than without."""
    subjects = [*SUBJECTS, "the price of copper", "the weather in Marlow", "the flight to Arden"]
    for frame, subject, words in itertools.product(ASKED, subjects, SAYING_NOW):
        plain = frame.format(subject)
        assert learned_recency(f"{plain} {words}?") >= learned_recency(f"{plain} ?")


def test_a_question_about_a_closed_period_comes_out_near_zero() -> None:
    """Over all frames, subjects and periods: at most 0.1, since what was then does not change."""
    for frame, subject, period in itertools.product(ASKED, SUBJECTS, PERIODS):
        assert learned_recency(f"{frame.format(subject)} {period}?") <= 0.1


@pytest.mark.parametrize(
    ("question", "closed"),
    [
        ("Who led Quillon in 2015?", True),
        ("Who led Quillon from March to May 2019?", True),
        ("What did it earn between Q1 2022 and Q3 2023?", True),
        ("Who ruled in the 19th century?", True),
        ("Who led Quillon before 2010?", True),
        ("How many ships were built since 2015?", False),  # up to now
        ("Who led Quillon last year?", False),  # another year next year
        ("Who led Quillon in March?", False),
        ("What will it earn in 2031?", False),
        ("Who owns the firm founded in 1998?", False),  # tells which firm
        ("Which firm was founded in 1998?", True),
        ("Who leads Quillon?", False),
    ],
)
def test_closed_times(question: str, closed: bool) -> None:
    """A period closes a question when it is named by itself, is over on the day, and is what is asked about."""
    assert asks_of_closed_time(question, dt.date(2026, 1, 1)) is closed


def test_whether_a_period_is_over_depends_on_the_day() -> None:
    """On a day within it a named period is still open; without a day all named periods count as over."""
    question = "How many ships does Quillon build in 2025?"
    assert not asks_of_closed_time(question, dt.date(2025, 6, 1))
    assert asks_of_closed_time(question, dt.date(2026, 1, 1))
    assert asks_of_closed_time(question)
    assert learned_recency(question, dt.date(2025, 6, 1)) > learned_recency(question, dt.date(2026, 1, 1))


def test_years_that_close_nothing_have_no_say() -> None:
    """The model does not see a year that is still open or only tells which one is meant."""
    assert without_years("Who owns the firm founded in 1998?") == "Who owns the firm ?"
    assert without_years("How many ships since 2015?") == "How many ships ?"
    assert learned_recency("Who owns the firm founded in 1998?") == learned_recency("Who owns the firm ?")


@pytest.mark.parametrize("question", ["", "?", "   ", "1998", "now", "\u0000", "é" * 5000, "in 99999 " * 50])
def test_no_text_raises(question: str) -> None:
    """Any text has an r in [0, 1], the same at each call."""
    assert 0.0 <= learned_recency(question) <= 1.0
    assert learned_recency(question) == learned_recency(question)
    assert recency_by_pattern(question) in (1.0, 0.3)


def test_what_a_text_says_holds_what_was_learned() -> None:
    """TW-06: with "current" the most of 0.5, r with and r without that word, both without years that close nothing; of
    a closed time a tenth of r; else r.
    """
    asked: list[str] = []

    def learned(text: str) -> float:
        asked.append(text)
        return 0.7 if "current" in text else 0.9

    assert held_to_words("Who is the current chair of the club founded in 1921?", None, learned) == 0.9
    assert asked
    assert not any("1921" in text for text in asked)
    day = dt.date(2024, 6, 30)
    assert held_to_words("Who was the chair in 2015?", day, learned) == pytest.approx(0.09)
    assert held_to_words("Who is the current chair?", day, lambda _: 0.2) == 0.5
    assert held_to_words("Who is the chair?", day, lambda _: 0.2) == 0.2
