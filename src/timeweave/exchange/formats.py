"""The formats that facts are written in, each with the endings of file names that ask for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from timeweave.errors import UsageError
from timeweave.exchange.facts import GraphFact

Write = Callable[[Iterable[GraphFact], Any], None]
_COMPRESSED = ".gz"


@dataclass(frozen=True, slots=True)
class Format:
    """How a graph is written: by a function of a module, into text, bytes or a folder."""

    name: str
    endings: tuple[str, ...]
    module: str
    function: str
    into: str

    @property
    def write(self) -> Write:
        """The function, loaded when it is needed."""
        return cast("Write", getattr(import_module(f"timeweave.exchange.{self.module}"), self.function))


FORMATS = {
    made.name: made
    for made in (
        Format("tsv", (".tsv",), "tables", "write_tsv", "text"),
        Format("wikidata", (".wikidata.jsonl", ".wikidata.json"), "wikidata", "write_wikidata", "text"),
        Format("jsonl", (".jsonl", ".ndjson"), "tables", "write_jsonl", "text"),
        Format("ntriples", (".nt",), "rdf", "write_ntriples", "bytes"),
        Format("turtle", (".ttl",), "rdf", "write_turtle", "bytes"),
        Format("graphml", (".graphml",), "graphml", "write_graphml", "text"),
        Format("neo4j", (), "neo4j", "write_neo4j", "folder"),
    )
}


def format_for(path: Path, name: str | None) -> Format:
    """The format called ``name``, else the one that the file's name asks for.

    Raises:
        UsageError: there is no such format, or nothing says which.
    """
    if name is not None:
        if name not in FORMATS:
            raise UsageError(f"{name!r} is no format: say one of {', '.join(FORMATS)}")
        return FORMATS[name]
    asked = path.name.casefold().removesuffix(_COMPRESSED)
    for found in FORMATS.values():
        if asked.endswith(found.endings) and found.endings:
            return found
    raise UsageError(
        f"{path.name!r} does not say its format: end it in .tsv, .nt, .ttl, .graphml or .jsonl, or use --format"
    )


def is_compressed(path: Path) -> bool:
    """Whether the name asks for gzip."""
    return path.name.casefold().endswith(_COMPRESSED)
