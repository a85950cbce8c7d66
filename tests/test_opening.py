"""A knowledge base opened from Python: with which models, within which budget, and for reading only."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from modelserver import TestEndpoint

import timeweave
from timeweave import Document
from timeweave.answering import AnswerOptions
from timeweave.errors import BudgetError, NoStoreError, UsageError
from timeweave.llm.choosing import open_model
from timeweave.opening import hybrid_options
from timeweave.retrieval import RetrievalOptions
from timeweave.retrieval.hybrid.options import HybridOptions
from timeweave.settings import HybridSettings

DOCUMENTS = [
    Document(id="a", text="Acme Robotics acquired Zuna Labs for $84 million in cash.", date=dt.date(2023, 5, 9)),
    Document(id="b", text="Ada Brook leads the drone programme of Acme Robotics.", date=dt.date(2024, 7, 20)),
]
QUESTION = "What does Ada Brook lead?"


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TIMEWEAVE_LLM", "TIMEWEAVE_LLM_URL", "OPENAI_BASE_URL", "TIMEWEAVE_EMBEDDER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "none")


def test_a_model_made_by_the_caller_goes_before_all_else(
    endpoint: TestEndpoint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TG-23: models are names or objects, one for all uses or one each; where none is given the settings hold."""
    monkeypatch.setenv("TIMEWEAVE_LLM", "openai:variable")
    monkeypatch.setenv("TIMEWEAVE_LLM_URL", endpoint.url)
    with timeweave.open(tmp_path / "kb", llm={"index": open_model("openai:made", endpoint.url)}) as kb:
        kb.add(DOCUMENTS)
        assert kb.ask(QUESTION).method == "llm"
    by_task = {call.task: call.model for call in endpoint.calls}
    assert by_task == {"extract": "made", "answer": "variable"}


def test_the_ledger_tells_operations_apart(endpoint: TestEndpoint, tmp_path: Path) -> None:
    """TK-07: each operation has its lines by stage and by what it was about, in all what the server has counted."""
    with timeweave.open(tmp_path / "kb", llm="openai:rules", llm_url=endpoint.url) as kb:
        added = kb.add(DOCUMENTS)
        done = kb.report_all()
        kb.ask(QUESTION)
        costs = kb.costs()
    kinds = {cost.operation.split()[-1] for cost in costs}
    assert kinds == {"add", "report", "ask"}
    assert {c.about for c in costs if c.stage == "extract" and c.usage.calls} == {"document:a", "document:b"}
    assert all(c.about.startswith("node:") for c in costs if c.stage == "report")
    stages = ("extract", "report", "answer")
    spent = sum(c.usage.prompt_tokens for c in costs if c.stage in stages)
    assert spent == sum(call.prompt_tokens for call in endpoint.calls)
    assert added.usage["extract"].calls == 2
    assert done.usage["report"].calls == len(endpoint.calls_of("report")) == done.made


@pytest.mark.parametrize(("model_first", "asked"), [(False, 0), (True, 1)])
def test_a_model_may_be_asked_first(endpoint: TestEndpoint, tmp_path: Path, model_first: bool, asked: int) -> None:
    """TG-14: what code works out of cited facts is not asked of a model, unless that is wanted."""
    told = "Acme Corp. had revenue of $5 million in the first quarter of 2024."
    models = {"llm": {"answer": "openai:rules"}, "llm_url": endpoint.url}
    with timeweave.open(tmp_path / "kb", answers=AnswerOptions(model_first=model_first), **models) as kb:
        kb.add([Document(id="r", text=told, date=dt.date(2024, 4, 9))])
        assert "$5 million" in kb.ask("What was Acme's revenue in each quarter of 2024?").answer
    assert len(endpoint.calls_of("answer")) == asked


def test_a_budget_holds_until_it_is_closed(endpoint: TestEndpoint, tmp_path: Path) -> None:
    """One budget is for all that an open knowledge base asks; opened anew it has a budget of its own."""
    with timeweave.open(tmp_path / "kb", llm="openai:rules", llm_url=endpoint.url, budget_tokens=100) as kb:
        result = kb.add(DOCUMENTS)
        assert (result.added, endpoint.calls) == (0, ())
        assert result.stopped is not None
        assert "100" in result.stopped
    with timeweave.open(tmp_path / "kb", llm="openai:rules", llm_url=endpoint.url) as kb:
        assert (kb.add(DOCUMENTS).added, kb.add(DOCUMENTS).stopped) == (2, None)
    with (
        timeweave.open(tmp_path / "kb", llm="openai:rules", llm_url=endpoint.url, budget_tokens=100) as kb,
        pytest.raises(BudgetError, match="100"),
    ):
        kb.report_all()


def test_a_price_that_is_not_known_cannot_be_bounded(endpoint: TestEndpoint, tmp_path: Path) -> None:
    """A budget in dollars needs a model whose price is known; the error says what to do instead."""
    with (
        timeweave.open(tmp_path / "kb", llm="openai:rules", llm_url=endpoint.url, budget_usd=1.0) as kb,
        pytest.raises(UsageError, match="bound its tokens instead"),
    ):
        kb.add(DOCUMENTS)


def test_all_reading_works_where_nothing_may_be_written(endpoint: TestEndpoint, tmp_path: Path) -> None:
    """Answers and reports are made of a store that is open for reading only, with a model too; it is not charged."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(DOCUMENTS)
        plain = kb.report("2023-05")
    with timeweave.open(tmp_path / "kb", llm="openai:rules", llm_url=endpoint.url, read_only=True) as kb:
        before = kb.costs()
        assert kb.ask(QUESTION).method == "llm"
        assert kb.search("What happened in 2023?", mode="global").reports
        assert kb.report("2023-05").nodes[0].report.made_by.startswith("openai:rules")
        assert set(kb.reports()) >= {"2023", "2023-Q2", "2023-05"}
        assert kb.costs() == before
    assert plain.nodes[0].report.made_by == "extractive"


def test_several_paths_are_added_as_one(tmp_path: Path) -> None:
    """Files and folders may be given together; an estimate counts a time node that several touch once."""
    for name, month in (("one.txt", "March"), ("two.txt", "April")):
        text = f"---\ndate: 2024-05-01\n---\nAcme Robotics acquired Zuna Labs in {month} 2024 for $84 million in cash."
        (tmp_path / name).write_text(text)
    paths = [tmp_path / "one.txt", tmp_path / "two.txt"]
    with timeweave.open(tmp_path / "kb") as kb:
        expected = kb.add(paths, dry_run=True)
        assert expected.documents == 2
        assert expected.stale_nodes == ("2024", "2024-03", "2024-04", "2024-Q1", "2024-Q2")
        assert kb.add(paths).added == 2
        assert set(expected.stale_nodes) == {node for change in kb.changes() for node in change.stale_nodes}
        assert kb.add(paths, dry_run=True).unchanged == 2


def test_an_estimate_of_what_is_not_there_makes_nothing(tmp_path: Path) -> None:
    """`dry` takes an empty knowledge base in memory where there is none; reading what is not there stays an error."""
    with timeweave.open(tmp_path / "kb", dry=True) as kb:
        assert kb.add(DOCUMENTS, dry_run=True).documents == 2
    with pytest.raises(NoStoreError):
        timeweave.open(tmp_path / "kb", create=False)
    assert list(tmp_path.iterdir()) == []


def test_settings_of_hybrid_are_its_options() -> None:
    """Each setting reaches the option that it is about; a reranker that is named is used, unless that is ruled out."""
    settings = HybridSettings(gamma=0.0, tau_max=1000, margin=0.2, agreement=0.7, dense="svd", hops=1, halting=False)
    twe = replace(HybridOptions().twe, gamma=0.0, tau_max=1000, theta_m=0.2, theta_a=0.7)
    assert hybrid_options(settings) == HybridOptions(twe=twe, dense="svd", hops=1, halting=False)
    plain = HybridSettings(ages_from="now", entity_hops=0, rerank=False, agreement_over="attainable")
    assert hybrid_options(plain) == HybridOptions(
        ages_from="now", entity_hops=0, rerank=False, agreement_over="attainable"
    )
    assert hybrid_options(HybridSettings()) == HybridOptions()
    assert hybrid_options(HybridSettings(reranker=Path("models"))).rerank is True
    assert hybrid_options(HybridSettings(reranker=Path("models"), rerank=False)).rerank is False


def test_opening_loads_nothing_that_answers(tmp_path: Path) -> None:
    """Adding a document need not wait for the rules by which questions are read."""
    code = (
        f"import sys, timeweave\n"
        f"with timeweave.open({str(tmp_path / 'kb')!r}) as kb:\n"
        f"    kb.stats()\n"
        f"print([m for m in sys.modules if m.startswith(('timeweave.answering', 'timeweave.retrieval'))])"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()
    assert found == "[]"


def test_the_command_line_loads_nothing_that_answers() -> None:
    """Every command would wait for it."""
    code = "import sys, timeweave.cli.main; print([m for m in sys.modules if m.startswith('timeweave.answering')])"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()
    assert found == "[]"


@pytest.mark.parametrize("hub", [200, 1])
def test_a_question_loads_what_decides_it_alone(tmp_path: Path, hub: int) -> None:
    """A question for a name is answered without a parse, without statistics and without what builds models; also for
    one that is mentioned everywhere, where no fact of it was given as a triple.
    """
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(DOCUMENTS)
    code = (
        f"import sys, timeweave, timeweave.retrieval.reason.determining as determining\n"
        f"determining._HUB = {hub}\n"
        f"with timeweave.open({str(tmp_path / 'kb')!r}, read_only=True) as kb:\n"
        f"    print(kb.ask({QUESTION!r}).refused, len(kb.search({QUESTION!r}).evidence))\n"
        f"print([m for m in ('spacy', 'scipy', 'onnx', 'loky', 'pypdf', 'trafilatura') if m in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.splitlines()
    assert told == ["False 2", "[]"]


def test_a_setting_that_does_not_fit_a_default_is_refused(tmp_path: Path) -> None:
    """TW-07: τ_min = 900 alone is more than the default τ_max, 730: the newest would decay slowest."""
    (tmp_path / "timeweave.toml").write_text("[hybrid]\ntau_min = 900\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"\[hybrid\]: tau_min 900 must be .* no more than tau_max 730: set both"):
        timeweave.open(tmp_path / "kb")


def test_a_reranker_that_is_missing_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """TW-11: not only by the first question that would be read again; one that is ruled out may be missing."""
    monkeypatch.setenv("TIMEWEAVE_RERANKER", str(tmp_path / "nowhere"))
    with pytest.raises(UsageError, match=r"no folder '.*nowhere' for a reranker"):
        timeweave.open(tmp_path / "kb")
    (tmp_path / "timeweave.toml").write_text("[hybrid]\nrerank = false\n", encoding="utf-8")
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(DOCUMENTS)
        assert kb.search(QUESTION, mode="hybrid").evidence


def test_the_file_weighs_mode_hybrid_unless_options_are_given(tmp_path: Path) -> None:
    """`[hybrid]` holds from the next opening on; `options` in Python go before it."""
    (tmp_path / "timeweave.toml").write_text('[hybrid]\ndelta_base = 0.5\nrecency = "pattern"\n', encoding="utf-8")
    question = "Who leads the drone programme of Acme Robotics now?"
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add(DOCUMENTS)
        found = kb.search(question, mode="hybrid", explain=True)
    assert found.explanation is not None
    assert found.explanation["hybrid"]["delta"] == 0.5  # r(q) = 1 by the word "now"
    options = RetrievalOptions(hybrid=HybridOptions(recency="pattern"))
    with timeweave.open(tmp_path / "kb", options=options) as kb:
        found = kb.search(question, mode="hybrid", explain=True)
    assert found.explanation is not None
    assert found.explanation["hybrid"]["delta"] == HybridOptions().twe.delta_base
