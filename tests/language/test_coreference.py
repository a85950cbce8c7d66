"""Pronouns and "the company": few and safe rules."""

from __future__ import annotations

from timeweave.language.coreference import ReferenceResolver
from timeweave.language.mentions import NamedMention, Names
from timeweave.language.sentences import sentence_spans
from timeweave.records import EntityId, Span


def read(
    text: str, known: dict[str, str], subject: str | None = None, *, speaks: bool = False
) -> list[tuple[str, str]]:
    """The references of ``text`` as (word, entity), with ``known`` names (surface to type) found by look-up."""
    types = {EntityId(name.casefold()): kind for name, kind in known.items()}
    mentions = sorted(
        (
            NamedMention(Span(at, at + len(name)), EntityId(name.casefold()), kind, name)
            for name, kind in known.items()
            for at in range(len(text))
            if text.startswith(name, at)
        ),
        key=lambda m: m.span.start,
    )
    names = Names(tuple(mentions), (), types, EntityId(subject) if subject else None)
    resolver = ReferenceResolver(names, text, speaks_for_subject=speaks)
    found = [m for s in sentence_spans(text) for m in resolver.resolve(s, names.within(s)) if not m.named]
    return [(m.surface, m.entity) for m in found]


def test_a_report_speaks_for_its_subject():
    """The words "We", "our" and "the company" in a company's own report are the company."""
    text = "We grew in Asia. The company raised our outlook."
    assert read(text, {"Asia": "LOC", "Crocs": "ORG"}, "crocs", speaks=True) == [
        ("We", "crocs"),
        ("The company", "crocs"),
        ("our", "crocs"),
    ]


def test_we_in_somebody_elses_text_is_nobody():
    """In an article "we" may be anyone."""
    assert read("We grew.", {"Crocs": "ORG"}, "crocs") == []


def test_he_is_the_only_man_of_the_sentence_before():
    """One person to choose from: resolved; two: left open."""
    assert read("Adam came. He left.", {"Adam": "PERSON"}) == [("He", "adam")]
    assert read("Adam met Bert. He left.", {"Adam": "PERSON", "Bert": "PERSON"}) == []


def test_titles_tell_she_from_he():
    """The words "Ms." makes Eve the only one who can be she."""
    known = {"Adam": "PERSON", "Eve": "PERSON"}
    assert read("Mr. Adam met Ms. Eve in Rome. She left.", known) == [("She", "eve")]


def test_a_page_about_a_person_is_about_that_person():
    """Where nobody else is named, he is whom the page is about."""
    text = "Adam is a painter. He was young. His first work burned. It was lost."
    assert read(text, {"Adam": "PERSON"}, "adam") == [("He", "adam"), ("His", "adam")]


def test_it_opens_a_sentence_about_the_subject():
    """The words "It" at the start is the page's subject or the one body just named; elsewhere it is left open."""
    known = {"Acme": "ORG"}
    assert read("Acme is a firm. It makes nails. People say it pays.", known, "acme") == [("It", "acme")]


def test_whom_somebody_served_under_is_not_she():
    """TK-02: "Under Bert, she" speaks of whoever was spoken of before, never of the one named beside."""
    known = {"Eve": "PERSON", "Bert": "PERSON"}
    assert read("Eve came. Under Bert, she was chair.", known) == [("she", "eve")]
    assert read("Under Bert, she was chair.", known) == []
