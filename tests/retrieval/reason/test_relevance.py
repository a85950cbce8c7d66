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
    ],
)
def test_verbs_of_support_means_and_refusals(words: str, meant: str, others: tuple[str, ...]) -> None:
    """A verb that only supports its noun, and what a deed is done with, count little; a refusal is another (ER-04)."""
    told = dict(Meanings(get_embedder(None).embed).of_each(words, (meant, *others)))
    assert max(told, key=lambda relation: told[relation]) == meant
