"""Short forms inside one document."""

from __future__ import annotations

from timeweave.language.names import canonical_key
from timeweave.language.short_forms import KnownName, person_parts, resolve_short_forms
from timeweave.records import AliasClaim, EntityId


def known(surface: str, kind: str, first: int) -> KnownName:
    return KnownName(canonical_key(surface), surface, kind, first)


def test_opening_words_of_an_organisation_named_before():
    """A short company name is the long one named before it, outside too; named first, it is not decided."""
    full, short = known("Chipotle Mexican Grill", "ORG", 0), known("Chipotle", "ORG", 50)
    forms = resolve_short_forms([short, full], [])
    assert forms.resolved == {"chipotle": "chipotle mexican grill"}
    assert forms.claims == (AliasClaim(EntityId("chipotle"), EntityId("chipotle mexican grill")),)
    assert (
        resolve_short_forms([known("Chipotle", "ORG", 0), known("Chipotle Mexican Grill", "ORG", 9)], []).resolved == {}
    )


def test_an_acronym_of_one_name():
    """The letters of exactly one name of the document."""
    forms = resolve_short_forms([known("Bureau of Land Management", "ORG", 0), known("BLM", "ORG", 9)], [])
    assert forms.resolved == {"blm": "bureau of land management"}


def test_two_letters_are_those_of_a_body_of_this_document_only():
    """Outside they stand for much else."""
    names = [known("Harbour Council", "ORG", 0), known("HC", "ORG", 9)]
    forms = resolve_short_forms(names, [])
    assert (forms.resolved, forms.claims) == ({"hc": "harbour council"}, ())
    assert resolve_short_forms([*names, known("Heritage Club", "ORG", 20)], []).resolved == {}
    assert resolve_short_forms([names[0], known("HC", "GPE", 9)], []).resolved == {}
    assert resolve_short_forms([known("Edinburgh University", "ORG", 0), known("EU", "ORG", 9)], []).resolved == {}


def test_a_body_is_not_what_is_published_for_it():
    """A heading is taken for a name: "Harbour Council Updates for October 2024"."""
    short = known("Harbour Council", "ORG", 50)
    for heading in (
        "Harbour Council Updates for October 2024",
        "Harbour Council Minutes",
        "Harbour Council Meeting 12",
    ):
        assert resolve_short_forms([known(heading, "ORG", 0), short], []).resolved == {}
    outlet = resolve_short_forms([known("Harbour Lane News", "ORG", 0), known("Harbour Lane", "ORG", 9)], [])
    assert outlet.resolved == {"harbour lane": "harbour lane news"}
    full = known("Harbour Council on Coastal Affairs", "ORG", 0)
    assert resolve_short_forms([full, short], []).resolved == {"harbour council": full.entity}


def test_a_subject_is_never_a_short_form():
    """What the document is about keeps its name."""
    names = [known("Apple Records Ltd", "ORG", 0), known("Apple", "ORG", 50)]
    assert resolve_short_forms(names, [EntityId("apple")]).resolved == {}


def test_a_middle_initial_does_not_make_another_person():
    """The words "Vicki A. Hollub" is Vicki Hollub where both stand in one document."""
    forms = resolve_short_forms([known("Vicki A. Hollub", "PERSON", 0), known("Vicki Hollub", "PERSON", 9)], [])
    assert forms.resolved == {"vicki a hollub": "vicki hollub"}


def test_the_surname_of_the_subject_is_the_subjects():
    """Of a family the surname alone is whom the page is about; else a shared surname is nobody's."""
    family = [known("Diane Downs", "PERSON", 0), known("Steve Downs", "PERSON", 9)]
    assert person_parts(family, EntityId("diane downs"))["Downs"] == "diane downs"
    assert "Downs" not in person_parts(family)
