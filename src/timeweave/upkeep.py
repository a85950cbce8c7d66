"""What is derived from the stored documents, kept sound: verified, completed, rebuilt."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from timeweave.embedders import EMBEDDER_SETTING, StoreEmbedder
from timeweave.embedding.base import Embedder
from timeweave.errors import ErasurePendingWarning, IndexDamagedError, StoreError, StoreReadOnlyError
from timeweave.indexes import Indexes
from timeweave.records import Problem
from timeweave.store.base import Store
from timeweave.warned import warn


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Looks after a store and its index files."""

    store: Store
    indexes: Indexes
    embedder: StoreEmbedder

    def problems(self) -> list[Problem]:
        """What is wrong with the records, the spans and the index files."""
        problems = self.store.check()
        try:
            with self.store.view() as view:
                return problems + self.indexes.verify(view)
        except StoreError as error:
            return [*problems, Problem(str(error), error.path, repairable=False)]

    def repair(self) -> list[Problem]:
        """Make what is derived anew where there are problems; gives those that are left."""
        problems = self.problems()
        if any(p.repairable for p in problems):
            self.store.repair()
            self._complete()
            problems = self.problems()
        if any(p.repairable for p in problems):
            self.rebuild(self.embedder.get())
            problems = self.problems()
        if not problems:
            with suppress(StoreReadOnlyError):
                self.settle()
        return problems

    def settle(self, *, patience: float | None = None) -> bool:
        """Have no file of the store hold what was erased, and delete the index files that nothing refers to: what was
        replaced, and what a crash left. False where somebody who reads an earlier state still needs them.

        A step that is cut off is done anew by the next call, in whichever process.
        """
        if self.store.unerased():
            with self.store.transaction(patience=patience) as transaction:
                self.indexes.purge(transaction)
        with self.store.quiet(patience=patience) as quiet:
            if quiet is not None:
                self.indexes.sweep(quiet, grace=0)
        return quiet is not None

    def erase(self) -> None:
        """`settle` where something was erased; a warning where that cannot be done now."""
        if not self.store.unerased():
            return
        try:
            why = "" if self.settle() else "another process is still reading the state before"
        except StoreError as error:
            why = str(error)
        if why:
            what = "what was taken back is no longer found, but its words are not yet out of all files"
            warn(f"{what} ({why}): the next command erases them", ErasurePendingWarning, stacklevel=3)

    def resume(self) -> None:
        """Finish an erasure that was cut off, unless somebody else is writing."""
        with suppress(StoreError):
            if self.store.unerased():
                self.settle(patience=0)

    def leave(self) -> None:
        """Delete what this process replaced, unless somebody else is writing, who will."""
        if self.indexes.has_written:
            with suppress(StoreError):
                self.settle(patience=0)

    def _complete(self) -> None:
        """Make the index files that an earlier version of the program did not know, where the others are sound."""
        try:
            with self.store.transaction() as transaction:
                self.indexes.complete(transaction, thoroughly=True)
        except IndexDamagedError:
            return  # they are made anew with the others

    def rebuild(self, chosen: Embedder) -> None:
        """Make all that is derived anew from the stored documents, vectors by the embedder ``chosen``."""
        from timeweave.preparation import prepare

        with self.store.transaction() as transaction:
            self.indexes.rebuild(transaction, lambda document, held: prepare(document, chosen, statements=held))
            transaction.set_setting(EMBEDDER_SETTING, chosen.name)
        self.settle()
        self.embedder.replaced(chosen)
