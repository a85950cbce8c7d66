"""Forms of words that no stemmer brings together."""

from __future__ import annotations

import pytest

from timeweave.language.terms import index_terms
from timeweave.language.word_forms import with_forms
from timeweave.lexicon.irregular import FORMS


@pytest.mark.parametrize(
    ("text", "other"),
    [("lose", "lost"), ("won", "win"), ("written", "wrote"), ("children", "child"), ("led", "leading")],
)
def test_a_text_holds_the_forms_of_its_words(text: str, other: str) -> None:
    assert index_terms(other).keys() <= with_forms(index_terms(text))


@pytest.mark.parametrize("word", ["found", "rose", "bore", "ground", "house", "2019"])
def test_a_word_that_is_another_as_often_has_no_forms(word: str) -> None:
    assert with_forms(index_terms(word)) == index_terms(word).keys()


def test_no_form_is_of_two_words() -> None:
    every = [term for line in FORMS for term in {t for form in line for t in index_terms(form)}]
    assert len(every) == len(set(every))
    assert all(with_forms([other]) == with_forms([term]) for term in every for other in with_forms([term]))
