"""What documents are about, and which of it a question means in words of its own."""

import datetime as dt

import pytest

from timeweave.question.subjects import (
    Subject,
    counted,
    has_term,
    introduced,
    short_for,
    spelt_out,
    subject_names,
)
from timeweave.records import DateSource, DocumentId, DocumentInfo, EntityId, EntityInfo


def subject(name, share=1.0):
    return Subject(EntityInfo(EntityId(name), name.title(), "", 1, 1), share)


def document(title, entities=(), id_="d"):
    day = dt.date(2024, 1, 1)
    return DocumentInfo(0, DocumentId(id_), title, day, DateSource.GIVEN, None, entities, "", {}, 9, 1, "")


def names(subjects):
    return [s.info.id for s in subjects]


@pytest.mark.parametrize(
    ("title", "entities", "expected"),
    [
        ("A report", ("acme", "zeta"), ("acme",)),
        ("Newton D. Baker House", (), ("newton d baker house",)),
        ("HMS Ambrose (1903)", (), ("hms ambrose",)),
        ("Klemzig, South Australia", (), ("klemzig south australia", "klemzig")),
        ("1st Royal Division", (), ("1st royal division", "royal division")),
    ],
)
def test_what_a_document_is_about(title, entities, expected):
    """The entity that it was given, else its title, without a note, a place behind a comma or a leading number."""
    assert subject_names(document(title, entities)) == expected


def test_every_word_of_a_title_names_it():
    """Order does not count, nor a letter of a long word; a subject whose words are some of another's is not meant."""
    pages = [subject("milan metro line 2"), subject("milan"), subject("metro of turin")]
    assert names(spelt_out("Where did Milan's subway called Metro Line 2 end?", pages)) == ["milan metro line 2"]
    assert names(spelt_out("Who owned Penrhym Castle?", [subject("penrhyn castle")])) == ["penrhyn castle"]
    assert spelt_out("Who owned Penrhyn?", [subject("penrhyn castle")]) == []


def test_misspelt_words():
    """One letter of a long word may be other, too few or too many, but not the first, and not of a number."""
    terms = {"valloadolid", "nation", "200000"}
    assert has_term(terms, "valladolid")
    assert not has_term(terms, "station")
    assert not has_term(terms, "200001")
    assert not has_term({"oslo"}, "osla")


@pytest.mark.parametrize("text", ["Sarri", "Coach Sarri", "Count Sarri"])
def test_the_end_of_a_name_stands_for_it(text):
    """A surname, with or without rank, means the one person of that name that most statements with it are about."""
    assert names(short_for(text, [subject("maurizio sarri", 0.6), subject("napoli", 0.4)])) == ["maurizio sarri"]


def test_a_short_form_of_two_or_of_few_statements_means_none():
    """Where two are called so, or the name mostly stands elsewhere, nothing is taken."""
    assert short_for("Sarri", [subject("maurizio sarri", 0.5), subject("anna sarri", 0.5)]) == []
    assert short_for("London", [subject("county hall london", 0.05)]) == []
    assert short_for("Optics", [subject("halden optics and lenses", 1.0)]) == []


def test_a_name_that_introduces_a_subject():
    """The names of a question vote for what they introduce; level votes decide nothing."""
    one, other = subject("hemma", 0.6), subject("altdorf", 0.4)
    assert names(introduced([[one, other], [one]])) == ["hemma"]
    assert introduced([[subject("a", 0.4)], [subject("b", 0.4)]]) == []
    assert introduced([[]]) == []


def test_documents_by_their_share():
    """Each document once, most frequent first, then by id."""
    a, b = document("A", id_="a"), document("B", id_="b")
    assert [(d.id, share) for d, share in counted([b, a, b, a])] == [("a", 0.5), ("b", 0.5)]
    assert [d.id for d, _ in counted([a, b, b])] == ["b", "a"]
