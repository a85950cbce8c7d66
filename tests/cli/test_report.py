"""`timeweave report`, `search --mode global`, `--figure` and `stats --graph` on the bundled corpus, without a model."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from modelserver import TestEndpoint

from .conftest import Ran, end_asking, invoke

Run = Callable[..., Ran]


@pytest.fixture
def copy(corpus_kb: Path, tmp_path: Path) -> Path:
    """A knowledge base of the corpus that may be written to."""
    return Path(shutil.copytree(corpus_kb, tmp_path / "kb"))


def test_each_sentence_of_a_report_leads_to_the_text_that_states_it(on_corpus: Run) -> None:
    """TG-06, TK-06: a report has counts, sentences with facts, changes and children; each fact leads to a quotation."""
    found = on_corpus("report", "2024-Q1", "--json").json
    assert (found["period"], found["as_of"], found["missing"]) == ("2024-Q1", None, [])
    (report,) = found["reports"]
    assert report["made_by"] == "extractive"
    assert report["counts"]["facts"] > 20
    assert [child["period"] for child in report["children"]] == ["2024-01", "2024-02", "2024-03"]
    assert report["changes"]["since"] == "2023-Q4"
    assert report["superseded"] == []
    sentences = [*report["sentences"], *report["changes"]["sentences"]]
    assert all(sentence["facts"] for sentence in sentences)
    cited = {fact for sentence in sentences for fact in sentence["facts"]}
    assert all(found["citations"][fact] for fact in cited)
    quotes = [citation["quote"] for fact in cited for citation in found["citations"][fact]]
    assert any("$51.6 million" in quote for quote in quotes)


def test_a_report_reads_well(on_corpus: Run) -> None:
    """Heading, sizes, sentences with the numbers of their sources, changes, the periods inside, and the sources."""
    shown = on_corpus("report", "2024-Q1")
    assert (shown.status, shown.err) == (0, "")
    lines = shown.out.splitlines()
    assert lines[0] == "2024-Q1"
    assert " facts · " in lines[1]
    order = [lines.index(heading) for heading in ("Against 2023-Q4", "Inside")]
    assert order == sorted(order)
    assert any(line.startswith("  • ") for line in lines)
    numbers = [line.split("]")[0].removeprefix("  [") for line in lines if line.startswith("  [")]
    assert numbers == [str(n) for n in range(1, len(numbers) + 1)]
    said = " ".join(shown.out.split())
    assert all(f"[{n}]" in said.partition("Inside")[0] for n in numbers)


def test_of_many_parts_without_facts_only_the_ends_are_named(on_corpus: Run) -> None:
    """A period that begins long before the first document does not fill the screen with what it lacks."""
    said = " ".join(on_corpus("report", "1800/2030").out.split())
    told = re.search(r"nothing is told of (\d+) of its parts, from 1800 to 2030", said)
    assert told is not None
    assert int(told[1]) > 200
    assert "1801" not in said


def test_a_report_of_an_earlier_day_knows_no_more(on_corpus: Run) -> None:
    """`--as-of`: what was published later is neither told nor counted."""
    now = on_corpus("report", "2024-Q1", "--json").json["reports"][0]
    then = on_corpus("report", "2024-Q1", "--as-of", "2024-02-15", "--json").json["reports"][0]
    assert then["counts"]["facts"] < now["counts"]["facts"]
    assert "$51.6 million" not in str(then)


def test_a_period_of_which_nothing_is_told_is_status_1(on_corpus: Run) -> None:
    """An unknown period is an input that failed; the nearest ones are named. What is no period is named, too."""
    ran = on_corpus("report", "1850-Q1")
    assert (ran.status, ran.out) == (1, "")
    assert "nothing is told of '1850-Q1': the nearest periods are" in ran.err
    assert on_corpus("report", "someday").status == 1


@pytest.mark.slow
def test_reports_are_made_once_and_by_the_model_that_was_asked_for(endpoint: TestEndpoint, copy: Path) -> None:
    """TG-07: `report --all` asks once per time node; again it asks nothing, and a period's report is that one."""
    model = ("--llm", "openai:rules", "--llm-url", endpoint.url)
    made = invoke("report", "--all", "--kb", copy, *model, "--json")
    assert made.status == 0, made.err
    calls = endpoint.calls_of("report")
    assert made.json["made"] >= made.json["usage"]["report"]["calls"] == len(calls) > 50
    again = invoke("report", "--all", "--kb", copy, *model)
    assert again.out.startswith(f"made 0, found 0 made before, {made.json['made']} up to date")
    report = invoke("report", "2024-Q1", "--kb", copy, *model, "--json").json["reports"][0]
    assert report["made_by"] == f"openai:rules at {endpoint.url}"
    assert len(endpoint.calls) == len(calls)


@pytest.mark.slow
def test_a_budget_stops_reports_and_more_goes_on(endpoint: TestEndpoint, copy: Path) -> None:
    """`report --all --budget-tokens` ends with status 1 within the budget; the same again asks only for the rest."""
    model = ("--llm", "openai:rules", "--llm-url", endpoint.url)
    before = set(threading.enumerate())
    ran = invoke("report", "--all", "--kb", copy, *model, "--budget-tokens", "30000")
    end_asking(before)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("stopped: ")
    some = len(endpoint.calls)
    assert 0 < sum(c.prompt_tokens + c.completion_tokens for c in endpoint.calls) <= 30_000
    rest = invoke("report", "--all", "--kb", copy, *model, "--json")
    assert rest.status == 0
    assert rest.json["usage"]["report"]["calls"] == len(endpoint.calls) - some
    whole = rest.json["made"] + rest.json["found"] + rest.json["fresh"]
    assert len({call.turns[-1].text for call in endpoint.calls}) <= whole


def test_global_search_gives_reports(on_corpus: Run) -> None:
    """TG-15: `--mode global` gives the reports of the time nodes asked about beside the evidence, within the budget."""
    question = ("What were the main developments in 2024?", "--mode", "global", "--json")
    found = on_corpus("search", *question).json
    assert found["mode"] == "global"
    assert {r["period"][:4] for r in found["reports"]} == {"2024"}
    assert found["tokens"] <= 24_000
    assert on_corpus("search", *question, "--budget", "300").json["tokens"] <= 300


def test_a_figure_is_drawn(corpus_kb: Path, tmp_path: Path) -> None:
    """TG-22: `--figure` writes an SVG that names the time nodes and entities of the question; nothing else is added."""
    figure = tmp_path / "out.svg"
    ran = invoke("ask", "Who led Quillon Instruments in March 2024?", "--kb", corpus_kb, "--figure", figure)
    assert ran.status == 0, ran.err
    drawn = "".join(ElementTree.parse(figure).getroot().itertext())
    assert "2024-03" in drawn
    assert "Quillon" in drawn
    assert "subgraph" not in ran.out
    unwritable = invoke("ask", "Who?", "--kb", corpus_kb, "--figure", tmp_path / "no" / "out.svg")
    assert unwritable.status == 2
    assert "--figure: cannot write" in unwritable.err


def test_the_graph_is_counted(on_corpus: Run) -> None:
    """TG-18, TG-22: `stats --graph` counts entities, relations and the time nodes of each level."""
    graph = on_corpus("stats", "--graph", "--json").json["graph"]
    assert graph["relations"] == on_corpus("stats", "--json").json["facts"]
    assert graph["relations"] == graph["pairs"] + graph["parallel"]
    assert list(graph["time_nodes"]) == ["year", "quarter", "month", "day"]
    assert "parallel relations" in on_corpus("stats", "--graph").out
