"""What kind of answer a question wants."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.answering.kinds import Kind, kind_of


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What was Acme's revenue in 2023-Q1?", Kind.VALUE),
        ("How many stores did Acme open in 2023?", Kind.VALUE),
        ("What was Acme's gross margin in each quarter after 2023-Q3?", Kind.EACH),
        ("Which of Acme and Zeta had the lowest effective tax rate?", Kind.LOWEST),
        ("In which quarter of 2023 was revenue highest?", Kind.HIGHEST),
        ("How did revenue change from 2022 to 2023?", Kind.CHANGE),
        ("What was the latest revenue of Acme?", Kind.LAST),
        ("What was the first price target of Acme?", Kind.FIRST),
        ("What was Acme's revenue in the first quarter of 2023?", Kind.VALUE),
        ("Who was the CEO of Acme in 2020?", Kind.WHO),
        ("In 2020, who led Acme?", Kind.WHO),
        ("Where is Acme based?", Kind.WHERE),
        ("When did Acme buy Zeta?", Kind.WHEN),
        ("How many quarters did margins fall?", Kind.COUNT),
        ("Did Acme buy Zeta in 2020?", Kind.YES_NO),
        ("Why did margins fall?", Kind.OPEN),
        ("How did Acme mitigate supply problems in 2021?", Kind.OPEN),
    ],
)
def test_kind(question, kind):
    """Each kind of answer is told by the question's words."""
    assert kind_of(question) is kind


@given(st.text())
def test_any_text_has_a_kind(text):
    """No text raises."""
    assert kind_of(text) in Kind
