"""Mode ``news``: a name on a day is answered by what happened, one line a story."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from modelserver import Fault, TestEndpoint

import timeweave
from timeweave.retrieval import RetrievalOptions
from timeweave.retrieval.news import NewsOptions

VOTE = (
    "The council of Port Lorne voted on Monday to widen the harbour, after nine hours of debate in the town hall. "
    "Mayor Irma Holt said that work would begin in the autumn and cost 40 million crowns over three years. "
    "Fishermen had blocked the quay with their boats in the morning."
)
HOLT = "Irma Holt"
STORE = {
    "a1": ("2024-05-06", "Council votes to widen harbour", VOTE),
    "a2": ("2024-05-06", "Harbour to be widened", f"PORT LORNE — {VOTE}"),
    "a3": ("2024-05-07", "Holt opens the new library", f"{HOLT} opened the new library of Port Lorne on Tuesday."),
    "a4": ("2024-05-07", "Opinion: Holt is wrong", f"{HOLT} has forgotten whom the harbour of Port Lorne feeds."),
    "a5": ("2024-05-10", "Mayor meets minister", f"{HOLT} met the minister for transport in Corrin on Friday."),
    "a6": ("2024-03-03", "Holt elected", f"{HOLT} was elected mayor of Port Lorne on Sunday."),
    "a7": ("2024-09-07", "Holt resigns", f"{HOLT} resigned as mayor of Port Lorne on Saturday."),
    "b1": ("2024-05-06", "Ferry sinks", "The ferry Aurelia sank off Corrin on Monday, and all were rescued."),
    "c1": (
        "2023-01-10",
        "Quillon names chief",
        "Quillon Motors said that Ada Brandt became its chief executive officer.",
    ),
    "c2": ("2024-05-06", "Brandt opens plant", "Ada Brandt opened a plant for engines in Corrin."),
    "c3": ("2024-06-01", "New chief", "Quillon Motors named Jon Vale chief executive officer, from 1 June 2024."),
    "c4": ("2024-06-03", "Vale cuts jobs", "Jon Vale cut 300 jobs at two plants."),
}


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[timeweave.KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("news")) as made:
        made.add([_document(id_, *given) for id_, given in STORE.items()], workers=1)
        yield made


def _document(id_: str, day: str, title: str, text: str) -> timeweave.Document:
    return timeweave.Document(id_, text, title, dt.date.fromisoformat(day))


def told(answer: timeweave.Answer) -> list[str]:
    """The documents that the lines of an answer cite, a star before those below "Commentary"."""
    found, mark = [], ""
    for line in answer.answer.splitlines():
        mark = "*" if line == "Commentary:" else mark
        if number := re.search(r"\[(\d+)\]", line):
            id_ = answer.citations[int(number[1]) - 1].document_id
            found.append(mark + ("a1" if id_ == "a2" else id_))  # which of two copies is quoted is all one
    return found


def test_a_name_on_a_day_gives_the_stories_of_that_day(kb: timeweave.KnowledgeBase) -> None:
    """NE-07, NE-09, NE-11: newest first within three days, copies of a story folded into one line, commentary last."""
    answer = kb.ask("irma holt", mode="news", as_of="2024-05-07")
    assert told(answer) == ["a3", "a1", "*a4"]
    assert answer.answer.startswith("Irma Holt on 2024-05-07:")
    assert "(and 1 other)" in answer.answer.splitlines()[2]
    assert all(c.quote in answer.answer for c in answer.citations)


def test_nothing_later_is_seen(kb: timeweave.KnowledgeBase) -> None:
    """NE-09: the days after count only where the question is asked after them."""
    early = kb.ask("irma holt 8 May 2024", mode="news", as_of="2024-05-08")
    late = kb.ask("irma holt 8 May 2024", mode="news", as_of="2024-06-30")
    assert "a5" not in told(early)
    assert "a5" in told(late)
    assert all(e.observed <= dt.date(2024, 5, 8) for e in early.search.evidence)


def test_where_nothing_is_near_other_days_are_told_as_such(kb: timeweave.KnowledgeBase) -> None:
    """NE-10: back-off goes on to similarity alone, temporal retrieval does not."""
    answer = kb.ask("irma holt news", mode="news", as_of="2024-04-01")
    assert answer.answer.startswith("Nothing of Irma Holt around 2024-04-01 was found; on other days:")
    assert told(answer) == ["a6"]
    strict = RetrievalOptions(news=NewsOptions(strategy="temporal"))
    with timeweave.open(kb._store.folder.parent, options=strict, create=False) as again:
        assert again.ask("irma holt news", mode="news", as_of="2024-04-01").refused
        assert told(again.ask("irma holt", mode="news", as_of="2024-05-07")) == ["a3", "a1", "*a4"]


def test_generic_retrieval_heeds_no_day(kb: timeweave.KnowledgeBase) -> None:
    """NE-10: by similarity alone, statements of any day are found."""
    generic = RetrievalOptions(news=NewsOptions(strategy="generic"))
    with timeweave.open(kb._store.folder.parent, options=generic, create=False) as again:
        found = {e.document_id for e in again.search("irma holt", mode="news", as_of="2024-09-30").evidence}
    assert {"a3", "a5", "a6", "a7"} <= found


@pytest.mark.parametrize(
    ("day", "who", "document"), [("2024-05-07", "Ada Brandt", "c2"), ("2024-06-04", "Jon Vale", "c4")]
)
def test_an_office_is_whoever_held_it_then(kb: timeweave.KnowledgeBase, day: str, who: str, document: str) -> None:
    """NE-08: the query is reformulated with its holder on the day, and the day in words."""
    answer = kb.ask("Quillon Motors CEO", mode="news", as_of=day, explain=True)
    assert document in told(answer)
    date = dt.date.fromisoformat(day)
    query = answer.search.explanation["news"]["query"]  # type: ignore[index]
    assert query == f"(Date: {date:%B} {date.day}, 2024) {who}"
    assert f"chief executive officer of Quillon Motors on {day}: {who}" in answer.warnings


def test_auto_answers_a_name_with_a_day_alone(kb: timeweave.KnowledgeBase) -> None:
    """NE-08: questions in sentences, and names without a day, are answered as before."""
    assert kb.search("Irma Holt 7 May 2024", as_of="2024-06-01").mode == "news"
    for text in ("Irma Holt", "What did Irma Holt open on 7 May 2024?", "Irma Holt May 2024", "harbour 7 May 2024"):
        assert kb.search(text, as_of="2024-06-01").mode == "auto"


def test_auto_leaves_figures_and_offices_to_what_answers_them(tmp_path: Path) -> None:
    """NE-08: a measure or an office beside the name and the day asks for that, and for no news."""
    text = (
        "Quillon Motors reported revenue of $52.4 million for the quarter ended March 31, 2024. It named Jon Vale CEO."
    )
    with timeweave.open(tmp_path) as made:
        made.add([timeweave.Document("r", text, "Quillon Motors results", dt.date(2024, 4, 20))], workers=1)
        for asked in ("Quillon Motors revenue 31 March 2024", "Quillon Motors CEO 20 April 2024"):
            assert made.search(asked).mode == "auto"
        assert made.search("Quillon Motors layoffs 20 April 2024").mode == "news"


def test_other_words_of_the_query_choose(kb: timeweave.KnowledgeBase) -> None:
    """NE-08: beside a name they say which of its news is meant."""
    found = kb.search("irma holt library", mode="news", as_of="2024-05-07").evidence
    assert found[0].document_id == "a3"


def test_a_name_that_nothing_bears_is_refused(kb: timeweave.KnowledgeBase) -> None:
    assert kb.ask("zanthor quibble", mode="news", as_of="2024-05-07").refused


def test_a_model_tells_it_from_the_tuples(kb: timeweave.KnowledgeBase, endpoint: TestEndpoint) -> None:
    """NE-11: from the top-k tuples and the reformulated query, carried by what it cites; else the digest stands."""
    with timeweave.open(kb._store.folder.parent, llm="openai:rules", llm_url=endpoint.url, create=False) as asked:
        answer = asked.ask("irma holt", mode="news", as_of="2024-05-07")
        assert (answer.method, answer.refused) == ("llm", False)
        assert "opened the new library" in answer.answer
        assert {c.document_id for c in answer.citations} >= {"a3"}
        assert all(c.quote in answer.answer for c in answer.citations)
        (call,) = endpoint.calls_of("news")
        assert "(Date: May 7, 2024) Irma Holt" in call.turns[-1].text
        assert "| 2024-05-07 | Irma Holt opened" in call.turns[-1].text
        endpoint.misbehave(Fault.UNGROUNDED, times=None)
        digest = asked.ask("irma holt library", mode="news", as_of="2024-05-07")
        assert digest.method == "extractive"
        assert any("answered without a language model" in warning for warning in digest.warnings)
