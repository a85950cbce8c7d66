"""Which sentences of the sources are quoted."""

from __future__ import annotations

import datetime as dt

from storekit.memory import MemoryStore

from timeweave.records import Document
from timeweave.reports import Reports

from reports.conftest import add  # isort: skip

TOLD = "Halden Optics acquired Brightwater Sensors in March 2023 for its plant in Port Alden, both companies said."


OTHER = "Corvane Group acquired Ostra Foods in March 2023."


def quoted(*texts: str, label: str = "2023-03") -> str:
    with MemoryStore() as store:
        for number, text in enumerate(texts):
            add(store, Document(f"d{number}", text, title=f"Paper {number}", date=dt.date(2023, 4, 1)))
        with store.view() as view:
            return Reports(store).of([label], view)[label].text


def test_what_a_source_says_is_quoted_with_its_title() -> None:
    """TG-06: a sentence that states a fact which is neither a figure nor an office comes in its own words, once."""
    assert quoted(TOLD).count(f"Paper 0: “{TOLD}”") == 1
    assert quoted(TOLD, TOLD).count(TOLD) == 1


def test_lists_captions_and_reported_speech_are_not_quoted() -> None:
    """TG-06: nor what is put in another's mouth, which the source does not vouch for."""
    for text in (
        TOLD.replace("both companies said", '"a bargain" said the mayor'),
        f"Jane Roe/AP {TOLD}",
        TOLD.replace("for its plant", "| for its plant"),
    ):
        assert f"“{text}" not in quoted(text, OTHER)


def test_each_subject_is_quoted_once() -> None:
    """TG-06: a second sentence about the same subject makes room for others."""
    sold = "Halden Optics acquired Lorne Ferries in March 2023 and will keep its boats, the mayor of Port Lorne said."
    other = "Corvane Group acquired Ostra Foods in March 2023 after two years of talks that were broken off twice."
    text = quoted(TOLD, sold, other)
    assert text.count("“Halden Optics acquired") == 1
    assert other in text
