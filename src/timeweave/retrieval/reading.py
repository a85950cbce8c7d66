"""Reading the view once per question: statements, documents and texts, kept while the question is worked on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from timeweave.language.tokens import count_tokens
from timeweave.records import ChunkId, DocumentInfo, Span, Statement, StatementKey
from timeweave.store.base import View

_WHOLE_TEXT = 400_000  # characters; of longer documents only the spans that are needed are read


class Reading:
    """A cache over one view, for the length of one question."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._statements: dict[StatementKey, Statement] = {}
        self._infos: dict[int, DocumentInfo] = {}
        self._texts: dict[int, str] = {}
        self._chunks: dict[int, tuple[ChunkId, ...]] = {}
        self._tokens: dict[str, int] = {}

    def statements(self, keys: Iterable[StatementKey]) -> Mapping[StatementKey, Statement]:
        """The visible statements among ``keys``."""
        wanted = list(dict.fromkeys(keys))
        missing = [k for k in wanted if k not in self._statements]
        if missing:
            self._statements.update(self.view.statements(missing))
        return {k: self._statements[k] for k in wanted if k in self._statements}

    def infos(self, ordinals: Iterable[int]) -> Mapping[int, DocumentInfo]:
        """The visible document versions among ``ordinals``."""
        wanted = list(dict.fromkeys(ordinals))
        missing = [o for o in wanted if o not in self._infos]
        if missing:
            self._infos.update(self.view.info(missing))
        return {o: self._infos[o] for o in wanted if o in self._infos}

    def text(self, ordinal: int, span: Span) -> str:
        """The characters of ``span``."""
        if ordinal not in self._texts:
            if self.infos([ordinal])[ordinal].length > _WHOLE_TEXT:
                return self.view.text(ordinal, span)
            self._texts[ordinal] = self.view.text(ordinal)
        return self._texts[ordinal][span.start : span.end]

    def tokens(self, key: StatementKey) -> int:
        """How many tokens a statement has."""
        return self.count(self.text(key.ordinal, self.statements([key])[key].span))

    def count(self, text: str) -> int:
        """How many tokens ``text`` has."""
        if text not in self._tokens:
            self._tokens[text] = count_tokens(text)
        return self._tokens[text]

    def chunk_id(self, ordinal: int, index: int) -> ChunkId:
        """The id of a document's chunk number ``index``."""
        if ordinal not in self._chunks:
            self._chunks[ordinal] = tuple(c.id for c in self.view.chunks(ordinal))
        return self._chunks[ordinal][index]

    def place(self, key: StatementKey) -> tuple[str, int]:
        """The document id and position of a statement: what breaks ties, whatever ordinal the document got."""
        return (self.infos([key.ordinal])[key.ordinal].id, key.index)
