"""Which relations are one by several names, by the visible facts and what people said: derived anew for each state and
day, so that it is right on any day and every link can be undone (EK-07).
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set

import numpy as np

from timeweave.embedding import Embedder, get_embedder
from timeweave.evolution.identity.names import KINDS
from timeweave.evolution.synonyms.decisions import SETTING, apart_in, in_force, links_of
from timeweave.evolution.synonyms.linking import Linker, Schema, Synonym, is_known, linked, of_table
from timeweave.evolution.synonyms.related import RelatedView
from timeweave.extraction.by_model.said_names import TYPES
from timeweave.records import EntityId
from timeweave.store.base import View

_MOST = 400  # relations outside of the table that are looked at, those of the most facts
_SAMPLE = 8  # facts of a relation by which its types are known
_MAINLY = 0.6  # of them, those of no known type too, that are of one kind
_STATES = 16  # of stores, whose links are kept
_KEPT = 20_000  # vectors of texts
_VECTORS: dict[str, np.ndarray] = {}


def related(view: View) -> RelatedView:
    """``view`` with relations told by one of their names."""
    return RelatedView(view, synonyms_of)


def synonyms_of(view: View) -> Mapping[str, Synonym]:
    """Each visible relation that goes by another's name, to the link to it."""
    return view.kept(f"synonyms {view.setting(SETTING)}", lambda: _derived(view))


def _derived(view: View) -> Mapping[str, Synonym]:
    counts = view.relations()
    said = in_force(view)
    unknown = sorted((name for name in counts if not is_known(name)), key=lambda name: (-counts[name], name))[:_MOST]
    if not unknown and not said:
        return {}
    known = [name for name in counts if is_known(name)]
    names = (*known, *unknown)
    concerned = _concerned(names)
    schemas = _schemas([name for name in names if name in concerned], view)
    return _linked(tuple(schemas), tuple(sorted(links_of(said).items())), apart_in(said))


@functools.lru_cache(maxsize=_STATES)
def _concerned(names: Sequence[str]) -> Set[str]:
    """Those of the names that may have a link at all."""
    return Linker(_embed).concerned((*of_table(), *map(Schema, names)))


@functools.lru_cache(maxsize=_STATES)
def _linked(
    schemas: Sequence[Schema], said: Sequence[tuple[str, Synonym]], apart: frozenset[frozenset[str]]
) -> Mapping[str, Synonym]:
    """`linked` of the same schemas is the same, whatever else of a store has changed."""
    return linked(schemas, Linker(_embed), dict(said), apart)


def _schemas(names: Sequence[str], view: View) -> Sequence[Schema]:
    sampled = view.sampled(names, _SAMPLE)
    ends = {end for facts in sampled.values() for fact in facts for end in fact.ends}
    kinds = {end: _kind("" if (info := view.entity(end)) is None else info.type) for end in sorted(ends)}
    return [
        Schema(
            name,
            _mainly(kinds[fact.subject] for fact in sampled[name]),
            _mainly(kinds[EntityId(f.object)] if f.object_is_entity else "literal" for f in sampled[name]),
        )
        for name in names
        if name in sampled
    ]


def _kind(type_: str) -> str:
    return KINDS.get(TYPES.get(type_.casefold(), type_.upper()), "")


def _mainly(kinds: Iterable[str]) -> str:
    """The kind that most of them are, empty where no kind is that of most."""
    counts = Counter(kinds)
    kind, number = max(counts.items(), key=lambda item: (item[1], item[0]))
    return kind if number >= _MAINLY * counts.total() else ""


def _embed(texts: Sequence[str]) -> np.ndarray:
    """One row for each text, by the packaged embedder whatever that of the store is: θ was measured with it."""
    known = {text: vector for text in texts if (vector := _VECTORS.get(text)) is not None}
    if missing := [text for text in dict.fromkeys(texts) if text not in known]:
        known |= dict(zip(missing, _packaged().embed(missing), strict=True))
        if len(_VECTORS) + len(missing) > _KEPT:
            _VECTORS.clear()
        _VECTORS.update((text, known[text]) for text in missing)
    return np.stack([known[text] for text in texts])


@functools.cache
def _packaged() -> Embedder:
    return get_embedder()
