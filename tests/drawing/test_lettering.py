"""Words take the room that they are given."""

from timeweave.drawing.lettering import fitted, legible, lines, width


def test_wider_words_are_wider():
    """Narrow letters take less room than wide ones, and ideographs a whole em."""
    assert width("ill", 12) < width("abc", 12) < width("MWM", 12)
    assert width("例", 12) >= 12
    assert width("ab", 24) == 2 * width("ab", 12)


def test_what_does_not_fit_is_cut_with_a_sign():
    """What fits stays as it is."""
    assert fitted("revenue", 12, 100) == "revenue"
    cut = fitted("revenue of the whole year", 12, 60)
    assert cut.endswith("…")
    assert "revenue of the whole year".startswith(cut[:-1])
    assert width(cut, 12) <= 60


def test_lines_break_between_words():
    """At most as many lines as asked for, the last one cut."""
    assert lines("operating cash flow", 12, 80, 2) == ["operating", "cash flow"]
    assert lines("operating cash flow", 12, 500, 2) == ["operating cash flow"]
    assert lines("one two three four five six", 12, 40, 2)[-1].endswith("…")
    assert lines("", 12, 40, 2) == [""]


def test_what_xml_cannot_hold_is_replaced():
    """One line of text, with a sign for each character that no XML file may contain."""
    assert legible("a\x00b\nc\td \ud800") == "a\ufffdb c d \ufffd"
    assert legible("Größe 😀") == "Größe 😀"
