"""What `search`, `ask`, `timeline`, `changes` and `stats` promise to those who read their output."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from timeweave.documents import read
from timeweave.language.tokens import count_tokens
from timeweave.records import Document
from timeweave.temporal.interval import Interval

from .conftest import CORPUS, Ran, run

WHO = "Who was chief executive officer of Quillon in March 2024?"
RESTATED = "What was Quillon's revenue in the fourth quarter of 2023?"
DATE = re.compile(r"\d{4}-\d\d-\d\d")
Run = Callable[..., Ran]


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return {d.id: d.text for d in read(CORPUS) if isinstance(d, Document)}


def test_search_gives_the_object_of_the_contract(on_corpus: Run) -> None:
    """`search --json` is one JSON document with exactly the fields and types that were promised."""
    ran = on_corpus("search", WHO, "--json")
    assert (ran.status, ran.err) == (0, "")
    found = ran.json
    assert list(found) == [
        *("question", "mode", "as_of", "scope", "entities", "evidence", "reports", "tokens", "elapsed_ms", "warnings")
    ]
    assert (found["question"], found["mode"], found["as_of"]) == (WHO, "auto", None)
    assert found["scope"] == {
        "intervals": [{"start": "2024-03-01", "end": "2024-04-01", "label": "2024-03", "granularity": "month"}],
        "relation": "at",
        "calendar": "calendar",
        "expressions": [{"text": "March 2024", "start": 46, "end": 56}],
    }
    assert found["entities"] == ["Quillon Instruments"]
    assert isinstance(found["tokens"], int)
    assert isinstance(found["elapsed_ms"], float)
    for e in found["evidence"]:
        assert list(e) == [*("document_id", "chunk_id", "start", "end", "text", "period", "observed", "score", "facts")]
        assert isinstance(e["score"], float)
        assert e["observed"] is None or DATE.fullmatch(e["observed"])
        assert all(isinstance(fact, str) for fact in e["facts"])


def test_evidence_is_a_span_and_keeps_to_the_budget(on_corpus: Run, texts: dict[str, str]) -> None:
    """TK-06, TG-13: each text is the document's at its span, and together they hold at most the budget's tokens."""
    small, usual = on_corpus("search", WHO, "--json", "--budget", "120").json, on_corpus("search", WHO, "--json").json
    for found, budget in ((small, 120), (usual, 2000)):
        assert found["evidence"]
        assert all(texts[e["document_id"]][e["start"] : e["end"]] == e["text"] for e in found["evidence"])
        assert found["tokens"] == sum(count_tokens(e["text"]) for e in found["evidence"]) <= budget
    assert small["tokens"] < usual["tokens"]


def test_limit_and_explain(on_corpus: Run) -> None:
    """TG-09, TG-10, TG-12: `--limit` bounds the spans; `--explain` shows scope, subgraph, seeds and scores."""
    found = on_corpus("search", WHO, "--json", "--limit", "2", "--explain", "--mode", "local").json
    assert 1 <= len(found["evidence"]) <= 2  # neighbours are one span
    assert {"scope", "subgraph", "seeds", "entities", "chunks"} <= set(found["explanation"])
    assert found["mode"] == "local"


def test_ask_adds_the_answer(on_corpus: Run, texts: dict[str, str]) -> None:
    """TK-06: `ask --json` is the object of `search` with the answer; each quotation stands at its span."""
    ran = on_corpus("ask", WHO, "--json")
    assert (ran.status, ran.err) == (0, "")
    found = ran.json
    search = on_corpus("search", WHO, "--json").json
    added = {"answer", "calculation", "refused", "confidence", "method", "values", "citations", "closest"}
    added |= {"disagreement", "usage"}
    assert set(found) == set(search) | added
    assert found["evidence"] == search["evidence"]
    assert (found["answer"], found["refused"], found["method"]) == ("Marta Ibsen", False, "computed")
    assert [set(v) for v in found["values"]] == [{"period", "entity", "text", "value", "unit", "citation"}]
    for c in found["citations"]:
        assert list(c) == ["document_id", "chunk_id", "start", "end", "quote"]
        assert texts[c["document_id"]][c["start"] : c["end"]] == c["quote"]


def test_as_of_is_what_was_known_then(on_corpus: Run) -> None:
    """TK-05: before the restatement of April 2024 the first figure is the answer, and no later document is evidence."""
    now, then = (
        on_corpus("ask", RESTATED, "--json").json,
        on_corpus("ask", RESTATED, "--json", "--as-of", "2024-03-01").json,
    )
    assert [v["text"] for v in now["values"]] == ["$49.8 million"]
    assert [v["text"] for v in then["values"]] == ["$52.4 million"]
    assert then["as_of"] == "2024-03-01"
    assert max(e["observed"] for e in then["evidence"]) <= "2024-03-01"
    assert now["values"][0]["value"] == 49.8e6
    assert now["values"][0]["period"] == "2023-Q4"


def test_a_month_as_of_is_its_last_day(on_corpus: Run) -> None:
    """`--as-of` takes a period, too: what was known by its end."""
    assert on_corpus("stats", "--as-of", "2023-08", "--json").json["documents"] == 4
    assert on_corpus("stats", "--as-of", "2023-08-31", "--json").json["documents"] == 4


def test_a_refusal_says_so(on_corpus: Run) -> None:
    """TG-14: an answer that no document carries is refused in the words of the paper, with what was missing."""
    found = on_corpus("ask", "What was Quillon's revenue in the first quarter of 2019?", "--json").json
    assert found["refused"] is True
    assert found["answer"] == "No explicit evidence for the question"
    assert any(w.startswith("missing: ") for w in found["warnings"])


def test_disagreement_shows_both_sources(on_corpus: Run) -> None:
    """EK-04: two sources, two figures: both facts are shown with confidence and place."""
    found = on_corpus("ask", "How many employees did Halden have at the end of 2023?", "--json").json
    disputed = {r["object"]: r for r in found["disagreement"]}
    assert set(disputed) == {"1,240", "1,420"}
    for resolved in disputed.values():
        assert resolved["status"] == "disputed"
        assert 0 < resolved["confidence"] < 1
        assert resolved["sources"][0]["document_id"]


def test_questions_from_a_file(corpus_kb: Path, tmp_path: Path) -> None:
    """One object a line, in order, with the id as given; a line's own `as_of` and `mode` go before the options."""
    questions, out = tmp_path / "q.jsonl", tmp_path / "o.jsonl"
    lines = [
        {"id": 7, "question": RESTATED},
        {"id": "then", "question": RESTATED, "as_of": "2024-03-01"},
        {"id": "graph", "question": WHO, "mode": "local"},
    ]
    questions.write_text("\n".join(map(json.dumps, lines)) + "\n\n")
    ran = run("ask", "--questions", questions, "--out", out, "--kb", corpus_kb, "--budget", "300")
    assert (ran.status, ran.out) == (0, "")
    results = [json.loads(line) for line in out.read_text().splitlines()]
    assert [r["id"] for r in results] == [7, "then", "graph"]
    assert [r["as_of"] for r in results] == [None, "2024-03-01", None]
    assert [r["mode"] for r in results] == ["auto", "auto", "local"]
    assert [r["values"][0]["text"] for r in results[:2]] == ["$49.8 million", "$52.4 million"]


def test_a_bad_question_is_named_and_the_others_go_on(corpus_kb: Path, tmp_path: Path) -> None:
    """Each bad line is on standard error with its number; standard output holds the good ones; the status is 1."""
    questions = tmp_path / "q.jsonl"
    questions.write_text(
        '{"id": "a", "question": "Who leads Halden?"}\nnonsense\n{"id": "c", "question": "", "mode": "x"}\n'
    )
    ran = run("search", "--questions", questions, "--kb", corpus_kb)
    assert ran.status == 1
    assert [json.loads(line)["id"] for line in ran.out.splitlines()] == ["a"]
    assert f"{questions}:2: not JSON" in ran.err
    assert f"{questions}:3: mode 'x' does not exist" in ran.err


def test_a_line_that_cannot_be_read_stops_no_other(corpus_kb: Path, tmp_path: Path) -> None:
    """Lines that are no UTF-8, no JSON, too long a question, an empty one: each is named, and what follows is asked."""
    questions = tmp_path / "q.jsonl"
    wrong = [b'{"question": "\xff\xfe"}', b"[" * 50_000, json.dumps({"question": "why " * 9_000}).encode()]
    wrong += [b'{"question": "\\t"}', b'{"question": "Who?", "as_of": "' + b"9" * 6_000 + b'"}']
    questions.write_bytes(b"\n".join([*wrong, b'{"id": "last", "question": "Who leads Halden?"}']))
    ran = run("search", "--questions", questions, "--kb", corpus_kb)
    assert ran.status == 1
    assert [json.loads(line)["id"] for line in ran.out.splitlines()] == ["last"]
    told = [line for line in ran.err.splitlines() if str(questions) in line]
    assert len(told) == len(wrong)
    assert "at most 4,000 are read" in told[2]


def test_questions_may_begin_with_a_mark(corpus_kb: Path, tmp_path: Path) -> None:
    """A file of questions that an editor began with a byte-order mark, its lines ended as Windows does, is read."""
    questions = tmp_path / "q.jsonl"
    questions.write_bytes(b'\xef\xbb\xbf{"id": "a", "question": "Who leads Halden?"}\r\n')
    ran = run("search", "--questions", questions, "--kb", corpus_kb)
    assert (ran.status, json.loads(ran.out)["id"], ran.err) == (0, "a", "")


def test_a_timeline_is_in_order_of_time(on_corpus: Run) -> None:
    """TK-01, EK-06: an office's holders in order, the first closed by the second, each with its sources."""
    found = on_corpus("timeline", "Quillon", "chief executive officer", "--json").json
    assert set(found) == {"entity", "relation", "as_of", "facts", "others"}
    facts = found["facts"]
    assert found["entity"]["name"] == "Quillon Instruments"
    starts = [Interval.parse(f["stated_valid"]).start for f in facts]
    assert starts == sorted(starts)
    assert {(f["object_name"], f["status"]) for f in facts} == {("Marta Ibsen", "closed"), ("Teodor Vance", "holds")}
    assert {f["valid"].split("/")[1] for f in facts if f["status"] == "closed"} == {"2024-05-31"}
    assert all(f["sources"][0]["document_id"] for f in facts)


def test_a_timeline_shows_names(on_corpus: Run) -> None:
    """People are shown as they are called, and no line is broken inside a date at 80 columns."""
    shown = on_corpus("timeline", "Quillon").out
    assert "Marta Ibsen" in shown
    assert "marta ibsen" not in shown
    assert re.search(r"^ *from 2024-06-01 ", shown, re.MULTILINE)
    assert max(map(len, shown.splitlines())) <= 80


def test_as_of_a_day_the_office_is_not_yet_closed(on_corpus: Run) -> None:
    """TK-05: before the successor was announced nothing ends the term."""
    facts = on_corpus("timeline", "Quillon", "chief executive officer", "--as-of", "2024-05-01", "--json").json["facts"]
    assert {(f["object_name"], f["status"]) for f in facts} == {("Marta Ibsen", "holds")}


def test_changes_say_what_and_why(on_corpus: Run) -> None:
    """TK-08: the log has one change a document, with events that say why; `--since` a later day gives none."""
    log = on_corpus("changes", "--json").json
    assert [c["sequence"] for c in log] == sorted(c["sequence"] for c in log)
    assert {c["kind"] for c in log} == {"add"}
    assert len(log) == 30
    events = [e for c in log for e in c["events"]]
    assert {"added", "closed", "disputed", "restated"} <= {e["event"] for e in events}
    assert all(e["why"] and e["text"] for e in events)
    assert on_corpus("changes", "--since", "2100", "--json").json == []


def test_stats_hold_what_was_promised(on_corpus: Run) -> None:
    """TK-07 in part: sizes, time range, bytes and the ledger of each stage that ran."""
    stats = on_corpus("stats", "--json").json
    assert (stats["documents"], stats["chunks"]) == (30, 30)
    assert stats["facts"] > 100
    assert stats["entities"] > 20
    assert all(DATE.fullmatch(day) for day in stats["time_range"])
    assert stats["bytes"] > 100_000
    assert set(stats["ledger"]) == {"embed", "evolve", "extract", "write"}
    for used in stats["ledger"].values():
        assert set(used) == {
            *("calls", "prompt_tokens", "completion_tokens", "cache_hits", "seconds", "usd", "retries", "fallbacks")
        }
        assert used["seconds"] > 0
    assert {stage: used["calls"] for stage, used in stats["ledger"].items() if used["calls"]} == {"embed": 30}


def test_a_knowledge_base_that_is_sound_checks_clean(on_corpus: Run) -> None:
    """`check` gives status 0 and no problems."""
    ran = on_corpus("check", "--json")
    assert (ran.status, ran.json) == (0, {"ok": True, "problems": []})


def test_bytes_that_are_no_characters_do_no_harm(on_corpus: Run) -> None:
    """In a question or a name they stand for nothing."""
    asked = on_corpus("ask", "Who is the mayor \udcff\udcfe of Tarvik?", "--json")
    assert asked.status == 0, asked.err
    assert asked.json["question"] == "Who is the mayor ?? of Tarvik?"
    assert on_corpus("timeline", "no \udcff name").status == 1


def test_a_timeline_is_grouped_and_nothing_is_cut(on_corpus: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relations are headings; names and documents are wrapped, never cut; no facts of mere nearness are told."""
    for width in ("80", "120"):
        monkeypatch.setenv("COLUMNS", width)
        lines = on_corpus("timeline", "Quillon").out.splitlines()
        assert "chief executive officer" in lines
        assert max(map(len, lines)) <= int(width)
        assert not any("…" in line and "more" not in line for line in lines)
        assert not any("related to" in line for line in lines)
    relations = {f["relation"] for f in on_corpus("timeline", "Quillon", "--json").json["facts"]}
    assert "related to" not in relations


def test_a_timeline_tells_what_a_figure_was_restated_as(on_corpus: Run) -> None:
    """EK-06: what is restated or in dispute says by what."""
    shown = " ".join(on_corpus("timeline", "Quillon", "revenue").out.split())
    assert "restated as $49.8" in shown


def test_a_timeline_of_a_person_has_the_offices_held(on_corpus: Run) -> None:
    """TK-01: the object of a fact has it in its timeline, too, with its end."""
    facts = on_corpus("timeline", "Marta Ibsen", "--json").json["facts"]
    assert ("chief executive officer", "closed") in {(f["relation"], f["status"]) for f in facts}


def test_changes_come_in_pages_and_by_what_is_asked_for(on_corpus: Run) -> None:
    """TK-08: a page of the newest, counts of all; filters leave the events asked for, in both forms."""
    shown = on_corpus("changes").out.splitlines()
    assert shown[0].startswith("30 changes: ")
    assert any(line.startswith("page 1 of 2") for line in shown)
    assert sum(bool(re.match(r"\d+  \d{4}-", line)) for line in shown) == 20
    assert len(on_corpus("changes", "--page", "2").out.splitlines()) < len(shown)
    closed = on_corpus("changes", "--kind", "closed", "--entity", "Marta Ibsen", "--json").json
    assert {e["event"] for c in closed for e in c["events"]} == {"closed"}
    for page, numbers in (("1", [23, 24, 25, 26, 27, 28, 29, 30]), ("4", [1, 2, 3, 4, 5, 6]), ("5", [])):
        found = on_corpus("changes", "--limit", "8", "--page", page, "--json").json
        assert [c["sequence"] for c in found] == numbers
    assert on_corpus("changes", "--kind", "lost").status == 2


def test_changes_go_by_days_of_publication(on_corpus: Run) -> None:
    """TK-05: what was restated on 11 April 2024 is told there, and neither before that day nor as of it."""
    kept = {"by": ("--by", "published"), "april": ("--since", "2024-04", "--until", "2024-04")}
    shown = on_corpus("changes", *kept["by"], *kept["april"]).out
    assert re.search(r"^2024-04-11  add ", shown, re.MULTILINE)
    assert "restated: Quillon Instruments: revenue of $52.4 million, Q4 2023" in " ".join(shown.split())
    for by in kept["by"], ():
        told = on_corpus("changes", *by, "--as-of", "2024-03-01", "--json").json
        assert max(change["observed"] for change in told) <= "2024-03-01"
        assert "$49.8" not in str(told)
        assert {"words", "reason"} <= told[0]["events"][0].keys()
    assert on_corpus("changes", "--until", "yore").status == 2


def test_an_explanation_is_one_page(on_corpus: Run) -> None:
    """TK-06: how it was read, where was looked, what was proposed with its probability; JSON has all."""
    shown = on_corpus("ask", WHO, "--explain").out.splitlines()
    start = shown.index("How the question was read")
    assert len(shown) - start <= 40
    assert {"Where it looked", "What was proposed"} <= set(shown[start:])
    assert any("← given" in line for line in shown)
    proposals = on_corpus("ask", WHO, "--explain", "--json").json["explanation"]["proposals"]["judged"]
    assert [p["given"] for p in proposals].count(True) == 1
    assert all(0 <= p["probability"] <= 1 for p in proposals)
