"""Routes that read a knowledge base."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from timeweave.server import figures, operations, told
from timeweave.server.describing import WITH_TOKEN, described
from timeweave.server.routes.streaming import streamed, wants_events
from timeweave.server.serving import Readable
from timeweave.server.shapes import AskRequest, Day, FigureRequest, SearchRequest

router = APIRouter(prefix="/v1/kb/{name}", tags=["reading"], dependencies=WITH_TOKEN)

AsOf = Annotated[Day | None, Query()]
Cursor = Annotated[str | None, Query(max_length=4_000, description="`next` of the page before.")]
Limit = Annotated[int, Query(ge=1, le=200)]
Most = Annotated[int, Query(ge=1, le=1_000)]
_ADDRESS = "A name, which the most mentioned of its bearers is meant by, or `id:` and an id, of which there is one."
Name = Annotated[str, Query(min_length=1, max_length=1_000, description=_ADDRESS, examples=["Quillon"])]
Called = Annotated[str, Query(alias="name", min_length=1, max_length=1_000, examples=["Quillon", "id:quillon"])]
Sought = Annotated[str | None, Query(max_length=1_000, description="Only what has these letters in it.")]
Entity = Annotated[str | None, Query(min_length=1, max_length=1_000, description=_ADDRESS)]
Within = Annotated[str | None, Query(min_length=1, max_length=1_000, description="Only events that name it.")]
Kind = Annotated[str | None, Query(max_length=100, description="Only such events.", examples=["closed"])]
By = Annotated[
    Literal["recorded", "published"], Query(description="Which days `since`, `until` and the order are about.")
]
Peak = Annotated[Day | None, Query(description="The `peak` of a spike, of which it is told what happened.")]
Relation = Annotated[str | None, Query(max_length=1_000, examples=["chief executive officer"])]


_EVENTS = """event: progress
data: {"stage":"waiting"}

event: words
data: {"text":"Ada Brook","anew":false}

event: answer
data: {"question":"…","answer":"…"}

"""
_ANSWER = described(
    told.Answer,
    "An answer or a refusal; as events `progress`, where a model writes `words` as they come (with `anew` those before "
    "are withdrawn), then `answer`, which counts, or `error`.",
)
_ANSWER[200]["content"]["text/event-stream"] = {"schema": {"type": "string"}, "example": _EVENTS}
_FIGURE = described(told.Figure, "The subgraph.")
_FIGURE[200]["content"]["image/svg+xml"] = {"schema": {"type": "string"}}


@router.post("/search", responses=described(told.Search, "Evidence."))
async def search(base: Readable, asked: SearchRequest) -> Response:
    """Evidence for a question, as it could be found on a day."""
    return await base.told(operations.search, asked)


@router.post("/ask", responses=_ANSWER)
async def ask(request: Request, base: Readable, asked: AskRequest) -> Response:
    """An answer with its citations, or a refusal that says what is missing; as events where these are accepted."""
    if wants_events(request):
        return streamed(base, asked)
    return await base.told(operations.ask, asked)


@router.get("/timeline", responses=described(told.Timeline, "The facts."))
async def timeline(
    base: Readable,
    entity: Name,
    relation: Relation = None,
    spikes: bool = False,
    limit: Most = 1_000,
    cursor: Cursor = None,
    as_of: AsOf = None,
) -> Response:
    """The facts about an entity, in order of time, each with its standing."""
    return await base.told(operations.timeline, operations.Told(entity, relation, as_of), limit, cursor, spikes=spikes)


@router.get("/spikes", responses=described(told.Spikes, "The spikes."))
async def spikes(base: Readable, entity: Name, peak: Peak = None, as_of: AsOf = None) -> Response:
    """The days on which an entity is spoken of far more than usual; with what happened on the highest of them, or on
    the one that is named.
    """
    return await base.told(operations.spikes_of, entity, peak, as_of)


@router.get("/report", responses=described(told.Report, "The report."))
async def report(
    base: Readable, period: Annotated[str, Query(max_length=100, examples=["2024-Q1"])], as_of: AsOf = None
) -> Response:
    """What the facts of a period come to."""
    return await base.told(operations.report, period, as_of)


@router.get("/periods", responses=described(told.Periods, "The time nodes."))
async def periods(base: Readable, as_of: AsOf = None) -> Response:
    """The years, quarters, months and days that facts speak of."""
    return await base.told(operations.periods, as_of)


@router.get("/entities", responses=described(told.Entities, "The entities."))
async def entities(
    base: Readable, q: Sought = None, limit: Limit = 50, cursor: Cursor = None, as_of: AsOf = None
) -> Response:
    """Entities, the most mentioned first."""
    return await base.told(operations.entities, q, limit, cursor, as_of)


@router.get("/entities/one", responses=described(told.KnownEntities, "Who bears the name."))
async def entity(base: Readable, called: Called, as_of: AsOf = None) -> Response:
    """All that bear a name, with what makes each of them one."""
    return await base.told(operations.entity, called, as_of)


@router.get("/relations", responses=described(told.Relations, "The relations."))
async def relations(base: Readable, limit: Most = 1_000, cursor: Cursor = None, as_of: AsOf = None) -> Response:
    """The relations by name, each with how many values it has at a time and why."""
    return await base.told(operations.relations, limit, cursor, as_of)


@router.get("/facts", responses=described(told.Facts, "A page of facts."))
async def facts(
    base: Readable,
    entity: Entity = None,
    relation: Relation = None,
    limit: Limit = 50,
    cursor: Cursor = None,
    as_of: AsOf = None,
) -> Response:
    """Facts with their standing: of an entity in order of time, else by id."""
    return await base.told(operations.facts, entity, relation, limit, cursor, as_of)


@router.get("/facts/{id}", responses=described(told.Explanation, "Why."))
async def fact(base: Readable, id: str, as_of: AsOf = None) -> Response:  # noqa: A002 - the name in the address
    """Why a fact stands as it does."""
    return await base.told(operations.fact, id, as_of)


@router.get("/changes", responses=described(told.Changes, "A page of the log."))
async def changes(
    base: Readable,
    since: AsOf = None,
    until: AsOf = None,
    entity: Within = None,
    relation: Relation = None,
    kind: Kind = None,
    limit: Limit = 50,
    cursor: Cursor = None,
    as_of: AsOf = None,
    by: By = "recorded",
) -> Response:
    """The log, the newest first: what was added, closed, contradicted, removed, and why."""
    asked = operations.Logged(since, until, entity, relation, kind, as_of, by)
    return await base.told(operations.changes, asked, limit, cursor)


@router.get("/suggestions", responses=described(told.Suggestions, "Questions, the best to begin with first."))
async def suggestions(base: Readable, as_of: AsOf = None) -> Response:
    """Questions that can be answered with confidence; the first time after a change it takes some seconds."""
    return await base.told(operations.suggestions, as_of)


@router.get("/stats", responses=described(told.Stats, "The sizes."))
async def stats(base: Readable, as_of: AsOf = None) -> Response:
    """Sizes, time range and ledger."""
    return await base.told(operations.stats, as_of)


@router.post("/figure", responses=_FIGURE)
async def figure(request: Request, base: Readable, asked: FigureRequest) -> Response:
    """The subgraph of a question and its answer, facts under their time nodes; as SVG where that is accepted."""
    if "image/svg+xml" in request.headers.get("accept", ""):
        return Response(await base.run(figures.picture, asked), media_type="image/svg+xml")
    return await base.told(figures.figure, asked)


@router.get("/documents", responses=described(told.Documents, "A page of documents."))
async def documents(
    base: Readable, q: Sought = None, limit: Limit = 50, cursor: Cursor = None, as_of: AsOf = None
) -> Response:
    """The documents, by id."""
    return await base.told(operations.documents, q, limit, cursor, as_of)


@router.get("/documents/{id:path}", responses=described(told.WholeDocument, "The document."))
async def document(base: Readable, id: str, as_of: AsOf = None) -> Response:  # noqa: A002 - the name in the address
    """A document with its text, in which all spans are counted."""
    return await base.told(operations.document, id, as_of)
