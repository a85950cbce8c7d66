"""Which relations are one by several names, by the visible facts and what people said: derived anew for each state and
day, so that it is right on any day and every link can be undone (EK-07).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from timeweave.embedding import get_embedder
from timeweave.evolution.identity.names import KINDS
from timeweave.evolution.synonyms.decisions import SETTING, apart_in, in_force, links_of
from timeweave.evolution.synonyms.linking import Linker, Schema, Synonym, is_known, linked, of_table
from timeweave.evolution.synonyms.related import RelatedView
from timeweave.extraction.by_model.said_names import TYPES
from timeweave.records import EntityId, Fact
from timeweave.store.base import View

_MOST = 400  # relations outside of the table that are looked at, those of the most facts
_SAMPLE = 8  # facts of a relation by which its types are known
_MAINLY = 0.6  # of them that have a type
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
    linker, names = Linker(_embed), [*known, *unknown]
    concerned = linker.concerned((*of_table(), *map(Schema, names)))
    schemas = _schemas([name for name in names if name in concerned], view)
    return linked(schemas, linker, links_of(said), apart_in(said))


def _schemas(names: Sequence[str], view: View) -> Sequence[Schema]:
    sampled = view.sampled(names, _SAMPLE)
    ends = {end for facts in sampled.values() for fact in facts for end in _entities(fact)}
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


def _entities(fact: Fact) -> Sequence[EntityId]:
    return (fact.subject, EntityId(fact.object)) if fact.object_is_entity else (fact.subject,)


def _kind(type_: str) -> str:
    return KINDS.get(TYPES.get(type_.casefold(), type_.upper()), "")


def _mainly(kinds: Iterable[str]) -> str:
    """The kind that most of them are, empty where no kind is that of most."""
    counts = Counter(kinds)
    kind, number = max(counts.items(), key=lambda item: (item[1], item[0]))
    return kind if number >= _MAINLY * counts.total() else ""


def _embed(texts: Sequence[str]) -> np.ndarray:
    """One row for each text, by the packaged embedder whatever that of the store is: θ was measured with it."""
    if len(_VECTORS) > _KEPT:
        _VECTORS.clear()
    if missing := [text for text in texts if text not in _VECTORS]:
        _VECTORS.update(zip(missing, get_embedder().embed(missing), strict=True))
    return np.stack([_VECTORS[text] for text in texts])
