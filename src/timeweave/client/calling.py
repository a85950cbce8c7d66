"""One call of the API: sent, tried again where that is safe, its problem raised as the error that it is."""

from __future__ import annotations

import asyncio
import datetime as dt
import inspect
import json
import random
import re
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any

from timeweave import errors
from timeweave.errors import DocumentError, MissingExtraError, ServerError, TimeweaveError

try:
    import httpx2
except ImportError:
    raise MissingExtraError("the client of a server", "client") from None

EVENTS = "text/event-stream"
_URN = "urn:timeweave:problem:"
_BUSY = frozenset({429, 503})
_FIRST_PAUSE = 0.5  # seconds, doubled each time
_LONGEST_PAUSE = 30.0
_QUOTED = 200


@dataclass(frozen=True, slots=True)
class Call:
    """What is sent. ``repeatable`` is what may be sent again after a connection broke: nothing is done twice.

    ``files`` makes the files of a form anew for each time that they are sent.
    """

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    fields: Mapping[str, str] = field(default_factory=dict)
    files: Callable[[], list[tuple[str, Any]]] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    repeatable: bool = True


def connection(url: str, token: str | None, timeout: float) -> httpx2.AsyncClient:
    """What sends to the API at ``url``, and to nowhere that it may lead to."""
    headers = {"Accept": "application/json"} | ({} if token is None else {"Authorization": f"Bearer {token}"})
    given = httpx2.URL(url)
    base = given.copy_with(path=f"{given.path.rstrip('/')}/v1/", query=None, fragment=None)
    return httpx2.AsyncClient(base_url=base, headers=headers, timeout=timeout, follow_redirects=False)


class Caller:
    """Sends calls to one server. ``retries`` is how often one is sent again, ``patience`` the longest wait for that."""

    def __init__(self, http: httpx2.AsyncClient, retries: int, patience: float) -> None:
        self._http = http
        self._retries = retries
        self._patience = patience

    async def json(self, call: Call) -> Any:
        """The JSON of the response.

        Raises:
            TimeweaveError: the problem that the server says, by its kind.
            ServerError: it cannot be reached, turns the caller away, or fails.
        """
        response = _good(await self._sent(call))
        try:
            return response.json()
        except ValueError:
            raise _other(response) from None

    async def events(self, call: Call) -> AsyncGenerator[tuple[str, Any], None]:
        """The server-sent events of the response as they come, each its kind and the JSON that it holds.

        Raises:
            TimeweaveError: as `json`, before the first; the problem that an ``error`` tells.
            ServerError: the connection breaks off.
        """
        response = await self._sent(call, in_parts=True)
        try:
            if not _good(response).headers.get("content-type", "").startswith(EVENTS):
                raise _other(response)
            async for kind, said in _events(response.aiter_lines()):
                if kind == "error":
                    raise _told(said)
                yield kind, said
        except httpx2.TransportError as error:
            raise _unreachable(self._http.base_url, error) from None
        finally:
            await response.aclose()

    async def _sent(self, call: Call, *, in_parts: bool = False) -> httpx2.Response:
        attempt = 0
        while True:
            try:
                response = await self._once(call, in_parts=in_parts)
            except httpx2.TransportError as error:
                if attempt >= self._retries or not _is_safe(call, error):
                    raise _unreachable(self._http.base_url, error) from None
                pause = _pause(attempt)
            else:
                asked = self._pause_asked(response, attempt) if call.repeatable else None
                if asked is None or attempt >= self._retries:
                    return response
                pause = asked
            attempt += 1
            await asyncio.sleep(pause)

    async def _once(self, call: Call, *, in_parts: bool) -> httpx2.Response:
        """The response; ``in_parts`` as soon as it begins, unless it is a refusal."""
        query = {name: value for name, value in call.query.items() if value is not None}
        files = [] if call.files is None else call.files()
        body: dict[str, Any] = (
            {"json": call.body} if call.files is None else {"data": dict(call.fields), "files": files}
        )
        request = self._http.build_request(call.method, call.path, params=query, headers=dict(call.headers), **body)
        try:
            response = await self._http.send(request, stream=in_parts)
            if in_parts and response.status_code >= 400:
                await response.aread()
            return response
        finally:
            for _, (_, stream) in files:
                stream.close()

    def _pause_asked(self, response: httpx2.Response, attempt: int) -> float | None:
        """The seconds after which a call that was turned away may come again; none where it may not, or too late."""
        if response.status_code not in _BUSY:
            return None
        asked = retry_after(response)
        if asked is None:
            # a server that says what is wrong, and not when it is over, has it for good
            return None if _URN in response.text else _pause(attempt)
        return asked if asked <= self._patience else None


def _told(said: Any) -> TimeweaveError:
    """The error that an event tells."""
    try:
        return error_of(said, int(said.get("status", 500)))
    except (AttributeError, KeyError, TypeError, ValueError):
        return ServerError(f"the server broke off with {str(said)[:_QUOTED]!r}", 502)


async def _events(lines: AsyncIterator[str]) -> AsyncIterator[tuple[str, Any]]:
    kind, data = "", list[str]()
    async for line in lines:
        name, _, value = line.partition(":")
        if name == "event":
            kind = value.removeprefix(" ")
        elif name == "data":
            data.append(value.removeprefix(" "))
        elif not line and data:
            try:
                said = json.loads("\n".join(data))
            except ValueError:
                raise ServerError(f"an event of the answer is no JSON: {data[0][:_QUOTED]!r}", 502) from None
            yield kind, said
            kind, data = "", []


def _good(response: httpx2.Response) -> httpx2.Response:
    """A response that is none of an error, and leads nowhere.

    Raises:
        TimeweaveError: it does.
    """
    if response.status_code >= 400:
        raise raised(response)
    if response.is_redirect:
        raise ServerError(
            f"{response.url} leads elsewhere, and is not followed: give the address itself", response.status_code
        )
    return response


def _other(response: httpx2.Response) -> ServerError:
    return ServerError(
        f"{response.url} gave something else than it was asked for: is it the address of `timeweave serve`?",
        response.status_code,
    )


def raised(response: httpx2.Response) -> TimeweaveError:
    """The error that a response of 400 and more is."""
    try:
        return error_of(response.json(), response.status_code, retry_after(response))
    except (ValueError, KeyError, TypeError):
        words = " ".join(response.text.split())[:_QUOTED]
        return ServerError(f"{response.url} answered {response.status_code}: {words}", response.status_code)


def error_of(said: Any, status: int, wait: float | None = None) -> TimeweaveError:
    """The error that a problem is: of the class that its kind names, else a `ServerError`.

    Raises:
        KeyError, TypeError: it is no problem of this API.
    """
    kind = str(said["type"]).removeprefix(_URN)
    detail, remedy = str(said["detail"]), str(said.get("remedy", ""))
    message = detail if not remedy or detail.endswith(remedy) else f"{detail}: {remedy}"
    if kind in _LIKE_WRONG_USE:
        return errors.UsageError(message)
    known = _CLASSES.get(kind)
    if known is None:
        return ServerError(message, status, wait)
    return DocumentError(message, source="") if known is DocumentError else known(message)


def retry_after(response: httpx2.Response) -> float | None:
    """The seconds of Retry-After, which may be a number or a date."""
    said = response.headers.get("retry-after", "").strip()
    if said.isdigit():
        return float(said)
    try:
        when = parsedate_to_datetime(said)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=dt.UTC)
    return max(0.0, (when - dt.datetime.now(dt.UTC)).total_seconds())


def _pause(attempt: int) -> float:
    """Longer each time, and of no fixed length, so that many clients do not come back at once."""
    longest: float = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**attempt)
    return longest * (0.5 + random.random() / 2)  # noqa: S311 - no secret


def _is_safe(call: Call, error: httpx2.TransportError) -> bool:
    """Whether a call may be sent again: it was not sent, or sending it twice does nothing twice. What took too long
    once would do so again.
    """
    if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.PoolTimeout):
        return True
    return call.repeatable and not isinstance(error, httpx2.TimeoutException)


def _unreachable(url: object, error: httpx2.TransportError) -> ServerError:
    if isinstance(error, httpx2.TimeoutException) and not isinstance(error, httpx2.ConnectTimeout):
        return ServerError(f"{url} took too long: ask for less, or give the client a longer timeout")
    said = " ".join(str(error).split()) or type(error).__name__
    return ServerError(f"{url} cannot be reached ({said}): is `timeweave serve` running there?")


def _kebab(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


_LIKE_WRONG_USE = frozenset({"invalid", "bad-form", "media-type", "too-large"})
_CLASSES: Mapping[str, type[TimeweaveError]] = {
    _kebab(name.removesuffix("Error")): kind
    for name, kind in inspect.getmembers(errors, inspect.isclass)
    if issubclass(kind, TimeweaveError) and kind not in (TimeweaveError, MissingExtraError, ServerError)
}
