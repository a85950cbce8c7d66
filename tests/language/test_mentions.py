"""Names of a document, by the real recogniser on text written for the purpose."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from timeweave.embedding.minilm import load
from timeweave.language.mentions import Names, find_names
from timeweave.language.passed_over import told_persons
from timeweave.language.recognition import Recognised, separated
from timeweave.language.sentences import sentence_spans
from timeweave.records import AliasClaim, Document, EntityId

MEANINGS = load(threads=1).embed


def names_of(document: Document) -> Names:
    return find_names(document, sentence_spans(document.text), meanings=MEANINGS)


def alias(short: str, entity: str) -> AliasClaim:
    return AliasClaim(EntityId(short), EntityId(entity))


def test_metadata_names_the_subject_and_its_ticker():
    """TK-01: the first entity is what the document is about; its ticker is an alias claim."""
    document = Document(
        id="d", text="Revenue of Crocs grew. CROX rose.", entities=("Crocs, Inc.",), metadata={"ticker": "CROX"}
    )
    names = names_of(document)
    assert names.subject == "crocs"
    assert {m.entity for m in names.mentions} == {"crocs"}
    assert names.types[EntityId("crocs")] == "ORG"
    assert alias("crox", "crocs") in names.aliases


def test_surnames_and_first_names_are_the_person_of_this_document():
    """A surname stands for the one full name that the document gives, and is no claim for other documents."""
    text = "Frank Stronach founded Magna International in Canada. Mr. Stronach left in 2010. Later Stronach returned."
    names = names_of(Document(id="d", text=text))
    people = [m for m in names.mentions if m.type == "PERSON"]
    assert [text[m.span.start : m.span.end] for m in people] == ["Frank Stronach", "Stronach", "Stronach"]
    assert {(m.entity, m.surface) for m in people} == {("frank stronach", "Frank Stronach")}
    assert not any(a.alias == "stronach" for a in names.aliases)


def test_a_surname_that_two_persons_share_is_left_open():
    """Left open rather than wrong."""
    text = "Michael Smith met Robert Smith in London. Smith won the match against Peter Jones."
    names = names_of(Document(id="d", text=text))
    assert not any(m.entity in {"michael smith", "robert smith"} for m in names.mentions if m.span.start > 40)


def test_an_acronym_in_parentheses_is_an_alias():
    """The words "Full Name (ABC)" claims abc for the full name, and later uses resolve to it."""
    text = "The World Health Organization (WHO) met in Geneva. The WHO said it would wait."
    names = names_of(Document(id="d", text=text))
    assert alias("who", "world health organization") in names.aliases
    assert [m.entity for m in names.mentions if text[m.span.start : m.span.end] == "WHO"] == [
        "world health organization"
    ] * 2


def test_speakers_are_persons():
    """The head of a turn in a transcript names a person, whatever the recogniser thinks."""
    text = "Operator\nWelcome.\nLibby Strait\n--\nVice President, Investor Relations\nThanks. I hand over to Libby."
    names = names_of(Document(id="d", text=text, entities=("Acme Corp.",)))
    assert {(m.entity, m.type) for m in names.mentions} == {("libby strait", "PERSON")}


def test_a_title_that_the_text_uses_is_the_subject():
    """A page about a person is about its title; a headline is not a name."""
    page = Document(id="p", title="Diane Downs", text="Elizabeth Diane Downs is a criminal. Downs fled to Ohio.")
    news = Document(id="n", title="Stocks fall as rates rise", text="Stocks fell in Tokyo.")
    assert names_of(page).subject == "diane downs"
    assert names_of(news).subject is None


def test_dates_and_courtesies_are_no_names():
    """Months, quarters, offices and measures are capitalised and yet no entities."""
    text = "Thank you, Operator. In Q3 and FY2024 EBITDA rose, said the CEO on Monday, January 5. SG&A fell in Q4."
    assert names_of(Document(id="d", text=text)).mentions == ()


@settings(max_examples=25)
@given(
    st.lists(
        st.sampled_from(["Paris", "Angela Merkel", "the", "said", "Acme Inc.", ".", "\n", "IBM (IBM)", "’s"]),
        max_size=30,
    )
)
def test_mentions_point_at_their_words_and_do_not_overlap(words: list[str]):
    """TK-06: in order, disjoint, and the same on every run."""
    document = Document(id="d", text=" ".join(words), title="Acme", entities=("Acme Inc.",))
    names = names_of(document)
    ends = [0, *(m.span.end for m in names.mentions)]
    assert all(m.span.start >= end for m, end in zip(names.mentions, ends, strict=False))
    assert all(document.text[m.span.start : m.span.end].strip() for m in names.mentions)
    assert names_of(document) == names


def test_a_person_told_of_is_found_beside_a_run_without_end():
    """TK-02: who "who was" is said of is a name, in a text with a run of joined words longer than any name, too."""
    run = "Stone-" * 2000
    found = told_persons(
        f"{run}, who was there. Odo Brask, who was mayor, left. Odo Brask, who is old.", frozenset(), set()
    )
    assert found == [Recognised("Odo Brask", "PERSON")] * 2


def test_a_person_told_of_who_is_a_part_of_a_known_name_is_passed_over():
    """TK-02: neither what lies in a name that was recognised nor what holds one is another name."""
    text = "Odo Brask, who was mayor, left. Ida Lund, who was not, met him. Eva Holm Berg, who has left, too."
    found = told_persons(text, frozenset(), {"Odo Braskson", "Holm"})
    assert found == [Recognised("Ida Lund", "PERSON")]


def test_who_is_addressed_is_a_person() -> None:
    """TK-02: with initials and several forms of address, too; a surname alone is whoever bears it in the document."""
    text = "Those there: Cllr Mrs D Brask, Cllr T Lund and Mrs. E. Orr-Holm. Cllr Lund spoke."
    names = names_of(Document(id="d", text=text))
    people = [(m.entity, text[m.span.start : m.span.end]) for m in names.mentions if m.type == "PERSON"]
    assert people[:3] == [
        ("d brask", "Cllr Mrs D Brask"),
        ("t lund", "Cllr T Lund"),
        ("e orr holm", "Mrs. E. Orr-Holm"),
    ]
    assert people[3][0] == "t lund"
    told = told_persons("Miss World sang. Dr Pepper fizzed. Mr Brask's hat.", frozenset(), set())
    assert told == [Recognised("Mr Brask", "PERSON")]


def test_a_list_taken_for_one_body_is_its_members() -> None:
    """TK-02: a comma belongs to a name before its legal form, or where the name holds "and", and nowhere else."""
    names = ("Eurosport, Discovery Inc.", "Alphabet, Inc.", "Goldman, Sachs & Co.", "Acme, Beta", "Acme", "Beta")
    found = separated(Counter(Recognised(name, "ORG") for name in names))
    assert {name.surface for name in found} == {
        *("Eurosport", "Discovery Inc.", "Alphabet, Inc.", "Goldman, Sachs & Co."),
        *("Acme", "Beta"),
    }
