"""Evidence where no cell is named: neighbours, the newer story, names that lead on, sources in turn, copies."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.errors import UndatedDocumentWarning
from timeweave.question import Question
from timeweave.question.named_entity import Names
from timeweave.retrieval.base import Request
from timeweave.retrieval.passages.everywhere import EverywhereWeights, asks_of_now, rank_everywhere, worth_of_later
from timeweave.retrieval.passages.fused import PassageOptions
from timeweave.retrieval.reading import Reading
from timeweave.retrieval.searching import Query, Sources, pose
from timeweave.temporal.scope import query_scope

RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)
NOW = dt.date(2023, 6, 16)
FILLER = "The harbour was quiet. Gulls sat on the wall. A dog slept by the door. Nobody hurried that day."


@contextmanager
def holding(documents: Sequence[Document]) -> Iterator[KnowledgeBase]:
    with TemporaryDirectory() as folder, timeweave.open(Path(folder) / "kb") as kb:
        kb.add(documents, now=RECORDED, workers=1)
        yield kb


def story(id_: str, day: str, text: str) -> Document:
    return Document(id=id_, text=text, date=dt.date.fromisoformat(day), title=id_)


def test_the_newer_of_two_like_stories_comes_first():
    """Where the question names no time, or asks of these days, the newer of two like stories comes first."""
    text = "A ferry ran aground near the old pier, and {} passengers were brought ashore by fishing boats."
    documents = [story("a", "2022-06-15", text.format(40)), story("b", "2023-06-14", text.format(70))]
    with holding(documents) as kb:
        question = "How many passengers were on the ferry that ran aground"
        for asked in (f"{question}?", f"{question} this week?"):
            found = kb.search(asked, as_of="2023-06-16", budget=25)
            assert [e.document_id for e in found.evidence] == ["b"]
        earlier = kb.search(f"{question}?", as_of="2023-01-01", budget=25)
        assert [e.document_id for e in earlier.evidence] == ["a"]


def test_the_sentence_beside_is_found():
    """The answer stands in a sentence that shares no word with the question, beside one that shares all; sentences of
    other stories share one each and have the number that is asked for.
    """
    ferry = f"{FILLER} The Ostra ferry ran aground near Vell. All forty were safe by noon."
    towns = ["Ambry", "Bellis", "Corrin", "Dunmore", "Eskar", "Fallow", "Gorse", "Halse", "Ister", "Jarrow", "Kelso"]
    buses = [f"The bus to {town} carried {n} passengers." for n, town in enumerate(towns, 12)]
    documents = [story("ferry", "2023-06-14", ferry)]
    documents += [story(f"bus-{n}", "2023-06-14", said) for n, said in enumerate(buses)]
    with holding(documents) as kb:
        question = "How many passengers were on the Ostra ferry that ran aground near Vell?"
        found = kb.search(question, as_of="2023-06-16", budget=18)
    assert "All forty were safe by noon." in " ".join(e.text for e in found.evidence)


def test_each_part_of_a_question_gets_its_turn():
    """Of two things asked about, one has three sentences that fit the question better: the other comes before the last
    of them.
    """
    said = ("The bridge is shut again.", "They shut the bridge early.", "Frost shut a bridge in May.")
    documents = [story(f"bridge-{n}", "2023-06-14", text) for n, text in enumerate(said)]
    documents.append(story("glass", "2023-06-14", "A glassworks has let its stokers go."))
    documents += [story(f"other-{n}", "2023-06-14", FILLER) for n in range(12)]
    with holding(documents) as kb:
        question = "Why was the bridge shut, and was the glassworks sold?"
        found = [e.document_id for e in kb.search(question, as_of="2023-06-16", budget=60).evidence]
    assert "glass" in found[:3]
    assert set(found[:4]) == {"bridge-0", "bridge-1", "bridge-2", "glass"}


def test_a_source_is_no_unknown_name():
    """A paper that no text mentions is known as the source of its reports; another is told to be unknown."""
    report = dataclasses.replace(
        story("a", "2023-06-14", "A pier at Ostra is to be rebuilt."), source="The Harbour Post"
    )
    with holding([report]) as kb:
        assert kb.search("What did the Harbour Post say of the pier?").unknown == ()
        assert kb.search("What did the Harbour Gazette say of the pier?").unknown == ("Harbour Gazette",)


@pytest.mark.parametrize(("source", "expected"), [("The Harbour Post", "b"), ("Coast Daily", "a")])
def test_reports_of_the_source_named_come_first(source, expected):
    """Of two reports of one thing, that of the paper which the question names comes first."""
    papers = ("Coast Daily", "The Harbour Post - Local")
    documents = [
        dataclasses.replace(story("a", "2023-06-14", "The pier of Ostra will be rebuilt in stone."), source=papers[0]),
        dataclasses.replace(story("b", "2023-06-14", "A pier at Ostra is to be rebuilt in stone."), source=papers[1]),
    ]
    with holding(documents) as kb:
        found = kb.search(f"What did {source} say of the pier of Ostra?", as_of="2023-06-16", budget=12)
    assert [e.document_id for e in found.evidence] == [expected]


def test_reports_published_at_the_time_named_come_first():
    """Of two reports of the paper that the question names, that of the day which it names comes first, though the
    other is nearer to the words of the question and both tell of another year.
    """
    documents = [
        dataclasses.replace(story("a", "2023-06-02", "In 1911 Ostra had a pier of stone."), source="The Harbour Post"),
        dataclasses.replace(
            story("b", "2023-06-14", "In 1911 the pier of Ostra was rebuilt."), source="The Harbour Post"
        ),
    ]
    with holding(documents) as kb:
        asked = "How was the pier of Ostra built, as The Harbour Post reported on June 2, 2023?"
        found = kb.search(asked, as_of="2024-06-16", budget=12)
    assert [e.document_id for e in found.evidence] == ["a"]
    assert not any("not limited to that time" in warning for warning in found.warnings)


def test_copies_do_not_eat_the_budget():
    """NE-04: of a story that three papers print word for word one is kept, and what else there is finds room."""
    said = "The council of Port Alden has voted to close the northern bridge for repairs until further notice."
    other = "Repairs of the northern bridge in Port Alden will cost the council nine million, officials say."
    documents = [story(p, "2023-06-14", said) for p in ("p1", "p2", "p3")] + [story("q", "2023-06-13", other)]
    with holding(documents) as kb:
        found = kb.search("Why did Port Alden's council close the northern bridge?", as_of="2023-06-16", budget=50)
    texts = [e.text for e in found.evidence]
    assert texts.count(said) == 1
    assert other in texts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which park was closed this week?", True),
        ("Which film earned most this year?", True),
        ("Who is the current mayor?", True),
        ("Who was mayor in 2019?", False),
        ("Who has been mayor since 2023-05?", False),
        ("Who is mayor?", False),
    ],
)
def test_questions_of_these_days(text, expected):
    """Bounded periods of the last year that reach the last month are of these days, as is the newest."""
    scope = query_scope(text, now=NOW)
    question = Question(text, scope, Names((), ()), text, (text,))
    request = Request(question, None, None, None, None, 100, now=NOW)  # type: ignore[arg-type]
    assert asks_of_now(request) is expected


def test_of_stories_of_other_years_the_later_comes_first():
    """Two like stories, both years older than the newest document found: the later of them comes first."""
    text = "A ferry ran aground near the old pier, and {} passengers were brought ashore by fishing boats."
    documents = [
        story("a", "2019-05-02", text.format(40)),
        story("b", "2021-03-08", text.format(70)),
        story("c", "2023-06-14", "The ferry company painted its pier blue."),
    ]
    with holding(documents) as kb:
        question = "How many passengers were on the ferry that ran aground?"
        found = kb.search(question, as_of="2023-06-16", budget=25)
    assert [e.document_id for e in found.evidence] == ["b"]


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("Who is the current captain of the Ostra ferry?", 2.0, 2.0),
        ("Who is the captain of the Ostra ferry?", 0.6, 0.6),
        ("Who built the Ostra ferry?", 0.0, 0.2),
        ("Who was the captain of the Ostra ferry in 1998?", 0.0, 0.2),
    ],
)
def test_a_later_year_counts_as_far_as_answers_change(text, least, most):
    """TW-06: 2.0 where now is meant; else 0.6, of which a share of r / 0.3 is left where r(q) is below that: at most
    0.6 · 0.1 / 0.3 = 0.2 of a period that is over, and little of what happened once.
    """
    question = Question(text, query_scope(text, now=NOW), Names((), ()), text, (text,))
    request = Request(question, None, None, None, None, 100, now=NOW)  # type: ignore[arg-type]
    assert least <= worth_of_later(request)[0] <= most


def test_a_name_leads_to_its_own_page():
    """What answers half of a question names what the question does not; the page of that name answers the rest. The
    text of the page writes the name in full, so that only its title joins them.
    """
    film = "Harbour of Glass was filmed in Ostra in 1986. Its cast features Nora Quill."
    page = "Nora Elisabeth Quill (born 1951) is a painter. She was married to Tomas Vell for seven years."
    others = [f"The actor in Bells of {town} was married twice." for town in ("Ambry", "Bellis", "Corrin", "Dunmore")]
    documents = [
        Document(id="film", title="Harbour of Glass", text=film),
        Document(id="page", title="Nora Quill", text=page),
        *[Document(id=f"other-{n}", title=f"Bells {n}", text=text) for n, text in enumerate(others)],
    ]
    with pytest.warns(UndatedDocumentWarning), holding(documents) as kb:
        found = kb.search("Whom was the actor in Harbour of Glass married to?", budget=50)
    assert "Tomas Vell" in " ".join(e.text for e in found.evidence)


def test_each_source_named_gets_its_turn():
    """Of two sources that a question names, the one with three fitting reports does not take all the room: what was
    heard of it counts against its next.
    """
    said = ("The bridge is shut.", "The bridge was shut by frost.", "The bridge shut again.")
    documents = [
        dataclasses.replace(story(f"gazette-{n}", "2023-06-14", text), source="The Gazette")
        for n, text in enumerate(said)
    ]
    documents.append(dataclasses.replace(story("herald", "2023-06-14", "Ferries carry people."), source="Herald"))
    question = "What did The Gazette and Herald say of the bridge being shut?"
    with holding(documents) as kb, kb._store.view(NOW) as view:
        index = kb._indexes.reader(view)
        request = pose(Query(question, NOW), Sources(view, index, kb.embedder)).request
        reading = Reading(view)

        def place(heard: float) -> int:
            ranking = rank_everywhere(request, PassageOptions(), reading, EverywhereWeights(heard=heard))
            ids = [reading.infos([key.ordinal])[key.ordinal].id for key, _ in ranking]
            return ids.index("herald")

        assert (place(0.0), place(5.0)) == (2, 1)


def talk(id_: str, day: str, turns: Sequence[str]) -> Document:
    return story(id_, day, "\n".join(turns) + "\n")


TURNS = (
    "Vera: Hi Odo, how was your week?",
    "Odo: Fine. Vera, you should tell me about the pottery class, the pottery class must be fun!",
    "Vera: I signed up yesterday. It starts on Friday.",
    "Odo: I tried pottery once, years ago, in a pottery class in Delft.",
    "Vera: And did you like it?",
    "Odo: I did!",
)


def test_turns_by_whom_the_question_names_come_first():
    """Of two turns with the same words the one by the person asked about is the better evidence."""
    like = [
        *(
            "Vera: Hello there!",
            "Odo: Hello! I bought a kayak for the lake.",
            "Vera: I bought a kayak for the lake too.",
        ),
        *("Odo: Really?", "Vera: Yes, and you?", "Odo: You heard me."),
    ]
    with holding([talk("a", "2024-05-01", like)]) as kb:
        for name in ("Vera", "Odo"):
            found = kb.search(f"What did {name} buy for the lake?", budget=18)
            assert f"{name}: " in found.evidence[0].text
            assert "kayak" in found.evidence[0].text


def test_talk_is_no_news():
    """A turn of months ago is found before the newest session, and the turn in the middle before the greeting."""
    later = ["Vera: Hello Odo!", "Odo: Hello Vera! A new class?", "Vera: No, no class, I rest.", "Odo: You deserve it."]
    documents = [talk("a", "2023-05-01", TURNS), talk("b", "2024-05-01", later), talk("c", "2024-05-20", later)]
    with holding(documents) as kb:
        found = kb.search("When did Vera sign up for the pottery class?", budget=60)
        assert found.evidence[0].document_id == "a"
        assert any("I signed up yesterday" in evidence.text for evidence in found.evidence)
