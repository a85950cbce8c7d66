"""Facets: which values of the documents' metadata a question names."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.language.names import canonical_key
from timeweave.question.facets import besides, find_facets, holds, without
from timeweave.question.named_entity import NamedEntity
from timeweave.records import DateSource, DocumentId, DocumentInfo, Span

DAY = dt.date(2024, 1, 1)


def info(number: int, **metadata: object) -> DocumentInfo:
    id_ = DocumentId(f"d{number}")
    return DocumentInfo(number, id_, "", DAY, DateSource.GIVEN, None, (), "", metadata, 100, 1, f"digest {number}")


INFOS = [
    info(number, sector=sector, url=f"https://x.example/{number}", rank=number, year="2024")
    for number, sector in enumerate(["real_estate", "energy", "financials", "information_technology"] * 3)
]


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("How did the real estate sector respond?", ["real estate"]),
        ("How did real_estate, energy, and financials sectors differ?", ["real estate", "energy", "financials"]),
        ("How did leading energy companies respond?", ["energy"]),
        ("How did real estate and energy respond?", ["real estate", "energy"]),
        ("What did the financial sector say?", ["financials"]),
        ("How did Information Technology firms invest?", ["information technology"]),
        ("What were the financial impacts of energy prices?", []),
        ("How did energy-driven inflation hit sectors?", []),
        ("What happened in 2024?", []),
    ],
)
def test_values_that_a_question_names(question: str, values: list[str]) -> None:
    """TG-15: values many documents share, in words; one common word needs its field, its members or its like."""
    assert [f.value for f in find_facets(question, INFOS)] == values


def test_words_of_a_name_are_no_facet() -> None:
    """What an entity's name covers is taken."""
    question = "How did Energy Companies Inc. and real estate differ?"
    assert [f.value for f in find_facets(question, INFOS, [Span(8, 29)])] == ["real estate"]


def test_a_field_of_many_values_names_nothing() -> None:
    """A field that tells documents apart, such as an author each, is no facet."""
    infos = [info(number, author=f"writer {chr(97 + number)}") for number in range(10)]
    assert find_facets("What did writer c report?", infos) == ()


def test_held_by_the_documents_that_have_it() -> None:
    """A document has a facet however its value is spelt."""
    (facet,) = find_facets("the information technology sector", INFOS)
    assert [i.ordinal for i in INFOS if facet.held_by(i)] == [3, 7, 11]
    assert holds(INFOS[0], "sector", "real estate")
    assert not holds(INFOS[1], "sector", "real estate")


def test_a_word_of_a_facet_is_no_entity() -> None:
    """Where "energy" is a sector, nobody of that name is asked about."""
    energy = NamedEntity(canonical_key("Energy"), "Energy", "ORG", Span(8, 14), "energy")
    halden = NamedEntity(canonical_key("Halden"), "Halden", "ORG", Span(20, 26), "Halden")
    assert besides([energy, halden], ["energy", "real estate"]) == (halden,)


def test_the_words_of_facets_are_taken_out() -> None:
    """What is left is what is asked about them."""
    text = "strategies across real_estate, energy sectors, and energetic firms"
    assert without(text, ["real estate", "energy"]) == "strategies across , sectors, and energetic firms"
