"""`timeweave export`: the facts as a graph in the format of others."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from timeweave.cli.options import DEFAULT_KB, AsOf, Json, KnowledgeBasePath, as_of_day
from timeweave.cli.output import console, number_of, plain, write_json
from timeweave.opening import open_knowledge_base


def run(
    path: Annotated[Path, typer.Argument(help="The file to write; for neo4j a folder.")],
    kb: KnowledgeBasePath = DEFAULT_KB,
    format_name: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="tsv, jsonl, ntriples, turtle, wikidata, graphml or neo4j; by default by the file's name.",
        ),
    ] = None,
    as_of: AsOf = None,
    as_json: Json = False,
) -> None:
    """Write the facts, with validity, standing and places, for other tools and stores; `add` reads them back."""
    with open_knowledge_base(kb, create=False) as base:
        done = base.export(path, as_=format_name, as_of=as_of_day(as_of))
    if as_json:
        as_of_text = None if done.as_of is None else done.as_of.isoformat()
        write_json(
            {
                "path": done.path,
                "format": done.format,
                "as_of": as_of_text,
                "facts": done.facts,
                "elapsed_ms": done.elapsed_ms,
            }
        )
        return
    seconds = f"{done.elapsed_ms / 1000:.1f} s"
    console().print(
        Text(f"{number_of(done.facts, 'facts')} written to {plain(done.path)} as {done.format} in {seconds}")
    )
