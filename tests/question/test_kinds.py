"""What kind of answer a question wants."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timeweave.question.kinds import Kind, kind_of


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
        ("When Ann Lee left, who became chair?", Kind.WHO),
        ("When was Acme, which makes tools, founded?", Kind.WHEN),
        ("head coach of Northfield in 2021?", Kind.WHO),
        ("Northfield's captain?", Kind.WHO),
        ("Name the council's vice-president as of January 2022.", Kind.WHO),
        ("Identify the secretary in May 2020", Kind.WHO),
        ("Name the ships of 2020.", Kind.OPEN),
        ("List the duties of the treasurer.", Kind.VALUE),
        ("the salary of the president?", Kind.OPEN),
        ("Acme CEO pay in 2021?", Kind.OPEN),
        ("Since when has Ann Lee led Acme?", Kind.WHEN),
        ("Until when was Ann Lee treasurer of Acme?", Kind.WHEN),
        ("date of Judge Roth's ruling", Kind.WHEN),
        ("By which year did Acme promise to pay $25 an hour?", Kind.WHEN),
        ("Odum start date?", Kind.WHEN),
        ("code moved – day", Kind.WHEN),
        ("new runway in use since?", Kind.WHEN),
        ("Acme's picture of the day", Kind.VALUE),
        ("What is the update on?", Kind.VALUE),
        ("Where is Acme based?", Kind.WHERE),
        ("When did Acme buy Zeta?", Kind.WHEN),
        ("How many quarters did margins fall?", Kind.COUNT),
        ("Did Acme buy Zeta in 2020?", Kind.YES_NO),
        ("Why did margins fall?", Kind.OPEN),
        ("Tell me Acme's revenue in 2023-Q1.", Kind.VALUE),
        ("Acme revenue Q1 2023", Kind.VALUE),
        ("Acme's revenue quarter by quarter in 2023", Kind.EACH),
        ("Rank Acme and Zeta by operating margin in 2023.", Kind.COMPARISON),
        ("By what percentage did revenue differ between Q1 and Q2 2023?", Kind.CHANGE),
        ("What was the change in Acme's revenue between 2022 and 2023?", Kind.CHANGE),
        ("What was Acme's average quarterly revenue in 2023?", Kind.AVERAGE),
        ("What was the sum of Acme's net sales in 2023?", Kind.TOTAL),
        ("What was Acme's average revenue per user in 2023?", Kind.VALUE),
        ("What was Acme's combined ratio in 2023?", Kind.VALUE),
        ("How did Acme mitigate supply problems in 2021?", Kind.OPEN),
        ("Which company had the second highest revenue in 2023?", Kind.NTH),
        ("Who was the third president of Acme?", Kind.NTH),
        ("What were Acme's three lowest quarterly margins?", Kind.NTH),
        ("Which had higher revenue in 2023, Acme or Zeta?", Kind.HIGHEST),
        ("Which company, Acme or Zeta, reported lower net income?", Kind.LOWEST),
        ("How did Acme's revenue develop in 2023?", Kind.TREND),
        ("What was the trend in Acme's gross margin?", Kind.TREND),
        ("How much did revenue grow from 2022 to 2023?", Kind.CHANGE),
        ("How much did revenue grow year on year in each quarter from 2022 to 2023?", Kind.EACH),
        ("What was the difference between Acme's and Zeta's revenue?", Kind.COMPARISON),
        ("How did Acme's margin compare with Zeta's in 2023?", Kind.COMPARISON),
        ("How much higher was Acme's revenue than Zeta's?", Kind.COMPARISON),
        ("In which quarters did revenue exceed $2 billion?", Kind.SELECT),
        ("Which companies had a margin of at least 40%?", Kind.SELECT),
        ("In which quarters did margins fall?", Kind.SELECT),
        ("Was revenue at least $2 billion in 2023?", Kind.YES_NO),
        ("Was Acme's the highest revenue in 2023?", Kind.YES_NO),
        ("Can you tell me who led Acme?", Kind.WHO),
        ("Who was the first chief executive of Acme?", Kind.FIRST),
    ],
)
def test_kind(question, kind):
    """Each kind of answer is told by the question's words."""
    assert kind_of(question) is kind


@given(st.text())
def test_any_text_has_a_kind(text):
    """No text raises."""
    assert kind_of(text) in Kind
