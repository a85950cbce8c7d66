"""Names without debris: where they begin and end, and what is none, by the real recogniser on text of our own."""

from __future__ import annotations

import pytest

from timeweave.embedding.minilm import load
from timeweave.extraction.pipeline import extract
from timeweave.language.boundaries import names_within
from timeweave.language.dictionary import parts_of_speech
from timeweave.language.mentions import find_names
from timeweave.language.proper_nouns import may_be_a_name
from timeweave.language.sentences import sentence_spans
from timeweave.records import Document, Markup

MEANINGS = load(threads=1).embed


def keys(text: str) -> set[str]:
    document = Document("d", text)
    return {m.entity for m in find_names(document, sentence_spans(text), meanings=MEANINGS).mentions}


@pytest.mark.parametrize(
    ("words", "label", "names"),
    [
        ("another Harbour Office", "ORG", ["Harbour Office"]),
        ("van Eyck", "PERSON", ["van Eyck"]),
        ("Ida Lund - 1953–1961", "PERSON", ["Ida Lund", "1953–1961"]),
        ("Match Insights with", "ORG", ["Match Insights"]),
        ("Department of", "ORG", []),
        ("Windows/Solaris", "ORG", ["Windows", "Solaris"]),
        ("S/MIME", "ORG", ["S/MIME"]),
        ("Ida Lund/Harbour Press", "PERSON", ["Ida Lund"]),
        ("Odo Brask, Sr Dir", "PERSON", ["Odo Brask"]),
        ("6th Fleet", "ORG", ["6th Fleet"]),
    ],
)
def test_a_name_ends_where_its_words_do(words: str, label: str, names: list[str]) -> None:
    assert list(names_within(words, label, opening=False, quoted=False)) == names


def test_a_forename_and_a_surname_that_always_stand_together_are_one_name() -> None:
    found = keys("Thanks go to Esteban Küber and to Prikshit Gautam for their help with the harbour fund.")
    assert {"esteban kuber", "prikshit gautam"} <= found
    assert not {"kuber", "gautam", "prikshit"} & found


def test_the_first_word_of_a_sentence_is_no_name() -> None:
    text = (
        "Supporting larger files is new. Definitely a good year for Bolt Inc. in London. Cherish the moments. "
        "Glad that Ida Lund came."
    )
    assert not {"supporting", "definitely", "cherish", "glad"} & keys(text)


def test_a_piece_of_code_is_no_name() -> None:
    text = "It now works for `Arc<Foo>` and `Assoc::Bounds`, says Ida Lund of Acme Corp. in Oslo."
    found = {m.entity for m in extract(Document("d", text, markup=Markup.MARKDOWN)).mentions}
    assert not {"arc", "assoc", "bounds", "foo"} & found
    assert "ida lund" in found


@pytest.mark.parametrize("title", ["The Harbour Fund", "Ida van Lund", "Nimbus 1.45", "House of Elms"])
def test_titles_that_are_written_as_names(title: str) -> None:
    assert may_be_a_name(title)


@pytest.mark.parametrize(
    "title", ["How Harbours Are Dredged", "Please submit proposals", "Nimbus: a year later", "Oh!"]
)
def test_titles_that_are_sentences(title: str) -> None:
    assert not may_be_a_name(title)


def test_words_of_english_and_others() -> None:
    assert "noun" in parts_of_speech("directors")
    assert parts_of_speech("definitely") == {"adv"}
    assert not parts_of_speech("piotr")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The New Zealand Growers’ Committee met on Monday in Dene.", "new zealand growers committee"),
        ("Talks with the Ash University Students' Association went on.", "ash university students association"),
        ("He wrote to the Chair of Tarn Shipping about it.", "tarn shipping"),
    ],
)
def test_a_body_is_named_whole_and_without_its_office(text: str, name: str) -> None:
    assert name in keys(text)
    assert not [key for key in keys(text) if key.startswith("chair")]


def test_a_company_keeps_a_word_that_is_an_office_too() -> None:
    assert "tarn executive" in keys("Members of the Tarn Executive met on Monday, and the Tarn Executive agreed to it.")
