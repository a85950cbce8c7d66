"""`timeweave check`: verifies the store and its indexes, and rebuilds what is derived."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from timeweave import wire
from timeweave.cli.options import DEFAULT_KB, Json, KnowledgeBasePath
from timeweave.cli.output import complain, console, write_json
from timeweave.errors import StoreDamagedError, command
from timeweave.opening import open_knowledge_base
from timeweave.records import Problem
from timeweave.rescue import rescue
from timeweave.store.checking import what_can_be_saved


def run(
    kb: KnowledgeBasePath = DEFAULT_KB,
    repair: Annotated[bool, typer.Option("--repair", help="Rebuild what is derived.")] = False,
    salvage: Annotated[
        Path | None,
        typer.Option("--salvage", metavar="FOLDER", help="Write what can be saved there, to be added anew."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Verify every record, span and index file. Exit status 0 only when all is well, else 3."""
    if salvage is not None:
        saved = rescue(kb, salvage)
        complain(
            f"saved {saved} document versions in {str(salvage)!r}: `timeweave add` takes them into a new store", "note"
        )
    try:
        with open_knowledge_base(kb, create=False) as base:
            problems = base.check(repair=repair)
    except StoreDamagedError as error:
        problems = [Problem(str(error), error.path, repairable=False), what_can_be_saved(kb)]
    if as_json:
        write_json(wire.check_to_json(problems))
    else:
        for p in problems:
            told = "--repair" in p.what or not p.repairable
            remedy = "" if told else f" ({command('check --repair', kb)} mends it)"
            complain(f"{p.where}: {p.what}{remedy}", kind="problem")
        console().print("all is well" if not problems else f"{len(problems)} problem{'s' * (len(problems) > 1)}")
    if problems:
        raise typer.Exit(3)
