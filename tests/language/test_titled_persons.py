"""Persons named behind their title, and names cut or glued where a title, a number or an "and" stands: by the real
recogniser on text of our own.
"""

from __future__ import annotations

from collections import Counter

import pytest

from timeweave.embedding.minilm import load
from timeweave.language.joined_names import Recognised, completed
from timeweave.language.mentions import find_names
from timeweave.language.name_classes import classified
from timeweave.language.proper_nouns import lower_words
from timeweave.language.sentences import sentence_spans
from timeweave.language.standing import Standing
from timeweave.language.titled_persons import behind_titles
from timeweave.records import Document

MEANINGS = load(threads=1).embed


def named(text: str, language: str = "en") -> dict[str, str]:
    document = Document("d", text, language=language)
    found = find_names(document, sentence_spans(text), meanings=MEANINGS)
    return {m.surface: m.type for m in found.mentions}


@pytest.mark.parametrize(
    ("text", "persons"),
    [
        (
            "Assistant Superintendent of Secondary Education and Programs Kristan Vepp introduced Director of Secondary"
            " Education and Programs Darrin Kitchen, Ed.D.",
            {"Kristan Vepp", "Darrin Kitchen"},
        ),
        ("Principal Lorna Garces and Grant Liaison Heather Brandt spoke.", {"Lorna Garces", "Heather Brandt"}),
        ("Expanded Learning Opportunities Coordinator Clete Purinton gave a talk.", {"Clete Purinton"}),
        ("Supervisor of the Office of Student Learning Assistance Gwyn Dellinger said so.", {"Gwyn Dellinger"}),
        ("The chairman of Verrin Ferries Bo Ekman resigned.", {"Bo Ekman"}),
        ("President of the United States Donald Trump left.", {"Donald Trump"}),
        ("Counselor Tracie Vellon was absent.", {"Tracie Vellon"}),
        ("He introduced Director of Choices Charter School Brent Givens, who gave a talk.", {"Brent Givens"}),
    ],
)
def test_a_person_behind_a_title_is_named_without_it(text: str, persons: set[str]) -> None:
    found = named(text)
    assert {name for name, kind in found.items() if kind == "PERSON"} == persons
    assert "Programs" not in found


@pytest.mark.parametrize(
    ("text", "persons"),
    [
        ("The mayor of Novi Sadovy resigned.", set()),
        ("President of Frankland Emil Makron left.", {"Emil Makron"}),
        ("President Ann Leek and Bo Ekman left.", {"Ann Leek"}),
        ("Director Harlow College opened.", set()),
        ("Chair of Acme Corp Bo Ek resigned.", {"Bo Ek"}),
    ],
)
def test_what_stands_behind_a_title_may_be_what_it_is_of(text: str, persons: set[str]) -> None:
    """Even where all that is asked of is taken for the name of a person."""
    known = Counter({Recognised("Frankland", "GPE"): 1})
    found = behind_titles(text, known, lambda names, _: ["PERSON"] * len(names))
    assert {name.surface for name in found} - {"Frankland"} == persons


def test_a_title_that_people_are_called_by_is_one_only_where_somebody_bears_it_in_full() -> None:
    found = Counter({Recognised(name, "PERSON"): 1 for name in ("Chef Stone", "Anna Stone", "Editor Rose")})
    assert (
        behind_titles("Chef Stone met Anna Stone and Editor Rose.", found, lambda names, _: [""] * len(names)) == found
    )


def test_what_no_english_word_is_part_of_is_a_person_behind_a_title_whatever_the_recogniser_says() -> None:
    text = "Principal Anna Leek met Counselor Tracie Vellon."
    found = behind_titles(text, Counter(), lambda names, _: [""] * len(names))
    assert {name.surface for name in found} == {"Tracie Vellon"}


def test_a_surname_behind_a_title_is_that_of_the_person_named_in_full() -> None:
    found = named("Superintendent Bassanelli thanked all. Superintendent Melissa Bassanelli reported on the year.")
    assert set(found) == {"Melissa Bassanelli"}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Dean Acheson was born in Middletown. David Acheson was born in Washington.",
            {"Dean Acheson", "David Acheson"},
        ),
        ("Prince George County approved the budget in 2021.", {"Prince George County"}),
        ("Dean Witter Reynolds merged with Morgan Stanley in 1997.", {"Dean Witter Reynolds", "Morgan Stanley"}),
        ("Queen Latifah sang. King Gillette founded Gillette in 1901.", {"Queen Latifah"}),
        ("Governor of South Dakota Kristi Noem spoke on Monday.", {"Kristi Noem"}),
        ("Director of Schools Mary Ann Smith spoke.", {"Mary Ann Smith"}),
        ("Principal Lorna Garces came. Principal Garces spoke, and Acme Corp hired Bo Marsden.I left.", {"Bo Marsden"}),
    ],
)
def test_a_title_may_be_a_forename_and_a_place_no_part_of_a_name(text: str, names: set[str]) -> None:
    found = set(named(text))
    assert names <= found
    assert not {"Acheson", "George County", "Witter Reynolds", "Latifah", "Dakota Kristi Noem", "Ann Smith"} & found
    assert "Principal Garces" not in found


def test_a_body_before_a_person_stays_one() -> None:
    found = named("CEO of Harlow Line Ann Lee met the mayor. Director of Golf Digest Magazine spoke in May.")
    assert found["Harlow Line"] == "ORG"
    assert found["Ann Lee"] == "PERSON"
    assert "Golf Digest Magazine" in found
    assert "Digest Magazine" not in found


def test_a_body_that_is_called_by_a_title_and_a_name_is_no_person() -> None:
    found = named("She studied at Queen Mary University of London. Wurm, a reader at Queen Mary, led the study.")
    assert not {"Mary", "Mary University"} & set(found)
    assert "Queen Mary" in found


def test_a_body_and_whom_it_is_joined_with_are_two() -> None:
    found = named("Mesa Verde High School and Reem Saleem of Bella Vista High School spoke in the hall.")
    assert {"Mesa Verde High School", "Reem Saleem", "Bella Vista High School"} <= set(found)
    text = "We saw the Victoria and Albert Museum in May. Victoria is the capital."
    joint = Counter({Recognised("Victoria and Albert Museum", "ORG"): 1, Recognised("Victoria", "PERSON"): 1})
    assert Recognised("Victoria and Albert Museum", "ORG") in classified(text, joint, lower_words(text), MEANINGS)


def test_what_a_body_is_of_is_read_to_its_end() -> None:
    found = named("The School of Biological and Chemical Sciences hired her. Its dean is Ann Lee.")
    assert "School of Biological and Chemical Sciences" in found
    assert not {"School of Biological", "Chemical Sciences"} & set(found)
    text = "The School of Biological and Chemical Sciences opened. She read Chemical Sciences Weekly."
    cut = Counter({Recognised("School of Biological", "ORG"): 1, Recognised("Chemical Sciences", "ORG"): 1})
    assert len(completed(text, cut)) == 2  # which is named elsewhere, too
    assert len(completed(text.partition(". ")[0], cut)) == 1


def test_numbers_letters_and_remarks_are_no_part_of_a_name() -> None:
    text = (
        "The staff read the Consent Calendar (H-12) and the Facilities Report (H-18) and the Bond Audit (S-24). The"
        " board passed Amendment No. 4 of the lease. [via Zoom] Gianna"
        " Nocetti spoke. Amy Slavensky, Ed.D., thanked Pornillos et al. They read the Northridge Elementary School 2024"
        " report."
    )
    found = named(text)
    assert {"Gianna Nocetti", "Amy Slavensky", "Northridge Elementary School"} <= set(found)
    assert not {"H-12", "H-18", "S-24", "Amendment No", "Ed"} & set(found)
    assert not any("et al" in name or "]" in name for name in found)


def test_a_number_in_brackets_is_no_other_name() -> None:
    document = Document("d", "The Grand Oaks Trust (G-6) wrote to us. Staff of the Harlow Oaks Trust (HOT) left.")
    found = find_names(document, sentence_spans(document.text), meanings=MEANINGS)
    assert {claim.alias for claim in found.aliases} == {"hot"}
    document = Document("d", "The Electronic Entertainment Expo (E3) was held in Bern. E3 was cancelled in 2023.")
    found = find_names(document, sentence_spans(document.text), meanings=MEANINGS)
    assert sum(m.entity == "electronic entertainment expo" for m in found.mentions) == 3


def test_what_numbers_the_parts_of_a_document_is_no_name() -> None:
    text = (
        "The Calendar (H-12)\nIt was read.\n\nThe Audit (H-18 Continued)\nIt was heard.\n\nThey heard case numbers"
        " M-12, M-51 and S-41, and pulled item B-2. The pilot flew an F-16 there."
    )
    codes = Counter({Recognised(c, "PRODUCT"): 1 for c in ("H-12", "H-18", "M-12", "M-51", "S-41", "B-2", "F-16")})
    assert {name.surface for name in Standing(text, sentence_spans(text)).names(codes)} == {"F-16"}
    plane = "The highways (F-16) and (F-18) meet in Harlow."
    assert Standing(plane, sentence_spans(plane)).names(Counter({Recognised("F-16", "PRODUCT"): 1}))


def test_the_name_of_a_body_is_not_short_for_a_longer_one() -> None:
    text = "The Del Campo High School Jazz Choir sang at noon. The staff of Del Campo High School left."
    document = Document("d", text)
    found = find_names(document, sentence_spans(text), meanings=MEANINGS)
    assert not any(claim.alias == "del campo high school" for claim in found.aliases)
    assert "del campo high school" in {m.entity for m in found.mentions}


def test_a_line_of_a_roll_names_a_person() -> None:
    text = "Present:\nZima Creasy, president\nPam Costa, clerk\n\nMs. Costa moved, and Costa voted for it in Lund."
    assert {"Zima Creasy", "Pam Costa"} <= set(named(text))


def test_of_a_text_in_another_language_names_are_what_is_written_as_one() -> None:
    french = (
        "Merde, il pleut encore. Je suis avec des personnes que je connais depuis longtemps dans la ville de Monterrey"
        " avec Laurent Keller. Donc nous avons beaucoup de temps pour visiter les environs et pour parler."
    )
    assert set(named(french, "fr")) == {"Laurent Keller"}
    german = (
        "Die Forscher haben im Erbgut der Ameisen ein neues Gen gefunden, wie die Zeitung nach einem Gespräch mit"
        " Laurent Keller über seine Arbeit und die Ameisenarten im Süden der Schweiz am Montag geschrieben hat."
    )
    assert not any(" " not in name for name in named(german, "de"))  # where all nouns have capitals
    visit = (
        "Der Kanzler besuchte gestern mit vielen Menschen die Stadt Hamburg an der Elbe. Er traf dort nach einer langen"
        " Fahrt auch Dr. Angela Merkel, die seit einigen Jahren nicht mehr in der Politik ist, und ging mit ihr essen."
    )
    assert any("Angela Merkel" in name for name in named(visit, "de"))
