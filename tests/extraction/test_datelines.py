"""A dateline dates the document; the sentence behind it is not about its place."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.records import Document

DAY = dt.date(2024, 2, 20)


@pytest.mark.parametrize(
    "dateline",
    [
        "LEEDS, 20 February 2024 - ",
        "Leeds, UK – 20 February 2024 – ",
        "LEEDS, Feb 19 (Reuters) - ",
        "PARIS (Reuters) - ",
        "Port Lorne, Feb. 20, 2024 (GLOBE NEWSWIRE) -- ",
        "NEW YORK, Feb. 20, 2024 /PRNewswire/ -- ",
    ],
)
def test_what_stands_behind_a_dateline_is_not_of_its_place(dateline: str) -> None:
    text = f"Corvane publishes its results\n\n{dateline}Corvane Optics had revenue of £141 million in 2023."
    found = extract(Document("d", text, date=DAY))
    assert [(f.subject, f.relation) for f in found.facts] == [("corvane optics", "revenue")]
    shown = [text[s.span.start : s.span.end] for s in found.statements]
    assert "Corvane Optics had revenue of £141 million in 2023." in shown


@pytest.mark.parametrize(
    "opening",
    [
        "London, 5 May 1945 - Churchill speaks on the radio.",
        "Corvane (UK) sold its plant on 3 May 2021.",
        "20 February 2024 - Corvane opened a plant.",
        "NOTE - Corvane opened a plant.",
        "Corvane, 20 years old - Anna Brill runs it.",
    ],
)
def test_what_only_looks_like_a_dateline_stays(opening: str) -> None:
    found = extract(Document("d", opening, date=DAY))
    assert opening in [opening[s.span.start : s.span.end] for s in found.statements]
