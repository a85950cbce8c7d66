"""How well the name of a relation tells the words of a clause (ER-04)."""

from __future__ import annotations

import pytest

from timeweave.embedding import get_embedder
from timeweave.retrieval.reason.relevance import Meanings


@pytest.mark.parametrize(
    ("words", "meant", "others"),
    [
        ("launch inquiry into", "investigate", ("demonstrate or rally", "make a visit")),
        ("voice criticism", "criticize or denounce", ("make statement", "praise or endorse")),
        ("use military force against", "use conventional military force", ("threaten with military force",)),
        ("clash with", "fight with small arms and light weapons", ("cooperate militarily",)),
        ("comment", "make statement", ("decline comment",)),
        ("refuse to comment", "decline comment", ("make statement",)),
        ("company buy", "bought", ("sold",)),
        ("company sell", "sold", ("bought", "purchased")),
        ("lead company", "was led by", ("resigned from",)),
        ("teach", "taught at", ("studied at",)),
    ],
)
def test_verbs_of_support_means_and_refusals(words: str, meant: str, others: tuple[str, ...]) -> None:
    """A verb that only supports its noun, and what a deed is done with, count little; a refusal is another, and so is
    the opposite; irregular forms are those of their verb (ER-04).
    """
    meanings = Meanings(get_embedder(None).embed)
    told = dict(meanings.of_each(words, (meant, *others)))
    assert max(told, key=lambda relation: told[relation]) == meant


def test_the_opposite_tells_nothing_of_a_clause() -> None:
    """Who bought is no answer to who sold, however near the two are in meaning (ER-04)."""
    meanings = Meanings(get_embedder(None).embed)
    assert meanings.tells("sell", "sold")
    assert not meanings.tells("sell", "bought")
    assert not meanings.tells("visit", "refuse to visit")
    assert meanings.tells("snub", "reject")
