"""Chunks of news and the interactions found in them, as entries of a temporal datastore (NE-07, NE-14, NE-15)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from timeweave.interactions.gathering import Interaction, news_chunks
from timeweave.interactions.options import InteractionOptions
from timeweave.records import DocumentInfo
from timeweave.retrieval.news.datastore import Passage
from timeweave.store.base import View


def chunk_passages(view: View, options: InteractionOptions | None = None) -> list[Passage]:
    """The chunks that NEON is made from, each text once, on the day on which it was first told."""
    return [
        Passage(chunk.day, chunk.text, str(chunk.places[0].info.id))
        for chunk in news_chunks(view, options or InteractionOptions())
    ]


def tuple_passages(view: View, interactions: Iterable[Interaction]) -> list[Passage]:
    """Interactions as (t, NEI(s, o)), a sentence each, with the sentences that they stand in."""
    return [
        Passage(one.day, f"{one.text.rstrip('.')}.", str(one.place.info.id), one.known, " ".join(_sentences(one, view)))
        for one in interactions
    ]


def union(*variants: Sequence[Passage]) -> list[Passage]:
    """What any variant says, each (t, d) once: from the first that has it, on the first day on which it was known."""
    once: dict[tuple[object, str], Passage] = {}
    for passage in sorted((p for v in variants for p in v), key=lambda p: p.visible):
        once.setdefault((passage.day, passage.text.casefold()), passage)
    return list(once.values())


def _sentences(one: Interaction, view: View) -> Iterator[str]:
    info = _stored(one.place.info, view)
    if info is None:
        return
    layout = view.layout(info.ordinal)
    for sentence in one.place.sentences:
        if sentence.span.start < one.span.end and one.span.start < sentence.span.end:
            yield layout.words(view.text(info.ordinal, sentence.span), sentence.span.start).strip()


def _stored(info: DocumentInfo, view: View) -> DocumentInfo | None:
    """The version of a document, or the one that took its place when a model's interactions were kept with it."""
    if info.ordinal in view.info([info.ordinal]):
        return info
    kept = view.document(info.id)
    return kept if kept is not None and kept.length == info.length else None
