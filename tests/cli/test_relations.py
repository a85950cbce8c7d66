"""TG-03: rows of a user's own in the table of relations, from `timeweave.toml` to the facts of a store."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import timeweave

from .conftest import Ran, invoke, run

ROWS = """
[[relation]]
name = "underwrote"
time = "once"
says = ["underwrite", "stand surety for"]
subject = ["body"]

[[relation]]
name = "took in"
time = "once"
says = ["acquire"]
object = ["body"]
"""
NEWS = (
    "Northgate Bank underwrote the Harlow Company on 3 May 2021. Northgate Bank stood surety for Siemens in 2022. "
    "Siemens acquired the Harlow Company in 2023."
)
OWN = {"Northgate Bank underwrote Harlow Company", "Northgate Bank underwrote Siemens"}
TAKEN, SHIPPED = "Siemens took in Harlow Company", "Siemens acquired Harlow Company"
UNREAD = "had other [[relation]] rows in the settings when read"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a document and no settings."""
    (tmp_path / "news").mkdir()
    (tmp_path / "news" / "2024-01-02-a.txt").write_text(NEWS)
    return tmp_path


def _settings(folder: Path, text: str) -> None:
    (folder / "timeweave.toml").write_text(text)


def _add(folder: Path, *options: str, kb: str = "kb", name: str = "news") -> Ran:
    ran = invoke("add", folder / name, "--kb", folder / kb, "--json", *options)
    assert ran.status == 0, ran.err
    return ran


def _facts(folder: Path, kb: str = "kb") -> dict[str, set[str]]:
    """What the store holds of the two, and the documents that say so."""
    with timeweave.open(folder / kb, create=False, read_only=True) as base:
        found = [
            (f"{told.names.get(r.fact.subject)} {r.fact.relation} {told.object_name(r)}", r.supports)
            for told in map(base.timeline, ("Northgate Bank", "Siemens"))
            for r in told.facts
        ]
    return {fact: {place.document_id for place in supports} for fact, supports in found}


def test_rows_of_the_settings_make_facts(folder: Path) -> None:
    """Predicates of a user's are read as his rows say; where the packaged table has one too, his row goes before."""
    _add(folder, kb="plain")
    assert SHIPPED in _facts(folder, "plain")
    assert not {"Northgate Bank underwrote Siemens", TAKEN} & _facts(folder, "plain").keys()
    _settings(folder, ROWS)
    assert _add(folder).json["other_relations"] == 0
    assert _facts(folder).keys() >= OWN | {TAKEN}
    assert SHIPPED not in _facts(folder)


def test_what_was_read_before_is_told_and_read_anew(folder: Path) -> None:
    """A store that is half read is said to be; after `--reread` it is as if it had been made with the rows of now."""
    _add(folder)
    _settings(folder, ROWS)
    shutil.copytree(folder / "news", folder / "more")
    (folder / "more" / "2024-01-02-a.txt").rename(folder / "more" / "2024-01-03-b.txt")
    half = _add(folder, name="more")
    assert (half.json["added"], half.json["other_relations"]) == (1, 1)
    assert UNREAD in " ".join(half.err.split())
    assert "`--reread`" in half.err
    known = _add(folder)
    assert (known.json["unchanged"], known.json["other_relations"]) == (1, 1)
    again = _add(folder, "--reread")
    assert (again.json["reread"], again.json["other_relations"]) == (1, 0)
    assert UNREAD not in again.err
    _add(folder, kb="fresh")
    _add(folder, kb="fresh", name="more")
    assert _facts(folder) == _facts(folder, "fresh")
    assert invoke("check", "--kb", folder / "kb").status == 0
    (folder / "timeweave.toml").unlink()
    assert _add(folder).json["other_relations"] == 2
    _add(folder, "--reread")
    assert _add(folder, "--reread", name="more").json["other_relations"] == 0
    assert SHIPPED in _facts(folder)


def test_processes_have_the_rows_too(folder: Path) -> None:
    """Documents that other processes read are read with the same rows."""
    code = "```\n" + "x = compute(y)\n" * 9_000 + "```\n"
    for number in range(2):
        (folder / "news" / f"2024-02-0{number + 1}-long.md").write_text(f"{NEWS}\n\n{code}")
    _settings(folder, ROWS)
    _add(folder, "--workers", "2")
    assert _facts(folder)[TAKEN] == {path.name for path in (folder / "news").iterdir()}


def test_a_bad_row_is_named_before_anything_is_added(folder: Path) -> None:
    """The message quotes the row and says what to write; no store is made."""
    _settings(folder, ROWS.replace('"underwrite"', '"underwrote"'))
    ran = run("add", "news", "--kb", "kb", cwd=folder)
    assert ran.status == 2
    said = " ".join(ran.err.split())
    assert "[[relation]] number 1, 'underwrote': 'says' has 'underwrote', which would never be found" in said
    assert 'write the lemma, "underwrite"' in said
    assert not (folder / "kb").exists()


def test_relations_are_listed_with_why_corrected_and_taken_back(folder: Path) -> None:
    """EK-05: `timeweave relations` says how many values each has and who says so; --set and --undo change that."""
    (folder / "news" / "2022-01-02-b.txt").write_text("Siemens is headquartered in Munich.")
    (folder / "news" / "2023-01-02-b.txt").write_text("Siemens is headquartered in Berlin.")
    _add(folder)
    kb = folder / "kb"
    (listed,) = [r for r in invoke("relations", "--kb", kb, "--json").json if r["name"] == "headquartered in"]
    assert (listed["facts"], listed["values"], listed["by"]) == (2, "one", "table")
    shown = invoke("relations", "--kb", kb).out
    assert "headquartered in  2 facts  one at a time — the table of relations says so" in shown
    (said,) = invoke("relations", "headquartered in", "--set", "many", "--kb", kb, "--json").json
    assert (said["values"], said["by"], said["why"]) == ("many", "you", "you said so")
    assert "reopened: Siemens: headquartered in Munich" in invoke("changes", "--kb", kb).out
    (undone,) = invoke("relations", "headquartered in", "--undo", "--kb", kb, "--json").json
    assert undone == listed


def test_synonyms_are_shown_with_why_corrected_and_taken_back(folder: Path) -> None:
    """EK-07: `timeweave relations` says which relation is another by another name; --different-from and --undo change
    that, --same-as joins two.
    """
    rows = ["Globe\tlauded\tHerald\t2019", "Globe\tpraised\tCourier\t2020", "Globe\tstands by\tMirror\t2020"]
    (folder / "news" / "2021-01-02-graph.tsv").write_text("subject\trelation\tobject\ttime\n" + "\n".join(rows) + "\n")
    _add(folder)
    kb = folder / "kb"
    (found,) = [r for r in invoke("relations", "--kb", kb, "--json").json if r["synonym"]]
    assert {found["name"], found["synonym"]["of"]} == {"lauded", "praised"}
    assert (found["synonym"]["by"], found["synonym"]["inverse"]) == ("meaning", False)
    shown = invoke("relations", found["name"], "--kb", kb).out
    assert f"the same as {found['synonym']['of']} — near in meaning, of the same types, 0." in shown
    assert {row["object"] for row in invoke("timeline", "Globe", "praised", "--kb", kb, "--json").json["facts"]} == {
        "herald",
        "courier",
    }
    (apart,) = invoke("relations", "lauded", "--different-from", "praised", "--kb", kb, "--json").json
    assert apart["synonym"] is None
    assert len(invoke("timeline", "Globe", "praised", "--kb", kb, "--json").json["facts"]) == 1
    invoke("relations", "lauded", "--undo", "--kb", kb)
    assert found in invoke("relations", "--kb", kb, "--json").json
    (joined,) = invoke("relations", "stands by", "--inverse-of", "praised", "--kb", kb, "--json").json
    assert (joined["synonym"]["inverse"], joined["synonym"]["why"]) == (True, "you said so")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--same-as", "sued"), "a correction needs a relation"),
        (("headquartered in", "--same-as", "seated at"), "no fact has the relation 'seated at'"),
        (("--set", "one"), "a correction needs a relation"),
        (("headquartered in", "--set", "one", "--undo"), "one thing is said at a time"),
        (("headquartered in", "--set", "one", "--as-of", "2020"), "leave out --as-of"),
        (("headquartered in", "--set", "two"), "a relation cannot have 'two' values: say one of 'ever', 'one', 'many'"),
        (("sued",), "no fact has the relation 'sued'"),
        (("headquarter in",), "near it are 'headquartered in'"),
    ],
)
def test_what_cannot_be_said_of_a_relation_is_quoted(folder: Path, options: tuple[str, ...], said: str) -> None:
    """EK-05: one line that quotes what was given and says the remedy."""
    (folder / "news" / "2022-01-02-b.txt").write_text("Siemens is headquartered in Munich.")
    _add(folder)
    before = invoke("relations", "--kb", folder / "kb", "--json").json
    ran = invoke("relations", *options, "--kb", folder / "kb")
    assert ran.status in (1, 2)
    assert said in ran.err
    assert invoke("relations", "--kb", folder / "kb", "--json").json == before


def test_sources_are_listed_corrected_and_taken_back(folder: Path) -> None:
    """EK-04: `timeweave sources` says how reliable each is and why; --set and --undo change that."""
    (folder / "news" / "a.jsonl").write_text(
        '{"id": "a", "text": "Siemens is headquartered in Munich.", "date": "2022-01-02", "source": "gazette"}'
    )
    _add(folder)
    kb = folder / "kb"
    (listed,) = [one for one in invoke("sources", "--kb", kb, "--json").json if one["name"] == "gazette"]
    assert (listed["documents"], listed["reliability"], listed["said"]) == (1, 0.8, None)
    (said,) = invoke("sources", "gazette", "--set", "0.1", "--kb", kb, "--json").json
    assert (said["reliability"], said["doubted"]) == (0.1, ["headquartered in"])
    assert "you said so; others bear out 0 and contradict 0" in " ".join(invoke("sources", "--kb", kb).out.split())
    (undone,) = invoke("sources", "gazette", "--undo", "--kb", kb, "--json").json
    assert undone == listed
    assert invoke("sources", "--set", "0.1", "--kb", kb).status == 2
    assert invoke("sources", "gazette", "--set", "3", "--kb", kb).status == 2


def test_the_log_explains_a_fact(folder: Path) -> None:
    """EK-04: `changes --explain` shows the relation with why, the values side by side, what closed it and when."""
    (folder / "news" / "2022-01-02-b.txt").write_text("Siemens is headquartered in Munich.")
    (folder / "news" / "2023-01-02-b.txt").write_text("Siemens is headquartered in Berlin.")
    _add(folder)
    kb, fact = folder / "kb", "Siemens: headquartered in Munich"
    told = invoke("changes", "--explain", fact, "--kb", kb, "--json").json
    assert (told["fact"]["status"], told["values"], told["why"]) == ("closed", "one", "the table of relations says so")
    assert [c["object"] for c in told["candidates"]] == ["berlin", "munich"]
    assert [d["event"] for d in told["decisions"]] == ["added", "closed"]
    shown = invoke("changes", "--explain", fact, "--kb", kb).out
    assert (told["fact"]["subject_name"], told["candidates"][0]["name"]) == ("Siemens", "Berlin")
    words = " ".join(shown.split())
    assert "closed by Siemens: headquartered in Berlin, from 2 January 2023 on" in words
    assert "Munich: C = " in words
    assert "closed: 2 January 2022 to 1 January 2023, confidence" in words
    assert "closed by: Siemens: headquartered in Berlin" in words
    assert "siemens:" not in words
    assert "munich" not in words
    nothing = invoke("changes", "--explain", "Siemens: headquartered in Rome", "--kb", kb)
    assert (nothing.status, nothing.err.count("\n")) == (1, 1)
    assert "no visible fact 'Siemens: headquartered in Rome'" in nothing.err
    (line,) = [line for line in invoke("changes", "--kb", kb).out.splitlines() if line.startswith("    closed: ")]
    shown = invoke("changes", "--explain", line.removeprefix("    closed: ").partition(" —")[0], "--kb", kb).out
    assert shown.startswith("Siemens: headquartered in Munich, from 2 January 2022 on")
