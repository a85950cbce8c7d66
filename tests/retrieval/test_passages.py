"""Evidence by cells and for narrative pages, over small real stores: shares, comparatives, time, ablation."""

from __future__ import annotations

import datetime as dt
import itertools
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import timeweave
from timeweave import Document
from timeweave.embedding import get_embedder
from timeweave.errors import UndatedDocumentWarning
from timeweave.retrieval.passages.fused import PassageOptions
from timeweave.retrieval.router import RetrievalOptions
from timeweave.temporal.interval import Interval

EMBEDDER = get_embedder(None)
RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)
QUARTERS = ("2022-Q1", "2022-Q2", "2022-Q3", "2022-Q4")
FILLER = " ".join(f"Revenue of the segment number {n} was discussed at length." for n in range(8))


def report(company: str, quarter: str, text: str) -> Document:
    interval = Interval.parse(quarter)
    assert interval.end is not None
    day = interval.end + dt.timedelta(days=20)
    name = company.split()[0].lower()
    return Document(id=f"{name}-{quarter}", text=text, date=day, period=interval, entities=(company,))


REPORTS = [
    *(report("Halden Optics Inc.", q, f"Revenue was ${31 + n} million. {FILLER}") for n, q in enumerate(QUARTERS)),
    *(report("Brightwater Ltd", q, f"Revenue was ${61 + n} million. {FILLER}") for n, q in enumerate(QUARTERS)),
    report(
        "Corvane Group",
        "2023-Q1",
        f"Revenue was $95 million, compared to $82 million in the first quarter of 2022. {FILLER}",
    ),
]
PAGES = [
    Document(
        id="mill",
        title="Arden Mill",
        text=(
            "Arden Mill is a water mill on the Tarn. The mill was built by Tomas Reyk in 1702. "
            "From 1811 to 1827 it was owned by Ines Calder. From 1827 to 1850 it was owned by the town. "
            "The wheel has a width of four metres. Visitors may see the wheel on Sundays. "
            "The mill was owned by many and its owners are listed in the town hall."
        ),
    ),
    Document(
        id="bridge",
        title="Varno Bridge",
        text="Varno Bridge is a bridge on the Tarn. From 1811 to 1827 it was owned by Mara Ellison. It has two arches.",
    ),
]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Folders with a knowledge base of quarterly reports and one of undated pages."""
    made = {}
    for name, documents in (("reports", REPORTS), ("pages", PAGES)):
        made[name] = tmp_path_factory.mktemp(name) / "kb"
        with timeweave.open(made[name], embedder=EMBEDDER) as kb, warnings.catch_warnings():
            warnings.simplefilter("ignore", UndatedDocumentWarning)
            kb.add(documents, now=RECORDED, workers=1)
    return made


def search(folder, question, options=None, **keywords):
    chosen = None if options is None else RetrievalOptions(passages=options)
    with timeweave.open(folder, embedder=EMBEDDER, options=chosen, read_only=True) as kb:
        return kb.search(question, **keywords)


def documents_of(result):
    return [e.document_id for e in result.evidence]


def test_no_cell_starves(folders):
    """Eight cells and 130 tokens: each of two companies in four quarters has its figure before any has more."""
    question = "What was the revenue of Halden Optics and Brightwater in each quarter of 2022?"
    result = search(folders["reports"], question, budget=130)
    text = " ".join(e.text for e in result.evidence)
    assert [n for n in (31, 32, 33, 34, 61, 62, 63, 64) if f"${n} million" not in text] == []
    assert result.tokens <= 130


@settings(max_examples=10)
@given(budget=st.integers(20, 300), quarters=st.sets(st.sampled_from(QUARTERS), min_size=1, max_size=4))
def test_shares_hold_within_any_budget(folders, budget, quarters):
    """Whatever the budget, it is kept, no text is given twice, and no cell starves once a sentence for each fits."""
    question = f"What was the revenue of Halden Optics in {' and '.join(sorted(quarters))}?"
    result = search(folders["reports"], question, budget=budget)
    assert result.tokens <= budget
    spans = sorted((e.document_id, e.start, e.end) for e in result.evidence)
    assert all(a[0] != b[0] or a[2] <= b[1] for a, b in itertools.pairwise(spans))
    if budget >= 40 * len(quarters):
        assert {f"halden-{quarter}" for quarter in quarters} <= set(documents_of(result))


def test_a_comparative_serves_the_cell_it_speaks_of(folders):
    """What a later report says of the quarter asked for is its evidence when there is no report on that quarter."""
    first = search(folders["reports"], "What was the revenue of Corvane Group in 2022-Q1?", budget=60).evidence[0]
    assert first.document_id == "corvane-2023-Q1"
    assert "$82 million in the first quarter of 2022" in first.text


def test_neighbours_make_one_span(folders):
    """Sentences that follow each other come back as one stretch of the document, so that a reader can follow."""
    result = search(folders["reports"], "What was the revenue of Halden Optics in 2022-Q1?", budget=400)
    assert [e.text for e in result.evidence if e.document_id == "halden-2022-Q1"] == [REPORTS[0].text]


def test_a_page_answers_for_the_time_asked(folders):
    """On a page without periods the statement that holds in the time asked for comes in a budget for two sentences."""
    result = search(folders["pages"], "Who owned Arden Mill from 1811 to 1827?", budget=40)
    assert any("Ines Calder" in e.text and e.document_id == "mill" for e in result.evidence)
    assert result.warnings == ()


def test_undated_statements_compete(folders):
    """A time scope does not shut out what names no time: it may say what is asked for."""
    result = search(folders["pages"], "What was the width of the wheel of Arden Mill in 1815?", budget=60)
    assert any("four metres" in e.text for e in result.evidence)


def test_a_time_of_which_nothing_speaks_is_said(folders):
    """Where no statement near the question speaks of its period, a warning says that time was no filter."""
    result = search(folders["pages"], "Who owned Arden Mill in 1650?", budget=40)
    assert result.warnings == ("nothing visible speaks of 1650: evidence is not limited to that time",)


@pytest.mark.parametrize(
    "options",
    [
        PassageOptions(use_time=False),
        PassageOptions(use_cells=False),
    ],
)
def test_ablations_keep_to_the_budget(folders, options):
    """TG-15 … TG-17 for the auto mode: each switch gives evidence for a report and for a page within the budget."""
    for name, question in (
        ("reports", "What was the revenue of Halden Optics in 2022-Q2?"),
        ("pages", "Who owned Arden Mill from 1811 to 1827?"),
    ):
        result = search(folders[name], question, options, budget=60)
        assert result.evidence
        assert result.tokens <= 60


def test_without_time_periods_do_not_rank(folders):
    """Without time what comes first is the same whichever quarter is asked for."""
    options = PassageOptions(use_time=False)
    found = search(folders["reports"], "What was the revenue of Brightwater in 2022-Q3?", options, budget=130)
    assert found.scope.intervals == (Interval.parse("2022-Q3"),)
    assert len({d for d in documents_of(found) if d.startswith("brightwater")}) > 1
    timed = search(folders["reports"], "What was the revenue of Brightwater in 2022-Q3?", budget=30)
    assert documents_of(timed)[0] == "brightwater-2022-Q3"
