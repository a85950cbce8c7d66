"""As-of is exact: the past is answered as it would have been then, whatever was added since."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from modelserver import TestEndpoint
from typer.testing import CliRunner

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.cli.main import app
from timeweave.records import PlacedSupport, StatementKey
from timeweave.results import Answer

from worlds import QUESTIONS, corpora, days  # isort: skip

RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)


def fill(kb: KnowledgeBase, corpus: list[Document]) -> None:
    for document in corpus:
        kb.add([document], now=RECORDED, workers=1)


def comparable(answer: Answer) -> Answer:
    """All of an answer, its search and every score; less how long it took, and the numbers by which a store knows the
    documents that disagree, which count what was added before: their ids, chunks and spans are compared.
    """
    disagreement = tuple(dataclasses.replace(r, supports=unnumbered(r.supports)) for r in answer.disagreement)
    search = dataclasses.replace(answer.search, elapsed_ms=0.0)
    return dataclasses.replace(answer, search=search, disagreement=disagreement)


def unnumbered(supports: tuple[PlacedSupport, ...]) -> tuple[PlacedSupport, ...]:
    return tuple(dataclasses.replace(s, key=StatementKey(0, s.key.index)) for s in supports)


def past(corpus: list[Document], questions: list[str], as_of: dt.date, mode: str) -> list[Answer]:
    with tempfile.TemporaryDirectory() as folder, timeweave.open(Path(folder) / "kb") as kb:
        fill(kb, corpus)
        return [comparable(kb.ask(q, as_of=as_of, mode=mode, explain=True)) for q in questions]


def last_of_each(corpus: list[Document]) -> list[Document]:
    return list({d.id: d for d in corpus}.values())


def check_no_look_ahead(corpus: list[Document], as_of: dt.date, questions: list[str], mode: str) -> None:
    known = [d for d in corpus if d.date is not None and d.date <= as_of]
    assert past(corpus, questions, as_of, mode) == past(known, questions, as_of, mode)


asked = st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=3, unique=True)
modes = st.sampled_from(["auto", "local", "global", "hybrid"])


@settings(max_examples=12)
@given(corpora(), days, asked, modes)
def test_no_look_ahead(corpus: list[Document], as_of: dt.date, questions: list[str], mode: str) -> None:
    """TK-05: spans, order, scores, answers and explanations equal those of a store that saw only what was known."""
    check_no_look_ahead(corpus, as_of, questions, mode)


@pytest.mark.slow
@settings(max_examples=60)
@given(corpora(max_size=14), days, asked, modes)
def test_no_look_ahead_at_length(corpus: list[Document], as_of: dt.date, questions: list[str], mode: str) -> None:
    """TK-05: the same over many and larger corpora."""
    check_no_look_ahead(corpus, as_of, questions, mode)


@settings(max_examples=10)
@given(corpora(max_size=6).map(last_of_each), st.randoms(use_true_random=False), days, asked, modes)
def test_the_order_of_adding_does_not_matter(
    corpus: list[Document], random: object, as_of: dt.date, questions: list[str], mode: str
) -> None:
    """TK-05: documents with different ids give the same answers in whatever order they came."""
    shuffled = list(corpus)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert past(corpus, questions, as_of, mode) == past(shuffled, questions, as_of, mode)


@pytest.mark.parametrize("mode", ["auto", "local", "hybrid"])
def test_who_disagrees_is_told_alike_whatever_came_before(mode: str) -> None:
    """TK-05: two papers give two figures on one day, and one of them is told again: who says what, in what order and
    how surely, is as in a store that saw only these, whatever was added before, between and after.
    """
    said = "Halden Optics reported revenue of ${} million for the first quarter of 2023."
    told = [("c", 44, "wire"), ("b", 40, "news"), ("a", 40, "post")]
    day = dt.date(2023, 5, 2)
    known = [Document(i, said.format(n), date=day, source=f"https://{s}.example/{i}") for i, n, s in told]
    later = [Document(f"z{n}", said.format(50 + n), date=dt.date(2023, 6, 1 + n)) for n in range(3)]
    questions = ["What was Halden Optics' revenue in 2023-Q1?"]
    (expected,) = past(known, questions, day, mode)
    stated = {r.fact.object: [s.document_id for s in r.supports] for r in expected.disagreement}
    assert stated == {"$40 million": ["a", "b"], "$44 million": ["c"]}
    for order in ([later[0], known[0], later[1], known[1], known[2], later[2]], [*known[::-1], *later]):
        assert past(order, questions, day, mode) == [expected]


def test_a_removed_document_leaves_no_trace(tmp_path: Path) -> None:
    """TK-08: after `remove` a store answers as one that never held the document, now and as of any day."""
    kept = Document(
        "a", "Halden Optics reported revenue of $40 million for the first quarter of 2023.", date=dt.date(2023, 5, 2)
    )
    gone = Document(
        "b", "Halden Optics reported revenue of $44 million for the first quarter of 2023.", date=dt.date(2023, 5, 3)
    )
    with timeweave.open(tmp_path / "one") as one, timeweave.open(tmp_path / "two") as two:
        fill(one, [kept, gone])
        one.remove("b")
        fill(two, [kept])
        for as_of in (None, dt.date(2023, 5, 2), dt.date(2023, 6, 1)):
            for question in QUESTIONS:
                now = dt.date(2024, 1, 1)
                assert comparable(one.ask(question, as_of=as_of, now=now)) == comparable(
                    two.ask(question, as_of=as_of, now=now)
                )
        assert dict(one.stats().counts) == dict(two.stats().counts)


def test_a_correction_is_visible_from_its_own_day(tmp_path: Path) -> None:
    """TK-05, TK-08: before a correction was published the first version is the answer; afterwards the corrected one."""
    first = Document(
        "a", "Halden Optics reported revenue of $40 million for the first quarter of 2023.", date=dt.date(2023, 5, 2)
    )
    corrected = dataclasses.replace(first, text=first.text.replace("$40", "$43"), date=dt.date(2023, 6, 10))
    with timeweave.open(tmp_path / "kb") as kb:
        fill(kb, [first])
        assert kb.add([corrected], now=RECORDED).replaced == 1
        question = "What was the revenue of Halden Optics in 2023-Q1?"
        assert "$40 million" in kb.ask(question, as_of="2023-06-09").answer
        assert "$43 million" in kb.ask(question, as_of="2023-06-10").answer
        assert "$40" not in kb.ask(question).answer


@pytest.mark.filterwarnings("ignore::timeweave.errors.UndatedDocumentWarning")
def test_what_is_read_anew_was_never_read_otherwise(
    tmp_path: Path, endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TK-05, TK-08: after reading by a model, then anew by rules, every day is as if rules alone had read."""
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    first = Document(
        "a",
        "Halden Optics reported revenue of $40 million for the first quarter of 2023. It has a shop in Oslo.",
        date=dt.date(2023, 5, 2),
    )
    corrected = dataclasses.replace(first, text=first.text.replace("$40", "$43"), date=dt.date(2023, 6, 10))
    undated = Document(
        "u",
        "Halden Optics opened a plant in Tarvik in March 2021. Halden Optics acquired Zuna Labs. "
        "For Port Alden there were 2 of those that Halden Optics had left over, in May 2022.",
    )
    with timeweave.open(tmp_path / "two") as two:
        fill(two, [first, corrected, undated])
        with timeweave.open(tmp_path / "one", llm="openai:rules", llm_url=endpoint.url) as one:
            fill(one, [first, undated])
        with timeweave.open(tmp_path / "one") as one:
            fill(one, [corrected])
            assert {d.read_by for d in one.documents()} > {"rules"}
            before = dict(one.stats().counts)
            again = one.add([corrected, undated], reread=True, now=RECORDED.replace(year=2026))
            assert (again.reread, again.replaced, again.added) == (2, 0, 0)
            assert [(d.observed, d.read_by) for d in one.documents()] == [
                (dt.date(2023, 6, 10), "rules"),
                (RECORDED.date(), "rules"),
            ]
            assert before["facts"] > one.stats().counts["facts"] == two.stats().counts["facts"]
            for as_of in (None, dt.date(2023, 6, 10), dt.date(2024, 5, 31), RECORDED.date()):
                for question in ("What was the revenue of Halden Optics in 2023-Q1?", "What did Halden Optics open?"):
                    now = dt.date(2024, 7, 1)
                    assert comparable(one.ask(question, as_of=as_of, now=now, explain=True)) == comparable(
                        two.ask(question, as_of=as_of, now=now, explain=True)
                    )
            assert one.check() == []


SECRET = re.compile("zyxquor|jabberwick|frumiosa", re.IGNORECASE)
"""What only later and removed documents say."""


def test_nothing_later_and_nothing_removed_is_named(
    tmp_path: Path, endpoint: TestEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TK-05: no command with `--as-of` says a name, id, source, warning, cost or report of a document that was
    published later, corrected later or removed.
    """
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    said = "Halden Optics reported revenue of $40 million for the first quarter of 2023. It has a shop in Oslo."
    first = Document("a", said, date=dt.date(2023, 5, 2), source="https://news.example/a")
    later = "Zyxquor Corp acquired Halden Optics in 2023-Q3. Zyxquor Corp reported revenue of $9 million in 2023-Q1."
    hidden = [
        Document("zyxquor-1", later, title="Zyxquor", date=dt.date(2023, 9, 2), source="https://zyxquor.example/1"),
        dataclasses.replace(first, text=f"{said} Jabberwick Ltd is its rival.", date=dt.date(2023, 8, 1)),
        Document("frumiosa", "Frumiosa Inc led Halden Optics in 2023-Q1.", date=dt.date(2023, 4, 1)),
    ]
    with timeweave.open(tmp_path / "kb", llm="openai:rules", llm_url=endpoint.url) as kb:
        fill(kb, [first, *hidden])
        kb.remove("frumiosa")
        kb.report_all()
        assert SECRET.search(str(kb.stats())) is None
        assert SECRET.search(str(kb.costs())) is not None
    told = []
    commands = [
        *(["ask", question, "--mode", mode] for question in QUESTIONS[:3] for mode in ("auto", "global", "hybrid")),
        ["ask", "Who acquired Halden Optics?", "--explain"],
        ["search", "Who leads Halden Optics?", "--explain"],
        ["timeline", "Halden Optics"],
        ["timeline", "Nobody"],
        ["report", "2023"],
        ["report", "1950"],
        *(["stats", "--by", by, "--graph"] for by in ("stage", "operation", "document")),
    ]
    for command in commands:
        for form in ([], ["--json"]):
            arguments = [*command, *form, "--kb", str(tmp_path / "kb"), "--as-of", "2023-06-01"]
            ran = CliRunner().invoke(app, arguments)
            told.append(f"{command}: {ran.output}")
    assert [line for line in told if SECRET.search(line)] == []
    assert any("document" in line and " a " in line for line in told)
