"""A name that only the titles of documents bear is known."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import timeweave
from timeweave import Document


def test_a_name_that_titles_bear_is_no_unknown_one(tmp_path: Path) -> None:
    """TG-08: minutes whose title names the body, which their text never does, answer what is asked of it."""
    documents = [
        Document(
            "a",
            "The waiting list was reported at 118 households. The pump was started up on 3 October 2017.",
            title="Alder Row Housing Co-operative: general meeting of 19 April 2018",
            date=dt.date(2018, 4, 19),
        ),
        Document("b", "Nothing was decided about the pump.", title="Notes", date=dt.date(2017, 4, 19)),
    ]
    with timeweave.open(tmp_path) as kb:
        kb.add(documents, workers=1)
        told = kb.ask("When was the pump at Alder Row started up?")
        assert "3 October 2017" in told.answer, told.answer
        assert not told.search.unknown
        assert kb.ask("When was the pump at Alder Row started up?", as_of="2018-01-01").refused
        assert kb.ask("When was the pump at Beech Row started up?").search.unknown == ("Beech Row",)


def test_what_a_title_names_is_told_of_in_its_text(tmp_path: Path) -> None:
    """TG-14: whoever asks for an office of the body whose minutes they are is not told that nothing speaks of it."""
    documents = [
        Document(
            "a",
            "Officer roles: the roles will be filled in the following way (approved motion): Chair: Lex Orr, who sits"
            " for a year; Treasurer: Mia Roe. The pump was started up.",
            title="Minutes Alder Row Housing Council meeting of 16 February 2021",
            date=dt.date(2021, 2, 16),
        ),
        Document(
            "b",
            "The Alder Row Housing Council thanked everybody who had helped.",
            title="A year of work",
            date=dt.date(2021, 1, 9),
        ),
    ]
    with timeweave.open(tmp_path) as kb:
        kb.add(documents, workers=1)
        told = kb.ask("Who was chair of the Alder Row Housing Council in 2021?", min_confidence=0.0)
        assert "Lex Orr" in told.answer, told.warnings
        refused = kb.ask("Who was librarian of the Alder Row Housing Council in 2021?", min_confidence=0.0)
        assert any("nothing about whom it is asked of" in w for w in refused.warnings), refused.answer
