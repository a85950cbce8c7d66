"""Which embedder makes a store's vectors: what was asked for, else what the store remembers; two are never mixed."""

from __future__ import annotations

from timeweave.embedding import get_embedder
from timeweave.embedding.base import Embedder
from timeweave.errors import EmbedderMismatchError, command
from timeweave.settings import Settings
from timeweave.store.base import Store

EMBEDDER_SETTING = "embedder"


class StoreEmbedder:
    """The embedder of one store, loaded when first needed."""

    def __init__(self, store: Store, given: Embedder | None, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._chosen = given
        self._agreed: Embedder | None = None

    @property
    def remembered(self) -> str | None:
        """The name of the embedder that made the store's vectors; ``None`` where there are none yet."""
        return self._store.setting(EMBEDDER_SETTING)

    def get(self) -> Embedder:
        """The embedder.

        Raises:
            EmbedderMismatchError: another one than that which made the vectors was asked for.
        """
        if self._agreed is None:
            remembered = self.remembered
            if self._chosen is None:
                wanted = self._settings.embedder or remembered
                self._chosen = get_embedder(wanted, url=self._settings.embedder_url)
            if remembered not in (None, self._chosen.name):
                raise EmbedderMismatchError(
                    f"the store's vectors were made by {remembered!r}, not by {self._chosen.name!r}: use that "
                    f"embedder, or change all vectors with {command('reembed EMBEDDER', self._store.folder.parent)}"
                )
            self._agreed = self._chosen
        return self._agreed

    def remember(self) -> None:
        """Let the store remember it, where it remembers none."""
        if self.remembered is None:
            with self._store.transaction() as transaction:
                transaction.set_setting(EMBEDDER_SETTING, self.get().name)

    def replaced(self, embedder: Embedder) -> None:
        """All vectors are by ``embedder`` now."""
        self._chosen = self._agreed = embedder
