"""What is derived from the stored documents, kept sound: verified, completed, rebuilt."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from timeweave.embedders import EMBEDDER_SETTING, StoreEmbedder
from timeweave.embedding.base import Embedder
from timeweave.errors import IndexDamagedError, StoreError, StoreReadOnlyError
from timeweave.indexes import Indexes
from timeweave.records import Problem
from timeweave.store.base import Store


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
            self._tidy()
        return problems

    def _tidy(self) -> None:
        """Delete the index files that nothing refers to: what a crash left, and what was replaced."""
        with suppress(StoreReadOnlyError), self.store.transaction() as transaction:
            self.indexes.sweep(transaction, grace=0)

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
        with self.store.transaction() as transaction:
            self.indexes.sweep(transaction, grace=0)
        self.embedder.replaced(chosen)
