"""Errors as problem+json (RFC 9457): what was wrong, quoted, and what to do about it."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException

from timeweave import errors

MEDIA_TYPE = "application/problem+json"
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|`[^`]*`|\{[^{}]*\}")
_PLACE = re.compile(r"[\w.]+: ")  # the parameter that a message begins with
_LISTED = "changes|documents|entities|relations|stats"
_COMMANDS = re.compile(rf"(\"[^\"]*\"|'[^']*')|--map (\w+)=(\w+)|`(?:timeweave )?({_LISTED})`")
_SHOWN = 120  # characters of what was given, in a message


@dataclass(frozen=True, slots=True)
class Problem:
    """An error as clients see it; ``kind`` is the last part of its type."""

    status: int
    kind: str
    detail: str
    remedy: str
    headers: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The object of the body."""
        return {
            "type": f"urn:timeweave:problem:{self.kind}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "remedy": self.remedy,
            **self.more,
        }

    def body(self) -> bytes:
        """The body, all of it ASCII."""
        return json.dumps(self.to_json()).encode("ascii")


class RefusedError(HTTPException):
    """A request that is not served, and the problem that says why; one of HTTP, which parsers of bodies let through."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.status, problem.detail)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class _Row:
    """How a class of errors is told. With ``detail`` the message stays here, as it names folders of this machine."""

    status: int
    remedy: str
    detail: str = ""
    retry: int | None = None


_ROWS: Mapping[type[errors.TimeweaveError], _Row] = {
    errors.TimeweaveError: _Row(422, "mend the request and send it again"),
    errors.NotFoundError: _Row(404, "ask for what is there"),
    errors.MissingPackageError: _Row(501, "tell the operator", "a package is not installed on the server"),
    errors.MissingExtraError: _Row(501, "have the operator install it"),
    errors.UntrustedError: _Row(
        503,
        "have the operator approve it with `timeweave trust`",
        "a model of this knowledge base is not approved",
    ),
    errors.ModelError: _Row(503, "tell the operator", "the language model of the server cannot be used", 60),
    errors.BudgetError: _Row(503, "tell the operator", "the budget of the server's language model is spent", 3600),
    errors.StoreError: _Row(503, "tell the operator", "the knowledge base cannot be read or written", 60),
    errors.NoStoreError: _Row(404, "make it with PUT /v1/kb/NAME", "the knowledge base is not there"),
    errors.StoreInUseError: _Row(503, "try again", "another process is writing to the knowledge base", 5),
    errors.StoreFullError: _Row(507, "tell the operator", "no space is left on the server"),
    errors.StoreDamagedError: _Row(503, "have the operator run `timeweave check`", "the knowledge base is damaged"),
    errors.IndexDamagedError: _Row(503, "have the operator run `timeweave check --repair`", "an index is damaged"),
    errors.StoreReadOnlyError: _Row(403, "have the operator make it writable", "the knowledge base is read-only"),
}


def problem_of(error: errors.TimeweaveError) -> Problem:
    """What an error of the facade is to a client."""
    kind = next(kind for kind in type(error).__mro__ if kind in _ROWS)
    row = _ROWS[kind]
    detail, remedy = (row.detail, "") if row.detail else _parted(over_http(" ".join(str(error).split())))
    return Problem(
        row.status,
        kebab(type(error).__name__.removesuffix("Error")),
        detail,
        remedy or row.remedy,
        {} if row.retry is None else {"Retry-After": str(row.retry)},
    )


def over_http(message: str) -> str:
    """A message as it is for a client of the server: options and commands as the parts of the API that they are."""

    def said(found: re.Match[str]) -> str:
        quotation, ours, yours, listed = found.groups()
        if quotation is not None:
            return str(quotation)
        return f"GET {listed}" if listed is not None else f'mapping {{"{ours}": "{yours}"}}'

    return _COMMANDS.sub(said, message)


def _parted(message: str) -> tuple[str, str]:
    """What was wrong, and what to do about it, which messages say last, behind a colon or semicolon; those that are
    quoted are none, nor the colon of the parameter which they begin with.
    """
    bare = _QUOTED.sub(lambda found: "x" * len(found[0]), message)
    place = _PLACE.match(bare)
    start = place.end() - 1 if place is not None else 0
    at = max(bare.rfind(": ", start), bare.rfind("; ", start))
    return (message[:at], message[at + 2 :]) if at >= 0 else (message, "")


def invalid(found: list[dict[str, Any]]) -> Problem:
    """What a request's validation found, the first in words and all of it as a list."""
    listed = [
        {
            "where": ".".join(map(str, one.get("loc", ()))),
            "said": str(one.get("msg", "")),
            "given": quoted(one.get("input")),
        }
        for one in found[:20]
    ]
    first = listed[0] if listed else {"where": "request", "said": "cannot be read", "given": ""}
    detail = f"{first['where']}: {first['said']}, not {first['given']}"
    remedy = "mend it; /openapi.json says what is taken"
    return Problem(422, "invalid", detail, remedy, more={"errors": listed})


def unknown_parameters(given: Iterable[str], known: Sequence[str]) -> Problem | None:
    """That a request names parameters which its route does not have; none where it has them all."""
    unknown = [name for name in given if name not in known]
    if not unknown:
        return None
    detail = f"{', '.join(map(quoted, unknown[:3]))}: this address has no such parameter"
    return Problem(422, "unknown-parameter", detail, taken(unknown[0], known))


def taken(unknown: str, known: Sequence[str]) -> str:
    """What is taken in place of a name that is not."""
    near = difflib.get_close_matches(_letters(unknown), map(_letters, known), 1)
    meant = next((name for name in known if _letters(name) in near), None)
    listed = f"it takes {', '.join(known)}" if known else "it takes none"
    return listed if meant is None else f"did you mean {meant!r}? {listed}"


def _letters(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


def http_problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> Problem:
    """An error of HTTP itself."""
    remedies = {
        400: "mend the request; /openapi.json says what is taken",
        404: "see /openapi.json for what is served",
        405: "use a method that the Allow header names",
    }
    remedy = remedies.get(status, "see /openapi.json for what is served")
    return Problem(status, kebab(HTTPStatus(status).phrase.replace(" ", "")), detail, remedy, headers or {})


def quoted(value: object) -> str:
    """A value as messages show it: short, and its beginning only."""
    shown = repr(value)
    return shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"


def kebab(name: str) -> str:
    """``NotFound`` as ``not-found``."""
    return "".join(f"-{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))
