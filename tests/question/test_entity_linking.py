"""Which names of a question the store knows."""

import copy
import datetime as dt
from dataclasses import replace

import pytest

from timeweave.language.names import canonical_key
from timeweave.question.entity_linking import link_entities
from timeweave.question.named_entity import NamedEntity, Names
from timeweave.question.subjects import Subject
from timeweave.records import EntityInfo, Span
from timeweave.temporal.scope import query_scope

NOW = dt.date(2024, 6, 1)


class Sense:
    """Nothing is mentioned but ``words``; ``subjects`` have documents of their own; all of ``entities`` are near,
    and so are the documents on ``pages``; ``leads`` are the subjects that each entity introduces.
    """

    def __init__(self, words=(), subjects=(), entities=(), pages=(), leads=None):
        self.words, self.own, self.entities, self.pages = words, subjects, entities, pages
        self.leads = leads or {}

    def mentioned(self, text):
        return text in self.words

    def is_subject(self, entity):
        return entity in self.own

    def near(self, text):
        return self.entities

    def subjects(self, text):
        return self.pages

    def asked_about(self, text):
        return self.pages

    def introduced_by(self, entity):
        return self.leads.get(entity, ())


NOTHING = Sense()


def found(question, view, sense=NOTHING):
    lookup = copy.copy(sense)
    lookup.named = view.named
    return link_entities(question, lookup, query_scope(question, now=NOW).expressions)


def ids(question, view):
    return [e.id for e in found(question, view).known]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was Western Digital Corporation's revenue in Q3 2023?", ["western digital"]),
        ("What was Western Digital’s gross margin?", ["western digital"]),
        ("How did WDC do?", ["western digital"]),
        ("Revenue of Equitable Holdings, Inc. and of Western Digital?", ["equitable holdings", "western digital"]),
        (
            "Which of Equitable Holdings, Inc., Baidu Inc, and Western Digital Corporation had the lowest tax rate?",
            ["equitable holdings", "baidu", "western digital"],
        ),
        ("what was western digital worth", ["western digital"]),
    ],
)
def test_names_of_a_question(naming_view, question, expected):
    """TG-08: possessives, legal forms with commas, aliases and lists are read, in the question's order; where the
    question uses no capitals, names need none.
    """
    names = [("Western Digital Corporation", 9), ("Equitable Holdings, Inc.", 3), ("Baidu Inc", 2)]
    view = naming_view(*names, aliases=[("WDC", "Western Digital Corporation")])
    assert ids(question, view) == expected


def test_longest_match_wins(naming_view):
    """The bank of a city is not the city."""
    assert ids("What did Bank of America earn?", naming_view(("America", 50), ("Bank of America", 1))) == [
        "bank of america"
    ]


def test_a_piece_of_an_unknown_name_is_not_taken(naming_view):
    """A known word inside a longer name that nobody bears does not stand for it; the whole is reported."""
    names = found("What was Sirius Chemical Holdings' revenue?", naming_view(("Chemical", 3)))
    assert names.known == ()
    assert [u.text for u in names.unknown] == ["Sirius Chemical Holdings"]
    assert names.warnings == ("unknown name 'Sirius Chemical Holdings': no visible document mentions it",)


def test_the_capital_of_a_sentence_makes_no_unknown_name(naming_view):
    """A word that begins a later sentence of the question is none; a name of several words there still is."""
    view = naming_view(("Acme", 1))
    assert found("How did Acme develop? Summarise the main themes.", view).unknown == ()
    assert [u.text for u in found("How did Acme develop? Compare it with Gruma.", view).unknown] == ["Gruma"]
    assert [u.text for u in found("Acme is here. Sirius Chemical is not.", view).unknown] == ["Sirius Chemical"]


@pytest.mark.parametrize(
    ("question", "unheard"),
    [
        ("Who manages the release of Python 3.20?", ["Python 3.20"]),
        ("Who manages the release of Python 3.12?", []),
        ("Who manages the release of Python 3.9?", []),
        ("What changed between Python 3.12 and Python 3.20?", []),
        ("Who wrote PEP 9999 in June 2023?", ["PEP 9999"]),
        ("Who wrote a PEP in June 2023?", []),
        ("Were 45 members present?", []),
    ],
)
def test_versions_that_nothing_mentions(naming_view, question, unheard):
    """A name with a number that no visible statement has, in any form, is unheard of, unless another one is known."""
    names = found(question, naming_view(("Python", 1)), Sense(words=("3.12", "v3.9")))
    assert [u.text for u in names.unheard] == unheard
    assert all(any(repr(text) in w for w in names.warnings) for text in unheard)


def test_unknown_names_of_a_list(naming_view):
    """Each name of a list that nobody bears is reported; one that is mentioned somewhere is not unknown."""
    question = "Which of Molson Coors Beverage Co, Gruma, and Baidu Inc had the highest EPS in 2023?"
    names = found(question, naming_view(("Baidu Inc", 2)), Sense(words=["EPS"]))
    assert [u.text for u in names.unknown] == ["Molson Coors Beverage Co", "Gruma"]


def test_a_first_word_stands_for_the_only_name_that_begins_with_it(naming_view):
    """A distinctive first word is read as the one entity near whose name starts with it, else it is unknown."""
    view = naming_view(("Halden Optics Inc.", 3), ("Halden Foods", 1))
    near = list(view.entities())
    assert [e.id for e in found("What did Halden earn?", view, Sense(entities=near[1:])).known] == ["halden optics"]
    assert found("What did Halden earn?", view, Sense(entities=near)).known == ()


def test_words_about_a_subject_are_no_names(naming_view):
    """Where a document is about one of the names, the others are words about it; where none is, all are names."""
    view = naming_view(("Crocs, Inc.", 3), ("EMEA", 9))
    question = "What was Crocs' EMEA revenue?"
    assert [e.id for e in found(question, view, Sense(subjects=["crocs"])).known] == ["crocs"]
    assert [e.id for e in found(question, view).known] == ["crocs", "emea"]


@pytest.mark.parametrize(
    ("question", "name"),
    [("What were oneok, inc.'s sales in Texas?", "oneok"), ("How much did jd.com sell in China?", "jd.com")],
)
def test_lower_case_names_with_a_mark_of_a_name(naming_view, question, name):
    """A name in lower case counts in a question that uses capitals when it has a legal form or a dot inside."""
    assert ids(question, naming_view(("ONEOK, Inc.", 3), ("JD.com", 2))) == [canonical_key(name)]


def test_words_of_a_time_are_no_name(naming_view):
    """TK-03: "May 2023" is a month even where someone is called May."""
    assert ids("What happened in May 2023?", naming_view(("May", 5))) == []


def test_ambiguity_is_reported(naming_view):
    """A name that two entities bear about equally often is taken as the more frequent, with a warning."""
    view = naming_view(
        ("Prudential plc", 6), ("Prudential Financial", 9), aliases=[("Prudential", "Prudential Financial")]
    )
    names = found("What did Prudential earn?", view)
    assert [(e.id, e.others) for e in names.known] == [("prudential financial", ("Prudential plc",))]
    assert "others bear that name: Prudential plc" in names.warnings[0]


COUNCIL = ("Holt Ferry Parish Council", "Holt Ferry Annual Parish Council", "Holt Ferry Church")


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("Who was clerk of Holt Ferry's council?", ["holt ferry parish council", "holt ferry"]),
        ("Who was clerk of the Holt Ferry parish council?", ["holt ferry parish council", "holt ferry"]),
        ("Who was vicar of Holt Ferry's church?", ["holt ferry church", "holt ferry"]),
        ("Who was clerk of Holt Ferry's club?", ["holt ferry"]),
        ("Who lived in Holt Ferry?", ["holt ferry"]),
    ],
)
def test_a_body_is_called_by_its_place_and_what_it_is(naming_view, asked, named):
    """TK-03: where one bears that name; others may only have more words. The place stands behind it."""
    known = tuple(EntityInfo(canonical_key(n), n, "ORG", 3, 3) for n in COUNCIL)
    view = naming_view(("Holt Ferry", 9))
    assert [e.id for e in found(asked, view, Sense(entities=known)).known] == named


def test_the_beginning_of_a_body_s_name_is_not_what_is_meant(naming_view):
    """TK-03: a page on Holt Ferry is not what a question for Holt Ferry Parish Council is about."""
    view = naming_view(("Holt Ferry Parish Council", 3), ("Ann Lee", 3), people=("Ann Lee",))
    pages = (Subject(EntityInfo(canonical_key("Holt Ferry"), "Holt Ferry", "", 1, 1), 1.0),)
    asked = "Who was chair of Holt Ferry Parish Council after Ann Lee?"
    named = [e.id for e in found(asked, view, Sense(pages=pages)).known]
    assert named == ["holt ferry parish council", "ann lee"]


def test_who_came_before_is_kept_beside_the_body(naming_view):
    """TK-03: what documents are about is named by them, and so is the person next to whom one is asked for."""
    view = naming_view(("Holt Parish Council", 9), ("Ann Lee", 5), people=("Ann Lee",))
    sense = Sense(subjects=("holt parish council",))
    asked = "Who was chair of Holt Parish Council before Mrs. Ann Lee?"
    assert [e.id for e in found(asked, view, sense).known] == ["holt parish council", "ann lee"]


def test_names_that_look_alike_are_no_others():
    """A warning lists no name that reads as the one taken, nor one that only begins with the whole name that was said,
    and is given once however often the question says it.
    """
    span = Span(0, 4)
    alike = NamedEntity("rust", "Rust", "ORG", span, "Rust", others=("RUST", "`rust`", "Rust (film)", "rust (film)"))
    warnings = Names((alike, alike), ()).warnings
    assert warnings == ("'Rust' is read as 'Rust'; others bear that name: Rust (film)",)
    assert Names((replace(alike, others=("Rust Belt",)),), ()).warnings == ()
    assert Names((replace(alike, others=("RUST",)),), ()).warnings == ()


@pytest.mark.parametrize("question", ["", "?", "'s", "((", "’s’s ’", "\x00 A\x00", "THE THE THE", "İ" * 50, "1 2 3"])
def test_any_text_is_read(naming_view, question):
    """No text raises."""
    assert found(question, naming_view(("A", 1))).unknown is not None


def subject(name, share=1.0):
    return Subject(EntityInfo(canonical_key(name), name, "", 1, 1), share)


def test_a_title_in_other_order_is_the_subject(naming_view):
    """Where no name of the question is a document's subject, a title whose words all stand in it is."""
    view = naming_view(("Metro", 4), ("Milan", 9))
    names = found("Where did Milan's Metro Line 2 end?", view, Sense(pages=[subject("Milan Metro Line 2")]))
    assert [(e.id, e.surface) for e in names.known] == [("milan metro line 2", "Milan's Metro Line 2")]


def test_a_surname_stands_for_a_person_that_documents_are_about(naming_view):
    """A surname that no entity bears means the one subject of that name; it is not reported as unknown."""
    names = found("Which club hired coach Sarri?", naming_view(), Sense(pages=[subject("Maurizio Sarri", 0.8)]))
    assert [e.id for e in names.known] == ["maurizio sarri"]
    assert names.unknown == ()


def test_an_entity_that_introduces_a_subject_means_it(naming_view):
    """A name by which one document introduces what it is about stands for that."""
    view = naming_view(("Turma Verde", 2))
    sense = Sense(leads={"turma verde": [subject("Green Gang", 0.9)]})
    assert [e.id for e in found("Who published Turma Verde?", view, sense).known] == ["green gang"]


def test_offices_are_no_unknown_names(naming_view):
    """An office in capitals is a word."""
    assert found("Who was the CEO of Acme?", naming_view(("Acme", 1))).unknown == ()


def test_several_of_a_kind_are_no_unknown_name(naming_view):
    """What is called by its first letters, as PCs are, need not be mentioned for a question to be answered."""
    view = naming_view(("Acme", 1))
    assert found("Which of the PCs did Acme buy?", view).unknown == ()
    assert [u.text for u in found("Which of the Zorvexes did Acme buy?", view).unknown] == ["Zorvexes"]


def test_a_legal_form_with_a_possessive_belongs_to_its_name(naming_view):
    """In "Zeta Foods Group, Inc.'s revenue" nothing of the name is left behind."""
    assert [u.text for u in found("How did Zeta Foods Group, Inc.'s revenue grow?", naming_view()).unknown] == [
        "Zeta Foods Group, Inc."
    ]


@pytest.mark.parametrize("written", ["Wesern Digital", "Western Digtal", "Westren Digital Corporation"])
def test_a_misspelt_name_is_read_and_told(naming_view, written):
    """A letter wrong in a long word of what documents are about is a slip, and the reader is told how it was read."""
    view = naming_view(("Western Digital Corporation", 9))
    near = EntityInfo(canonical_key("Western Digital"), "Western Digital", "ORG", 9, 3)
    sense = Sense(subjects=["western digital"], entities=[near])
    names = found(f"What was the revenue of {written} in 2023?", view, sense)
    assert [e.id for e in names.known] == ["western digital"]
    assert names.warnings == (f"{written!r} is read as 'Western Digital': nothing visible is so called",)


@pytest.mark.parametrize("other", ["Eastern Digital", "Western Dental", "Westin Digital"])
def test_another_name_is_not_a_misspelt_one(naming_view, other):
    """More than a slip in a word, or a slip in its first letter, makes another name."""
    view = naming_view(("Western Digital Corporation", 9))
    near = EntityInfo(canonical_key("Western Digital"), "Western Digital", "ORG", 9, 3)
    sense = Sense(subjects=["western digital"], entities=[near])
    names = found(f"What was the revenue of {other} in 2023?", view, sense)
    assert (names.known, [u.text for u in names.unknown]) == ((), [other])


def test_a_listed_short_form_stands_for_its_subject(naming_view):
    """Beside a subject, the short form by which the documents on another introduce that is this other."""
    view = naming_view(("Crocs, Inc.", 5), ("JD", 3), ("JD.com", 4))
    full = Subject(EntityInfo(canonical_key("JD.com"), "JD.com", "ORG", 4, 2), 0.6)
    sense = Sense(subjects=["crocs", "jd.com"], leads={"jd": [full]})
    names = found("What were the sales of Crocs and JD in 2023?", view, sense)
    assert [e.id for e in names.known] == ["crocs", "jd.com"]


def test_a_small_legal_form_ends_a_name(naming_view):
    """In small letters too "company" belongs to the name that it follows."""
    names = found("Which quarter did the macerich company do best, in NOI?", naming_view(("The Macerich Company", 3)))
    assert [e.surface for e in names.known] == ["macerich company"]


def test_names_joined_by_a_hyphen_are_those_that_it_joins(naming_view):
    """A route names its two ends; where one of them is unknown the whole is."""
    view = naming_view(("New York", 3), ("Hawaii", 2))
    names = found("What is the New York-Hawaii fare?", view)
    assert ([e.id for e in names.known], names.unknown) == (["new york", "hawaii"], ())
    assert [u.text for u in found("What is the New York-Zebrovia fare?", view).unknown] == ["New York-Zebrovia"]


def test_of_which_nation_something_is_names_nothing(naming_view):
    """A German city asks for no entity called German; an unknown firm before a noun still is one."""
    view = naming_view(("Acme", 1))
    assert found("In which German city did Acme meet?", view).unknown == ()
    assert [u.text for u in found("In which Zebrovia plant did Acme meet?", view).unknown] == ["Zebrovia"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What did Jo Lee think of the plan?", ["jlee"]),
        ("What did Anna Marie Brill think of the plan?", ["abrill"]),
        ("Who met Jon Atack?", ["jonatack"]),
        ("What did Kim Dahl think of the plan?", []),
        ("What did Jo think of the plan?", []),
        ("What did jo lee think of the plan?", []),
        ("What did Sam Park think of the plan?", []),
    ],
)
def test_a_full_name_is_of_whom_goes_by_a_handle_made_of_it(naming_view, question, expected):
    """Not where two do: of "kdahl" and "kimdahl" none is taken; nor of a word; and the reader is told."""
    names = [("jlee", 9), ("abrill", 3), ("jonatack", 2), ("kdahl", 4), ("kimdahl", 4), ("Jo Leeds", 1), ("spark", 3)]
    view = naming_view(*names)
    lookup = copy.copy(NOTHING)
    lookup.named = lambda keys: {
        key: [replace(info, type="PERSON") for info in infos] for key, infos in view.named(keys).items()
    }
    read = link_entities(question, lookup, query_scope(question, now=NOW).expressions)
    assert [e.id for e in read.known] == expected
    assert all(any(f"is read as {name!r}" in told for told in read.warnings) for name in expected)


def test_a_handle_of_no_person_is_of_nobody(naming_view):
    assert ids("What did Jo Lee think of the plan?", naming_view(("jlee", 9))) == []
