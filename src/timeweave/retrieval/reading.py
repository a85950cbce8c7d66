"""Reading the view once per question: statements, documents and texts, kept while the question is worked on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from timeweave.blocks import alone, label_of, lead_in, row_in_words
from timeweave.embedding.reader import Excerpt, titled
from timeweave.language.tokens import count_tokens
from timeweave.records import ChunkId, DocumentInfo, Layout, Span, Statement, StatementKey
from timeweave.store.base import View

_WINDOW = 4096  # characters that are read at once: what a store packs together


class Reading:
    """A cache over one view, for the length of one question."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._statements: dict[StatementKey, Statement] = {}
        self._infos: dict[int, DocumentInfo] = {}
        self._windows: dict[tuple[int, int], str] = {}
        self._chunks: dict[int, tuple[ChunkId, ...]] = {}
        self._tokens: dict[str, int] = {}
        self._tokens_of: dict[StatementKey, int] = {}
        self._layouts: dict[int, Layout] = {}
        self._speakers: dict[StatementKey, str] = {}
        self._spoken: dict[int, bool] = {}

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
        if span.start >= span.end:
            return ""
        first, last = span.start // _WINDOW, (span.end - 1) // _WINDOW
        text = "".join([self._window(ordinal, number) for number in range(first, last + 1)])
        return text[span.start - first * _WINDOW : span.end - first * _WINDOW]

    def words(self, ordinal: int, span: Span) -> str:
        """The clean words of ``span``: its characters without mark-up."""
        return self._layout(ordinal).words(self.text(ordinal, span), span.start)

    def excerpt(self, key: StatementKey) -> Excerpt:
        """A statement as a reader is shown it: its words, after what announces them, with what its document is."""
        info = self.infos([key.ordinal])[key.ordinal]
        layout, span = self._layout(key.ordinal), self.statements([key])[key].span

        def words(place: Span) -> str:
            return self.words(key.ordinal, place)

        lead = lead_in(layout, words, span) or label_of(layout, words, span)
        return Excerpt(alone(words(span), lead, row_in_words(layout, words, span)), titled(info.title, info.published))

    def is_spoken(self, ordinal: int) -> bool:
        """Whether a document has turns of a conversation."""
        if ordinal not in self._spoken:
            self._spoken[ordinal] = any(block.speaker for block in self._layout(ordinal).blocks)
        return self._spoken[ordinal]

    def speaker(self, key: StatementKey) -> str:
        """How the turn of a conversation names who says the statement; empty for one that is no part of a turn."""
        if key not in self._speakers:
            block = self._layout(key.ordinal).block_at(self.statements([key])[key].span.start)
            self._speakers[key] = "" if block is None else block.speaker
        return self._speakers[key]

    def tokens(self, key: StatementKey) -> int:
        """How many tokens a statement has."""
        if key not in self._tokens_of:
            self._tokens_of[key] = self.count(self.text(key.ordinal, self.statements([key])[key].span))
        return self._tokens_of[key]

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
        info = self._infos.get(key.ordinal)
        return ((info or self.infos([key.ordinal])[key.ordinal]).id, key.index)

    def _layout(self, ordinal: int) -> Layout:
        if ordinal not in self._layouts:
            self._layouts[ordinal] = self.view.layout(ordinal)
        return self._layouts[ordinal]

    def _window(self, ordinal: int, number: int) -> str:
        if (ordinal, number) not in self._windows:
            span = Span(number * _WINDOW, (number + 1) * _WINDOW)
            self._windows[ordinal, number] = self.view.text(ordinal, span)
        return self._windows[ordinal, number]
