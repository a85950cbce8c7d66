"""Which points are kept, and in what order: hand-computed."""

from timeweave.answering.summaries.pieces import CitableSentence, Piece
from timeweave.answering.summaries.points import Point, by_score, distinct, found_by_words, spanning, trimmed
from timeweave.question import Question
from timeweave.question.named_entity import Names
from timeweave.records import Citation
from timeweave.temporal.interval import Interval
from timeweave.temporal.scope import Scope


def told(text: str, period: str | None = None) -> CitableSentence:
    """A sentence of one document."""
    return CitableSentence(
        text, None if period is None else Interval.parse(period), (Citation("d", "d#0", 0, 4, text[:4]),)
    )


def point(name: str, score: int, confidence: float) -> Point:
    """A point of ten tokens."""
    return Point(name, score, confidence, (told(name),))


POINTS = [point("a", 90, 0.2), point("b", 10, 0.9), point("c", 50, 0.5), point("d", 40, 0.5), point("e", 70, 0.8)]


def names(points: list[Point]) -> str:
    """Their descriptions in a row."""
    return "".join(p.description for p in points)


def test_trimmed_by_confidence():
    """TG-15: of fifty tokens for thirty, the least certain point goes, then of the equally certain the lesser."""
    assert names(trimmed(POINTS, 30, lambda _: 10)) == "bce"
    assert names(trimmed(POINTS, 39, lambda _: 10)) == "bce"
    assert names(trimmed(POINTS, 40, lambda _: 10)) == "bcde"


def test_trimmed_only_as_far_as_needed():
    """What fits is left alone; where nothing fits nothing is left; sizes count, not numbers."""
    assert names(trimmed(POINTS, 50, lambda _: 10)) == "abcde"
    assert trimmed(POINTS, 5, lambda _: 10) == []
    assert names(trimmed(POINTS, 12, lambda p: 100 if p.description == "a" else 3)) == "bcde"


def test_ordered_by_score():
    """TG-15: the most important first, whatever its confidence; of equal ones the more certain."""
    assert names(by_score(POINTS)) == "aecdb"
    assert names(by_score([point("x", 50, 0.1), point("y", 50, 0.7)])) == "yx"


def test_distinct():
    """The same words count once, with the higher score."""
    assert [p.score for p in distinct([point("Same  words", 10, 0.9), point("same words", 60, 0.4)])] == [60]


def test_spanning():
    """From the first start to the last end, at the finest precision; what has no time says nothing of it."""
    quarter, month = Interval.parse("2023-Q1"), Interval.parse("2023-08")
    assert str(spanning([quarter, None, month])) == "2023-01/2023-08"
    assert spanning([quarter, quarter]) == quarter
    assert spanning([None]) is None
    assert str(spanning([quarter, Interval.parse("2024/..")])) == "2023-Q1/.."


def test_points_by_words():
    """Without a model the sentences nearest to the question are the points, in their own words and order."""
    piece = Piece((told("Demand for lenses grew.", "2023"), told("We thank you all."), told("Lenses are glass.")))
    asked = Question("How did demand for lenses grow?", Scope(), Names((), ()), "", ())
    found = found_by_words(piece, asked)
    assert [(p.description, p.score, p.confidence) for p in found] == [
        ("Demand for lenses grew.", 67, 1.0),
        ("Lenses are glass.", 33, 1.0),
    ]
    assert found[0].citations == piece.told[0].citations
