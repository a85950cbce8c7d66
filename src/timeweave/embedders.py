"""Which embedder makes a store's vectors: what was asked for, else what the store remembers; two are never mixed."""

from __future__ import annotations

import contextlib
import shlex
from pathlib import Path

from timeweave.addresses import OPENAI, announce, checked, normal, shown, split_name
from timeweave.embedding import get_embedder, is_remote
from timeweave.embedding.base import Embedder
from timeweave.errors import EmbedderMismatchError, UntrustedError, UsageError, command
from timeweave.settings import ModelSettings, Settings
from timeweave.settings.trust import read_trusted, update_trusted
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
            UntrustedError: the store, or a file beside it, names an address that nobody approved on this machine.
        """
        if self._agreed is None:
            remembered = self.remembered
            if self._chosen is None:
                self._chosen = self._settled(remembered)
            if remembered not in (None, self._chosen.name):
                raise EmbedderMismatchError(
                    f"the store's vectors were made by {remembered!r}, not by {self._chosen.name!r}: use that "
                    f"embedder, or change all vectors with {command('reembed EMBEDDER', self._home)}"
                )
            self._agreed = self._chosen
        return self._agreed

    def _settled(self, remembered: str | None) -> Embedder:
        asked = self._settings.embedder
        if asked is not None:
            return opened(asked)
        self._require_approved(remembered)
        made = get_embedder(remembered, url=self._settings.embedder_url)
        if is_remote(made.name):
            announce(*_parts(made.name), named_by=str(self._home))
        return made

    def _require_approved(self, remembered: str | None) -> None:
        """A store can come from anybody: the address that it remembers is used where the user named or approved it."""
        url = split_name(remembered or "")[1]
        if remembered is None or url is None:
            return
        is_named = (
            normal(checked(url, f"the address that the store in {str(self._home)!r} names")) in self._settings.addresses
        )
        if not (is_named or read_trusted().allows_store(self._home, remembered)):
            approve = f"`timeweave trust {shlex.quote(str(self._home))}`"
            raise UntrustedError(
                f"the store in {str(self._home)!r} names the address {shown(url)!r} for the embedder of its vectors, "
                f"which nobody approved on this machine: approve it with {approve}, name it in TIMEWEAVE_EMBEDDER_URL, "
                f"or make the vectors anew on this machine with {command('reembed minilm', self._home)}"
            )

    @property
    def _home(self) -> Path:
        return self._store.folder.parent

    def remember(self) -> None:
        """Let the store remember it, where it remembers none."""
        if self.remembered is None:
            with self._store.transaction() as transaction:
                transaction.set_setting(EMBEDDER_SETTING, self.get().name)
            self._approve(self.get().name)

    def replaced(self, embedder: Embedder) -> None:
        """All vectors are by ``embedder`` now."""
        self._chosen = self._agreed = embedder
        self._approve(embedder.name)

    def _approve(self, name: str) -> None:
        """Whoever makes a store with a server's embedder has named its address: the store may use it from now on."""
        if split_name(name)[1] is not None:
            with contextlib.suppress(UsageError):  # no home to keep it in: it is asked for again
                update_trusted(lambda trusted: trusted.with_store(self._home, name))


def opened(chosen: ModelSettings) -> Embedder:
    """The embedder that settings name. Raises as `StoreEmbedder.get`, and as `get_embedder`."""
    if chosen.refused is not None:
        raise UntrustedError(chosen.refused)
    made = get_embedder(chosen.model, url=chosen.url)
    if is_remote(made.name):
        announce(*_parts(made.name), named_by=None if chosen.named_by is None else str(chosen.named_by))
    return made


def _parts(name: str) -> tuple[str, str]:
    model, url = split_name(name)
    return model, url or OPENAI
