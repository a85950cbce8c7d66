"""NE-14: a search API on the web, asked of a real server: what is read of its answer, what it gets, what is refused."""

from __future__ import annotations

import datetime as dt
import json
import logging
from urllib.parse import quote

import pytest

from timeweave.answering.stories.retold import retell
from timeweave.errors import FetchError, UsageError
from timeweave.feeds import Visitor
from timeweave.feeds.guard import Guard
from timeweave.feeds.searching import SearchApi, WebResult
from timeweave.retrieval.news.baselines import web_rag

from .conftest import HOST, Site, SteppedClock

DAY = dt.date(2024, 5, 7)
QUERY = "irma holt"
ASKED = "(Date: May 7, 2024) irma holt"
RESULTS = [
    {"title": "Holt resigns", "snippet": "Irma Holt resigned.", "url": "https://a.example/1", "date": "2024-05-08"},
    {"title": "Library", "snippet": "Irma Holt opened it.", "url": "https://b.example/2", "date": "2024-05-07T08:00Z"},
    {"title": "Harbour", "snippet": "It is widened.", "url": "https://c.example/2024/05/06/x", "date": None},
    {"title": "Holt", "snippet": "Irma Holt is mayor.", "url": "https://d.example/4"},
    {"title": "Evil", "snippet": "x", "url": "javascript:alert(1)", "date": "2024-05-01"},
]


def put(site: Site, results: object) -> str:
    """Have the site answer the query; the template of its address."""
    body = results if isinstance(results, (str, bytes)) else json.dumps(results)
    site.put(f"/s?q={quote(ASKED, safe='')}&d={DAY}", body)
    return site.url("/s") + "?q={query}&d={day}"


def test_web_rag_answers_from_results_of_no_later_day(site: Site, visitor: Visitor) -> None:
    """NE-14: the query goes with its date; what is later, or may be, is dropped; the digest cites addresses."""
    api = SearchApi(put(site, {"results": RESULTS}), visitor=visitor)
    found = web_rag(api.search, QUERY, DAY)
    assert [(p.day, p.source) for p in found] == [
        (dt.date(2024, 5, 7), "https://b.example/2"),
        (dt.date(2024, 5, 6), "https://c.example/2024/05/06/x"),
    ]
    assert [p.source for p in web_rag(api.search, QUERY, DAY, top=1)] == ["https://b.example/2"]
    with_undated = web_rag(api.search, QUERY, DAY, undated=True)
    assert [p.source for p in with_undated][2:] == ["https://d.example/4"]
    told = retell(QUERY, DAY, found)
    assert (told.refused, told.method, told.query) == (False, "extractive", ASKED)
    assert told.answer.splitlines() == [
        "- 2024-05-07: Library: Irma Holt opened it. [1] https://b.example/2",
        "- 2024-05-06: Harbour: It is widened. [2] https://c.example/2024/05/06/x",
    ]
    assert [p.source for p in told.cited] == [p.source for p in found]


def test_a_month_is_later_until_it_ends(site: Site, visitor: Visitor) -> None:
    """NE-14: a result that is dated to its month may be of any day of it."""
    month = [{**RESULTS[1], "date": "2024-05"}, {**RESULTS[2], "url": "https://c.example/x", "date": "2024-04"}]
    api = SearchApi(put(site, {"results": month}), visitor=visitor)
    assert [p.source for p in web_rag(api.search, QUERY, DAY)] == ["https://c.example/x"]


def test_fields_are_mapped(site: Site, visitor: Visitor) -> None:
    """NE-14: paths of keys say where results, titles, snippets, addresses and dates stand; mark-up is no words."""
    item = {
        "name": "<b>Holt</b> &amp; Co",
        "text": "a\n <em>b</em>\x1b&#x202e;",
        "page": {"at": "https://a.example/1"},
        "age": 0,
    }
    fields = {"results": "web.items", "title": "name", "snippet": "text", "url": "page.at", "date": "page.on"}
    page = {"at": "https://a.example/1", "on": "May 3, 2024"}
    answered = {"web": {"items": [{**item, "page": page}, "no result", {**item, "page": 7}]}}
    api = SearchApi(put(site, answered), fields, visitor=visitor)
    expected = WebResult("https://a.example/1", "Holt & Co", "a b", dt.date(2024, 5, 3))
    assert api.search(ASKED, DAY) == [expected]


@pytest.mark.parametrize("body", ["<html>", "[" * 40_000, "[]", '{"results": "none"}', '{"other": []}'])
def test_an_answer_without_results_is_said(site: Site, visitor: Visitor, body: str) -> None:
    """And nothing of the query stands in the message."""
    api = SearchApi(put(site, body), visitor=visitor)
    with pytest.raises(FetchError, match="answers") as raised:
        api.search(ASKED, DAY)
    assert "irma" not in str(raised.value)


def test_an_answer_has_bounds(site: Site, visitor: Visitor) -> None:
    """NE-14: no more than so many bytes are read."""
    api = SearchApi(put(site, {"results": RESULTS, "more": "x" * 60_000}), visitor=visitor)
    with pytest.raises(FetchError, match="more than 50,000 bytes"):
        api.search(ASKED, DAY)


def test_a_private_search_api_is_refused_unless_named(site: Site) -> None:
    """NE-14: and nothing is asked of it."""
    api = SearchApi(put(site, {"results": RESULTS}), visitor=Visitor(Guard()))
    with pytest.raises(FetchError, match="no public address"):
        web_rag(api.search, QUERY, DAY)
    assert not site.requests


def test_robots_are_heeded_unless_said_otherwise(site: Site, visitor: Visitor) -> None:
    """NE-14: what the API's robots.txt forbids to crawlers is asked for only where that is said to be allowed."""
    template = put(site, {"results": RESULTS})
    site.put("/robots.txt", "User-agent: *\nDisallow: /s")
    with pytest.raises(FetchError, match=r"robots\.txt"):
        SearchApi(template, visitor=visitor).search(ASKED, DAY)
    assert [path for path, _ in site.requests] == ["/robots.txt"]
    assert SearchApi(template, visitor=Visitor(Guard((HOST,)), robots=False)).search(ASKED, DAY)


def test_the_key_goes_into_its_header_and_nowhere_else(
    site: Site, clock: SteppedClock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """NE-14: from the environment to the site that was named; neither logged, nor shown, nor sent on to another."""
    monkeypatch.setenv("SEARCH_KEY", "s3cr3t")
    caplog.set_level(logging.DEBUG)
    template = put(site, {"results": RESULTS})
    api = SearchApi(template, key="SEARCH_KEY", header="X-Token", visitor=Visitor(Guard((HOST,)), clock=clock))
    assert api.search(ASKED, DAY)
    own = [headers for path, headers in site.requests if path.startswith("/s")]
    assert [h.get("x-token") for h in own] == ["s3cr3t"]
    assert not any("x-token" in headers for headers in site.asked("/robots.txt"))
    for path in [p for p in site.pages if p.startswith("/s")]:
        site.put(path, "", 302, location=f"http://localhost:{site.port}/elsewhere")
    site.put("/elsewhere", json.dumps({"results": RESULTS}))
    api = SearchApi(
        template, key="SEARCH_KEY", header="X-Token", visitor=Visitor(Guard((HOST, "localhost")), clock=clock)
    )
    assert api.search(ASKED, DAY)
    (elsewhere,) = site.asked("/elsewhere")
    assert "x-token" not in elsewhere
    assert "s3cr3t" not in caplog.text + repr(api)
    assert "the search API at" in caplog.text
    assert "irma" not in caplog.text


def test_a_key_is_not_sent_in_the_clear(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor asked without, where one is named and not set."""
    api = SearchApi("http://search.example/s?q={query}", key="SEARCH_KEY")
    monkeypatch.setenv("SEARCH_KEY", "s3cr3t")
    with pytest.raises(UsageError, match="in the clear") as raised:
        api.search(ASKED, DAY)
    assert "s3cr3t" not in str(raised.value)
    for bad in ("", "a\nb", "schlüssel"):
        monkeypatch.setenv("SEARCH_KEY", bad)
        with pytest.raises(UsageError, match="'SEARCH_KEY' holds no key") as raised:
            api.search(ASKED, DAY)
        assert not bad or bad not in str(raised.value)


@pytest.mark.parametrize(
    ("template", "why"),
    [
        ("https://a.example/s", "give its address"),
        ("ftp://a.example/s?q={query}", "give its address"),
        ("https://{query}.example/s", "give its address"),
        ("https://a.example/s?q={query}&api_key=abc", "holds a secret"),
        ("https://me:word@a.example/s?q={query}", "holds a secret"),
        ("https://[a/s?q={query}", "cannot be read"),
    ],
)
def test_templates_that_cannot_be_used(template: str, why: str) -> None:
    with pytest.raises(UsageError, match=why) as raised:
        SearchApi(template)
    assert "abc" not in str(raised.value)


def test_what_may_be_named_is_said() -> None:
    """A query may be called ``keywords`` or ``key``; fields and headers have names."""
    SearchApi("https://a.example/s?keywords=a&key={query}")
    with pytest.raises(UsageError, match="no field 'body': use results, title, snippet, url, date"):
        SearchApi("https://a.example/s?q={query}", {"body": "x"})
    with pytest.raises(UsageError, match="no name of a header"):
        SearchApi("https://a.example/s?q={query}", header="X: y")
