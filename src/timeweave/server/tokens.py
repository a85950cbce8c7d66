"""Tokens of access: shown once, kept as digests in a file that only its owner reads.

A token is 256 random bits, so that its SHA-256 is enough: what makes digests of passwords slow is that people choose
passwords which can be guessed, and nobody can try a share of 2^256.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import fcntl
import hashlib
import hmac
import json
import os
import secrets
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from timeweave.errors import UsageError
from timeweave.user_folders import config_folder

FILE = "tokens.json"
PREFIX = "tw_"
SCOPES = ("read", "write", "admin")
"""Each may do what those before it may."""
_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class Token:
    """What is kept of a token. ``bases`` are the knowledge bases that it is for: of none it is for all."""

    id: str
    name: str
    scope: str
    bases: tuple[str, ...]
    digest: str
    created: str

    def allows(self, scope: str) -> bool:
        """Whether it may do what ``scope`` may."""
        return SCOPES.index(self.scope) >= SCOPES.index(scope)

    def reaches(self, base: str) -> bool:
        """Whether it is for a knowledge base."""
        return not self.bases or base in self.bases


class TokenFile:
    """The tokens in a file, read anew whenever it has changed: one that is revoked opens nothing from then on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: tuple[int, int, int] | None = None
        self._tokens: Sequence[Token] = ()

    def tokens(self) -> Sequence[Token]:
        """All that are valid now.

        Raises:
            UsageError: the file cannot be read.
        """
        try:
            found = self.path.stat()
        except FileNotFoundError:
            self._seen, self._tokens = None, ()
            return ()
        except OSError as error:
            raise _unreadable(self.path, error) from None
        seen = (found.st_mtime_ns, found.st_ino, found.st_size)
        if seen != self._seen:
            self._tokens = self._read()
            self._seen = seen
        return self._tokens

    def bearer_of(self, secret: str) -> Token | None:
        """The token that ``secret`` is. Every one is compared in full, so that the time taken tells nothing."""
        given = _digest(secret)
        found = None
        for token in self.tokens():
            if hmac.compare_digest(given, token.digest):
                found = token
        return found

    def create(self, name: str, scope: str, bases: Sequence[str]) -> tuple[Token, str]:
        """Make a token and keep its digest; gives the token itself, which nobody can show again.

        Raises:
            UsageError: a name, scope or file that will not do.
        """
        if not name.strip() or len(name) > _LONGEST_NAME or not name.isprintable():
            raise UsageError(f"--name: {name[:80]!r} is no name for a token: say in up to 100 letters whose it is")
        if scope not in SCOPES:
            raise UsageError(f"--scope: {scope!r} is none: use {', '.join(SCOPES)}")
        secret = PREFIX + secrets.token_urlsafe(32)
        created = dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
        made = Token(secrets.token_hex(4), name.strip(), scope, tuple(bases), _digest(secret), created)
        self._change(lambda known: [*known, made])
        return made, secret

    def revoke(self, named: str) -> list[Token]:
        """Take back the token of that id, or all of that name.

        Raises:
            UsageError: there is none.
        """
        gone: list[Token] = []

        def without(known: Sequence[Token]) -> Sequence[Token]:
            gone.extend(token for token in known if named in (token.id, token.name))
            if not gone:
                raise UsageError(f"no token {named!r}: `timeweave token list` shows those that there are")
            return [token for token in known if token not in gone]

        self._change(without)
        return gone

    def _read(self) -> Sequence[Token]:
        try:
            listed = json.loads(self.path.read_text(encoding="utf-8"))["tokens"]
            found = [Token(**{**one, "bases": tuple(one["bases"])}) for one in listed]
        except OSError as error:
            raise _unreadable(self.path, error) from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise UsageError(f"{str(self.path)!r} is damaged: delete it, and make tokens anew") from None
        if any(token.scope not in SCOPES for token in found):
            raise UsageError(f"{str(self.path)!r} names a scope that there is not: delete it, and make tokens anew")
        return found

    def _change(self, change: Callable[[Sequence[Token]], Sequence[Token]]) -> None:
        with self._held():
            kept = change(self._read() if self.path.exists() else [])
            handle, draft = tempfile.mkstemp(prefix=f".{FILE}.", dir=self.path.parent)  # for its owner alone
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({"tokens": [asdict(token) for token in kept]}, file, indent=2)
                file.flush()
                os.fsync(file.fileno())
            Path(draft).replace(self.path)

    @contextlib.contextmanager
    def _held(self) -> Iterator[None]:
        """Others wait meanwhile."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            held = os.open(self.path.parent, os.O_RDONLY)
        except OSError as error:
            raise _unreadable(self.path, error) from None
        try:
            fcntl.flock(held, fcntl.LOCK_EX)
            yield
        except OSError as error:
            raise _unreadable(self.path, error) from None
        finally:
            os.close(held)


def token_file(path: Path | None) -> TokenFile:
    """The file at ``path``, else that of the user's configuration.

    Raises:
        UsageError: there is no home.
    """
    if path is None:
        folder = config_folder()
        if folder is None:
            raise UsageError("there is no folder for tokens: set HOME or XDG_CONFIG_HOME, or name a file with --tokens")
        path = folder / FILE
    return TokenFile(path)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _unreadable(path: Path, error: OSError) -> UsageError:
    return UsageError(f"{str(path)!r} cannot be read or written: {error.strerror}; check its permissions")
