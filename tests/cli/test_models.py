"""The commands with a language model: a real server on this machine, real processes, and no key in any byte."""

from __future__ import annotations

import hashlib
import json
import re
import signal
import subprocess
import threading
from pathlib import Path

import pytest
from modelserver import TestEndpoint

from timeweave.errors import ModelFallbackWarning

from .conftest import COMMAND, Ran, acknowledged, end_asking, inherited, invoke, run, until

KEY = "sk-marker-of-a-key-0123456789"
MODEL = "openai:rules"
NOTES = [
    (
        "acme-q1",
        "2024-04-20",
        "Acme Robotics opened a plant in Tarvik in March 2024. Acme Robotics acquired Zuna Labs.",
    ),
    ("acme-q2", "2024-07-20", "Acme Robotics hired Ada Brook in May 2024. Ada Brook leads the drone programme."),
    ("zuna", "2024-08-02", "Zuna Labs moved to Oslo in July 2024, after Acme Robotics had bought it."),
    ("oslo", "2023-05-09", "Oslo opened a test field for drones in May 2023. The field belongs to the city."),
]


def write_notes(folder: Path, count: int = len(NOTES)) -> Path:
    """``count`` short documents, one a line."""
    numbered = (NOTES[n % len(NOTES)] for n in range(count))
    lines = (
        json.dumps({"id": f"{id_}-{n}", "date": date, "text": f"{text} This is note {n}."})
        for n, (id_, date, text) in enumerate(numbered)
    )
    file = folder / "notes.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def digest(folder: Path) -> str:
    """Changes with any name or byte below ``folder``."""
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    content = [(str(p.relative_to(folder)), hashlib.blake2b(p.read_bytes()).hexdigest()) for p in files]
    return hashlib.blake2b(repr(content).encode()).hexdigest()


def hold_no_key(ran: Ran, *folders: Path) -> None:
    """Neither what was said nor any byte of ``folders`` holds the key."""
    assert KEY not in ran.out + ran.err
    held = [p for folder in folders for p in folder.rglob("*") if p.is_file() and KEY.encode() in p.read_bytes()]
    assert held == []


@pytest.fixture
def model(endpoint: TestEndpoint) -> tuple[str, ...]:
    return ("--llm", MODEL, "--llm-url", endpoint.url)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    return write_notes(tmp_path)


def test_a_model_reads_too_and_the_ledger_says_what_for(
    endpoint: TestEndpoint, model: tuple[str, ...], notes: Path, tmp_path: Path
) -> None:
    """TG-02, TK-07: `add --llm` asks once per chunk; calls and tokens are the server's, per stage, document, update."""
    kb = tmp_path / "kb"
    ran = run("add", notes, "--kb", kb, *model, "--json", OPENAI_API_KEY=KEY)
    assert (ran.status, ran.json["added"], ran.json["stopped"], ran.json["fallbacks"]) == (0, 4, None, 0)
    used = ran.json["usage"]["extract"]
    assert used["calls"] == len(endpoint.calls_of("extract")) == 4
    assert used["prompt_tokens"] == sum(call.prompt_tokens for call in endpoint.calls)
    assert used["completion_tokens"] == sum(call.completion_tokens for call in endpoint.calls)
    hold_no_key(ran, tmp_path)
    stats = invoke("stats", "--kb", kb, "--json").json
    assert stats["ledger"]["extract"]["calls"] == 4
    by_document = invoke("stats", "--kb", kb, "--json", "--by", "document").json["costs"]
    assert {costs["calls"] - 1 for costs in by_document.values()} == {1}  # but for the call that embeds it
    (operation,) = invoke("stats", "--kb", kb, "--json", "--by", "operation").json["costs"]
    assert operation.endswith("Z add")
    assert invoke("add", notes, "--kb", kb, *model, OPENAI_API_KEY=KEY).out.startswith("added 0, unchanged 4")
    assert len(endpoint.calls) == 4  # what is known is not asked again


def test_without_a_model_nothing_is_asked(endpoint: TestEndpoint, notes: Path, tmp_path: Path) -> None:
    """No model is the default, also where an address and a key are set; `none` switches one off."""
    environment = {"OPENAI_API_KEY": KEY, "OPENAI_BASE_URL": endpoint.url}
    assert invoke("add", notes, "--kb", tmp_path / "kb", **environment).status == 0
    ran = invoke("ask", "Who leads?", "--kb", tmp_path / "kb", "--llm", "none", TIMEWEAVE_LLM=MODEL, **environment)
    assert ran.status == 0
    assert endpoint.calls == ()


@pytest.mark.slow
def test_after_an_interrupt_only_what_is_missing_is_asked(
    endpoint: TestEndpoint, model: tuple[str, ...], tmp_path: Path
) -> None:
    """After Ctrl-C while a model is being asked the same command asks only what was not answered.

    The model falls silent from the seventh note on, so that it is never done, however late the signal comes.
    """
    kb, count = tmp_path / "kb", 24
    notes = write_notes(tmp_path, count)
    said = re.compile(r"This is note (\d+)\.")
    endpoint.misbehave(
        "hanging", times=None, when=lambda request: any(int(n) > 5 for n in said.findall(str(request.sections)))
    )
    with subprocess.Popen(
        [*COMMAND, "add", str(notes), "--kb", str(kb), "--workers", "1", *model],
        env={**inherited(), "OPENAI_API_KEY": KEY},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # SIGINT is ignored where the tests themselves run in the background, and children inherit that
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        # libraries that are interrupted while they are loaded end a process in ways of their own
        until(lambda: acknowledged(kb) > 0, process)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=240)
    assert process.returncode == 130, err
    assert err.splitlines()[-1].startswith("error: interrupted")
    assert "Traceback" not in err
    endpoint.behave()
    answered = int(invoke("stats", "--kb", kb, "--json").json["ledger"]["extract"]["calls"])
    assert 0 < answered <= 6
    endpoint.forget()
    again = invoke("add", notes, "--kb", kb, *model, "--json", OPENAI_API_KEY=KEY)
    assert again.json["added"] + again.json["unchanged"] == count
    # of what hung a request may reach the server after its program has ended
    asked = {n for call in endpoint.calls for turn in call.turns for n in said.findall(turn.text)}
    assert len(asked) == count - answered
    hold_no_key(Ran(0, out, err), tmp_path)
    assert invoke("check", "--kb", kb).status == 0


def test_a_budget_stops_before_it_is_exceeded_and_more_goes_on(
    endpoint: TestEndpoint, model: tuple[str, ...], tmp_path: Path
) -> None:
    """`--budget-tokens`: never more than that, status 1 with the way to go on; what was answered is not asked again."""
    notes, kb, budget = write_notes(tmp_path, 12), tmp_path / "kb", 14_000
    ran = invoke("add", notes, "--kb", kb, *model, "--json", "--budget-tokens", budget, OPENAI_API_KEY=KEY)
    assert ran.status == 1
    assert 0 < ran.json["added"] < 12
    assert "14,000" in ran.json["stopped"]
    assert "stopped: " in ran.err
    assert "the same command goes on from there" in ran.err
    spent = sum(call.prompt_tokens + call.completion_tokens for call in endpoint.calls)
    assert 0 < spent <= budget
    asked = len(endpoint.calls)
    rest = invoke("add", notes, "--kb", kb, *model, "--json", OPENAI_API_KEY=KEY)
    assert (rest.status, rest.json["added"] + rest.json["unchanged"]) == (0, 12)
    assert len(endpoint.calls) == 12 > asked


def test_a_dry_run_changes_nothing(endpoint: TestEndpoint, model: tuple[str, ...], tmp_path: Path) -> None:
    """`add --dry-run` estimates without a call, leaves every byte as it was, and makes no folder."""
    kb = tmp_path / "kb"
    invoke("add", write_notes(tmp_path, 1), "--kb", kb)
    notes = write_notes(tmp_path)
    before = digest(kb)
    ran = invoke("add", notes, "--kb", kb, *model, "--dry-run", "--json", OPENAI_API_KEY=KEY)
    assert ran.status == 0, ran.err
    assert (ran.json["documents"], ran.json["unchanged"], ran.json["chunks"], ran.json["usd"]) == (3, 1, 3, None)
    assert ran.json["usage"]["extract"]["calls"] == 3
    assert ran.json["usage"]["report"]["calls"] == ran.json["stale_reports"] > 2
    assert ran.json["prompt_tokens"] > 1000
    assert digest(kb) == before
    nowhere = invoke("add", notes, "--kb", tmp_path / "nowhere", *model, "--dry-run", OPENAI_API_KEY=KEY)
    assert "would add 4 documents" in nowhere.out
    assert not (tmp_path / "nowhere").exists()
    assert endpoint.calls == ()


def test_a_dry_run_knows_what_was_answered(
    endpoint: TestEndpoint, model: tuple[str, ...], notes: Path, tmp_path: Path
) -> None:
    """What a stopped command left answered costs nothing in an estimate."""
    kb = tmp_path / "kb"
    invoke("add", notes, "--kb", kb, *model, OPENAI_API_KEY=KEY)
    more = write_notes(tmp_path, 6)
    ran = invoke("add", more, "--kb", kb, *model, "--dry-run", "--json", OPENAI_API_KEY=KEY)
    assert (ran.json["documents"], ran.json["unchanged"], ran.json["usage"]["extract"]["calls"]) == (2, 4, 2)


@pytest.mark.parametrize(
    ("fault", "status", "said"),
    [("bad key", 2, "key"), ("no such model", 2, "openai:rules")],
)
def test_a_model_that_cannot_be_used_is_status_2(
    endpoint: TestEndpoint, model: tuple[str, ...], notes: Path, tmp_path: Path, fault: str, status: int, said: str
) -> None:
    """A wrong key or name ends the command with one line that says so; the key stands nowhere."""
    endpoint.misbehave(fault, times=None)
    ran = invoke("add", notes, "--kb", tmp_path / "kb", *model, "--json", OPENAI_API_KEY=KEY)
    assert (ran.status, ran.out) == (status, "")
    assert ran.err.startswith("error: ")
    assert said in ran.err
    assert "Traceback" not in ran.err
    hold_no_key(ran, tmp_path)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--llm", "gpt"), "write PROVIDER:MODEL"),
        (("--llm", "nonsense:m"), "nonsense:m"),
        (("--llm", "local:nowhere.gguf"), "no model file 'nowhere.gguf'"),
        (("--llm", "openai:m", "--llm-url", "127.0.0.1"), "give it as http://HOST:PORT/PATH"),
        (("--llm", "openai:m"), "OPENAI_API_KEY"),
        (("--llm", "openai:m", "--llm-url", "http://u:p@host/v1"), "holds a secret"),
    ],
)
def test_a_wrong_model_makes_no_store(notes: Path, tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    """What is wrong with a model's name, address or key is said, with status 2, before anything is made."""
    ran = invoke("add", notes, "--kb", tmp_path / "kb", *options)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert not (tmp_path / "kb").exists()


def test_what_a_model_fails_at_is_read_by_rules(
    endpoint: TestEndpoint, model: tuple[str, ...], notes: Path, tmp_path: Path
) -> None:
    """Unusable output costs a retry, then rules take over: all documents are there, and it is said."""
    endpoint.misbehave("malformed", times=None, task="extract")
    ran = invoke("add", notes, "--kb", tmp_path / "kb", *model, "--json", OPENAI_API_KEY=KEY)
    assert (ran.status, ran.json["added"], ran.json["fallbacks"]) == (0, 4, 4)
    assert ran.json["usage"]["extract"]["retries"] == 8
    assert "warning: the model gave nothing usable for 4 chunks, which rules alone have read" in ran.err
    assert invoke("stats", "--kb", tmp_path / "kb", "--json").json["ledger"]["extract"]["fallbacks"] == 4


def test_a_dead_server_adds_nothing_and_the_same_command_goes_on(
    notes: Path, tmp_path: Path, model: tuple[str, ...], endpoint: TestEndpoint
) -> None:
    """Where nobody answers nothing is read by rules in the model's place: status 1, said why, and it goes on later."""
    kb, port = tmp_path / "kb", int(endpoint.url.split(":")[2].split("/")[0])
    before = set(threading.enumerate())
    endpoint.close()
    for _ in range(2):
        ran = invoke("add", notes, "--kb", kb, *model, "--json", OPENAI_API_KEY=KEY)
        assert (ran.status, ran.json["added"], ran.json["fallbacks"]) == (1, 0, 0)
        assert f"openai:rules at {endpoint.url}" in ran.json["stopped"]
        assert "tried 1 time" in ran.json["stopped"]
        assert "stopped: " in ran.err
        assert "the same command goes on from there" in ran.err
    end_asking(before)
    with TestEndpoint(port=port) as alive:
        again = invoke("add", notes, "--kb", kb, *model, "--json", OPENAI_API_KEY=KEY)
        assert (again.status, again.json["added"], again.json["stopped"]) == (0, 4, None)
        assert len(alive.calls) == 4
    reports = invoke("report", "--all", "--kb", kb, *model, OPENAI_API_KEY=KEY)
    assert (reports.status, reports.out) == (1, "")
    assert reports.err.startswith("stopped: ")
    assert "the same command goes on from there" in reports.err
    with pytest.warns(ModelFallbackWarning, match="nothing answers"):
        one = invoke("report", "2024", "--kb", kb, *model, OPENAI_API_KEY=KEY)
    assert one.status == 0
    assert "Acme Robotics" in one.out


def test_a_provider_that_wants_to_be_left_alone_stops_it(
    endpoint: TestEndpoint, model: tuple[str, ...], tmp_path: Path
) -> None:
    """A 429 with an hour to wait ends `add` after what is complete; later only what is missing is asked."""
    kb, notes = tmp_path / "kb", write_notes(tmp_path, 12)
    before = set(threading.enumerate())
    endpoint.misbehave(
        "rate limited", times=None, retry_after=3600, when=lambda request: "note 7" in request.sections["text"]
    )
    ran = invoke("add", notes, "--kb", kb, *model, "--json", OPENAI_API_KEY=KEY)
    assert (ran.status, ran.json["added"], ran.json["fallbacks"]) == (1, 7, 0)
    assert "429" in ran.json["stopped"]
    assert "none for 3,600 seconds" in ran.json["stopped"]
    end_asking(before)
    endpoint.behave()
    answered = invoke("stats", "--kb", kb, "--json").json["ledger"]["extract"]["calls"]
    endpoint.forget()
    again = invoke("add", notes, "--kb", kb, *model, "--json", OPENAI_API_KEY=KEY)
    assert (again.status, again.json["added"], again.json["unchanged"]) == (0, 5, 7)
    assert len(endpoint.calls) == 12 - answered


def test_reread_has_the_model_read_what_rules_have_read(
    endpoint: TestEndpoint, model: tuple[str, ...], notes: Path, tmp_path: Path
) -> None:
    """TG-02, TG-07: the result is that of adding with the model; no answer is asked for twice; the warning goes."""
    kb, fresh = tmp_path / "kb", tmp_path / "fresh"
    invoke("add", notes, "--kb", kb)
    known = invoke("add", notes, "--kb", kb, *model, "--json", OPENAI_API_KEY=KEY)
    assert (known.json["unchanged"], known.json["by_rules"]) == (4, 4)
    assert "warning: rules alone have read 4 documents of those known" in known.err
    assert "`--reread` has the model read them" in known.err
    dry = invoke("add", notes, "--kb", kb, *model, "--reread", "--dry-run", "--json", OPENAI_API_KEY=KEY)
    assert (dry.json["documents"], dry.json["reread"], dry.json["usage"]["extract"]["calls"]) == (0, 4, 4)
    assert endpoint.calls == ()
    for asked in (4, 0):
        endpoint.forget()
        ran = invoke("add", notes, "--kb", kb, *model, "--reread", "--json", OPENAI_API_KEY=KEY)
        assert (ran.status, ran.json["reread"], ran.json["replaced"], ran.json["unchanged"]) == (0, 4, 0, 0)
        assert len(endpoint.calls) == asked
    assert "rules alone" not in invoke("add", notes, "--kb", kb, *model, OPENAI_API_KEY=KEY).err
    invoke("add", notes, "--kb", fresh, *model, OPENAI_API_KEY=KEY)
    told = [invoke("timeline", "Acme Robotics", "--kb", folder, "--json").json for folder in (kb, fresh)]
    assert told[0] == told[1]
    assert [c["kind"] for c in invoke("changes", "--kb", kb, "--json").json] == ["add"] * 4 + ["reread"] * 8
    assert invoke("check", "--kb", kb).status == 0


def test_one_model_indexes_and_another_answers(endpoint: TestEndpoint, notes: Path, tmp_path: Path) -> None:
    """TG-23: `timeweave.toml` beside the store names a model for each; each is asked only for its own part."""
    (tmp_path / "timeweave.toml").write_text(
        f'[llm]\nurl = "{endpoint.url}"\n[llm.index]\nmodel = "openai:small"\n[llm.answer]\nmodel = "openai:large"\n'
    )
    kb = tmp_path / "kb"
    assert invoke("trust", tmp_path / "timeweave.toml").status == 0
    assert invoke("add", notes, "--kb", kb, OPENAI_API_KEY=KEY).status == 0
    assert {call.model for call in endpoint.calls} == {"small"}
    endpoint.forget()
    ran = invoke("ask", "To whom does the field belong?", "--kb", kb, "--json", OPENAI_API_KEY=KEY)
    assert ran.status == 0
    assert {call.model for call in endpoint.calls if call.task != "report"} == {"large"}
    assert sum(stage["calls"] for stage in ran.json["usage"].values()) == len(endpoint.calls) > 0
    hold_no_key(ran, tmp_path)


def test_a_key_in_the_settings_is_refused(notes: Path, tmp_path: Path) -> None:
    """A key written into `timeweave.toml` is refused by every command, and not shown."""
    (tmp_path / "timeweave.toml").write_text(f'[llm]\nmodel = "{MODEL}"\napi_key = "{KEY}"\n')
    ran = invoke("add", notes, "--kb", tmp_path / "kb", "--json")
    assert (ran.status, ran.out) == (2, "")
    assert "'api_key' in [llm] is a secret" in ran.err
    assert KEY not in ran.err


def test_the_settings_are_no_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`add .` passes over `timeweave.toml`."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "timeweave.toml").write_text("[llm]\n")
    write_notes(tmp_path, 1)
    ran = invoke("add", ".", "--json")
    assert (ran.status, ran.json["added"], ran.json["failed"]) == (0, 1, [])


def test_questions_of_a_file_share_one_budget(
    endpoint: TestEndpoint, model: tuple[str, ...], notes: Path, tmp_path: Path
) -> None:
    """A budget holds for the whole command; where it is used up answers are made without the model, which is said."""
    kb, budget = tmp_path / "kb", 7_000
    invoke("add", notes, "--kb", kb)
    asked = ["To whom does the field belong?", "Who was hired?", "Why did Zuna Labs move?", "What was tested in Oslo?"]
    questions = tmp_path / "questions.jsonl"
    questions.write_text("\n".join(json.dumps({"id": n, "question": q}) for n, q in enumerate(asked)))
    options = ("--questions", questions, "--kb", kb, *model, "--budget-tokens", str(budget))
    ran = invoke("ask", *options, OPENAI_API_KEY=KEY)
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert [answer["id"] for answer in answers] == [0, 1, 2, 3]
    assert answers[0]["method"] == "llm"
    assert answers[-1]["method"] != "llm"
    assert any("budget" in warning for warning in answers[-1]["warnings"])
    assert 0 < sum(call.prompt_tokens + call.completion_tokens for call in endpoint.calls) <= budget


def test_an_embedder_at_an_address_is_remembered(endpoint: TestEndpoint, notes: Path, tmp_path: Path) -> None:
    """TG-23: any embedder makes the vectors; the store knows it with its address, and refuses another."""
    kb = tmp_path / "kb"
    embedder = ("--embedder", "openai:vectors", "--embedder-url", endpoint.url)
    assert invoke("add", notes, "--kb", kb, *embedder, OPENAI_API_KEY=KEY).status == 0
    ran = invoke("search", "What opened in Oslo?", "--kb", kb, "--json", OPENAI_API_KEY=KEY)
    assert ran.json["evidence"][0]["document_id"] == "oslo-3"
    assert {call.task for call in endpoint.calls} == {"embeddings"}
    other = invoke("search", "What opened in Oslo?", "--kb", kb, TIMEWEAVE_EMBEDDER="minilm")
    assert other.status == 2
    assert f"were made by 'openai:vectors at {endpoint.url}', not by 'minilm-l6-int8'" in other.err
    hold_no_key(ran, tmp_path)


def test_no_figure_of_the_costs_is_cut_off(model: tuple[str, ...], notes: Path, tmp_path: Path) -> None:
    """TK-07: as a table where that fits the terminal, else line by line."""
    kb = tmp_path / "kb"
    invoke("add", notes, "--kb", kb, *model, OPENAI_API_KEY=KEY)
    for by in ("stage", "operation", "document"):
        told = invoke("stats", "--kb", kb, "--by", by, "--json").json
        costs = told["costs" if by != "stage" else "ledger"]
        for columns in (40, 80):
            shown = invoke("stats", "--kb", kb, "--by", by, COLUMNS=str(columns)).out
            assert max(map(len, shown.splitlines())) <= columns
            assert "seconds" in shown
            for name, used in costs.items():
                assert name in shown
                assert not used["completion_tokens"] or f"{used['completion_tokens']:,}" in shown


def test_one_is_said_in_the_singular(tmp_path: Path) -> None:
    """Of documents, chunks and facts, in what `add --dry-run`, `stats` and `report` say."""
    note, kb = tmp_path / "note.jsonl", tmp_path / "kb"
    text = "Acme Corp reported revenue of $5 million in March 2024."
    note.write_text(json.dumps({"id": "a", "date": "2024-04-02", "text": text, "entities": ["Acme Corp"]}))
    assert "would add 1 document in 1 chunk;" in invoke("add", note, "--kb", kb, "--dry-run").out
    invoke("add", note, "--kb", kb)
    assert invoke("stats", "--kb", kb).out.startswith("1 document · 1 chunk · 1 statement · 1 fact · ")
    assert "2024-03  1 fact\n" in invoke("report", "2024-Q1", "--kb", kb).out
