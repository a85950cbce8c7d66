"""Documents that a question calls by their source or their title."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.question.sources import documents_called
from timeweave.records import DateSource, DocumentId, DocumentInfo

DAY = dt.date(2023, 10, 6)


def info(ordinal: int, title: str, source: str) -> DocumentInfo:
    return DocumentInfo(
        ordinal, DocumentId(f"d{ordinal}"), title, DAY, DateSource.GIVEN, None, (), source, {}, 10, 1, "0"
    )


INFOS = {
    1: info(1, "A ferry runs aground", "The Harbour Post"),
    2: info(2, "Storms ahead", "Coast Daily - Weather"),
    3: info(3, "Arden Mill (Tarn)", ""),
    4: info(4, "", "Tide"),
}


@pytest.mark.parametrize(
    ("question", "by_source", "by_title"),
    [
        ("What did the harbour post say?", set(), set()),
        ("What did The Harbour Post's report say?", {1}, set()),
        ("Did Harbour Post readers agree?", {1}, set()),
        ("Did 'Coast Daily' agree with COAST DAILY - WEATHER?", {2}, set()),
        ("Who owned Arden Mill in 1811?", set(), {3}),
        ("Who owned the mill when the tide rose?", set(), set()),
        ("Did Tide and The Harbour Post agree?", {1, 4}, set()),
        ("", set(), set()),
    ],
)
def test_sources_and_titles(question, by_source, by_title):
    """Names count whole or by their first part, in any case but with a capital; words that are no name do not."""
    assert documents_called(question, INFOS) == (frozenset(by_source), frozenset(by_title))
