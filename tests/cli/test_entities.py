"""`timeweave entities` as users run it: who is who, why, and what they decide."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Ran, invoke

Run = Callable[..., Ran]

POSTS = {
    "2021-03-01-a.txt": "Ostra Foods opened a plant in March 2021. Ostra Foods named Mara Ellison as chief executive.",
    "2021-03-02-b.txt": "Brightwater Ltd named Tomas Reyk as chief executive officer in February 2021.",
    "2021-03-03-c.txt": "Mara Ellison won the regatta in Oslo in February 2021, said the yacht club.",
}


@pytest.fixture
def kb(tmp_path: Path) -> Run:
    """A small knowledge base, and the command on it."""
    for name, text in POSTS.items():
        (tmp_path / name).write_text(text)
    assert invoke("add", tmp_path, "--kb", tmp_path / "kb").status == 0
    return lambda *args: invoke(*args, "--kb", tmp_path / "kb")


def names(ran: Ran) -> list[tuple[str, int]]:
    return [(e["name"], e["documents"]) for e in ran.json["entities"]]


def test_entities_gives_the_objects_of_the_contract(on_corpus: Run) -> None:
    """EK-03: the list, and what is known of a name, with the fields that were promised."""
    listed = on_corpus("entities", "--limit", "3", "--json").json
    assert listed["total"] > 3
    assert len(listed["entities"]) == 3
    assert list(listed["entities"][0]) == ["id", "name", "type", "mentions", "documents"]
    known = on_corpus("entities", "Quillon Instruments", "--json").json
    assert known["name"] == "Quillon Instruments"
    (found,) = known["entities"]
    fields = ["id", "name", "type", "mentions", "documents", "facts", "names", "links", "candidates"]
    assert list(found) == fields
    assert found["facts"] > 0
    assert found["names"][0]["documents"] is None
    shown = on_corpus("entities", "Quillon Instruments").out
    assert shown.startswith("Quillon Instruments")
    assert " facts" in shown


def test_properties_are_shown_and_grouped(tmp_path: Path) -> None:
    """EK-01, EK-08: `entities NAME --properties` has the values of exclusive relations, --by groups them."""
    (tmp_path / "2020-01-10-a.txt").write_text("Siemens is headquartered in Munich.")
    (tmp_path / "2021-01-10-b.txt").write_text("Siemens is headquartered in Berlin.")
    kb = tmp_path / "kb"
    invoke("add", tmp_path / "2020-01-10-a.txt", tmp_path / "2021-01-10-b.txt", "--kb", kb)
    (one,) = invoke("entities", "Siemens", "--properties", "--by", "document", "--kb", kb, "--json").json
    told = one["properties"]["headquartered in"]
    assert {c["object"] for c in told["candidates"]} == {"munich", "berlin"}
    assert {name: [c["object"] for c in group] for name, group in told["groups"].items()} == {
        "2020-01-10-a.txt": ["munich"],
        "2021-01-10-b.txt": ["berlin"],
    }
    shown = invoke("entities", "Siemens", "--by", "source", "--kb", kb).out
    assert "headquartered in" in shown
    assert "munich  C = 0." in shown
    assert invoke("entities", "--by", "source", "--kb", kb).err.count("need a name") == 1
    assert invoke("entities", "Siemens", "--by", "colour", "--kb", kb).status == 2


def test_names_are_merged_and_the_merge_undone(kb: Run) -> None:
    """EK-03: from then on both names give the facts of both; undone by one command."""
    assert kb("entities", "merge", "Ostra Foods", "Brightwater", "--json").json[0]["number"] == 1
    assert names(kb("entities", "Brightwater", "--json")) == [("Ostra Foods", 2)]
    told = {f["object_name"] for f in kb("timeline", "Brightwater", "--json").json["facts"]}
    assert {"Mara Ellison", "Tomas Reyk"} <= told
    assert "ostra foods is brightwater (decision 1)" in kb("entities", "Ostra Foods").out
    before = kb("entities", "Brightwater", "--as-of", "2021-12-31", "--json")
    assert names(before) == [("Brightwater Ltd", 1)]
    assert kb("entities", "undo", "1").status == 0
    assert names(kb("entities", "Brightwater", "--json")) == [("Brightwater Ltd", 1)]
    assert "1  from" in kb("entities", "--decisions").out
    assert "(undone)" in kb("entities", "--decisions").out


def test_a_name_is_split_and_the_other_renamed(kb: Run) -> None:
    """EK-03: a document means another by the name; each has its own facts; a new name is found too."""
    document = next(p for p in POSTS if p.endswith("c.txt"))
    assert kb("entities", "split", "Mara Ellison", document, "--as", "Mara Ellison (sailor)").status == 0
    assert names(kb("entities", "Mara Ellison", "--json")) == [("Mara Ellison", 1), ("Mara Ellison (sailor)", 1)]
    assert "regatta" not in kb("timeline", "Mara Ellison", "--json").out
    assert kb("entities", "rename", "Mara Ellison (sailor)", "Marit Ellison").status == 0
    assert names(kb("entities", "Marit Ellison", "--json")) == [("Marit Ellison", 1)]


def test_what_cannot_be_done_is_said(kb: Run) -> None:
    """EK-03: one clear error each, that quotes what was given and says the remedy."""
    for args, status, said in [
        (("merge", "Ostra Foods"), 2, "`entities merge` got 'Ostra Foods': it is one of NAME | merge KEPT OTHER…"),
        (("merge", "Ostra Foods", "Nobody"), 1, "no entity 'Nobody' in the store"),
        (("split", "Mara Ellison", "x.txt", "--as", "Other"), 1, "no document 'x.txt' names 'Mara Ellison'"),
        (("split", "Mara Ellison"), 2, "split needs documents that mean another by the name"),
        (("undo", "7"), 1, "no decision 7: nothing was decided yet"),
        (("rename", "Mara Ellison", "Someone", "--on", "2999-01-01"), 2, "which lies ahead"),
        (("rename", "Mara Ellison", "Someone", "--on", "soon"), 2, "'soon'"),
    ]:
        ran = kb("entities", *args)
        assert (ran.status, ran.out) == (status, "")
        assert said in ran.err, (said, ran.err)
