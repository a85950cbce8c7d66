"""Whether the fields that `--map` names are there, looked for before anything is added."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from rapidfuzz.distance import JaroWinkler

from timeweave.documents.mapping import FieldMapping
from timeweave.documents.native import FIELDS
from timeweave.documents.reading import read
from timeweave.documents.triples import triple_columns
from timeweave.errors import TimeweaveWarning, UsageError

TARGETS = (*FIELDS, "author", "tags", "year", "quarter", "fiscal_year_start")
"""What a field can be mapped to and is read for; under any other name it is kept among the metadata."""
_NEAR = 0.85
_SHOWN = 12


def require_fields(
    paths: Iterable[str | Path], mapping: Mapping[str, str], *, skip: Collection[Path] = (), follow_links: bool = False
) -> None:
    """Read ``paths`` until every field of ``mapping`` has been met.

    Raises:
        UsageError: when a target is all but one that is known, or a field is met nowhere.
    """
    for target in mapping:
        _require_target(target)
    wanted, looked = FieldMapping(mapping), False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TimeweaveWarning)  # the addition says it
        for path in paths:
            for item in read(path, mapping=wanted, skip=skip, follow_links=follow_links):
                looked = True
                if not wanted.missing:
                    return
                del item
    if looked:
        raise UsageError(_absent(wanted))


def _require_target(target: str) -> None:
    if target in TARGETS or target in triple_columns(10):
        return
    near = max(TARGETS, key=lambda known: JaroWinkler.similarity(known, target.casefold()))
    if JaroWinkler.similarity(near, target.casefold()) >= _NEAR:
        raise UsageError(f"--map: {target!r} is no target; did you mean {near!r}? {_targets()}")


def _absent(wanted: FieldMapping) -> str:
    target, source = next((t, s) for t, s in wanted.items() if s in wanted.missing)
    said = f"--map {target}={source}: no file or record has a field {source!r}"
    if not wanted.seen:
        return f"{said}, nor any field at all: text and PDF files have none of their own. {_targets()}"
    nearest = sorted(wanted.seen, key=lambda name: -JaroWinkler.similarity(name.casefold(), source.casefold()))
    more = f" and {len(nearest) - _SHOWN} more" if len(nearest) > _SHOWN else ""
    known = "" if target in TARGETS or target in triple_columns(10) else f"; {_targets()}"
    return f"{said}; there are {', '.join(map(repr, nearest[:_SHOWN]))}{more}{known}"


def _targets() -> str:
    return f"TARGET=SOURCE takes one of {', '.join(TARGETS)} as TARGET, and a field of the files as SOURCE"
