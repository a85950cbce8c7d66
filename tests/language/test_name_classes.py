"""Names judged again: which are none and of what the others are, by the shipped model on text of our own."""

from __future__ import annotations

import datetime as dt
import gzip
import hashlib
import importlib
import itertools
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from timeweave.embedding.minilm import load
from timeweave.extraction.pipeline import extract
from timeweave.language.joined_names import Recognised
from timeweave.language.name_classes import NameModel, classified, judge, shipped
from timeweave.language.name_signs import MOST_PLACES, Sighting, sightings, signs
from timeweave.language.name_types import called_by, told_type
from timeweave.language.proper_nouns import lower_words
from timeweave.language.recognition import clean_surface
from timeweave.records import Document

MEANINGS = load(threads=1).embed
JUDGED = Path(__file__).parents[2] / "benchmarks" / "names.jsonl.gz"
NEWS = (
    "Kibana went down at noon, and Ann Lee restarted it. Next Steps: she will write to Brisbane City Council. In "
    "Brisbane the office of Acme Systems stayed open. Kibana is a dashboard that we use. TODO: ask Acme Systems."
)


def kinds(text: str, *found: tuple[str, str]) -> dict[str, str]:
    names = Counter({Recognised(surface, kind): 1 for surface, kind in found})
    return {n.surface: n.type for n in classified(text, names, lower_words(text), MEANINGS)}


def test_what_ends_as_land_and_water_do_is_no_body() -> None:
    """The recogniser calls a bay that oysters come from an organisation; a firm that is called so keeps its type."""
    text = "Oysters of Dabob Bay grew faster than those of Fidalgo Bay. We asked Bay Systems for seed from Dabob Bay."
    found = kinds(text, ("Dabob Bay", "ORG"), ("Fidalgo Bay", "ORG"), ("Bay Systems", "ORG"))
    assert found == {"Dabob Bay": "LOC", "Fidalgo Bay": "LOC", "Bay Systems": "ORG"}


def test_the_recognisers_word_is_judged_again() -> None:
    """What it took for a person is what the name means and its places show; labels and headings are no names."""
    found = kinds(
        NEWS,
        ("Kibana", "PERSON"),
        ("Ann Lee", "PERSON"),
        ("Next Steps", "ORG"),
        ("Brisbane", "PERSON"),
        ("Acme Systems", "ORG"),
        ("TODO", "ORG"),
    )
    assert found == {"Kibana": "PRODUCT", "Ann Lee": "PERSON", "Brisbane": "GPE", "Acme Systems": "ORG"}


def test_entities_of_a_document_have_these_types() -> None:
    """The whole way: what is no name is no entity."""
    types = {m.surface: m.type for m in extract(Document("d", NEWS)).mentions}
    assert types["Kibana"] == "PRODUCT"
    assert types["Ann Lee"] == "PERSON"
    assert not {"Next Steps", "TODO"} & types.keys()


def test_two_persons_are_not_one() -> None:
    """But a firm that two names make is one."""
    text = "Stuart and Giles wrote the report. Marks and Spencer opened a shop. Giles also met the mayor."
    both = ("Stuart and Giles", "ORG"), ("Marks and Spencer", "ORG")
    assert kinds(text, *both, ("Giles", "PERSON")) == {
        "Stuart": "PERSON",
        "Giles": "PERSON",
        "Marks and Spencer": "ORG",
    }
    assert "Stuart" not in kinds(text, *both)  # nobody is found alone


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Johnson & Johnson acquired Actelion in 2017.", "johnson and johnson: acquired actelion"),
        ("Ernst & Young audited Marks & Spencer.", "ernst and young: audited marks and spencer"),
        ("Ford & Sons Ltd sued Blair & Brown LLP in 2015.", "ford and sons: sued blair and brown"),
        ("Meta owns Facebook, Instagram and WhatsApp.", "meta: owns whatsapp"),
        ("Ann Lee, a bank manager, joined Acme Systems in 2011.", "ann lee: joined acme systems"),
        ("Acme Systems, a partner of Globex Corp, hired Bob Ray.", "acme systems: partner of globex"),
        ("WhatsApp joined the Meta Group in 2014.", "whatsapp: member of meta group"),
        ("Slack was bought in 2021 by Salesforce. The company moved to Denver in 2022.", "slack: moved to denver"),
        ("Firefox is led by Ann Lee.", "firefox: leader ann lee"),
        ("Ann Lee and Bob Ray joined Firefox in 2019.", "bob ray: member of firefox"),
        ("Ann Lee, a city councillor, left the Labour Party in 2001.", "ann lee: left labour party"),
    ],
)
def test_what_is_told_of_names_stays(sentence: str, told: str) -> None:
    """Firms of two surnames, names that are words, persons called by a noun behind another: what is told of each."""
    facts = {fact.text.split(" [")[0] for fact in extract(Document("d", sentence)).facts}
    assert told in facts


def test_what_came_out_joined_and_left_nobody() -> None:
    """Players are released, too."""
    for what in ("The iPad", "The film Toy Story"):
        found = extract(Document("d", f"{what} was released by Apple in 2010.")).facts
        assert {f.relation for f in found} <= {"released"}
    found = extract(Document("d", "Ann Lee was released by Leeds United in 2010.")).facts
    assert {f.relation for f in found} == {"left", "member of"}


def test_a_thing_is_not_called_like_its_version() -> None:
    """Notes on a version tell of the thing, which opens the name of both."""
    text = "Homebrew 2.2.0 is out. Homebrew left the Software Freedom Conservancy in 2020. Homebrew uses OpenSSL."
    facts = extract(Document("d", text, title="Homebrew 2.2.0", date=dt.date(2020, 1, 5))).facts
    assert "homebrew" in {f.subject for f in facts if f.relation in ("left", "uses")}


def test_a_handle_and_a_clock_are_no_part_of_a_name() -> None:
    """As lists of those present and transcripts have them; but verses are cited so."""
    assert clean_surface("Ann Lee @annlee") == clean_surface("Ann Lee 16:49") == "Ann Lee"
    assert clean_surface("John 3:16") == "John 3:16"


@pytest.mark.parametrize(
    ("title", "valid"), [("Halden 1909", "2024-01-05"), ("May 1997", "1997-05"), ("Ulm Agenda 2020", "2020")]
)
def test_a_year_of_old_in_a_name_is_no_time(title: str, valid: str) -> None:
    """But a title that is a time is one, and so is a year not long gone."""
    text = f"In {title} Ann Lee joined Acme Systems."
    facts = extract(Document("d", text, title=title, date=dt.date(2024, 1, 5))).facts
    assert {str(f.valid).split("/", maxsplit=1)[0] for f in facts if f.relation == "joined"} == {valid}


def test_what_an_office_is_of_stays() -> None:
    """A field that is no name by itself tells which office it is."""
    text = "Toby Hodges, our Director of Curriculum, spoke."
    assert "Curriculum" in kinds(text, ("Toby Hodges", "PERSON"), ("Curriculum", "ORG"))
    assert "Curriculum" not in kinds("Curriculum: see below.", ("Curriculum", "ORG"))


def test_the_order_in_which_names_were_found_says_nothing() -> None:
    """Nor does what else is judged with them."""
    names = [("Kibana", "PERSON"), ("Ann Lee", "PERSON"), ("Brisbane", "PERSON")]
    for order in itertools.permutations(names):
        assert kinds(NEWS, *order) == {"Kibana": "PRODUCT", "Ann Lee": "PERSON", "Brisbane": "GPE"}
    assert kinds(NEWS, names[0]) == {"Kibana": "PRODUCT"}
    assert kinds(NEWS) == {}


def of(surface: str, kind: str, before: str = "", behind: str = "") -> Sighting:
    return Sighting(surface, {kind: 1}, [(before, behind)], frozenset(), 0.0, 0, 0)


@pytest.mark.parametrize(
    ("sighting", "kind", "is_kept"),
    [
        (of("Next Steps", "ORG"), "ORG", False),
        (of("Next Steps", "ORG", behind=" said so"), "ORG", True),
        (of("Next Steps", "WORK"), "ORG", True),
        (of("Next & Steps", "ORG"), "ORG", True),
        (of("Next & Steps", "GPE"), "ORG", False),
        (of("Next Steps Ltd", "ORG"), "ORG", True),
        (of("Curriculum", "ORG", before="the director of "), "ORG", True),
        (of("Halden", "ORG", behind=" is a town"), "GPE", False),
    ],
)
def test_what_is_protected_from_a_model_that_doubts_everything(sighting: Sighting, kind: str, is_kept: bool) -> None:
    """What says something, titles, firms and what an office is of; the text tells what a name is."""
    model = NameModel("", ("NONE", "ORG", "GPE"), np.log([0.85, 0.1, 0.05]), {}, np.zeros((384, 3)))
    (verdict,) = judge(model, [sighting], [signs(sighting)], np.zeros((1, 384)))
    assert (verdict.kind, verdict.doubt <= verdict.bound) == (kind, is_kept)


def test_signs() -> None:
    """What stands beside a name, as shares of its places, and what its own words are."""
    text = "The CEO of Orvex, Ann Lee, met us. Orvex is a firm. Look at orvex."
    found = Counter({Recognised("Orvex", "GPE"): 2, Recognised("Orvex", "ORG"): 1, Recognised("Ann Lee", "PERSON"): 1})
    person, body = sightings(text, found, {"orvex", "the"})
    assert (person.surface, body.surface) == ("Ann Lee", "Orvex")
    assert len(body.places) == 2
    said = signs(body)
    assert said["type GPE"] == pytest.approx(2 / 3)
    assert (
        said["before: of"]
        == said["earlier: office"]
        == said["of an office"]
        == said["called: body"]
        == said["opens a sentence"]
        == 0.5
    )
    assert said["written small"] == pytest.approx(1 / 3)
    assert said["first small"] == 1
    assert "capitals" not in said
    assert signs(person)["before ,"] == 1


def test_places_are_bounded() -> None:
    """However often a name stands in a text."""
    (seen,) = sightings("Orvex grew. " * 100, Counter({Recognised("Orvex", "ORG"): 100}), set())
    assert len(seen.places) == MOST_PLACES


@pytest.mark.parametrize(
    ("behind", "called"),
    [
        (" is a small town in the hills", "place"),
        (", an engineer at Acme, spoke", "person"),
        (" was the mayor of Ulm", "person"),
        (" is our payroll provider.", "body"),
        (", a bank manager, joined", "person"),
        (" is a state senator from Ohio", "person"),
        (", a partner of Globex", ""),
        (" is the town's oldest", ""),
        (" is in a town", ""),
        (" said a town", ""),
    ],
)
def test_a_noun_says_what_a_name_is(behind: str, called: str) -> None:
    """In a copula or an apposition, and nowhere else."""
    assert called_by(behind) == called
    kind = {"place": "GPE", "person": "PERSON", "body": "ORG"}.get(called, "")
    assert told_type("Halden", f"Halden{behind}") == kind


def test_the_model_is_of_what_was_judged() -> None:
    """Who judges more must train anew: python benchmarks/names.py fit."""
    digest = hashlib.sha256(gzip.decompress(JUDGED.read_bytes())).hexdigest()[:16]
    model = shipped()
    assert model.made_from == digest
    assert model.meaning.shape == (384, len(model.classes))


@pytest.mark.slow
def test_the_model_is_what_its_script_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who changes a sign must train anew."""
    monkeypatch.syspath_prepend(JUDGED.parent)  # for this test alone: others have modules of the same names
    names = importlib.import_module("names")
    judged = names.Judged()
    learned = np.flatnonzero(~np.isin(judged.sets, sorted(names.UNSEEN)))
    made, kept = names.fit(judged, learned), json.loads(names.SHIPPED.read_text(encoding="utf-8"))
    assert made["signs"].keys() == kept["signs"].keys()
    for name, weights in made["signs"].items():
        assert np.allclose(weights, kept["signs"][name], atol=3), name
