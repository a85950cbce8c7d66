"""Lines that a model is shown, and the marks that it cites them by."""

from timeweave.language.tokens import count_tokens
from timeweave.prompts.rows import marked, row, unknown_marks, within


def test_a_row_stays_one():
    """No field breaks its line or makes another field."""
    assert row("E1", "a | b", "two\nlines", "a | b\nc") == "E1 | a / b | two lines | a | b c"


def test_rows_within_a_budget():
    """As many of the first as fit, and the first in any case."""
    rows = ["one two three", "four five six", "seven eight nine"]
    two = count_tokens(rows[0]) + count_tokens(rows[1])
    assert within(rows, two) == rows[:2]
    assert within(rows, two - 1) == rows[:1]
    assert within(rows, 0) == rows[:1]
    assert within([], 10) == []


def test_unknown_marks():
    """Marks that were not given are named, each once; so is a lack of any."""
    lines = marked("F", ["a", "b"])
    assert lines == {"F1": "a", "F2": "b"}
    assert unknown_marks(["F2", "F1"], lines, "line") == []
    assert unknown_marks(["F1", "F9", "C1", "F9"], lines, "line") == ["there is no line 'F9'", "there is no line 'C1'"]
    assert unknown_marks([], lines, "line") == ["no line is cited: give those that say it in cites"]
