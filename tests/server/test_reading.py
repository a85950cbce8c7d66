"""What is read over HTTP is what the facade gives."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest

import timeweave
from timeweave import wire
from timeweave.server import operations
from timeweave.server.shapes import AskRequest
from timeweave.store import log_rows

from .conftest import TEXTS, XSS, Served

BASE = "/v1/kb/alpha"
WHO = "Who was chief executive officer of Acme Robotics in 2023?"


def test_knowledge_bases_are_listed_for_whom_may_read_them(served: Served) -> None:
    """Each with its size and time; a token for one of them sees that one."""
    listed = served.get("/v1/kb").json()["items"]
    assert [(one["name"], one["documents"]) for one in listed] == [("alpha", len(TEXTS)), ("beta", 1)]
    assert listed[0]["time_range"][0].startswith("2023")
    assert [one["name"] for one in served.get("/v1/kb", "alpha").json()["items"]] == ["alpha"]


def test_an_answer_is_that_of_the_facade(served: Served) -> None:
    """The object of `ask --json`, with the same words and citations."""
    given = served.post(f"{BASE}/ask", {"question": WHO, "mode": "auto"})
    assert given.status_code == 200
    with timeweave.open(served.folder / "stores" / "alpha", read_only=True) as kb:
        expected = wire.answer_to_json(kb.ask(WHO))
    got = given.json()
    assert got.keys() == expected.keys()
    for key in ("answer", "citations", "refused", "evidence", "values"):
        assert got[key] == expected[key]
    assert "Ada Brook" in got["answer"]


def test_as_of_is_what_was_known_then(served: Served) -> None:
    """Who came later is not known on an earlier day, on any route."""

    def told(route: str, **more: str) -> str:
        return served.get(f"{BASE}/{route}", **more).text

    assert "ben marsh" in told("timeline", entity="Acme Robotics").casefold()
    assert "ben marsh" not in told("timeline", entity="Acme Robotics", as_of="2023-12-31").casefold()
    for route in ("stats", "documents", "periods", "facts", "entities", "relations"):
        now, then = served.get(f"{BASE}/{route}").json(), served.get(f"{BASE}/{route}", as_of="2023-12-31").json()
        assert len(json.dumps(then)) < len(json.dumps(now)), route
    asked = {"question": "Who is chief executive officer of Acme Robotics?", "as_of": "2023-12-31"}
    assert "Ada Brook" in served.post(f"{BASE}/ask", asked).json()["answer"]


@pytest.mark.parametrize("mode", ["auto", "global", "passages"])
@pytest.mark.parametrize("day", ["0001", "0001-01-01", "0002-01-01"])
def test_the_first_days_that_there_are_can_be_asked_about(served: Served, day: str, mode: str) -> None:
    """Nothing was known then, whether a question names a time or none."""
    for question in ("x", WHO, "What did Acme Robotics do this week?"):
        for route in ("ask", "search"):
            given = served.post(f"{BASE}/{route}", {"question": question, "as_of": day, "mode": mode})
            assert given.status_code == 200, given.text
            assert given.json()["evidence"] == []


def test_sizes_are_described_as_they_are_given(served: Served) -> None:
    """The schema of `stats` names each size that comes back."""
    described = served.get("/openapi.json").json()["components"]["schemas"]["Stats"]
    assert served.get(f"{BASE}/stats").json().keys() == described["properties"].keys() == set(described["required"])


@pytest.mark.parametrize("nonsense", ["2024-99", "soon", "2024/..", "", "' OR 1=1", "9" * 50])
def test_a_day_that_is_none_is_quoted_with_a_remedy(served: Served, nonsense: str) -> None:
    """On every route 422 and a problem that says which part was wrong."""
    for route in ("stats", "documents", "periods", "facts", "entities", "relations", "changes?until="):
        path, _, last = route.partition("?until=")
        named = {"until" if "?" in route else "as_of": nonsense}
        given = served.get(f"{BASE}/{path}", **named)
        assert given.status_code == 422, (route, given.text)
        problem = given.json()
        assert given.headers["content-type"] == "application/problem+json"
        assert problem["remedy"]
        assert next(iter(named)) in problem["detail"]
        assert not last
    assert served.post(f"{BASE}/search", {"question": "x", "as_of": nonsense}).status_code == 422


def test_pages_hold_everything_once(served: Served) -> None:
    """By cursor: documents, facts and changes come whole and in order, however small the pages are."""
    for route, key in (("documents", "id"), ("facts", "id"), ("changes", "sequence")):
        whole = [one[key] for one in served.get(f"{BASE}/{route}", limit=200).json()["items"]]
        paged: list[object] = []
        cursor = None
        while True:
            more = {} if cursor is None else {"cursor": cursor}
            page = served.get(f"{BASE}/{route}", limit=2, **more).json()
            assert len(page["items"]) <= 2
            paged += [one[key] for one in page["items"]]
            cursor = page["next"]
            if cursor is None:
                break
        assert paged == whole, route
        assert len(whole) > 4
        assert all(a > b for a, b in pairwise(whole)) if route == "changes" else whole == sorted(whole)


def test_a_page_of_the_log_reads_no_more_of_it(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies before and behind a page is not decoded, with bounds and without; filters read on until it is full."""
    decoded: list[int] = []
    decode = log_rows._recorded_change
    monkeypatch.setattr(log_rows, "_recorded_change", lambda row: decoded.append(row[0]) or decode(row))
    whole = served.get(f"{BASE}/changes", limit=200).json()["items"]
    assert len(whole) == len(decoded) > 6
    decoded.clear()
    page = served.get(f"{BASE}/changes", limit=2).json()
    assert decoded == [one["sequence"] for one in whole[2::-1]]  # two, and one that says that there are more
    decoded.clear()
    second = served.get(f"{BASE}/changes", limit=2, cursor=page["next"], until="2100", as_of="2099").json()
    assert page["items"] + second["items"] == whole[:4]
    assert len(decoded) == 3


def test_the_log_is_narrowed_by_day_event_and_what_could_be_read_then(served: Served) -> None:
    """`since` and `until` are days of recording, `as_of` one of publication; a page of few among many is full."""

    def log(**asked: object) -> list[dict[str, Any]]:
        return list(served.get(f"{BASE}/changes", **asked).json()["items"])

    whole = log(limit=200)
    today = whole[0]["recorded"][:10]
    assert log(since=today, until=today, limit=200) == whole
    assert log(until="2001") == log(since="2100") == []
    assert {one["document_id"] for one in log(as_of="2023")} == {"press/2023-05-09", "press/2023-06-01"}
    closed = log(kind="closed", entity="Acme Robotics", limit=1)
    assert [event["event"] for one in closed for event in one["events"]] == ["closed"]
    refused = served.get(f"{BASE}/changes", kind="lost")
    assert refused.status_code == 422
    assert "closed" in refused.json()["detail"]


def test_the_log_goes_by_days_of_publication(served: Served) -> None:
    """`by=published`: days, order and pages are of publication, under names; a cursor of the other order is refused."""

    def page(**asked: object) -> dict[str, Any]:
        return dict(served.get(f"{BASE}/changes", by="published", **asked).json())

    whole = page(limit=200)["items"]
    assert [one["observed"] for one in whole] == sorted((str(day) for day, _ in TEXTS.values()), reverse=True)
    paged, cursor = [], None
    while cursor is not None or not paged:
        part = page(limit=2, **({} if cursor is None else {"cursor": cursor}))
        paged, cursor = paged + part["items"], part["next"]
    assert paged == whole
    july = page(since="2024-07", until="2024-07")["items"]
    assert [one["document_id"] for one in july] == ["press/2024-07-20"]
    (closed,) = [event for event in july[0]["events"] if event["event"] == "closed"]
    assert closed["words"] == "Acme Robotics: chief executive officer Ada Brook, from 1 June 2023 on"
    assert "Ben Marsh" in closed["reason"]
    assert page(until="2024-07-19", kind="closed")["items"] == []
    recorded = served.get(f"{BASE}/changes", limit=2).json()["next"]
    published = page(limit=2)["next"]
    for by, cursor in (("published", recorded), ("recorded", published), ("published", "MjAyNC05OS8z")):
        assert served.get(f"{BASE}/changes", by=by, cursor=cursor).status_code == 422
    assert served.get(f"{BASE}/changes", by="added").status_code == 422


def test_facts_of_an_entity_come_in_pages_in_order_of_time(served: Served) -> None:
    """As its timeline has them."""
    named = {"entity": "Acme Robotics"}
    whole = [one["id"] for one in served.get(f"{BASE}/timeline", **named).json()["facts"]]
    first = served.get(f"{BASE}/facts", limit=2, **named).json()
    second = served.get(f"{BASE}/facts", limit=2, cursor=first["next"], **named).json()
    assert [one["id"] for one in first["items"] + second["items"]] == whole[:4]


def test_facts_are_told_by_names_as_written(served: Served) -> None:
    """Beside the keys, with an entity and without."""
    for asked in ({}, {"entity": "Acme Robotics"}):
        items = served.get(f"{BASE}/facts", relation="chief executive officer", **asked).json()["items"]
        assert {(one["subject"], one["subject_name"]) for one in items} == {("acme robotics", "Acme Robotics")}
        assert {(one["object"], one["object_name"]) for one in items} == {
            ("ada brook", "Ada Brook"),
            ("ben marsh", "Ben Marsh"),
        }


def test_an_entity_is_asked_for_by_its_id(served: Served) -> None:
    """Wherever a name is; one that there is not is refused, with what to do."""
    id_ = {"entity": "id:acme robotics"}
    by_name = served.get(f"{BASE}/timeline", entity="Acme Robotics").json()
    assert by_name["entity"]["id"] == "acme robotics"
    assert served.get(f"{BASE}/timeline", **id_).json() == by_name
    assert served.get(f"{BASE}/spikes", **id_).json()["entity"] == by_name["entity"]
    assert served.get(f"{BASE}/facts", **id_).json()["items"] == by_name["facts"]
    assert served.get(f"{BASE}/changes", **id_).json()["items"]
    (one,) = served.get(f"{BASE}/entities/one", name="id:acme robotics").json()["entities"]
    assert one["id"] == "acme robotics"
    refused = served.get(f"{BASE}/timeline", entity="id:nobody")
    assert refused.status_code == 404
    assert "'nobody'" in refused.json()["detail"]


def test_lists_of_names_come_in_pages(served: Served) -> None:
    """Entities in the order of their mentions, of those that have letters too; relations by name; timelines by time."""
    for route, key, listed, asked in (
        ("entities", "id", "entities", {}),
        ("entities", "id", "entities", {"q": "a"}),
        ("relations", "name", "items", {}),
        ("timeline", "id", "facts", {"entity": "Acme Robotics"}),
    ):
        whole = [one[key] for one in served.get(f"{BASE}/{route}", limit=200, **asked).json()[listed]]
        paged: list[str] = []
        more: dict[str, str] = {}
        while True:
            page = served.get(f"{BASE}/{route}", limit=2, **asked, **more).json()
            assert len(page[listed]) <= 2
            assert page.get("total", len(whole)) == len(whole)
            paged += [one[key] for one in page[listed]]
            if page["next"] is None:
                break
            more = {"cursor": page["next"]}
        assert paged == whole, route
        assert len(whole) > 4, route
        elsewhere = operations.made_cursor("nothing like that")
        assert served.get(f"{BASE}/{route}", cursor=elsewhere, **asked).status_code == 422, route


@pytest.mark.parametrize("cursor", ["%%%", "é", "x" * 3, "AAAA="])
def test_a_cursor_that_no_page_gave_is_refused(served: Served, cursor: str) -> None:
    """With what to hand back instead; or it is read as the beginning of nothing that is there."""
    given = served.get(f"{BASE}/changes", cursor=cursor)
    assert given.status_code == 422
    assert "next" in given.json()["remedy"]


def test_a_document_comes_with_its_text(served: Served) -> None:
    """Under its id, with slashes, spaces and letters of any kind in it; spans of answers point into it."""
    for id_, (_, text) in TEXTS.items():
        given = served.get(f"{BASE}/documents/{id_}")
        assert given.status_code == 200
        assert given.json()["text"].strip() == text
    cited = served.post(f"{BASE}/ask", {"question": WHO}).json()["citations"][0]
    document = served.get(f"{BASE}/documents/{cited['document_id']}").json()
    assert document["text"][cited["start"] : cited["end"]] == cited["quote"]
    assert served.get(f"{BASE}/documents/nobody").status_code == 404


def test_markup_of_a_title_stays_text(served: Served) -> None:
    """It is JSON that no browser takes for a page."""
    given = served.get(f"{BASE}/documents", q="title")
    assert XSS in given.text
    assert given.headers["content-type"] == "application/json"
    assert given.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in given.headers["content-security-policy"]


def test_events_tell_what_is_under_way(served: Served) -> None:
    """Progress, then the same answer as without events; a request that will not do is refused before any."""
    with served.client(Accept="text/event-stream") as client:
        text = client.post(f"{BASE}/ask", json={"question": WHO}).text
        wrong = client.post(f"{BASE}/ask", json={"question": WHO, "as_of": "2024-99"})
    events = [block.split("\n", 1) for block in text.strip().split("\n\n")]
    assert [kind for kind, _ in events] == ["event: progress", "event: progress", "event: answer"]
    answer = json.loads(events[-1][1].removeprefix("data: "))
    assert answer["answer"] == served.post(f"{BASE}/ask", {"question": WHO}).json()["answer"]
    assert (wrong.status_code, wrong.headers["content-type"]) == (422, "application/problem+json")
    assert "2024-99" in wrong.json()["detail"]


def test_figures_hold_their_ends(served: Served) -> None:
    """Every edge joins nodes of the figure, some of which are on the path; the same as SVG, and with the answer."""
    found = served.post(f"{BASE}/figure", {"question": WHO}).json()
    answer = served.post(f"{BASE}/ask", {"question": WHO, "figure": True}).json()
    assert answer["figure"] == found
    assert "figure" not in served.post(f"{BASE}/ask", {"question": WHO}).json()
    facts = [node for node in found["nodes"] if node["kind"] == "fact"]
    assert [node["value"] for node in facts if node["on_path"]] == [answer["answer"]]
    for node in facts:
        told = served.get(f"{BASE}/facts/{node['fact']}").json()["fact"]
        assert (told["relation"], told["text"]) == (node["relation"], node["text"])
    ids = {node["id"] for node in found["nodes"]}
    assert {node["kind"] for node in found["nodes"]} >= {"time", "entity", "fact"}
    assert all(edge["source"] in ids and edge["target"] in ids for edge in found["edges"])
    assert any(edge["on_path"] for edge in found["edges"])
    drawn = served.post(f"{BASE}/figure", {"question": WHO}, Accept="image/svg+xml")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text.startswith("<?xml")


def test_a_refusal_has_a_figure_that_marks_nothing(served: Served) -> None:
    """It says so, and shows what is known all the same."""
    asked = {"question": "Who was the mayor of Acme Robotics in 2019?", "figure": True}
    answer = served.post(f"{BASE}/ask", asked).json()
    assert answer["refused"]
    figure = answer["figure"]
    assert figure["marks"] == "refused"
    assert any(node["kind"] == "fact" for node in figure["nodes"])
    assert not any(part["on_path"] for part in (*figure["nodes"], *figure["edges"]))


def test_questions_are_suggested_that_are_answered(served: Served) -> None:
    """As they say, with confidence; as of a day only what was known by then."""
    found = served.get(f"{BASE}/suggestions").json()["items"]
    assert found
    for one in found:
        answer = served.post(f"{BASE}/ask", {"question": one["question"]}).json()
        assert not answer["refused"]
        assert (answer["answer"], answer["confidence"]) == (one["answer"], one["confidence"])
    assert served.get(f"{BASE}/suggestions", as_of="2020-01-01").json() == {"items": []}


def test_all_else_is_read(served: Served) -> None:
    """Reports, relations, entities, reasons and spikes are those of the commands."""
    report = served.get(f"{BASE}/report", period="2024").json()
    assert report["reports"][0]["sentences"]
    assert any(one["name"] == "chief executive officer" for one in served.get(f"{BASE}/relations").json()["items"])
    entities = served.get(f"{BASE}/entities", q="acme", limit=1).json()
    assert entities["entities"][0]["name"] == "Acme Robotics"
    assert served.get(f"{BASE}/entities/one", name="Acme Robotics").json()["entities"][0]["facts"] > 3
    fact = served.get(f"{BASE}/facts", relation="chief executive officer").json()["items"][0]
    why = served.get(f"{BASE}/facts/{fact['id']}").json()
    assert {**why["fact"], **fact} == why["fact"]
    words = "Acme Robotics: chief executive officer Ada Brook, from 1 June 2023 on"
    assert (why["fact"]["subject_name"], why["fact"]["words"]) == ("Acme Robotics", words)
    assert {one["name"] for one in why["candidates"]} == {"Ada Brook", "Ben Marsh"}
    assert any(one["reason"].startswith("held ") and "Ben Marsh" in one["reason"] for one in why["decisions"])
    spikes = served.get(f"{BASE}/timeline", entity="Acme Robotics", spikes="true").json()["spikes"]
    assert set(spikes["counts"].values()) == {1}
    assert spikes == served.get(f"{BASE}/spikes", entity="Acme Robotics").json()
    assert served.get(f"{BASE}/timeline", entity="Nobody At All").status_code == 404
    assert served.get(f"{BASE}/report", period="1850").status_code == 404


def test_every_mode_of_the_facade_is_taken() -> None:
    """The modes in the schema are those that there are."""
    from timeweave.retrieval import RetrievalOptions
    from timeweave.retrieval.router import retrievers

    schema = AskRequest.model_json_schema()["properties"]["mode"]
    assert set(schema["enum"]) == set(retrievers(RetrievalOptions()))


@pytest.mark.parametrize(
    ("route", "asked", "remedy"),
    [
        ("stats", {"asof": "2023"}, "'as_of'"),
        ("facts", {"Limit": "3"}, "'limit'"),
        ("timeline", {"entity": "Acme Robotics", "relations": "revenue"}, "'relation'"),
        ("ingests", {"as_of": "2023"}, "it takes limit"),
        ("documents/notes/last", {"surprise": "1"}, "it takes as_of"),
        ("facts", {"name": "alpha"}, "it takes entity, relation, limit, cursor, as_of"),
    ],
)
def test_a_parameter_that_is_none_is_quoted(served: Served, route: str, asked: dict[str, str], remedy: str) -> None:
    """422 with the nearest that there is: it would have been answered as if nothing had been said."""
    given = served.get(f"{BASE}/{route}", **asked)
    assert (given.status_code, given.headers["content-type"]) == (422, "application/problem+json")
    assert repr([*asked][-1]) in given.json()["detail"]
    assert remedy in given.json()["remedy"]
    assert served.get(f"{BASE}/{route}", None, **asked).status_code == 401


def test_what_to_do_is_said_once_in_words_of_the_api(served: Served) -> None:
    """Neither commands nor their options; what was wrong and the remedy do not repeat each other."""
    body = {"documents": [{"id": "no-text"}, {"text": "x"}]}
    failed = served.post(f"{BASE}/documents?wait=30", body).json()["failed"]
    assert [word in failed[n]["error"] for n, word in enumerate(('{"text": "FIELD"}', '{"id": "FIELD"}'))] == [True] * 2
    problems = [
        served.get(f"{BASE}/{route}", **asked).json()
        for route, asked in (
            ("documents/none", {}),
            ("timeline", {"entity": "Nobody At All"}),
            ("ingests/none", {}),
            ("report", {"period": "never"}),
            ("facts/x", {}),
        )
    ]
    with served.client() as client:
        problems.append(client.delete(f"{BASE}/documents/none").json())
    assert problems[0]["remedy"] == "GET documents lists those that are there"
    assert problems[-1]["remedy"] == "GET stats says what it holds"
    for said in (*(str(one) for one in problems), *(one["error"] for one in failed)):
        assert "--" not in said
        assert "`" not in said
    assert not any(one["remedy"] in one["detail"] for one in problems)


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({}, "question"),
        ({"question": ""}, "question"),
        ({"question": "x", "mode": "magic"}, "mode"),
        ({"question": "x", "budget": -1}, "budget"),
        ({"question": "x", "surprise": 1}, "surprise"),
        ({"question": "x" * 5000}, "question"),
        ([], "body"),
    ],
)
def test_what_cannot_be_read_is_quoted(served: Served, body: object, where: str) -> None:
    """422 with the place, what was given and what is taken."""
    given = served.post(f"{BASE}/ask", body)
    assert given.status_code == 422
    problem = given.json()
    assert where in problem["errors"][0]["where"]
    assert problem["remedy"]
    assert len(given.content) < 2000


def test_the_server_tells_how_it_is(served: Served) -> None:
    """Health without a token; counts by route, with none of what was asked for in them."""
    assert served.get("/healthz", None).json() == {"status": "ok"}
    assert served.get("/readyz", None).json() == {"status": "ready"}
    served.get(f"{BASE}/timeline", entity="Hidden Words")
    counts = served.get("/metrics").text
    assert 'timeweave_requests_total{method="GET",route="/v1/kb/{name}/timeline",status="404"}' in counts
    assert f'timeweave_documents{{kb="alpha"}} {len(TEXTS)}.0' in counts
    assert "Hidden" not in counts
