"""The verbs of the facade, asked of a server."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import json
import math
import time
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self, Unpack, cast
from urllib.parse import quote

from timeweave.addresses import checked
from timeweave.client.calling import EVENTS, Call, Caller, connection
from timeweave.client.shapes import (
    Answered,
    AskEvent,
    AskOptions,
    Base,
    Change,
    DocumentListed,
    DocumentRead,
    Fact,
    Found,
    Ingest,
    Period,
    Timeline,
)
from timeweave.documents.native import document_to_json
from timeweave.errors import ServerError, UsageError
from timeweave.records import Document

Day = dt.date | str
Source = str | Path | Document | Mapping[str, Any] | Iterable[str | Path | Document | Mapping[str, Any]]
"""Files of this machine, documents, or documents in the native JSON form."""

_OPEN = frozenset({"queued", "running"})
_AT_MOST_WAITED = 30  # seconds that one request waits for an ingest
_PAGE = 200
_LINE = 1_000  # facts of a page of a timeline
_LOOK = 0.5  # seconds between two looks at one


class AsyncClient:
    """A knowledge base on a server. An asynchronous context manager.

    What it gives are the JSON objects of the API. Calls that a busy server turns away (429, 503) are made again when it
    says so, at most ``retries`` times and while it asks for no more than ``patience`` seconds; those that broke off,
    too, where nothing can happen twice.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        kb: str = "default",
        timeout: float = 90.0,
        retries: int = 4,
        patience: float = 60.0,
    ) -> None:
        """A client of the server at ``url``, with the ``token`` that `timeweave token create` showed.

        Raises:
            UsageError: ``url`` is no address of HTTP, or ``token`` none.
        """
        checked(url, "the server's address")
        if token is not None and not (token.isascii() and token.isprintable() and token.strip() == token and token):
            raise UsageError("the token is none: give what `timeweave token create` showed, without blanks")
        self._http = connection(url, token, timeout)
        self._caller = Caller(self._http, retries, patience)
        self._kb = f"kb/{quote(kb, safe='')}"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Let connections go."""
        await self._http.aclose()

    # -- writing ----------------------------------------------------------------------------------------------------

    async def add(
        self,
        source: Source,
        *,
        mapping: Mapping[str, str] | None = None,
        markup: str | None = None,
        wait: float | None = math.inf,
        key: str | None = None,
    ) -> Ingest:
        """Send documents or files, and wait ``wait`` seconds for what becomes of them (``None``: not at all).

        When this returns, what was sent is on the server's disk; ``state`` says whether it is taken in, ``failed`` what
        cannot be read. The same under the same ``key`` is done once: one is made for each call, so that this can be
        repeated by the client; give one to repeat it yourself.

        Raises:
            ServerError: the server gave the ingest up; what was added of it stays.
            UsageError: there is nothing to send, or files are mixed with documents.
        """
        call = _addition(source, mapping or {}, markup)
        until = time.monotonic() + (wait or 0.0)
        headers = {"Idempotency-Key": key or uuid.uuid4().hex}
        query = {"wait": min(_AT_MOST_WAITED, wait) if wait else None}
        path = f"{self._kb}/documents"
        sent = Call("POST", path, query, call.body, call.fields, call.files, headers)
        ingest = cast(Ingest, await self._caller.json(sent))
        return await self.wait_for(ingest["id"], max(0.0, until - time.monotonic())) if wait else ingest

    async def wait_for(self, ingest: str, seconds: float = math.inf) -> Ingest:
        """The ingest called so, when it is over or ``seconds`` are.

        Raises:
            ServerError: the server gave it up.
        """
        until = time.monotonic() + seconds
        known = await self.ingest(ingest)
        while known["state"] in _OPEN and time.monotonic() < until:
            await asyncio.sleep(min(_LOOK, max(0.0, until - time.monotonic())))
            known = await self.ingest(ingest)
        if known["state"] == "failed":
            raise ServerError(f"the ingest {ingest} failed: {known['error']}")
        return known

    async def ingest(self, id_: str) -> Ingest:
        """How far an ingest is."""
        return cast(Ingest, await self._get(f"ingests/{quote(id_, safe='')}"))

    async def ingests(self, limit: int = 50) -> list[Ingest]:
        """The ingests that the server knows, the newest first."""
        return cast(list[Ingest], (await self._get("ingests", limit=limit))["items"])

    async def cancel(self, ingest: str) -> Ingest:
        """End an ingest; what was added of it stays."""
        call = Call("DELETE", f"{self._kb}/ingests/{quote(ingest, safe='')}", repeatable=False)
        return cast(Ingest, await self._caller.json(call))

    async def remove(self, *ids: str) -> int:
        """Erase documents and all that only they supported; how many.

        Raises:
            NotFoundError: for the first id that the store does not hold; those before it are removed.
        """
        for id_ in ids:
            # not repeated after a broken connection: the second time there is none such
            call = Call("DELETE", f"{self._kb}/documents/{quote(id_, safe='')}", repeatable=False)
            await self._caller.json(call)
        return len(ids)

    # -- reading ----------------------------------------------------------------------------------------------------

    async def search(
        self,
        question: str,
        *,
        as_of: Day | None = None,
        mode: str = "auto",
        budget: int | None = None,
        limit: int | None = None,
        explain: bool = False,
    ) -> Found:
        """Evidence for a question, as it could be found on ``as_of``."""
        asked = {"question": question, "as_of": as_of, "mode": mode, "budget": budget, "limit": limit}
        return cast(Found, await self._post("search", {**asked, "explain": explain}))

    async def ask(
        self,
        question: str,
        *,
        as_of: Day | None = None,
        mode: str = "auto",
        budget: int | None = None,
        limit: int | None = None,
        explain: bool = False,
        min_confidence: float | None = None,
        figure: bool = False,
    ) -> Answered:
        """An answer with its citations, or a refusal that names what was missing; with ``figure`` the subgraph around
        it, too.
        """
        asked = {"question": question, "as_of": as_of, "mode": mode, "budget": budget, "limit": limit}
        more = {"explain": explain, "min_confidence": min_confidence, "figure": figure}
        return cast(Answered, await self._post("ask", {**asked, **more}))

    async def events(self, question: str, **options: Unpack[AskOptions]) -> AsyncGenerator[AskEvent, None]:
        """What happens while a question is answered; options as for `ask`. First ``progress``, where a language model
        writes ``words`` as they come (``anew``: those before are withdrawn), and at last the ``answer``, which alone is
        checked and counts.

        Raises:
            ServerError: the connection breaks off before the answer.
        """
        call = Call(
            "POST", f"{self._kb}/ask", body=_body({"question": question, **options}), headers={"Accept": EVENTS}
        )
        async with contextlib.aclosing(self._caller.events(call)) as coming:
            async for kind, said in coming:
                if kind == "answer":
                    yield {"event": "answer", "answer": said}
                    return
                if kind in ("progress", "words"):
                    yield cast(AskEvent, {"event": kind, **said})
        raise ServerError("the answer broke off: ask again")

    async def suggestions(self, *, as_of: Day | None = None) -> list[dict[str, Any]]:
        """Questions that can be answered with confidence, each with its answer."""
        return cast(list[dict[str, Any]], (await self._get("suggestions", as_of=as_of))["items"])

    async def figure(self, question: str, *, as_of: Day | None = None, mode: str = "auto") -> dict[str, Any]:
        """The subgraph of a question and its answer: its nodes and edges, facts under their time nodes."""
        found = await self._post("figure", {"question": question, "as_of": as_of, "mode": mode})
        return cast(dict[str, Any], found)

    async def timeline(
        self, entity: str, relation: str | None = None, *, as_of: Day | None = None, spikes: bool = False
    ) -> Timeline:
        """The facts about an entity, in order of time; with ``spikes`` the days on which it was spoken of most.

        Raises:
            NotFoundError: no visible document mentions such an entity; the message names similar ones.
        """
        asked = {"entity": entity, "relation": relation, "as_of": as_of, "limit": _LINE}
        found = await self._get("timeline", **asked, spikes=spikes or None)
        following = found.pop("next", None)
        while following is not None:
            page = await self._get("timeline", **asked, cursor=following)
            found["facts"] += page["facts"]
            following = page["next"]
        return cast(Timeline, found)

    async def spikes(self, entity: str, *, peak: Day | None = None, as_of: Day | None = None) -> dict[str, Any]:
        """The days on which an entity was spoken of far more than usual; with what happened on the highest of them, or
        on the one of ``peak``: the object of `timeline --spikes --json`.

        Raises:
            NotFoundError: no visible document mentions such an entity; the message names similar ones.
        """
        return cast(dict[str, Any], await self._get("spikes", entity=entity, peak=peak, as_of=as_of))

    async def report(self, period: str, *, as_of: Day | None = None) -> dict[str, Any]:
        """What the facts of a period come to: the object of `report --json`."""
        return cast(dict[str, Any], await self._get("report", period=period, as_of=as_of))

    async def periods(self, *, as_of: Day | None = None) -> list[Period]:
        """The years, quarters, months and days that facts speak of."""
        return cast(list[Period], (await self._get("periods", as_of=as_of))["items"])

    async def entities(
        self, q: str | None = None, *, limit: int = 50, cursor: str | None = None, as_of: Day | None = None
    ) -> dict[str, Any]:
        """Entities, the most mentioned first, of those that have ``q`` in their names; ``cursor`` is the ``next`` of
        the page before.
        """
        return cast(dict[str, Any], await self._get("entities", q=q, limit=limit, cursor=cursor, as_of=as_of))

    async def entity(self, name: str, *, as_of: Day | None = None) -> dict[str, Any]:
        """All that bear a name, with what makes each of them one."""
        return cast(dict[str, Any], await self._get("entities/one", name=name, as_of=as_of))

    async def relations(self, *, as_of: Day | None = None) -> list[dict[str, Any]]:
        """Every relation, with how many values it has at a time and why."""
        return [one async for one in self._pages("relations", as_of=as_of)]

    async def explain(self, fact: str, *, as_of: Day | None = None) -> dict[str, Any]:
        """Why a fact, given by its id, stands as it does."""
        return cast(dict[str, Any], await self._get(f"facts/{quote(fact, safe='')}", as_of=as_of))

    async def document(self, id_: str, *, as_of: Day | None = None) -> DocumentRead:
        """A document with its stored text."""
        return cast(DocumentRead, await self._get(f"documents/{quote(id_, safe='')}", as_of=as_of))

    async def stats(self, *, as_of: Day | None = None) -> dict[str, Any]:
        """Sizes, time range and ledger: the object of `stats --json`."""
        return cast(dict[str, Any], await self._get("stats", as_of=as_of))

    async def bases(self) -> list[Base]:
        """The knowledge bases that the token is for."""
        return cast(list[Base], (await self._caller.json(Call("GET", "kb")))["items"])

    # -- lists of any length, a page at a time -----------------------------------------------------------------------

    def documents(self, q: str | None = None, *, as_of: Day | None = None) -> AsyncIterator[DocumentListed]:
        """The documents, by id, of those that have ``q`` in their id, title or source."""
        return cast(AsyncIterator[DocumentListed], self._pages("documents", q=q, as_of=as_of))

    def facts(
        self, entity: str | None = None, relation: str | None = None, *, as_of: Day | None = None
    ) -> AsyncIterator[Fact]:
        """Facts with their standing: of an entity in order of time, else by id."""
        return cast(AsyncIterator[Fact], self._pages("facts", entity=entity, relation=relation, as_of=as_of))

    def changes(
        self,
        *,
        since: Day | None = None,
        until: Day | None = None,
        entity: str | None = None,
        relation: str | None = None,
        kind: str | None = None,
        as_of: Day | None = None,
        by: str = "recorded",
    ) -> AsyncIterator[Change]:
        """The log, the newest first, of the days from ``since`` to ``until``, on which it was "recorded" or, where
        ``by`` says so, "published"; only such events where any are named.
        """
        asked = {"since": since, "until": until, "entity": entity, "relation": relation, "kind": kind}
        asked |= {"as_of": as_of, "by": by}
        return cast(AsyncIterator[Change], self._pages("changes", **asked))

    async def _pages(self, what: str, **query: Any) -> AsyncIterator[Any]:
        cursor = None
        while True:
            page = await self._get(what, **query, limit=_PAGE, cursor=cursor)
            for item in page["items"]:
                yield item
            cursor = page["next"]
            if cursor is None:
                return

    async def _get(self, what: str, **query: Any) -> Any:
        given = {name: _plain(value) for name, value in query.items()}
        return await self._caller.json(Call("GET", f"{self._kb}/{what}", given))

    async def _post(self, what: str, asked: Mapping[str, Any]) -> Any:
        return await self._caller.json(Call("POST", f"{self._kb}/{what}", body=_body(asked)))


def _body(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _plain(value) for name, value in asked.items() if value is not None}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, dt.date) else value


def _addition(source: Source, mapping: Mapping[str, str], markup: str | None) -> Call:
    given: list[Any] = [source] if isinstance(source, str | Path | Document | Mapping) else list(source)
    if not given:
        raise UsageError("there is nothing to add: give documents or files")
    paths = [Path(each) for each in given if isinstance(each, str | Path)]
    if not paths:
        documents = [document_to_json(each) if isinstance(each, Document) else dict(each) for each in given]
        return Call("POST", "", body={"documents": documents, "mapping": dict(mapping), "markup": markup})
    if len(paths) < len(given):
        raise UsageError("files are mixed with documents: add them in two calls")
    fields = {"mapping": json.dumps(dict(mapping))} | ({} if markup is None else {"markup": markup})
    return Call("POST", "", fields=fields, files=lambda: _opened(paths))


def _opened(paths: Iterable[Path]) -> list[tuple[str, Any]]:
    """Files as parts of a form.

    Raises:
        UsageError: one cannot be read, or is a folder.
    """
    with contextlib.ExitStack() as opened:
        parts = []
        for path in paths:
            try:
                parts.append(("files", (path.name, opened.enter_context(path.open("rb")))))
            except OSError as error:
                reason = "it is a folder: name the files in it" if path.is_dir() else error.strerror
                raise UsageError(f"{str(path)!r} cannot be sent: {reason}") from None
        opened.pop_all()
    return parts
