"""Whether a question is in a language that it can be read in."""

from __future__ import annotations

from timeweave.language.detecting import foreign_question, name_of
from timeweave.question.question import Question


def language_warnings(read: Question) -> tuple[str, ...]:
    """What the asker should know of a question that is not English."""
    code = foreign_question(read.text)
    if code is None:
        return ()
    return (
        f"the question seems to be in {name_of(code)}: its times and names are read in English only; ask in English",
    )
