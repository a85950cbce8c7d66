"""TG-03: what the sentences of any text say of what they name, read off their parses."""

from __future__ import annotations

import datetime as dt

import pytest

from timeweave.extraction.pipeline import extract
from timeweave.extraction.relations.relating import relation_facts
from timeweave.extraction.statements import FoundFact
from timeweave.extraction.times.timing import statement_interval
from timeweave.extraction.times.validity import SentenceTime
from timeweave.language.mentions import NamedMention
from timeweave.records import Document, EntityId, Fact, Span
from timeweave.temporal.expressions import find_expressions

DAY = dt.date(2024, 5, 7)
KNOWN = {"Ann Lee": "PERSON", "Bob Ray": "PERSON", "Acme": "ORG", "Beta": "ORG", "Gamma": "ORG", "Delta": "ORG"}


def _found(text: str) -> list[FoundFact]:
    mentions = [
        NamedMention(Span(at, at + len(name)), EntityId(name.casefold()), kind, name)
        for at in range(len(text))
        for name, kind in KNOWN.items()
        if text.startswith(name, at)
    ]
    expressions = find_expressions(text, DAY)
    time = SentenceTime(text, expressions, statement_interval(text, expressions, period=None, date=DAY), DAY)
    found = relation_facts(text, Span(0, len(text)), time, mentions, None)
    return [f for f in found if f.fact.relation != "related to"]


def _facts(text: str) -> list[Fact]:
    return [found.fact for found in _found(text)]


def _triples(sentence: str) -> set[str]:
    return {f"{f.subject} | {f.relation} | {f.object}" for f in _facts(sentence)}


@pytest.mark.parametrize(
    ("sentence", "triple"),
    [
        # actives, particles, governed prepositions
        ("Acme competes with Beta.", "acme | competes with | beta"),
        ("Acme outsourced its payroll to Delta.", "acme | outsourced payroll to | delta"),
        ("Acme shut down its last coal plant.", "acme | closed | last coal plant"),
        # passives
        ("Gamma was rescued by Acme.", "acme | rescued | gamma"),
        ("Ann Lee was transferred to Beta.", "ann lee | was transferred to | beta"),
        # relative clauses, with their antecedent as subject and as object
        ("Acme, which audited Beta, is growing.", "acme | audited | beta"),
        ("Nobody liked the pump factory that Acme built.", "acme | built | pump factory"),
        # a time without a comma before a name, of which parsers make one phrase
        ("In March 2021 Acme rescued Gamma.", "acme | rescued | gamma"),
        ("On Tuesday Ann Lee criticized Beta.", "ann lee | criticized | beta"),
        # lists that begin like an apposition
        ("Acme is the parent company of Beta, Gamma, and Delta.", "acme | parent company of | delta"),
        # apposition
        ("Ann Lee, a structural engineer, spoke first.", "ann lee | is | structural engineer"),
        ("Delta, a supplier of Acme, is growing.", "delta | supplier of | acme"),
        # coordination of subjects, verbs and objects
        ("Ann Lee and Bob Ray criticized Acme.", "bob ray | criticized | acme"),
        ("Acme audited Gamma and sued Delta.", "acme | sued | delta"),
        ("Acme audited Gamma and Delta.", "acme | audited | delta"),
        # copulas
        ("Acme is responsible for the water supply.", "acme | is responsible for | water supply"),
        ("The largest supplier of Acme is Beta.", "beta | largest supplier of | acme"),
        ("Acme is deprecated.", "acme | is | deprecated"),
        # open complements
        ("Acme began to ship solar pumps.", "acme | ships | solar pumps"),
        ("Acme agreed to buy Beta.", "acme | agreed to acquire | beta"),
        ("Acme managed to rescue Beta.", "acme | rescued | beta"),
        # what somebody says to be so
        ("Ann Lee said that Acme had audited Beta.", "acme | audited | beta"),
        # events as nouns
        ("Acme's purchase of Delta surprised everybody.", "acme | acquired | delta"),
        ("The departure of the chef followed Ann Lee's departure from Acme.", "ann lee | left | acme"),
        # the table: one relation for what is told in several ways
        ("Delta was sold to Acme.", "acme | acquired | delta"),
        ("Acme hired Ann Lee.", "ann lee | joined | acme"),
    ],
)
def test_constructions_become_facts(sentence: str, triple: str) -> None:
    """TG-03: each construction gives the fact that a reader takes from it."""
    assert triple in _triples(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Acme did not rescue Beta.",
        "Acme never audited Beta.",
        "If Acme rescues Beta, everybody wins.",
        "Acme might rescue Beta.",
        "Acme should rescue Beta.",
        "Did Acme rescue Beta?",
        "Acme refused to rescue Beta.",
        "Ann Lee thinks that Acme rescued Beta.",
        "Ann Lee wondered whether Acme rescued Beta.",
        "Nobody knows how Acme rescued Beta.",
        "The market of Acme rescued the shops of Beta.",
        'An old rumor goes: "Acme rescued Beta."',
        "Regulators blocked Acme's purchase of Beta.",
    ],
)
def test_what_is_not_told_to_be_so_joins_nobody(sentence: str) -> None:
    """TG-03: denied, supposed, conditional, asked, refused and blocked deeds are no facts, nor those of others."""
    found = {(f.subject, f.object) for f in _facts(sentence)}
    assert ("acme", "beta") not in found


@pytest.mark.parametrize(
    "sentence",
    [
        "Acme has a way.",
        "Ann Lee thinks something.",
        "Acme said many things.",
        "Ann Lee saw this.",
        "Acme discussed the issue.",
        "Acme spent $5 million.",
        "Ann Lee is great.",
        "Acme enables firms to trade.",
        "Acme was joined by several guests.",
        "Ann Lee is an amazing person.",
    ],
)
def test_what_says_nothing_by_itself_is_no_fact(sentence: str) -> None:
    """Light and mental verbs, empty nouns, pronouns and amounts make no open fact."""
    assert not [f for f in _facts(sentence) if f.quantity is None]


@pytest.mark.parametrize(
    ("sentence", "relation", "valid"),
    [
        ("In 2019 Acme audited Beta.", "audited", "2019"),
        ("Acme no longer competes with Beta.", "competes with", "../2024-05-07"),
        ("Acme competes with Beta.", "competes with", "2024-05-07/.."),
        ("Acme began to supply Beta in 2019.", "supplies", "2019/.."),
        ("Acme stopped supplying Beta in 2019.", "supplies", "../2019"),
        ("Acme, which audited Beta, is growing.", "audited", "None"),
        ("Acme, founded in 1990, audited Beta in 2019.", "audited", "2019"),
    ],
)
def test_when_a_fact_holds(sentence: str, relation: str, valid: str) -> None:
    """TK-03: an event at its time, a state from then on, what is over up to then; the time is that of its clause."""
    found = {str(f.valid) for f in _facts(sentence) if f.relation == relation and f.object == "beta"}
    assert found == {valid}


def test_a_plan_is_marked_as_one() -> None:
    """EK-07: what is planned has another name than what was done, and says so."""
    (fact,) = [f for f in _facts("Acme plans to audit Beta.") if f.object == "beta"]
    assert (fact.relation, fact.qualifiers) == ("plans to audit", (("modality", "planned"),))


def test_an_event_without_an_object_has_its_time_for_one() -> None:
    """TG-03: "collapsed in 2019" is a fact of whom it is told."""
    assert "beta | collapsed | 2019-03" in _triples("Beta collapsed in March 2019.")


def test_in_a_conversation_the_speaker_is_the_subject() -> None:
    """What "I" did is a fact of the speaker, at the time that the turn gives it."""
    turns = (
        "Ann: Hi Bob! I signed up for a pottery class yesterday!",
        "Bob: Great, Ann. I adopted a stray puppy last week.",
        "Ann: Nice, what is its name?",
        "Bob: Rex.",
    )
    text = "\n".join(turns)
    found = {f.text for f in extract(Document(id="d", text=text, date=DAY)).facts}
    assert "ann: signed up for pottery class [2024-05-06]" in found
    assert any(text.startswith("bob: adopted stray puppy") for text in found)


def test_the_place_of_a_fact_holds_its_ends() -> None:
    """TK-02: the cited span of a fact runs over its subject, predicate, object and time."""
    text = "Yesterday Acme quietly rescued Beta again."
    (found,) = [f for f in _found(text) if f.fact.relation == "rescued"]
    assert text[found.span.start : found.span.end] == "Yesterday Acme quietly rescued Beta"


def test_items_are_read_with_what_introduces_them() -> None:
    """TG-03: each item of a list is what the words before the list say of it."""
    text = (
        "# Election\n\nMary Jones, Peter Smith and Laura Brown ran. The new board members of Acme Corp are:\n\n"
        "* Mary Jones\n* Peter Smith\n\nLaura Brown lost."
    )
    found = {f.text for f in extract(Document(id="d", text=text, date=DAY)).facts}
    assert {t.split(" [")[0] for t in found if "member" in t} == {
        "mary jones: member of acme",
        "peter smith: member of acme",
    }


@pytest.mark.parametrize(
    ("sentence", "triple"),
    [
        ("Ann Lee has been awarded the large Harlow Grant for 2012 to Acme.", "ann lee | won | large Harlow Grant"),
        ("Ann Lee was denied a visa to Beta.", "ann lee | was denied | visa to Beta"),
    ],
)
def test_what_somebody_was_given_is_what_is_told(sentence: str, triple: str) -> None:
    assert _triples(sentence) == {triple}
