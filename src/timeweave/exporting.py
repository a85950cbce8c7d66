"""The fact graph to a file of another format, as of a day: read entity by entity, so that no store is too large."""

from __future__ import annotations

import contextlib
import gzip
import io
import itertools
import os
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from timeweave.errors import InputError
from timeweave.evolution import relations_of, resolve
from timeweave.evolution.endings import ENDING_RELATIONS, is_open_state
from timeweave.exchange import GraphFact, Place
from timeweave.exchange.formats import Format, format_for, is_compressed
from timeweave.language.names import canonical_key
from timeweave.lexicon.states import DISSOLVED, STATUS
from timeweave.outcomes import ExportResult
from timeweave.records import EntityId, EntityInfo, PlacedSupport, ResolvedFact, SupportedFact
from timeweave.store.base import View

_TOGETHER = 400
"""Subjects whose facts are read at once."""


def export(view: View, path: Path, format_name: str | None) -> ExportResult:
    """Write every visible fact to ``path``, which is replaced once all is written.

    Raises:
        UsageError: there is no such format, or nothing says which.
        MissingExtraError: the format needs a package that is not installed.
        InputError: the file cannot be written.
    """
    started = time.perf_counter()
    chosen = format_for(path, format_name)
    counted = _Counted(graph_facts(view))
    try:
        _write(chosen, counted, path)
    except OSError as error:
        raise InputError(f"{str(path)!r} cannot be written: {error.strerror}; name another file") from error
    elapsed = (time.perf_counter() - started) * 1000
    return ExportResult(str(path), chosen.name, view.as_of, counted.count, elapsed)


def graph_facts(view: View) -> Iterator[GraphFact]:
    """The visible facts with their standing, in order of (subject, valid start, id)."""
    entities = (info.id for info in view.entities())
    while subjects := list(itertools.islice(entities, _TOGETHER)):
        own = set(subjects)
        resolved = [r for r in _resolved(view, own) if r.fact.subject in own]
        resolved.sort(key=lambda r: r.fact.subject)  # stable: in order of time within each
        infos = _infos(view, {*own, *(EntityId(r.fact.object) for r in resolved if r.fact.object_is_entity)})
        for found in resolved:
            yield _graph_fact(found, infos)


def _resolved(view: View, subjects: Set[EntityId]) -> list[ResolvedFact]:
    """The facts of ``subjects`` among all that bear on how they stand."""
    about = view.facts_about(sorted(subjects))
    bearing = (s for s in about if s.fact.subject in subjects or s.fact.relation in ENDING_RELATIONS)
    known: dict[str, SupportedFact] = {s.fact.id: s for s in bearing}
    joined = {EntityId(s.fact.object) for s in known.values() if s.fact.object_is_entity and is_open_state(s.fact)}
    for relation in (STATUS, DISSOLVED) if joined else ():
        for supported in view.facts_about(sorted(joined), relation=relation):
            known.setdefault(supported.fact.id, supported)
    return resolve(known.values(), relations_of(view))


def _infos(view: View, entities: Iterable[EntityId]) -> Mapping[EntityId, EntityInfo]:
    named = view.named(sorted(entities))
    return {key: info for key, infos in named.items() for info in infos if info.id == key}


def _graph_fact(resolved: ResolvedFact, infos: Mapping[EntityId, EntityInfo]) -> GraphFact:
    fact = resolved.fact
    subject, subject_type = _spelled(fact.subject, infos)
    target, target_type = _spelled(EntityId(fact.object), infos) if fact.object_is_entity else (fact.object, "")
    shortened = resolved.valid is not None and fact.valid is not None and resolved.valid.end != fact.valid.end
    return GraphFact(
        subject,
        fact.relation,
        target,
        fact.valid,
        is_literal=not fact.object_is_entity,
        subject_type=subject_type,
        object_type=target_type,
        quantity=fact.quantity,
        qualifiers=fact.qualifiers,
        places=tuple(map(_place, resolved.supports)),
        subject_key=fact.subject,
        object_key=fact.object if fact.object_is_entity else "",
        id=fact.id,
        status=resolved.status.value,
        ended=resolved.valid.end if shortened and resolved.valid is not None else None,
        confidence=resolved.confidence,
    )


def _spelled(entity: EntityId, infos: Mapping[EntityId, EntityInfo]) -> tuple[str, str]:
    """The name and type of an entity; its key where its usual name would be read as another entity."""
    info = infos.get(entity)
    if info is None:
        return entity, ""
    return (info.name if canonical_key(info.name) == entity else entity), info.type


def _place(support: PlacedSupport) -> Place:
    span = support.span
    observed = support.observed.isoformat()
    return Place(support.document_id, support.source, observed, support.confidence, span.start, span.end)


@dataclass(slots=True)
class _Counted:
    """Facts that are counted as they pass."""

    facts: Iterator[GraphFact]
    count: int = 0

    def __iter__(self) -> Iterator[GraphFact]:
        for fact in self.facts:
            self.count += 1
            yield fact


def _write(chosen: Format, facts: Iterable[GraphFact], path: Path) -> None:
    """Beside its place first: who reads there finds the file of before, or all of the new one."""
    if chosen.into == "folder":
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path, prefix=".") as made:
            chosen.write(facts, Path(made))
            for file in sorted(Path(made).iterdir()):
                file.replace(path / file.name)
        return
    with _replacing(path) as raw, _packed(raw, compressed=is_compressed(path)) as out:
        if chosen.into == "bytes":
            chosen.write(facts, out)
            return
        with io.TextIOWrapper(out, encoding="utf-8", newline="\n", errors="replace") as text:
            chosen.write(facts, text)


@contextlib.contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as out:
            yield out
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


@contextlib.contextmanager
def _packed(out: IO[bytes], *, compressed: bool) -> Iterator[IO[bytes]]:
    """Packed without a time in the head: the same facts give the same bytes."""
    if not compressed:
        yield out
        return
    with gzip.GzipFile(fileobj=cast("Any", out), mode="wb", mtime=0, filename="") as packed:
        yield cast("IO[bytes]", packed)
