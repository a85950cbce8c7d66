"""Lists that a sentence deals out one to one (TG-03): each office to its holder, none to another's."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.records import Document

DEALT = {
    "Messrs. Fisher, Plosser, and Stern, Presidents of the Federal Reserve Banks of Dallas, Philadelphia, and "
    "Minneapolis, respectively": {
        "federal reserve bank of dallas: president fisher",
        "federal reserve bank of philadelphia: president plosser",
        "federal reserve bank of minneapolis: president stern",
    },
    "Ann Lee, Bob Ray and Cy Fox, chairs of the finance, housing and parks committees respectively, spoke.": {
        "ann lee: position held chair of finance committee",
        "bob ray: position held chair of housing committee",
        "cy fox: position held chair of parks committee",
    },
    "Ann Lee and Bob Ray are the mayors of Elmford and Ely, respectively.": {
        "elmford: mayor ann lee",
        "ely: mayor bob ray",
    },
    "Ann Lee and Bob Ray were elected chair and treasurer respectively.": {
        "ann lee: position held chair",
        "bob ray: position held treasurer",
    },
    "Ann Lee, CEO of Acme, and Bob Ray, CEO of Bolt, said revenue and profit rose 5% and 6%, respectively.": {
        "acme: chief executive officer ann lee",
        "bolt: chief executive officer bob ray",
    },
}


@pytest.mark.parametrize("sentence", DEALT)
def test_each_has_what_stands_at_the_same_place(sentence: str) -> None:
    """TG-03: edges of the graph lead from each to its own, not from each to all."""
    assert _facts(sentence) == DEALT[sentence]


@pytest.mark.parametrize(
    "sentence",
    [
        "Ann Lee, Bob Ray and Cy Fox are the mayors of Elmford and Ely, respectively.",
        "Ann Lee and Bob Ray were not elected chair and treasurer, respectively.",
        "Ann Lee and Bob Ray were nominated as chair and treasurer, respectively, of the Elmford Club.",
        "Ann Lee and Bob Ray would become chair and treasurer, respectively, if the merger closes.",
        "Carl Fox and Dan Hill stepped down as chair and treasurer, respectively.",
        "Acme and Bolt acquired Cargo and Dyno, respectively.",
        "Ann Lee and Bob Ray joined Acme and Bolt respectively in 2019.",
    ],
)
def test_lists_that_are_not_understood_tell_nothing_false(sentence: str) -> None:
    assert _facts(sentence) == set()


def _facts(sentence: str) -> set[str]:
    found = extract(Document("d", sentence, date=dt.date(2009, 5, 6)))
    return {fact.text.partition(" [")[0] for fact in found.facts}
