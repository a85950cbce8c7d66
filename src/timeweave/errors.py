"""Every error and warning that Timeweave raises, named for what the caller can do about it.

    TimeweaveError
    ├── InputError                  something that was handed in is wrong; mend it and try again
    │   ├── TemporalError           a date, period or interval that cannot be read (also a ValueError)
    │   ├── DocumentError           a document, or a line of a file, that cannot be read
    │   ├── FetchError              an address that cannot be fetched, or may not be
    │   └── NotFoundError           a document, entity or period that the store does not hold
    ├── UsageError                  an option, mode or setting that does not exist or does not fit
    │   ├── MissingPackageError     a package that is needed is not installed or cannot be loaded; says the command
    │   ├── MissingExtraError       an optional dependency is not installed; says the command
    │   └── UntrustedError          an address or a model that a file or store names, and nobody approved here
    ├── ModelError                  a language model that cannot be used as asked: its key, its name, its address
    │   ├── ModelUnavailableError   no connection, a time-out or a server's error, again and again
    │   │   ├── RateLimitedError    the provider wants fewer calls; says for how long, where it is told
    │   │   └── ModelSilentError    nothing answers at its address, or it failed at everything it was asked of late
    │   ├── ModelOutputError        what it said could not be used, again and again
    │   └── BudgetError             the next call would spend more than was allowed
    ├── ServerError                 a Timeweave server that cannot be reached, turns the caller away, or fails
    └── StoreError                  the store on disk
        ├── NoStoreError            there is none in that folder, and none may be made
        ├── StoreDamagedError       the database cannot be trusted; says what can be saved
        ├── IndexDamagedError       a derived file is missing or damaged; `check --repair` rebuilds it
        ├── StoreInUseError         another process holds the lock for longer than the time allowed
        ├── StoreReadOnlyError      the folder or file cannot be written
        ├── StoreFullError          no space is left; nothing of the current document was kept
        ├── SchemaVersionError      written by a newer Timeweave
        └── EmbedderMismatchError   the vectors were made by another embedder

    TimeweaveWarning                nothing failed, but a guess was made; each can be silenced by class
    ├── UnreadTextWarning           text that goes on without the end of a sentence is stored and not read for facts
    ├── DecodingWarning             bytes that are not what the file's encoding allows: it, or characters, were guessed
    ├── AmbiguousTimeWarning        dates of a file that may be read in more than one way, which nothing in it decides
    ├── UndatedDocumentWarning      no publication date: it counts as observed on the day it was added
    ├── PassedOverWarning           files that are no documents, as the index of a section of a site
    ├── LanguageWarning             text or a question that is not English: only words and meaning are searched
    ├── IndexRebuiltWarning         a derived index is made anew from what the store holds, which takes its time
    ├── ErasurePendingWarning       what was taken back is hidden; its words go from the files with the next command
    └── ModelFallbackWarning        a language model failed; rules did its part

Messages are lower case, quote the input and say the remedy.
"""

from __future__ import annotations

import shlex
from pathlib import Path

DEFAULT_STORE = Path(".timeweave")


class TimeweaveError(Exception):
    """The base of every error that Timeweave raises on purpose."""


class InputError(TimeweaveError):
    """Something that was handed in is wrong."""


class TemporalError(InputError, ValueError):
    """A date, period or interval that cannot be read; the message quotes it."""


class DocumentError(InputError):
    """A document that cannot be read.

    ``source`` names the file or document, ``line`` the 1-based line where there is one.
    """

    def __init__(self, message: str, *, source: str, line: int | None = None) -> None:
        super().__init__(message)
        self.source = source
        self.line = line


class FetchError(InputError):
    """An address that cannot be fetched, or may not be; ``retry_after`` is in seconds, where the server says it."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class NotFoundError(InputError, LookupError):
    """A document, entity or period that the store does not hold."""


class UsageError(TimeweaveError):
    """An option, mode or setting that does not exist or does not fit."""


class MissingPackageError(UsageError, ImportError):
    """A package that Timeweave needs is not installed, or cannot be loaded."""


class MissingExtraError(UsageError, ImportError):
    """An optional dependency is not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs the extra {extra!r}: pip install 'timeweave[{extra}]'")
        self.extra = extra


class UntrustedError(UsageError):
    """What a file or a store of the data names may not be used: nobody on this machine named or approved it."""


class ModelError(TimeweaveError):
    """A language model that cannot be used as asked; no message holds a key."""


class ModelUnavailableError(ModelError):
    """A model cannot be reached, or its server fails."""


class RateLimitedError(ModelUnavailableError):
    """A provider wants fewer calls; ``retry_after`` is in seconds, ``None`` where it does not say."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class ModelSilentError(ModelUnavailableError):
    """Nothing answers at a model's address, or ask after ask has failed: asking it anything else is of no use now."""


class ModelOutputError(ModelError):
    """What a model said could not be used, however often it was told why."""


class BudgetError(ModelError):
    """The next call would spend more than was allowed; what was done before stays."""


class ServerError(TimeweaveError):
    """A Timeweave server cannot be reached, turns the caller away, or fails.

    ``status`` is that of HTTP, ``None`` where none came back; ``retry_after`` is in seconds, where the server says it.
    """

    def __init__(self, message: str, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after


class StoreError(TimeweaveError):
    """The store on disk cannot do what was asked; ``path`` names it."""

    def __init__(self, message: str, *, path: str = "") -> None:
        super().__init__(message)
        self.path = path


class NoStoreError(StoreError):
    """The folder holds no store, and none may be made there."""


class StoreDamagedError(StoreError):
    """The database cannot be trusted."""


class IndexDamagedError(StoreError):
    """A derived index file is missing or damaged."""


class StoreInUseError(StoreError):
    """Another process holds the write lock for longer than the time allowed."""


class StoreReadOnlyError(StoreError):
    """The folder or file cannot be written."""


class StoreFullError(StoreError):
    """No space is left on the device; the current document was not kept."""


class SchemaVersionError(StoreError):
    """The store was written by a newer Timeweave."""


class EmbedderMismatchError(StoreError):
    """The store's vectors were made by another embedder."""


class TimeweaveWarning(UserWarning):
    """The base of every warning: nothing failed, but a guess was made."""


class UndatedDocumentWarning(TimeweaveWarning):
    """A document without publication date counts as observed on the day it was added."""


class PassedOverWarning(TimeweaveWarning):
    """Files that are no documents were passed over; nothing is missing."""


class LanguageWarning(TimeweaveWarning):
    """Documents in another language than English are found by their words and meaning only."""


class UnreadTextWarning(TimeweaveWarning):
    """Text that goes on and on without the end of a sentence is stored, but not read for facts."""


class DecodingWarning(TimeweaveWarning):
    """A file's encoding, or some of its characters, had to be guessed."""


class AmbiguousTimeWarning(TimeweaveWarning):
    """The dates of a file have more than one reading, and one was chosen."""


class IndexRebuiltWarning(TimeweaveWarning):
    """A derived index is made anew from what the store holds."""


class ErasurePendingWarning(TimeweaveWarning):
    """What was taken back is found no more, but could not be erased from all files yet."""


class ModelFallbackWarning(TimeweaveWarning):
    """A language model failed at something; rules did it instead."""


def command(words: str, store: Path) -> str:
    """What to type, for a message: a subcommand with its options, naming the folder of the store where it is not the
    default one.
    """
    named = "" if store == DEFAULT_STORE else f" --kb {shlex.quote(str(store))}"
    return f"`timeweave {words}{named}`"


def missing_package(use: str, error: ImportError) -> MissingPackageError:
    """What ``error`` means to who wants ``use``: which package is missing, and how to install it.

    A package may say in words of its own that it lacks another, which stands behind its error.
    """
    chain = [step for step in _behind(error) if isinstance(step, ImportError) and step.name]
    package = f" the package {chain[-1].name!r}" if chain else " a package"
    said = " ".join(str(error).split())
    return MissingPackageError(
        f"{use} needs{package}, which is not installed or cannot be loaded ({said}): install it, or Timeweave with all "
        "that it needs: pip install --upgrade --force-reinstall timeweave"
    )


def is_interrupt(error: BaseException) -> bool:
    """Whether ``error`` is an interrupt or hides one; for code that goes on after any exception.

    An extension module that is interrupted while it is loaded says "initialization failed" and only names the
    interrupt as its cause: taken for the fault of one document, it would let the rest go on after Ctrl-C.
    """
    return any(isinstance(step, KeyboardInterrupt) for step in _behind(error))


def _behind(error: BaseException) -> list[BaseException]:
    """``error`` and what it was raised for, latest first."""
    chain: list[BaseException] = []
    step: BaseException | None = error
    while step is not None and step not in chain:
        chain.append(step)
        step = step.__cause__ or step.__context__
    return chain
