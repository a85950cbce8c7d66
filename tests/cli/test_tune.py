"""`timeweave tune` on the bundled corpus and its questions: what is learned, told, written, and left alone."""

from __future__ import annotations

import hashlib
import json
import shutil
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path

import pytest

from timeweave.settings import load

from .conftest import COMMAND, Ran, inherited, invoke

BUNDLED = Path(str(files("timeweave.demo") / "questions.jsonl"))


@pytest.fixture
def copy(corpus_kb: Path, tmp_path: Path) -> Path:
    """A knowledge base of the corpus that may be written to."""
    return Path(shutil.copytree(corpus_kb, tmp_path / "kb"))


def labelled(folder: Path, count: int = 100, **more: str) -> Path:
    """The bundled questions, all asked on one day, so that the figures are those of any day."""
    path = folder / "labelled.jsonl"
    asked = [{"now": "2025-06-01", **json.loads(line)} for line in BUNDLED.read_text(encoding="utf-8").splitlines()]
    path.write_text("".join(json.dumps({**line, **more}) + "\n" for line in asked[:count]), encoding="utf-8")
    return path


def tune(kb: Path, questions: Path, *more: str) -> Ran:
    return invoke("tune", "--questions", questions, "--kb", kb, "--folds", "3", "--trials", "18", *more)


def test_weights_are_learned_written_and_used(copy: Path, tmp_path: Path) -> None:
    """TW-11: what is learned is written to `[hybrid]` and holds in the next search; a second run writes the same."""
    ran = tune(copy, labelled(tmp_path), "--json", "--force")
    assert (ran.status, ran.err) == (0, "")
    found = ran.json
    assert (found["questions"], found["trials"], len(found["folds"])) == (13, 18, 3)
    assert sum(fold["questions"] for fold in found["folds"]) == 13
    for part in ("defaults", "held_out", "tuned"):
        figures = found[part]
        assert figures["mean"] == pytest.approx((figures["mrr"] + figures["recall_at_5"]) / 2)
    assert found["tuned"]["mean"] >= found["defaults"]["mean"]
    file = copy / "timeweave.toml"
    assert found["written"] == str(file)
    first = file.read_bytes()
    hybrid = load(copy, environment={}).hybrid
    assert {name: getattr(hybrid, name) for name in found["weights"]} == found["weights"]
    search = invoke("search", "Who leads Quillon now?", "--mode", "hybrid", "--explain", "--json", "--kb", copy)
    told = search.json["explanation"]["hybrid"]
    assert told["delta"] == pytest.approx(found["weights"]["delta_base"] * told["recency"])
    again = tune(copy, labelled(tmp_path), "--json", "--force")
    assert again.json == found
    assert file.read_bytes() == first


def test_a_dry_run_tells_all_and_writes_nothing(copy: Path, tmp_path: Path) -> None:
    """The figures of the defaults, of weights on questions they have not seen, and of all; each weight by its name."""
    ran = tune(copy, labelled(tmp_path), "--dry-run")
    assert (ran.status, ran.err) == (0, "")
    for said in ("13 questions, 3 folds, 18 trials", "the defaults", "the other folds", "alpha", "tau_max", "± "):
        assert said in ran.out
    assert "a dry run: nothing was written" in ran.out
    assert not (copy / "timeweave.toml").exists()


def test_a_bad_line_is_named_and_the_others_are_tuned_on(copy: Path, tmp_path: Path) -> None:
    """Lines that hold no question, and gold that the store lacks, are named with their line; the status is 1."""
    questions = labelled(tmp_path)
    lost = {"id": "lost", "question": "Where?", "documents": ["no-such"], "as_of": "2024-01-31"}
    split = {
        "id": "split",
        "question": "Who?",
        "evidence": ["words that nobody wrote"],
        "documents": ["quillon-2023-q1"],
    }
    bad = [json.dumps(lost), '{"question": "Who?"}', json.dumps(split)]
    questions.write_text(questions.read_text(encoding="utf-8") + "\n".join(bad), encoding="utf-8")
    ran = tune(copy, questions, "--dry-run")
    assert ran.status == 1
    assert "14 questions" in ran.out  # the thirteen, and that of which one piece of two is there
    assert ran.err.splitlines() == [
        f"error: {questions}:16: no gold: name the documents that answer it under 'documents', or its texts under "
        "'evidence'",
        f"error: {questions}:15: the store holds no document 'no-such' as of 2024-01-31: add it, or name another",
        f"error: {questions}:17: no chunk holds 'words that nobody wrote': quote what stands in one document",
    ]


def test_gold_may_be_texts(copy: Path, tmp_path: Path) -> None:
    """A text is found whatever the case and whatever stands between its words."""
    texts = ["revenue in the FIRST quarter of 2024 was $51.6 million", "the prior  year, an increase of 22.0%"]
    questions = tmp_path / "texts.jsonl"
    lines = [{"id": n, "question": "Revenue in the first quarter of 2024?", "evidence": texts} for n in range(10)]
    questions.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    ran = tune(copy, questions, "--dry-run", "--json", "--as-of", "2024-05-31")
    assert (ran.status, ran.err) == (0, "")
    assert ran.json["questions"] == 10


def test_what_was_learned_is_told_even_where_it_cannot_be_written(copy: Path, tmp_path: Path) -> None:
    """The table of weights comes before the file, so that a run of minutes is not lost."""
    (copy / "timeweave.toml").mkdir()
    ran = tune(copy, labelled(tmp_path), "--force")
    assert ran.status == 2
    assert "tau_min" in ran.out
    assert "cannot be written: Is a directory" in ran.err


def test_too_few_questions_are_an_error(copy: Path, tmp_path: Path) -> None:
    """Nothing is learned from a handful: the error says how many it takes, and how many lack their gold."""
    ran = tune(copy, labelled(tmp_path, 4))
    assert (ran.status, ran.out) == (2, "")
    assert "4 questions are too few to tune on with 3 folds: label at least 10" in ran.err
    ran = tune(copy, labelled(tmp_path, as_of="2020-01-01"))
    assert ran.status == 2
    assert "0 questions are too few to tune on with 3 folds; the gold of 13 is not in the store" in ran.err
    assert "as of 2020-01-01: add it, or name another" in ran.err
    bad = labelled(tmp_path, 4)
    bad.write_text(bad.read_text(encoding="utf-8") + "{\n", encoding="utf-8")
    assert f"{bad}:5: not JSON" in tune(copy, bad).err


def test_weights_that_do_worse_on_other_questions_are_not_written(copy: Path, tmp_path: Path) -> None:
    """Where folds contradict each other the file stays as it is, and `--force` writes it all the same.

    Questions are dealt to folds by a digest of their ids: one fold wants a report that words put first, the other the
    newest, as the defaults do. What is learned from the one harms the other.
    """
    ids = sorted(map(str, range(12)), key=lambda id_: hashlib.sha256(id_.encode()).digest())
    questions = tmp_path / "contrary.jsonl"
    asked = {"question": "How high was the revenue of Quillon?", "now": "2025-06-01"}
    reports = "quillon-2024-q1", "quillon-2024-q4"
    wanted = [{"id": id_, "documents": [reports[n % 2]], **asked} for n, id_ in enumerate(ids)]
    questions.write_text("".join(json.dumps(line) + "\n" for line in wanted), encoding="utf-8")
    file = copy / "timeweave.toml"
    file.write_text("[hybrid]\ngamma = 0.25  # ours\n", encoding="utf-8")
    ran = tune(copy, questions, "--folds", "2")
    assert (ran.status, ran.err) == (0, "")
    assert "nothing was written: on questions not learned from the defaults do better" in ran.out
    assert file.read_text(encoding="utf-8") == "[hybrid]\ngamma = 0.25  # ours\n"
    forced = tune(copy, questions, "--folds", "2", "--force", "--json")
    assert (forced.status, forced.json["better"], forced.json["written"]) == (0, False, str(file))
    assert load(copy, environment={}).hybrid.gamma == forced.json["weights"]["gamma"]


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="what a process has loaded is read from /proc")
def test_ctrl_c_leaves_the_file_as_it_was(copy: Path, tmp_path: Path) -> None:
    """Interrupted while it learns, it ends with status 130, and not a byte of the file or the folder has changed."""
    file = copy / "timeweave.toml"
    file.write_text("# as it was\n", encoding="utf-8")
    before = sorted(path.name for path in copy.iterdir())
    command = [*COMMAND, "tune", "--questions", labelled(tmp_path), "--kb", copy, "--trials", "100000"]
    with subprocess.Popen(
        list(map(str, command)),
        env=inherited(),
        stderr=subprocess.PIPE,
        # SIGINT is ignored where the tests themselves run in the background, and children inherit that
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as run:
        while not any("sklearn" in line for line in Path(f"/proc/{run.pid}/maps").read_text().splitlines()):
            assert run.poll() is None
            time.sleep(0.05)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=60)
    assert (run.returncode, b"interrupted" in said) == (130, True)
    assert file.read_text(encoding="utf-8") == "# as it was\n"
    assert sorted(path.name for path in copy.iterdir()) == before


def test_without_the_extra_the_command_is_named(copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says what to install; it comes before anything is read."""
    monkeypatch.setitem(sys.modules, "bayes_opt", None)
    ran = tune(copy, labelled(tmp_path))
    assert (ran.status, ran.out) == (2, "")
    assert "tuning needs the extra 'tune': pip install 'timeweave[tune]'" in ran.err
