"""Lines that say who holds which office and nothing else."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.extraction.relations.changing import changes
from timeweave.extraction.relations.groups import Named, Surroundings
from timeweave.extraction.times.timing import statement_interval
from timeweave.extraction.times.validity import SentenceTime
from timeweave.language.mentions import NamedMention
from timeweave.records import Document, EntityId, Markup, Span
from timeweave.temporal.expressions import find_expressions

DAY = dt.date(2024, 5, 7)
KNOWN = {"Ann Lee": "PERSON", "Acme": "ORG", "Tarn Works": "ORG"}


def told(line: str) -> set[str]:
    """What a line of the seventh of May 2024 says of offices, as "person: office", or "person: office of body"."""
    mentions = [
        NamedMention(Span(at, at + len(name)), EntityId(name.casefold()), kind, name)
        for at in range(len(line))
        for name, kind in KNOWN.items()
        if line.startswith(name, at)
    ]
    found = find_expressions(line, DAY)
    time = SentenceTime(line, found, statement_interval(line, found, period=None, date=DAY), DAY)
    facts = [c.found.fact for c in changes(Surroundings(line, "", Span(0, len(line)), mentions), time)]
    assert all(str(fact.valid) == "2024-05-07/.." for fact in facts)
    return {
        f"{f.subject}: {f.object}" if f.relation == "position held" else f"{f.object}: {f.relation} of {f.subject}"
        for f in facts
    }


@pytest.mark.parametrize(
    ("line", "offices"),
    [
        ("By Ann Lee, Product Lead", {"ann lee: product lead"}),
        ("Treasurer - Ann Lee (annie)", {"ann lee: treasurer"}),
        ("|Tech. Officer|Ann Lee (Odd_Ann)|", {"ann lee: tech officer"}),
        ("|President|Ann Lee|", {"ann lee: president"}),
        ("By Ann Lee (policy advisor)", {"ann lee: policy advisor"}),
        ("Written by Ann Lee, Head of Delivery at Acme", {"ann lee: head of delivery of acme"}),
        ("By Ann Lee, Treasurer of Acme", {"ann lee: treasurer of acme"}),
        (
            "By Ann Lee, CEO and Bo Ek, Senior Developer",
            {"ann lee: chief executive officer", "bo ek: senior developer"},
        ),
        ("By Ann Lee; Bo Ek, Chief of Staff", {"bo ek: chief of staff"}),
        ("Treasurer: Jacob Kaplan-Moss", {"jacob kaplan moss: treasurer"}),
        ("Vice President: Çağıl Uluşahin Sonmez", {"cagil ulusahin sonmez: vice president"}),
        ("Co-chairs: Ann Lee, Bo Ek", {"ann lee: co-chair", "bo ek: co-chair"}),
        ("Directors: Bo Ek and Cy de Falk", {"bo ek: director", "cy de falk: director"}),
        ("Editor: Ann Lee and Bo Ek", {"ann lee: editor", "bo ek: editor"}),
        ("Bo Ek - Vice President", {"bo ek: vice president"}),
        ("Bo Ek – General Counsel", {"bo ek: general counsel"}),
        ("Bo Ek (Assistant to Treasurer)", {"bo ek: assistant to treasurer"}),
        ("Bo Ek: secretary", {"bo ek: secretary"}),
        ("Treasurer – Bo Ek", {"bo ek: treasurer"}),
        ("Ann Lee (Chair), Bo Ek (Vice-Chair)", {"ann lee: chair", "bo ek: vice chair"}),
        ("Present: Ann Lee (Chair), Bo Ek", {"ann lee: chair"}),
        ("Clerk: - Bo Ek", {"bo ek: clerk"}),
        (
            "Present: Ann Lee, Head of Delivery; Bo Ek, Policy Advisor",
            {"ann lee: head of delivery", "bo ek: policy advisor"},
        ),
        (
            "1. Those attending: Cllr Ann Lee (Chairman), Cllr Mrs Bea Orr, Mrs Bo Ek (Clerk), 12 members.",
            {"ann lee: chairman", "bo ek: clerk"},
        ),
        ("PRESENT (4 Councillors): - Ann Lee (AL) – Chairman, Bo Ek (BE).", {"ann lee: chairman"}),
        ("Apologies: Cllr Ann Lee (Vice-Chair) and Bo Ek", {"ann lee: vice chair"}),
        ("Bo Ek - Vice President, Sales", {"bo ek: vice president"}),
        ("Bo Ek- Vice-President", {"bo ek: vice president"}),
        ("Bo Ek-Treasurer", {"bo ek: treasurer"}),
        ("Treasurer: Bo Ek (unopposed)", {"bo ek: treasurer"}),
        ("Treasurer: Bo Ek (BE)", {"bo ek: treasurer"}),
        ("Head Judge: Bo Ek (also standing: Cy).", {"bo ek: head judge"}),
    ],
)
def test_a_line_tells_who_holds_an_office(line: str, offices: set[str]) -> None:
    """TG-03: bylines, lists of officers and of those present; whom no recogniser knows is named by the line."""
    assert told(line) == offices


@pytest.mark.parametrize(
    "line",
    [
        "By Ann Lee, Bo Ek",
        "By Ann Lee, Design",
        "By Ann Lee, a long walk, the director was told, is healthy",
        "By Ann Lee, the chair was moved to the window.",
        "By Ann Lee (not the treasurer)",
        "By Ann Lee, Judge Judy",
        "Ann Lee (former treasurer)",
        "Treasurer: Ann to send the invoices",
        "Secretary: publish the minutes",
        "Chair: Done",
        "Treasurer's report: Bo Ek",
        "Tarn Works - Gold partner",
        "Treasurer: Report Received",
        "Treasurer: Not Yet Appointed",
        "Chair: Any Questions",
        "Editor: New Features",
        "Opening Remarks (President)",
        "Budget Review - Treasurer",
        "Bo Ek: Ask the chairman",
        "Candidates for Secretary: Bo Ek, Cy Omo",
        "Outgoing Secretary: Bo Ek",
        "Treasurer: Bo Ek (stepping down)",
        "Treasurer: Bo Ek (did not stand)",
        "Treasurer: Bo Ek (resigned)",
        "Treasurer: Bo Ek (former)",
        "Treasurer: Bo Ek (until June)",
        "Bo Ek (on behalf of the director)",
        "Letter to the editor: Bo Ek",
        "New York, Head Office",
        "Ann Lee, treasurer until she left, was there.",
        "Bo Ek spoke to Ann Lee, treasurer",
        "Present: Ann Lee (late), Bo Ek (Tarn Works)",
        "A letter said who was present: Ann Lee (Chair) and others.",
        "All those present: the vote was taken by Ann Lee, and the chair spoke.",
    ],
)
def test_other_lines_tell_of_no_office(line: str) -> None:
    assert told(line) == set()


def test_the_heading_says_whose_officers_they_are() -> None:
    """Under "Board of Acme" the treasurer is Acme's."""
    line = "Treasurer: Bo Ek"
    place = Surroundings(line, "", Span(0, len(line)), (), Named(EntityId("acme")))
    (fact,) = (c.found.fact for c in changes(place, SentenceTime(line, [], None, DAY)))
    assert (fact.subject, fact.relation, fact.object) == ("acme", "treasurer", "bo ek")


def test_minutes_tell_the_officers_of_the_body_that_met() -> None:
    """TG-03: a clerk or chair is theirs; a head teacher who came is somebody else's."""
    line = (
        "Present: Ann Lee (Chair), Bo Ek (Parish Clerk), Cy Omo (Head Teacher), Sam White (Chair), Downham Parish "
        "Council, Pat Poe (Treasurer) of the Playing Fields Association; guest: Tom Cox (Secretary)"
    )
    holt = Named(EntityId("holt parish council"), "Holt Parish Council")
    place = Surroundings(line, "Holt Parish Council: minutes", Span(0, len(line)), (), issuer=holt)
    facts = {c.found.fact.text for c in changes(place, SentenceTime(line, [], None, DAY))}
    assert facts == {
        "holt parish council: chair ann lee [2024-05-07/..]",
        "holt parish council: parish clerk bo ek [2024-05-07/..]",
        "cy omo: position held head teacher [2024-05-07/..]",
        "sam white: position held chair [2024-05-07/..]",
        "pat poe: position held treasurer [2024-05-07/..]",
    }


def test_of_names_without_commas_the_last_holds_the_office() -> None:
    """A roll on one line: whom the office stands beside, not who came before."""
    line = "Present: Cllr Jim Orr (Vice Chair) Cllr Gail Reeve Helen Dale (Clerk)"
    holt = Named(EntityId("holt parish council"), "Holt Parish Council")
    place = Surroundings(line, "Holt Parish Council: minutes", Span(0, len(line)), (), issuer=holt)
    facts = {c.found.fact.text for c in changes(place, SentenceTime(line, [], None, DAY))}
    assert facts == {
        "holt parish council: vice chair jim orr [2024-05-07/..]",
        "holt parish council: clerk helen dale [2024-05-07/..]",
    }


RELEASE = """---
date: 2009-05-14
---
# Statement on research

**Press Release: [Dene Growers' Society](https://x.example/dene)**

{}

The Harlow Dene Growers' Society (HDGS) meets in May. Bo Ek chairs the Tarn Trust.
"""


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("HDGS Chair Professor Ann Lee said so.", "harlow dene growers society: chair ann lee"),
        ("HDGS Chair Dr Ann Lee said the board was delighted.", "harlow dene growers society: chair ann lee"),
        ("Tarn Trust Executive Director Ann Lee agrees.", "tarn trust: executive director ann lee"),
        ("Tarn Trust Deputy Chair Dr Ann Lee agrees.", "tarn trust: deputy chair ann lee"),
        ("Tarn Trust Managing Director Ann Lee agrees.", "tarn trust: managing director ann lee"),
        ("Tarn Trust president Associate Professor Ann Lee spoke.", "tarn trust: president ann lee"),
        ("The budget was read by Ann Lee, Tarn Trust Chief Executive.", "tarn trust: chief executive officer ann lee"),
        (
            "Ann Lee, who is chair of the Tarn Trust and treasurer of the Ash Institute, spoke.",
            "ash institute: treasurer ann lee",
        ),
        (
            "The chair of the Tarn Trust, and treasurer of the Ash Institute, Professor Ann Lee, spoke.",
            "tarn trust: chair ann lee",
        ),
        ("Ann Lee, our treasurer, spoke.", "harlow dene growers society: treasurer ann lee"),
        ("Ann Lee was elected for a two-year term as chair of the Tarn Trust.", "tarn trust: chair ann lee"),
    ],
)
def test_offices_as_the_press_writes_them(sentence: str, told: str) -> None:
    """Body, office, form of address and name stand behind one another without a mark between them."""
    document = Document("d", RELEASE.format(sentence), date=DAY, markup=Markup.MARKDOWN)
    assert told in {fact.text.partition(" [")[0] for fact in extract(document).facts}


@pytest.mark.parametrize(
    "sentence",
    [
        "Professor Ann Lee spoke for an hour.",
        "Bo Ek's vocal coach Ann Lee spoke.",
        "QZRB board chair Ann Lee spoke.",
    ],
)
def test_what_is_of_others_is_not_of_who_brings_a_release_out(sentence: str) -> None:
    document = Document("d", RELEASE.format(sentence), date=DAY, markup=Markup.MARKDOWN)
    of_body = [f for f in extract(document).facts if f.subject == "harlow dene growers society"]
    assert not [f.text for f in of_body if "ann lee" in (f.object, f.subject)]


def test_what_is_welcomed_joins_nobody() -> None:
    text = "The National Challenges were welcomed by the Tarn Trust. The Tarn Trust welcomed the Ash Institute."
    assert not [f.text for f in extract(Document("d", text, date=DAY)).facts if f.relation == "joined"]


def test_a_headline_is_no_office() -> None:
    text = "Bo Ek takes over from Ann Lee, who led the Tarn Trust for nine years."
    document = Document("d", text, title="Tarn Trust names new director", date=DAY)
    assert not [f.text for f in extract(document).facts if "names" in f.relation]
