"""`timeweave tune` on the bundled corpus and its questions: what is learned, told, written, and left alone."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import shutil
import signal
import subprocess
import sys
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import timeweave
from timeweave import Document
from timeweave.settings import load

from .conftest import Ran, inherited, invoke

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


TOWNS = ("Ostra", "Vell", "Tarvik", "Halden", "Corrin", "Kelmore", "Sool", "Brannick", "Eskdal", "Morvan", "Pellow")


@pytest.fixture
def towns(tmp_path: Path) -> Path:
    """A knowledge base where the old is right: keepers told of once, and fairs of twelve years later."""
    documents = []
    for n, town in enumerate(TOWNS, 1):
        keeper = f"The current keeper of the lighthouse of {town} is {'Ada' if n % 2 else 'Orla'} Marsh."
        fair = f"A fair in {town} drew crowds who danced until the morning."
        documents.append(Document(f"{town}-keeper", keeper, date=dt.date(2012, 3, n)))
        documents.append(Document(f"{town}-fair", fair, date=dt.date(2024, 5, n)))
    with timeweave.open(tmp_path / "towns") as kb:
        kb.add(documents, now=dt.datetime(2024, 6, 1, tzinfo=dt.UTC), workers=1)
    return tmp_path / "towns"


def test_weights_that_do_better_on_other_questions_are_written_and_asked_by(towns: Path, tmp_path: Path) -> None:
    """TW-11: where less weight of time ranks questions better that it was not learned from, it is written without
    `--force`, comments and other keys stay, and the next `ask` ranks by it: the keeper before the fair.

    The defaults put the fair of a town first, and the keeper second: a reciprocal rank of 1/2.
    """
    questions = tmp_path / "towns.jsonl"
    asked = "Who is the current keeper of the lighthouse of {}?"
    lines = [{"id": t, "question": asked.format(t), "documents": [f"{t}-keeper"], "as_of": "2024-06-30"} for t in TOWNS]
    questions.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    file = towns / "timeweave.toml"
    file.write_text("# ours\n[hybrid]\nhalting = false  # all of them\ngamma = 0.25  # by hand\n", encoding="utf-8")

    def ranked() -> dict[str, Any]:
        how = ("--mode", "hybrid", "--as-of", "2024-06-30", "--explain", "--json", "--kb", towns)
        return dict(invoke("ask", asked.format("Ostra"), *how).json["explanation"]["hybrid"])

    assert [chunk["chunk_id"] for chunk in ranked()["chunks"][:2]] == ["Ostra-fair#0", "Ostra-keeper#0"]
    ran = tune(towns, questions, "--json")
    assert (ran.status, ran.err) == (0, "")
    found = ran.json
    assert (found["better"], found["written"]) == (True, str(file))
    assert found["defaults"]["mrr"] == 0.5
    assert found["held_out"]["mrr"] > 0.8
    assert found["tuned"]["mrr"] == 1.0
    written = file.read_text(encoding="utf-8")
    assert written.startswith("# ours\n[hybrid]\nhalting = false  # all of them\n")
    assert f"gamma = {found['weights']['gamma']}  # by hand\n" in written
    assert tomllib.loads(written) == {"hybrid": {"halting": False, **found["weights"]}}
    told = ranked()
    assert told["delta"] == pytest.approx(found["weights"]["delta_base"] * told["recency"])
    assert told["chunks"][0]["chunk_id"] == "Ostra-keeper#0"


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
    assert ran.err == (
        "error: tuning with 3 folds takes 10 questions whose gold is in the store, not 4 of 4: "
        "label more with what answers them, as 'documents' or 'evidence'\n"
    )
    ran = tune(copy, labelled(tmp_path, as_of="2020-01-01"))
    assert ran.status == 2
    assert "takes 10 questions whose gold is in the store, not 0 of 13 (the store holds no document" in ran.err
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


def test_weights_that_only_rank_what_they_learned_from_are_not_written(tmp_path: Path) -> None:
    """TW-11: all questions together teach weights that rank them better, but one half of them alone teaches the other
    half nothing, and worse: the file is not made.

    Of one question half the labels want an old keeper, whom the defaults put behind six fairs, the others the last
    fair, which they put first.
    """
    keeper = Document("keeper", "The current keeper of the lighthouse of Ostra is Ada Marsh.", date=dt.date(2012, 3, 1))
    until = ("morning", "evening", "noon", "dawn", "end", "sunset")
    fairs = [
        Document(f"fair-{n}", f"A fair in Ostra drew crowds who danced until the {end}.", date=dt.date(2024, 5, n))
        for n, end in enumerate(until, 1)
    ]
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([keeper, *fairs], now=dt.datetime(2024, 6, 1, tzinfo=dt.UTC), workers=1)
    ids = sorted(map(str, range(12)), key=lambda id_: hashlib.sha256(id_.encode()).digest())
    asked = {"question": "Who is the current keeper of the lighthouse of Ostra?", "as_of": "2024-06-30"}
    lines = [{"id": id_, "documents": [("keeper", "fair-6")[n % 2]], **asked} for n, id_ in enumerate(ids)]
    questions = tmp_path / "halves.jsonl"
    questions.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    ran = tune(tmp_path / "kb", questions, "--folds", "2", "--json")
    assert (ran.status, ran.err) == (0, "")
    found = ran.json
    assert found["tuned"]["mean"] > found["defaults"]["mean"] + 0.2 > found["held_out"]["mean"] + 0.2
    assert (found["better"], found["written"]) == (False, None)
    assert not (tmp_path / "kb" / "timeweave.toml").exists()


TELLS_WHEN_IT_LEARNS = """
from bayes_opt.target_space import TargetSpace
from timeweave.__main__ import main

register = TargetSpace.register

def told(*given, **named):
    print("learning", flush=True)
    TargetSpace.register = register
    return register(*given, **named)

TargetSpace.register = told
main()
"""


def test_ctrl_c_leaves_the_file_as_it_was(copy: Path, tmp_path: Path) -> None:
    """Interrupted while it learns, it ends with status 130, and not a byte of the file or the folder has changed."""
    file = copy / "timeweave.toml"
    file.write_text("# as it was\n", encoding="utf-8")
    before = sorted(path.name for path in copy.iterdir())
    program = [sys.executable, "-c", TELLS_WHEN_IT_LEARNS]
    command = [*program, "tune", "--questions", labelled(tmp_path), "--kb", copy, "--trials", "100000"]
    with subprocess.Popen(
        list(map(str, command)),
        env=inherited(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # SIGINT is ignored where the tests themselves run in the background, and children inherit that
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == b"learning\n"  # and nothing is left to be loaded
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=240)
    assert (run.returncode, b"interrupted" in said) == (130, True)
    assert file.read_text(encoding="utf-8") == "# as it was\n"
    assert sorted(path.name for path in copy.iterdir()) == before


def test_without_the_extra_the_command_is_named(copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error says what to install; it comes before anything is read."""
    monkeypatch.setitem(sys.modules, "bayes_opt", None)
    ran = tune(copy, labelled(tmp_path))
    assert (ran.status, ran.out) == (2, "")
    assert "tuning needs the extra 'tune': pip install 'timeweave[tune]'" in ran.err
