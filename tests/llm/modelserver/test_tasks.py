"""The rules that answer each task, on data small enough to answer by hand."""

from __future__ import annotations

import pytest
from modelserver.evidence import MAX_POINTS
from modelserver.quadruples import MAX_FACTS
from modelserver.reports import MAX_SENTENCES

ABOUT = "title: Results\npublished: 2024-04-20\nperiod: 2024-Q1\nsubject: Acme Corp"
TYPES = "person, organization, place"
TEXT = (
    "Acme Corp reported revenue of $2.8 billion last year. The weather was nice.\n"
    "We hired 300 people.\n"
    "Ada Stone joined Acme Corp on 3 March 2024 as an engineer. Bolt Inc partners with Acme Corp.\n"
)


def test_facts_are_those_of_sentences_with_a_name_and_a_figure_or_a_time(ask):
    """TG-02: subject, relation, object, normalised time, and the exact words that say so."""
    value = ask("extract", {"about": ABOUT, "types": TYPES, "known": "", "text": TEXT}).value
    revenue, hiring, joining = value["facts"]
    assert revenue == {
        "subject": "Acme Corp",
        "relation": "reported revenue of",
        "object": "$2.8 billion",
        "time": "2023",
        "description": "last year",
        "quote": "Acme Corp reported revenue of $2.8 billion last year",
    }
    assert (hiring["subject"], hiring["object"], hiring["time"]) == ("Acme Corp", "300", "2024-Q1")
    assert (joining["subject"], joining["relation"], joining["object"]) == ("Ada Stone", "joined", "Acme Corp")
    assert all(fact["quote"] in TEXT for fact in value["facts"])
    assert value["times"] == ["2023", "2024-Q1", "2024-03-03"]
    assert value["entities"] == [
        {"name": "Acme Corp", "type": "organization"},
        {"name": "Ada Stone", "type": "person"},
    ]


def test_what_is_known_is_not_said_again(ask):
    """A known fact's subject and object stand in the words that would be quoted."""
    known = "Acme Corp | revenue | $2.8 billion | 2023\nacme corp | staff | 300 | 2024-Q1"
    value = ask("extract", {"about": ABOUT, "types": TYPES, "known": known, "text": TEXT}).value
    assert [fact["subject"] for fact in value["facts"]] == ["Ada Stone"]


def test_gleaning_gives_what_was_missed(ask):
    """Facts between two names without figure or time, but for what is found already."""
    sections = {"about": ABOUT, "types": TYPES, "known": "", "found": "", "text": TEXT}
    (fact,) = ask("glean", sections).value["facts"]
    assert (fact["subject"], fact["relation"], fact["object"]) == ("Bolt Inc", "partners with", "Acme Corp")
    found = "Bolt Inc | partner | Acme Corp | "
    assert ask("glean", {**sections, "found": found}).value["facts"] == []


def test_a_text_without_facts_gives_none(ask):
    """An empty list is a good answer; so is one of no text at all, and a long one is bounded."""
    for text in ("", "Good morning, everyone.", "|||\n<x>"):
        assert ask("extract", {"about": "", "types": "", "known": "", "text": text}).value["facts"] == []
    many = "\n".join(f"Acme Corp opened {i + 2} shops in {1900 + i}." for i in range(90))
    assert len(ask("extract", {"about": ABOUT, "types": TYPES, "known": "", "text": many}).value["facts"]) == MAX_FACTS


def test_a_report_cites_the_most_telling_of_facts_and_children(ask):
    """TG-06: in the order given, each its own sentence, no more than is read at a sitting, nothing said twice."""
    facts = [f"F{i} | 2024-Q1 | current | so it goes" for i in range(1, 20)]
    facts[4] = "F5 | 2024-Q1 | current | Acme Corp: revenue $2.8 billion"
    facts[9] = "F10 | 2024-Q1 | current | Acme Corp: revenue $2.8 billion"
    sentences = ask("report", {"period": "2024-Q1", "facts": "\n".join(facts), "children": "C1 | 2024-01 | Ada left."})
    said = sentences.value["sentences"]
    assert said[-1] == {"text": "Ada left.", "cites": ["C1"]}
    assert {"text": "Acme Corp: revenue $2.8 billion.", "cites": ["F5"]} in said
    assert len(said) == 3 <= MAX_SENTENCES


def test_a_report_is_bounded(ask):
    """However many facts there are."""
    facts = "\n".join(f"F{i} | 2024 | current | Acme Corp sold {i} ships" for i in range(1, 99))
    children = "\n".join(f"C{i} | 2024-0{i} | Bolt Inc sold {i} cars." for i in range(1, 10))
    cites = [
        s["cites"][0]
        for s in ask("report", {"period": "2024", "facts": facts, "children": children}).value["sentences"]
    ]
    assert len(cites) == MAX_SENTENCES
    assert {mark[0] for mark in cites} == {"F", "C"}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What happened in March 2024?", [("at", "2024-03", None)]),
        ("What was sold from 2020 to 2022?", [("between", "2020", "2022")]),
        ("What happened after 2023-Q3?", [("after", "2023-Q3", None)]),
        ("Who was mayor before 2021?", [("before", "2021", None)]),
        ("Who is the current mayor?", [("at", "2024-05-05", None)]),
        ("Who wrote it?", []),
    ],
)
def test_the_times_of_a_question(ask, question, expected):
    """TG-08: each period with its logic; what is only before or after is not included."""
    times = ask("time", {"today": "2024-05-05", "question": question}).value["times"]
    assert [(time["logic"], time["start"], time["end"]) for time in times] == expected


EVIDENCE = (
    "E1 | a.txt | 2024-04-20 | 2024-Q1 | The weather was nice. Acme Corp reported revenue of $2.8 billion.\n"
    "E2 | b.txt | 2023-04-20 | 2023-Q1 | Acme Corp reported revenue of $2.5 billion."
)


def test_an_answer_is_the_sentence_that_shares_most_words(ask):
    """TG-14: of the times asked for, with its line; refused where nothing carries it."""
    question = "What revenue did Acme Corp report?"
    answered = ask("answer", {"question": question, "times": "2023-Q1", "evidence": EVIDENCE}).value
    assert answered == {"refused": False, "answer": "Acme Corp reported revenue of $2.5 billion.", "cites": ["E2"]}
    first = ask("answer", {"question": question, "times": "", "evidence": EVIDENCE}).value
    assert first["cites"] == ["E1"]
    assert first["answer"] == "Acme Corp reported revenue of $2.8 billion."
    for refused in (
        {"question": question, "times": "2021", "evidence": EVIDENCE},
        {"question": "Who is mayor of Port Alden?", "times": "", "evidence": EVIDENCE},
        {"question": question, "times": "", "evidence": ""},
    ):
        said = ask("answer", refused).value
        assert said == {"refused": True, "answer": "No explicit evidence for the question", "cites": []}


def test_points_are_scored_by_the_words_shared(ask):
    """TG-15: the more of the question's words, the higher score and confidence; nothing for what shares none."""
    evidence = (
        "E1 | 2024-Q1 | Acme Corp reported revenue of $2.8 billion.\n"
        "E2 | 2024-Q1 | Acme Corp hired.\n"
        "E3 | 2024-Q1 | Rain fell."
    )
    points = ask("points", {"question": "What revenue did Acme Corp report?", "source": "x", "evidence": evidence})
    first, second = points.value["points"]
    assert (first["cites"], first["score"], first["confidence"]) == (["E1"], 100, 1.0)
    assert (second["cites"], second["score"], second["confidence"]) == (["E2"], 50, 0.65)
    many = "\n".join(f"E{i} | 2024 | Acme Corp reported revenue of {i}." for i in range(1, 20))
    assert (
        len(ask("points", {"question": "Acme Corp revenue?", "source": "", "evidence": many}).value["points"])
        == MAX_POINTS
    )


def test_a_synthesis_is_in_order_of_time(ask):
    """TG-15: a heading for each period, each sentence with its point; what has no period comes last."""
    points = "P1 | 2024-Q1 | B.\nP2 | | D.\nP3 | 2023 | A.\nP4 | 2024-Q1 | C."
    sections = ask("synthesis", {"question": "What?", "points": points}).value["sections"]
    assert [s["heading"] for s in sections] == ["2023", "2024-Q1", "Undated"]
    many = "\n".join(f"P{i} | {2030 - i // 2}-Q{1 + i % 2} | Point {i}." for i in range(1, 12))
    years = ask("synthesis", {"question": "What?", "points": many}).value["sections"]
    assert [s["heading"] for s in years] == ["2025", "2026", "2027", "2028", "2029", "2030"]
    assert sections[1]["sentences"] == [{"text": "B.", "cites": ["P1"]}, {"text": "C.", "cites": ["P4"]}]


@pytest.mark.parametrize(
    "problem", ["sentences[0]: says what its facts do not", 'sentence "Acme Corp sold 7 ships." is not borne out']
)
def test_a_repetition_leaves_out_what_was_no_good(ask, problem):
    """What the problems shown name by its place or quote is not said again."""
    sections = {"period": "2024", "facts": "F1 | 2024 | x | Acme Corp sold 7 ships\nF2 | 2024 | x | Bolt Inc left"}
    first = ask("report", sections)
    again = [{"role": "assistant", "content": first.text}, {"role": "user", "content": f"Cannot be used:\n- {problem}"}]
    assert first.value["sentences"][0]["cites"] == ["F1"]
    assert ask("report", sections, again).value["sentences"] == first.value["sentences"][1:]
