"""Documents in and out over HTTP: what is acknowledged is kept, once, and nothing of the server's is read."""

from __future__ import annotations

import datetime as dt
import gzip
import io
import json
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

import timeweave
from timeweave import Document
from timeweave.server.ingesting import Worker
from timeweave.server.limits import Limits
from timeweave.server.running import Plan
from timeweave.server.spool import DONE, OPEN, QUEUED, Job, Spool, Upload, unquoted

from .conftest import Served, serving

BASE = "/v1/kb/beta"


def document(id_: str, text: str = "Delta Mills opened a plant in Sarn in May 2024.") -> dict[str, str]:
    return {"id": id_, "date": "2024-05-02", "text": text}


def over(served: Served, place: str) -> dict[str, object]:
    """An ingest, once it is over."""
    deadline = time.monotonic() + 60
    while (known := served.get(place).json())["state"] in OPEN:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return known


def test_documents_are_taken_in_in_turn(served: Served) -> None:
    """202 with a place that says how far it is; then they are read, and the same again changes nothing."""
    given = served.post(f"{BASE}/documents", {"documents": [document("d1"), document("d2"), {"id": "d3"}]})
    assert given.status_code in (200, 202)
    assert given.json()["received"] == 3
    done = over(served, given.headers["location"])
    assert (done["state"], done["added"], done["done"], done["failures"]) == ("done", 2, 3, 1)
    assert done["failed"][0]["source"] == "documents"  # type: ignore[index]
    assert done["failed"][0]["line"] == 3  # type: ignore[index]
    assert served.get(f"{BASE}/documents/d1").status_code == 200
    again = served.post(f"{BASE}/documents?wait=30", {"documents": [document("d1")]})
    assert (again.status_code, again.json()["unchanged"]) == (200, 1)
    changed = served.post(f"{BASE}/documents?wait=30", {"documents": [document("d1", "Delta Mills closed in 2025.")]})
    assert changed.json()["replaced"] == 1


def test_what_an_ingest_could_not_read_is_not_kept_where_documents_are_erased(served: Served) -> None:
    """A failure quotes its input while the server runs; on disk never, and nowhere once a document is deleted."""
    whole = document("quoted", "Delta Mills opened a plant in Sarn.")
    sent = [
        whole,
        {**whole, "id": "bad", "date": "wyverns nesting"},
        {**whole, "id": "worse", "text": ["griffin's eggs"]},
    ]
    done = served.post(f"{BASE}/documents?wait=30", {"documents": sent}).json()
    place = f"{BASE}/ingests/{done['id']}"
    assert (done["added"], done["failures"]) == (1, 2), done
    assert "wyverns" in served.get(place).text
    record = next(served.folder.rglob(f"{done['id']}/job.json")).read_text()
    assert served.client().delete(f"{BASE}/documents/quoted").status_code == 200
    told = served.get(place)
    for said in (record, told.text):
        assert not any(word in said for word in ("wyverns", "griffin", "Delta"))
    assert [one["line"] for one in told.json()["failed"]] == [2, 3]
    assert all(one["error"] for one in told.json()["failed"])


def test_what_was_guessed_of_documents_is_told(served: Served) -> None:
    """A document without a date counts as published today, and who sent it is told so, of all of an ingest at once;
    what else was guessed too, under the names that were given, and no document is named once one was deleted.
    """
    text = "Delta Mills opened a plant in Sarn."
    sent = [document("dated"), *({"id": f"undated-{n}", "text": text} for n in range(20))]
    done = served.post(f"{BASE}/documents?wait=30", {"documents": sent}).json()
    (warned,) = done["warnings"]
    assert "20 documents have no date ('undated-0', 'undated-1', 'undated-2', …)" in warned
    assert '"date"' in warned
    assert "--" not in warned
    again = served.post(f"{BASE}/documents?wait=30", {"documents": sent}).json()
    assert (again["unchanged"], again["warnings"]) == (21, [])
    latin = "Delta Mills opened a plant in Zürich, and one in Köln.".encode("latin-1")
    with served.client() as client:
        given = client.post(f"{BASE}/documents?wait=30", files=[("files", ("2024-05-06-latin.txt", latin))])
        place = f"{BASE}/ingests/{given.json()['id']}"
        (guessed,) = given.json()["warnings"]
        assert "2024-05-06-latin.txt" in guessed
        assert "UTF-8" in guessed
        assert str(served.folder) not in given.text
        record = next(served.folder.rglob(f"{given.json()['id']}/job.json")).read_text()
        assert "latin.txt' is not" not in record
        assert client.delete(f"{BASE}/documents/undated-0").status_code == 200
    told = served.get(f"{BASE}/ingests", limit=500).json()["items"]
    assert not any(name in str(one["warnings"]) for one in told for name in ("undated-1", "latin.txt"))
    assert "UTF-8" in served.get(place).json()["warnings"][0]
    assert any("20 documents have no date: they count" in str(one["warnings"]) for one in told)


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("date 'soon' is none: write 2024-03-05", "date … is none: write 2024-03-05"),
        ("no quotation", "no quotation"),
        ('"it\'s" is none: write `one` or say', "… or say"),
        ("given 'a text that was cut…", "given …"),
        ("'a' or 'b that was cut… is none", "… is none"),
    ],
)
def test_what_a_message_may_quote_is_cut_out(message: str, left: str) -> None:
    """From the first mark of quotation to the last, or to where a quotation was cut off."""
    assert unquoted(message) == left


def test_files_of_many_formats_are_read(served: Served) -> None:
    """Text, HTML, CSV, JSON Lines, packed too; each is known by its name, and what is no document is named."""
    lines = "".join(json.dumps(document(f"line-{n}")) + "\n" for n in range(3))
    page = "<!doctype html><html><body><article><h1>Sarn</h1><p>The mill of Sarn closed in May 2024.</p></article>"
    files = [
        ("files", ("a.txt", b"Delta Mills hired 40 people in June 2024.")),
        ("files", ("deep/er/b.md", b"---\ndate: 2024-03-02\n---\nDelta Mills moved to Bern in March 2024.")),
        ("files", ("page.html", page.encode())),
        ("files", ("many.jsonl.gz", gzip.compress(lines.encode()))),
        ("files", ("table.csv", b"id,date,text\nrow-1,2024-01-02,Delta Mills opened in 2024.\n")),
        ("files", ("x.exe", b"MZ\x90\x00")),
    ]
    with served.client() as client:
        given = client.post(f"{BASE}/documents?wait=60", files=files)
    done = given.json()
    assert (given.status_code, done["state"], done["received"]) == (200, "done", 6)
    assert (done["added"], done["failures"]) == (7, 1), done
    assert done["failed"][0]["source"] == "x.exe"
    assert str(served.folder) not in given.text
    assert served.get(f"{BASE}/documents/deep/er/b.md").json()["observed"] == "2024-03-02"
    assert served.get(f"{BASE}/documents/line-2").status_code == 200


def test_fields_are_renamed(served: Served) -> None:
    """With JSON and with files."""
    body = {"documents": [{"key": "m1", "body": "Delta Mills grew in 2024."}], "mapping": {"id": "key", "text": "body"}}
    assert served.post(f"{BASE}/documents?wait=30", body).json()["added"] == 1
    row = json.dumps({"key": "m2", "body": "Delta Mills shrank in 2025."}).encode()
    with served.client() as client:
        form = {"mapping": json.dumps({"id": "key", "text": "body"})}
        given = client.post(f"{BASE}/documents?wait=30", files=[("files", ("r.jsonl", row))], data=form)
        wrong = client.post(f"{BASE}/documents", files=[("files", ("r.jsonl", row))], data={"mapping": "[1"})
    assert given.json()["added"] == 1
    assert wrong.status_code == 422
    assert "mapping" in wrong.json()["detail"]


@pytest.mark.parametrize("name", ["../../../../etc/passwd", "/etc/shadow", "..\\..\\boot.ini", "a/../../b.txt", ".."])
def test_the_name_of_a_file_leads_nowhere(served: Served, name: str) -> None:
    """It is what the document is called, and never a path."""
    before = {path for path in served.folder.rglob("*") if path.is_file()}
    with served.client() as client:
        given = client.post(f"{BASE}/documents?wait=30", files=[("files", (name, b"Delta Mills met in 2024."))])
    assert given.status_code in (200, 202)
    assert ".." not in json.dumps(given.json())
    made = {path for path in served.folder.rglob("*") if path.is_file()} - before
    assert all(path.is_relative_to(served.folder / "stores" / "beta") for path in made), made
    assert not Path("/etc/b.txt").exists()


def test_a_source_is_words(served: Served) -> None:
    """A path or address in a document is kept as it is, and nothing is read or fetched from there."""
    for source in ("/etc/passwd", "file:///etc/passwd", "http://127.0.0.1:1/x"):
        body = {"documents": [{**document("s1"), "source": source, "metadata": {"url": source}}]}
        assert served.post(f"{BASE}/documents?wait=30", body).json()["failures"] == 0
        given = served.get(f"{BASE}/documents/s1")
        assert given.json()["source"] == source
        assert "root:" not in given.text


def test_a_key_is_for_one_request(served: Served) -> None:
    """The same request under the same key is done once; another one under it is refused."""
    with served.client(**{"Idempotency-Key": "k-1"}) as client:
        first = client.post(f"{BASE}/documents", json={"documents": [document("key-1")]})
        second = client.post(f"{BASE}/documents", json={"documents": [document("key-1")]})
        other = client.post(f"{BASE}/documents", json={"documents": [document("key-2")]})
    assert first.json()["id"] == second.json()["id"]
    assert other.status_code == 409
    assert "k-1" in other.json()["detail"]
    over(served, first.headers["location"])


def test_what_is_removed_is_gone(served: Served) -> None:
    """Once; then there is no such document."""
    served.post(f"{BASE}/documents?wait=30", {"documents": [document("gone/one")]})
    with served.client() as client:
        assert client.delete(f"{BASE}/documents/gone/one").json() == {"removed": 1}
        again = client.delete(f"{BASE}/documents/gone/one")
    assert (again.status_code, again.json()["status"]) == (404, 404)
    assert served.get(f"{BASE}/documents/gone/one").status_code == 404


@pytest.mark.parametrize("body", [{}, {"documents": []}, {"documents": ["x"]}, {"documents": [{}], "markup": "runes"}])
def test_a_body_that_will_not_do_is_refused_before_it_is_kept(served: Served, body: object) -> None:
    """422, and no ingest."""
    before = len(served.get(f"{BASE}/ingests", limit=500).json()["items"])
    assert served.post(f"{BASE}/documents", body).status_code == 422
    with served.client() as client:
        assert (
            client.post(f"{BASE}/documents", content=b"{", headers={"content-type": "application/json"}).status_code
            == 422
        )
        assert client.post(f"{BASE}/documents", content=b"x", headers={"content-type": "text/plain"}).status_code == 415
        assert client.post(f"{BASE}/documents", data={"a": "b"}, files={"c": b""}).status_code == 422
    assert len(served.get(f"{BASE}/ingests", limit=500).json()["items"]) == before


def test_an_archive_that_unpacks_to_far_more_is_an_input_that_failed(served: Served) -> None:
    """A zip bomb costs its own file; the server goes on, and the rest is added."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"<w>" + b"0" * 150_000_000)
        archive.writestr("[Content_Types].xml", b"<Types/>")
    bomb = gzip.compress(b"0" * 150_000_000)
    files = [
        ("files", ("bomb.docx", packed.getvalue())),
        ("files", ("bomb.jsonl.gz", bomb)),
        ("files", ("fine.txt", b"Delta Mills survived in 2024.")),
    ]
    with served.client() as client:
        given = client.post(f"{BASE}/documents?wait=60", files=files)
    done = given.json()
    assert (done["state"], done["added"], done["failures"]) == ("done", 1, 2), done


def test_knowledge_bases_are_made_and_deleted(served: Served) -> None:
    """Empty, by their names; what is deleted leaves nothing behind, and its name is free again."""
    with served.client() as client:
        made = client.put("/v1/kb/fresh")
        assert (made.status_code, client.put("/v1/kb/fresh").status_code) == (201, 200)
        assert client.post("/v1/kb/fresh/documents?wait=30", json={"documents": [document("f1")]}).json()["added"] == 1
        assert client.get("/v1/kb/fresh/documents").json()["total"] == 1
        assert client.delete("/v1/kb/fresh").json() == {"name": "fresh", "deleted": True}
        assert client.get("/v1/kb/fresh/documents").status_code == 404
        assert client.put("/v1/kb/fresh").status_code == 201
        assert client.get("/v1/kb/fresh/documents").json()["total"] == 0
        assert client.delete("/v1/kb/fresh").status_code == 200
    assert sorted(path.name for path in (served.folder / "stores").iterdir()) == ["alpha", "beta"]


def test_an_ingest_that_waits_can_be_cancelled(tmp_path: Path) -> None:
    """What has not begun never does, and what was sent is let go; over is over."""
    home = tmp_path / "kb"
    timeweave.open(home).close()
    spool = Spool(home)
    job, new = spool.put(upload())
    assert new
    assert job.state == QUEUED
    assert spool.cancel(job.id).state == "cancelled"
    assert not list((spool.folder / job.id).glob("*.jsonl"))
    with timeweave.open(home) as kb:
        worker = Worker(kb, spool, lambda _: None)
        worker.start()
        time.sleep(0.2)
        worker.stop(10)
        assert kb.stats().counts["documents"] == 0
    spool.close()


def test_what_is_left_when_a_server_ends_goes_on_where_it_was(tmp_path: Path) -> None:
    """An ingest in the middle is taken up behind what was counted; each document is counted once."""
    home = tmp_path / "kb"
    with timeweave.open(home) as kb:
        kb.add([Document(id="n0", text="Delta Mills opened in 2024.", date=dt.date(2024, 5, 2))], workers=1)
    spool = Spool(home)
    job, _ = spool.put(upload(3))

    def begun(known: Job) -> None:
        known.state, known.done, known.added = "running", 1, 1

    spool.update(job, begun)
    spool.close()
    with serving(Plan(home, None, None)) as (_, server):
        spool = server.stores.get("default").spool
        deadline = time.monotonic() + 30
        while spool.get(job.id).state in OPEN:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        known = spool.get(job.id)
        assert (known.state, known.done, known.added) == (DONE, 3, 3)
        assert server.stores.get("default").kb.stats().counts["documents"] == 3  # n0, n1, n2


def test_what_ends_the_server_again_and_again_is_given_up(tmp_path: Path) -> None:
    """After twenty times; what comes after it is taken in before."""
    home = tmp_path / "kb"
    with timeweave.open(home) as kb:
        spool = Spool(home)
        bad, _ = spool.put(upload(1))
        spool.update(bad, lambda known: setattr(known, "attempts", 20))
        good, _ = spool.put(upload(2))
        assert [job.id for job in spool.waiting()] == [good.id, bad.id]
        worker = Worker(kb, spool, lambda _: None)
        worker.start()
        deadline = time.monotonic() + 30
        while spool.waiting():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        worker.stop(10)
        assert {bad.state, good.state} == {"failed", "done"}
        assert "one by one" in str(bad.error)
        spool.close()


def test_a_store_is_served_by_one_process(tmp_path: Path) -> None:
    """A second one is told that it is in use, before it takes in the same ingests."""
    home = tmp_path / "kb"
    timeweave.open(home).close()
    held = Spool(home)
    with pytest.raises(timeweave.errors.StoreInUseError, match="another process"), serving(Plan(home, None, None)):
        pass
    held.close()


def test_a_folder_that_is_not_served_is_named(tmp_path: Path) -> None:
    """Before the server begins: its address could not hold that name."""
    for name in ("press", "Press.kb", ".gone.12.deleted"):
        timeweave.open(tmp_path / name).close()
    command = [sys.executable, "-m", "timeweave", "serve", "--stores", str(tmp_path), "--no-auth", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        said = [line for line, _ in zip(running.stderr, range(2), strict=False)]
        running.terminate()
    assert "'Press.kb' is not served" in said[0]
    assert "serving at" in said[1]


def upload(count: int = 1) -> Upload:
    lines = "".join(json.dumps(document(f"n{n}")) + "\n" for n in range(count))
    return Upload([(".jsonl", "documents", io.BytesIO(lines.encode()))], count, {}, None, None)


def test_limits_are_told_before_anything_is_kept(served: Served) -> None:
    """A body that is larger than allowed is refused while it arrives, with its length told and without."""
    most = served.serving.limits.upload
    before = len(list((served.folder / "stores" / "beta" / "ingests").iterdir()))
    with served.client() as client:
        told = client.post(f"{BASE}/documents", content=b"x" * (most + 1), headers={"content-type": "application/json"})
        assert told.status_code == 413
        chunked = (b"x" * 100_000 for _ in range(most // 100_000 + 2))
        untold = client.post(f"{BASE}/documents", content=chunked, headers={"content-type": "application/json"})
        assert untold.status_code == 413
        assert untold.json()["remedy"]
        assert client.post(f"{BASE}/ask", content=b"x" * 300_000).status_code == 413
    assert len(list((served.folder / "stores" / "beta" / "ingests").iterdir())) == before
    assert Limits().upload > most
