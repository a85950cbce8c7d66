"""Who may do what: the token of a request, its scope and its knowledge bases, and how much one caller may ask."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from timeweave.server.guarding import GONE
from timeweave.server.limits import Buckets, Limits
from timeweave.server.pool import Asker, asking
from timeweave.server.problems import Problem, RefusedError
from timeweave.server.tokens import Token, TokenFile

ANYBODY = Token("anybody", "anybody", "admin", (), "", "")
"""Who asks a server without tokens, which listens to its own machine alone."""

_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="timeweave"'}
_MAKE_ONE = "send Authorization: Bearer TOKEN; `timeweave token create` makes one"


@dataclass(frozen=True, slots=True)
class Access:
    """Tells callers apart; without ``tokens`` everybody is let in."""

    tokens: TokenFile | None
    rates: Buckets
    guesses: Buckets

    @classmethod
    def of(cls, tokens: TokenFile | None, limits: Limits) -> Access:
        """With these limits."""
        return cls(tokens, Buckets(limits.rate, limits.burst), Buckets(limits.guesses / 60, limits.guesses))

    def require(self, request: HTTPConnection, scope: str, base: str | None = None) -> Token:
        """The caller, who may do what ``scope`` may with the knowledge base; what is run from now on is run for it.

        Raises:
            RefusedError: there is no such token, it may not, or the caller has to wait.
        """
        address = request.client.host if request.client is not None else ""
        token = self._bearer(request, address)
        caller = address if token is ANYBODY else token.id
        if wait := self.rates.wait(caller):
            raise RefusedError(_slower(wait))
        if not token.allows(scope):
            detail = f"this token has the scope {token.scope!r}; {scope!r} is needed"
            raise RefusedError(Problem(403, "scope", detail, f"use a token made with --scope {scope}"))
        if base is not None and not token.reaches(base):
            detail = f"this token is not for the knowledge base {base[:80]!r}"
            raise RefusedError(Problem(403, "other-base", detail, f"it is for {', '.join(token.bases)}"))
        asking.set(Asker(caller, request.scope.get(GONE)))
        return token

    def _bearer(self, request: HTTPConnection, address: str) -> Token:
        if self.tokens is None:
            return ANYBODY
        given = request.headers.get("authorization")
        if given is None:
            raise RefusedError(Problem(401, "no-token", "no token was sent", _MAKE_ONE, _CHALLENGE))
        kind, _, secret = given.partition(" ")
        token = self.tokens.bearer_of(secret.strip()) if kind.casefold() == "bearer" else None
        if token is not None:
            return token
        if wait := self.guesses.wait(address):
            raise RefusedError(_slower(wait))
        detail = "the token is not valid: there is none such, or it was revoked"
        raise RefusedError(Problem(401, "bad-token", detail, _MAKE_ONE, _CHALLENGE))


def _slower(wait: int) -> Problem:
    detail = "more requests than this server takes of one caller"
    return Problem(429, "too-many", detail, f"wait {wait} s", {"Retry-After": str(wait)})
