"""Answers over a small world in a real store, end to end."""

import pytest

from timeweave.answering import NO_EVIDENCE


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What was Halden Optics' revenue in each quarter from 2023-Q1 to 2023-Q3?",
         "$3.7 billion in Q1 2023, $3.1 billion in Q2 2023, and $2.8 billion in Q3 2023"),
        ("What was Halden's non-GAAP gross margin in 2023-Q1?", "33.0%"),
        ("What was Halden's GAAP gross margin in 2023-Q1?", "31.2%"),
        ("What was Halden's revenue in 2023-Q3?", "$2.8 billion"),
        ("What was Halden's revenue guidance for 2023-Q3?", "$5 billion"),
        ("Which of Halden Optics Inc. and Brightwater Ltd had the lowest free cash flow in 2023-Q3?",
         "Brightwater Ltd ($75 million)"),
        ("In which quarter of 2023 did Halden Optics have the highest revenue?", "Q1 2023 ($3.7 billion)"),
        ("What was the latest revenue of Halden Optics?", "$2.8 billion in Q3 2023"),
        ("How did revenue of Halden Optics change from 2023-Q1 to 2023-Q3?",
         "-$900 million (-24.3%): from $3.7 billion in Q1 2023 to $2.8 billion in Q3 2023"),
        ("Who was the chief executive officer of Brightwater in December 2022?", "Mara Ellison"),
        ("Who is the chief executive officer of Brightwater?", "Tomas Reyk"),
    ],
)  # fmt: skip
def test_computed(kb, question, answer):
    """Values, extremes, changes and holders of offices are worked out from cited facts (TG-14)."""
    given = kb.ask(question)
    assert (given.answer, given.method, given.refused) == (answer, "computed", False)


def test_office_as_of_a_day(kb):
    """TK-05: who leads now is who was known to lead on the day asked as of."""
    assert kb.ask("Who is the chief executive officer of Brightwater?", as_of="2023-05-01").answer == "Mara Ellison"


def test_open_question_is_quoted(kb):
    """A why is answered in the words of the evidence."""
    given = kb.ask("Why did Halden begin work on a second plant?")
    said = "We began work on a second plant because demand for lenses is strong."
    assert given.answer == f"{said} (Halden Optics Inc. 2023-Q3 results, 20 October 2023)"
    assert given.method == "extractive"


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("What was Zorvex Corp's revenue in 2023?", "nothing visible mentions 'Zorvex Corp'"),
        ("What was Halden Optics' revenue in 2019?", "no document speaks of Halden Optics' revenue in 2019"),
        ("What was Halden Optics' headcount in 2023-Q1?", "no document speaks of Halden Optics' headcount in 2023-Q1"),
    ],
)
def test_refusal_names_what_is_missing(kb, question, missing):
    """TG-14: the entity, the period, or the measure."""
    given = kb.ask(question)
    assert (given.answer, given.refused) == (NO_EVIDENCE, True)
    assert f"missing: {missing}" in given.warnings
    assert (given.values, given.citations) == ((), ())


def test_half_an_answer_says_which_half(kb):
    """An entity without a value is named in the warnings; the other is answered."""
    given = kb.ask("What was the gross margin of Halden Optics Inc. and Brightwater Ltd in 2023-Q1 and 2023-Q3?")
    assert any("no value found for gross margin of Brightwater Ltd" in w for w in given.warnings)


def test_citations_point_at_their_words(kb, reports):
    """TK-06: each quotation is the document's text at its span."""
    for question in (
        "What was Halden Optics' revenue in each quarter of 2023?",
        "Why did Halden begin work on a second plant?",
    ):
        given = kb.ask(question)
        assert given.citations
        for citation in given.citations:
            assert reports[citation.document_id][citation.start : citation.end] == citation.quote


def test_values_carry_units(kb):
    """Each value comes with its period, entity, number and unit."""
    (value,) = kb.ask("What was Halden Optics' free cash flow in 2023-Q2?").values
    assert (value.period, value.entity, value.value, value.unit) == ("2023-Q2", "Halden Optics", 120e6, "USD")
