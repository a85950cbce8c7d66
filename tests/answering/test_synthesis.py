"""Global answers by a model at a real address (TG-15)."""

import datetime as dt
import json

import pytest
from modelserver import Fault
from sections import parse_sections

from timeweave.answering import NO_EVIDENCE
from timeweave.answering.options import AnswerOptions
from timeweave.language.tokens import count_tokens
from timeweave.llm.budget import Budget

COURSE = "How did free cash flow and demand for lenses develop across 2023?"


def points_given(endpoint):
    """The rows of points that the synthesis was given."""
    (call,) = endpoint.calls_of("synthesis")
    text = call.turns[-1].text
    return [line for line in text.splitlines() if line.startswith("P") and " | " in line]


def test_structured_and_cited(models, endpoint, reports):
    """Points are joined to sections in order of time, each sentence with its places in documents."""
    given = models.ask(COURSE, mode="global")
    assert (given.method, given.refused) == ("llm", False)
    headings = [line for line in given.answer.splitlines() if line.startswith("## ")]
    assert headings == ["## 2023", "## 2023-Q2", "## 2023-Q3"]
    assert given.citations
    assert f"[{len(given.citations)}]" in given.answer
    for citation in (c for c in given.citations if c.document_id in reports):
        assert reports[citation.document_id][citation.start : citation.end] == citation.quote
    tasks = [call.task for call in endpoint.calls]
    assert tasks[-1] == "synthesis"
    assert set(tasks[:-1]) == {"points"}
    assert given.usage["answer"].calls == len(tasks)


def test_each_piece_by_itself(models, endpoint):
    """Each report is one call; so is what was found of chunks, as far as it goes into one, in order of time."""
    given = models.ask(COURSE, mode="global")
    sources = [parse_sections(call.turns[-1].text)["source"] for call in endpoint.calls_of("points")]
    assert len(sources) == 5
    reports = {source.rpartition("report on ")[2] for source in sources if "report on" in source}
    assert reports == {"2023", "2023-Q1", "2023-Q2", "2023-Q3"} == {report.node for report in given.search.reports}
    (chunks,) = [source for source in sources if "report on" not in source]
    titles = [line.partition(": ")[2] for line in chunks.splitlines()]
    assert titles[0] == "Halden Optics Inc. 2023-Q1 results"
    assert "news-1" not in titles  # it speaks of 2022
    assert titles.index("Halden Optics Inc. 2023-Q2 results") < titles.index("Halden Optics Inc. 2023-Q3 results")


def test_a_time_asked_for_of_which_nothing_is_said_is_named(models):
    """TG-15: of the quarters of the year the account tells two, and the others are named, with documents or without."""
    given = models.ask(COURSE, mode="global")
    assert "## 2023-Q1" not in given.answer
    assert "the answer says nothing of Q1 2023 and Q4 2023" in given.warnings


def test_points_in_order_of_score(models, endpoint):
    """TG-15: what the synthesis is given stands in order of score, which the endpoint counts in shared words."""
    models.ask(COURSE, mode="global")
    rows = points_given(endpoint)
    assert [row.split(" | ")[0] for row in rows] == [f"P{i}" for i in range(1, len(rows) + 1)]
    said = [point for call in endpoint.calls_of("points") for point in json.loads(call.text)["points"]]
    scores = {point["description"]: point["score"] for point in said}
    ordered = [scores[row.split(" | ")[2]] for row in rows]
    assert ordered == sorted(ordered, reverse=True)
    assert len(set(ordered)) > 1


def test_points_within_their_budget(models, endpoint):
    """The points of least confidence go until the rest fits."""
    models.ask(COURSE, mode="global")
    every = points_given(endpoint)
    room = sum(count_tokens(row) for row in every) - 1
    endpoint.forget()
    models.ask(COURSE, mode="global", options=AnswerOptions(points=room))
    kept = points_given(endpoint)
    assert len(kept) < len(every)
    assert sum(count_tokens(row) for row in kept) <= room


def test_tenth_of_chunks(models):
    """TG-15: of the budget a tenth is for chunks, the rest for reports, and both keep within it."""
    found = models.ask(COURSE, mode="global", tokens=300).search
    held = sum(count_tokens(sentence.text) for report in found.reports for sentence in report.sentences)
    assert 0 < found.tokens <= 300 - held
    assert held <= 270


def test_no_points_no_answer(models, endpoint):
    """TG-14: where no piece has a point on the question it is refused, without a synthesis."""
    given = models.ask("How did painting, sculpture and opera inspire museums across 2023?", mode="global")
    assert endpoint.calls_of("points") != ()
    assert endpoint.calls_of("synthesis") == ()
    assert (given.answer, given.refused) == (NO_EVIDENCE, True)


@pytest.mark.parametrize("task", ["points", "synthesis"])
@pytest.mark.parametrize("fault", [Fault.UNGROUNDED, Fault.MALFORMED, Fault.SERVER_ERROR])
def test_failing(models, endpoint, kb, task, fault):
    """A model that fails at points leaves its piece to rules, at the whole the answer to the digest; both are told."""
    endpoint.misbehave(fault, times=None, task=task)
    given = models.ask(COURSE, mode="global")
    assert not given.refused
    assert given.usage["answer"].fallbacks >= 1
    assert any("without a language model" in warning for warning in given.warnings)
    assert "Zanzibar" not in given.answer
    if task == "points" and fault is not Fault.SERVER_ERROR:
        assert given.method == "llm"
    else:
        assert given.method == "extractive"


def test_budget(models, endpoint):
    """A budget too small for the points leaves the digest."""
    given = models.ask(COURSE, mode="global", budget=Budget(tokens=10))
    assert (given.method, endpoint.calls) == ("extractive", ())
    assert given.warnings[-1].startswith("answered without a language model: ")


def test_as_of(models, endpoint):
    """TK-05: no prompt holds a word that was published later, be it in a chunk or behind a report."""
    models.ask(COURSE, mode="global", as_of=dt.date(2023, 7, 31))
    shown = models.said_to_it()
    assert "$120 million" in shown
    assert "$90 million" not in shown
    assert "$75 million" not in shown
