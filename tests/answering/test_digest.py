"""The digest of a global question without a model: structured, cited, in order of time."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.answering import NO_EVIDENCE
from timeweave.temporal.interval import Interval

NOW = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)
ASKS = "How did strategic investment and innovation shape the resilience of"
HALDEN, OSTRA = "Halden Optics", "Ostra Foods"
TEXTS = {
    (HALDEN, "2022-Q1"): "And so our investment in a second foundry made production more resilient. Thank you.",
    (HALDEN, "2022-Q2"): "Innovation in coatings cut our costs, and gross margin was 41.5% in the quarter.",
    (OSTRA, "2022-Q1"): "Our strategic investment in cold stores paid off because spoilage fell by a third.",
    (OSTRA, "2022-Q2"): "Could you say more on your investment strategy and innovation in this quarter, please?",
    (OSTRA, "2022-Q4"): "Resilience of supply came from innovation in packaging and a strategic stock of grain.",
}
SECTORS = {HALDEN: "optics", OSTRA: "food"}


def document(company: str, quarter: str, text: str) -> Document:
    end = Interval.parse(quarter).end
    return Document(
        f"{company.split()[0].lower()}-{quarter}",
        text,
        date=end,
        period=Interval.parse(quarter),
        entities=(company,),
        metadata={"sector": SECTORS[company]},
    )


@pytest.fixture(scope="module")
def kb(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    with timeweave.open(tmp_path_factory.mktemp("kb")) as opened:
        opened.add([document(*key, text) for key, text in TEXTS.items()], now=NOW, workers=1)
        yield opened


def headings(text: str) -> list[str]:
    return re.findall(r"^## (.*)$", text, re.MULTILINE)


def test_a_heading_a_period_in_order_of_time(kb: KnowledgeBase) -> None:
    """TG-15: quoted statements of each quarter with who said them; an empty quarter is named, not hidden."""
    answer = kb.ask(f"{ASKS} companies from 2022 Q1 to 2022 Q4?")
    assert not answer.refused
    assert answer.method == "extractive"
    assert headings(answer.answer) == ["Q1 2022", "Q2 2022", "Q3 2022", "Q4 2022"]
    sections = answer.answer.split("## ")
    assert "our investment in a second foundry made production more resilient" in sections[1]
    assert "Ostra Foods: “Our strategic investment in cold stores" in sections[1]
    assert "Halden Optics: “Innovation in coatings cut our costs" in sections[2]
    assert "Nothing was found." in sections[3]
    assert "innovation in packaging" in sections[4]


def test_every_quotation_is_cited(kb: KnowledgeBase) -> None:
    """TG-15: as many citations as quoted lines, numbered in order, each holding the quoted words as they stand."""
    answer = kb.ask(f"{ASKS} companies from 2022 Q1 to 2022 Q4?")
    quoted = re.findall(r"“(.*)” \[(\d+)\]", answer.answer)
    assert [int(number) for _, number in quoted] == list(range(1, len(answer.citations) + 1))
    for (words, _), citation in zip(quoted, answer.citations, strict=True):
        assert words in citation.quote
        assert TEXTS_BY_ID[citation.document_id][citation.start : citation.end] == citation.quote


TEXTS_BY_ID = {f"{company.split()[0].lower()}-{quarter}": text for (company, quarter), text in TEXTS.items()}


def test_questions_and_thanks_are_not_quoted(kb: KnowledgeBase) -> None:
    """A statement that asks, greets or opens with "and so" says nothing by that."""
    answer = kb.ask(f"{ASKS} companies from 2022 Q1 to 2022 Q4?").answer
    assert "Could you say more" not in answer
    assert "Thank you" not in answer
    assert "“our investment in a second foundry" in answer


def test_what_was_not_understood_comes_after_what_was(tmp_path: Path) -> None:
    """TG-15: of two statements in nearly the same words the one with a gap "[inaudible]" is quoted last, though its
    evidence scores higher.
    """
    gap = "Our strategic investment and innovation [inaudible] made supply resilient."
    whole = "Our strategic investment and innovation made supply resilient again."
    documents = [replace(document(HALDEN, "2022-Q1", text), id=id_) for id_, text in (("gap", gap), ("whole", whole))]
    with timeweave.open(tmp_path) as opened:
        opened.add(documents, now=NOW, workers=1)
        answer = opened.ask(f"{ASKS} {HALDEN} from 2022 Q1 to 2022 Q2?")
    scores = {e.document_id: e.score for e in answer.search.evidence}
    assert scores["gap"] > scores["whole"]
    assert [c.document_id for c in answer.citations] == ["whole", "gap"]


def test_what_is_compared_has_a_heading_each(kb: KnowledgeBase) -> None:
    """TG-15: one period and several entities or facets: a heading for each of them."""
    answer = kb.ask(f"{ASKS} the optics and food sectors during 2022 Q1?")
    assert [h for h in headings(answer.answer) if ":" in h] == ["Q1 2022: optics", "Q1 2022: food"]
    optics, food = answer.answer.split("Q1 2022: ")[1:]
    assert "foundry" in optics
    assert "foundry" not in food
    assert "cold stores" in food


def test_what_the_report_of_a_period_counts(kb: KnowledgeBase) -> None:
    """TG-06, TG-15: under a period's heading stand the documents and facts of its report, and who it is most about."""
    answer = kb.ask(f"{ASKS} companies from 2022 Q2 to 2022 Q4?")
    report = next(r for r in answer.search.reports if r.node == "2022-Q2")
    section = answer.answer.split("## ")[1]
    assert dict(report.counts)["facts"] == 1
    assert section.startswith("Q2 2022\n1 document with 1 fact; most spoken of: Halden Optics\n- ")


def test_figures_that_are_asked_for_are_values(kb: KnowledgeBase) -> None:
    """A quoted figure of a measure that the question names is a value with its period and its citation."""
    answer = kb.ask("How did innovation and strategic investment at Halden Optics affect margin in 2022 Q2?")
    assert [(v.period, v.entity, v.text, v.citation) for v in answer.values] == [
        ("2022-Q2", "Halden Optics", "41.5%", 0)
    ]


def test_nothing_in_the_scope_is_refused(kb: KnowledgeBase) -> None:
    """TG-14: no evidence of the time, no digest."""
    answer = kb.ask(f"{ASKS} companies in 2009 Q1?")
    assert (answer.answer, answer.refused, answer.citations) == (NO_EVIDENCE, True, ())
    assert "nothing visible speaks of 2009-Q1" in answer.warnings


def test_an_unknown_name_is_refused(kb: KnowledgeBase) -> None:
    """TG-14: of whom nothing is known, nothing is told."""
    answer = kb.ask(f"{ASKS} Zebrovia Ltd from 2022 Q1 to 2022 Q4?")
    assert answer.refused
    assert "missing: nothing visible mentions 'Zebrovia Ltd'" in answer.warnings


def test_many_periods_have_few_lines_each(kb: KnowledgeBase) -> None:
    """The digest stays readable: about thirty quotations at most."""
    many = [
        document(company, f"{year}-Q{quarter}", f"Our investment in innovation number {n} of {year} made us resilient.")
        for n, company in enumerate(SECTORS)
        for year in (2018, 2019, 2020)
        for quarter in (1, 2, 3, 4)
    ]
    kb.add(many, now=NOW, workers=1)
    answer = kb.ask(f"{ASKS} companies from 2018 Q1 to 2020 Q4?")
    assert len(headings(answer.answer)) == 12
    assert 12 <= len(answer.citations) <= 24


def test_a_request_in_a_second_sentence_is_answered(kb: KnowledgeBase) -> None:
    """TG-15: the word that begins "Summarise the main themes" is no name that nothing visible mentions."""
    question = "How did the companies develop over the second quarter of 2022? Summarise the main themes."
    answer = kb.ask(question, mode="global")
    assert not answer.refused
    assert answer.search.unknown == ()
    assert headings(answer.answer) == ["Q2 2022"]


def test_who_else_is_spoken_of_is_not_told_where_somebody_is_asked_about(kb: KnowledgeBase) -> None:
    """TG-15: of a company or a sector that is named, a section counts, and lists no others."""
    for asked in ("Ostra Foods", "the food sector"):
        answer = kb.ask(f"{ASKS} {asked} from 2022 Q1 to 2022 Q2?", mode="global")
        assert "In all: " in answer.answer
        assert "most spoken of" not in answer.answer


def test_one_line_of_several_times_is_no_account(tmp_path: Path) -> None:
    """TG-15: a question that is read as one for an account is answered as any other where next to nothing is told."""
    texts = {
        "2018-02-01": "The ferry sailed to the islands.",
        "2018-06-01": "The leadership voted down signatures of the ship's registry since they slowed the ferry down.",
        "2018-11-01": "A new pier was built of oak.",
    }
    with timeweave.open(tmp_path) as kb:
        kb.add(Document(day, text, date=dt.date.fromisoformat(day)) for day, text in texts.items())
        answer = kb.ask("Why did the leadership vote down signatures of the registry back in 2018?")
        assert "since they slowed the ferry down" in answer.answer
        assert "##" not in answer.answer
