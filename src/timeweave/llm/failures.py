"""A provider's failures as errors of our own: what to do about each, and never a key."""

from __future__ import annotations

import os
import re

from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    ModelRequestTimeout,
    ModelTimeoutError,
    UserError,
)

from timeweave.errors import ModelError, ModelSilentError, ModelUnavailableError, RateLimitedError

_NAMES_A_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL")
_LOOKS_SECRET = re.compile(
    r"\b(?:sk|pk|key|api|gsk|xai)[-_][\w*-]{6,}|(?<=[Bb]earer )\S+"
    # but for the name of a variable, which is what is to be set
    r"|\b(?![A-Z]+(?:_[A-Z]+)+(?![\w*+/=-]))[A-Za-z0-9_*+/=-]{24,}"
)
_SHORTEST_SECRET = 6
_MOST_QUOTED = 300
_REDIRECT, _CLIENT_ERROR, _SERVER_ERROR = 300, 400, 500
_PASSING = (408, 409, 425)
_OF_REQUESTS = (ModelHTTPError, ModelConnectionError, ModelTimeoutError, ModelRequestTimeout, UserError)
_TURNS_DOWN = (400, 404, 422, 501)
_SCHEMA_WORDS = ("response_format", "json_schema", "structured output", "output_format", "response_schema")


def translated(error: Exception, name: str) -> ModelError:
    """Our error for a provider's; ``name`` is the model's."""
    if isinstance(error, ModelRateLimitError):
        return RateLimitedError(
            f"model {name!r}: its provider wants fewer calls (429){_for_how_long(error.retry_after)}", error.retry_after
        )
    if _is_unwritable(error):
        return ModelError(
            f"model {name!r}: the request could not be written: check that its key is one line of plain ASCII"
        )
    if isinstance(error, ModelTimeoutError | ModelRequestTimeout):
        return ModelUnavailableError(f"model {name!r} did not answer in time: raise the time-out, or try again later")
    if isinstance(error, ModelConnectionError) and error.phase == "connect":
        return ModelSilentError(f"model {name!r}: nothing answers: check the address and that its server runs")
    if isinstance(error, ModelConnectionError):
        return ModelUnavailableError(
            f"model {name!r}: the connection failed or was closed midway: check the address and that its server runs"
        )
    if isinstance(error, UserError):
        return ModelError(f"model {name!r} cannot be used: {without_secrets(str(error))}")
    if isinstance(error, ModelHTTPError):
        return _of_status(error, name)
    if _is_redirect(error):
        return ModelError(
            f"model {name!r}: its server sends on to another address: nothing is sent there; give that address, if you "
            "trust it"
        )
    if not is_unreadable(error):
        return ModelUnavailableError(f"model {name!r} could not be reached: check the address and that its server runs")
    # what reading a reply ends in that has no form of the protocol, be it no JSON, be it JSON of another kind
    return ModelUnavailableError(f"model {name!r}: its server sent what is no completion")


def rejects_schemas(error: ModelAPIError) -> bool:
    """Whether a server turned a request down because of the JSON Schema in it."""
    if not isinstance(error, ModelHTTPError) or error.status_code not in _TURNS_DOWN:
        return False
    said = str(error.body).lower()
    return any(word in said for word in _SCHEMA_WORDS)


def rejects_streams(error: Exception) -> bool:
    """Whether a server turned a request down because its answer was to come as a stream."""
    return (
        isinstance(error, ModelHTTPError) and error.status_code in _TURNS_DOWN and "stream" in str(error.body).lower()
    )


def is_unreadable(error: Exception) -> bool:
    """Whether an answer came that cannot be read: no failure of the server, the connection or the request."""
    if isinstance(error, _OF_REQUESTS) or _is_unwritable(error) or _is_redirect(error):
        return False
    return not isinstance(error, ModelAPIError | OSError) or isinstance(error.__cause__, ValueError)


def without_secrets(text: str) -> str:
    """``text``, shortened, without the values of environment variables that name a secret, nor what looks like one."""
    for variable, value in os.environ.items():
        if len(value) >= _SHORTEST_SECRET and _NAMES_A_SECRET.search(variable.upper()):
            text = text.replace(value, "***")
    text = _LOOKS_SECRET.sub("***", text)
    return text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}…"


def _is_unwritable(error: BaseException | None) -> bool:
    """Whether a header cannot be sent, which is the one with the key: it holds a line break, or more than ASCII."""
    while error is not None:
        if isinstance(error, UnicodeEncodeError) or type(error).__name__ == "LocalProtocolError":
            return True
        error = error.__cause__ or error.__context__
    return False


def _is_redirect(error: BaseException) -> bool:
    status = getattr(error.__cause__, "status_code", None)
    return isinstance(status, int) and _REDIRECT <= status < _CLIENT_ERROR


def _of_status(error: ModelHTTPError, name: str) -> ModelError:
    status = error.status_code
    if isinstance(error, ModelAuthenticationError):
        return ModelError(
            f"model {name!r}: its provider does not accept the key ({status}): set the environment variable that holds "
            "it (OPENAI_API_KEY for 'openai:')"
        )
    if isinstance(error, ModelQuotaExceededError):
        return ModelError(f"model {name!r}: the account's quota or credit is used up ({status})")
    if isinstance(error, ModelNotFoundError):
        return ModelError(f"model {name!r}: no such model at this address ({status}): check its name and the address")
    if isinstance(error, ModelContextWindowExceededError):
        return ModelError(f"model {name!r}: the request is longer than its context ({status}): take a larger model")
    if status >= _SERVER_ERROR and error.retry_after is not None:
        message = f"model {name!r}: its server wants to be left alone ({status}){_for_how_long(error.retry_after)}"
        return RateLimitedError(message, error.retry_after)
    if status >= _SERVER_ERROR or status in _PASSING:
        return ModelUnavailableError(f"model {name!r}: its server failed ({status})")
    return ModelError(f"model {name!r}: the request was turned down ({status}): {_reason(error)}")


def _for_how_long(seconds: float | None) -> str:
    return "" if seconds is None else f", none for {seconds:,.0f} seconds"


def _reason(error: ModelHTTPError) -> str:
    said = error.body
    if isinstance(said, dict):
        said = said.get("message", said)
    return without_secrets(str(said)) if said else "no reason was given"
