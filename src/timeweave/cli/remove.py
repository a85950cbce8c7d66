"""`timeweave remove`: takes documents back, and all that only they supported."""

from __future__ import annotations

from typing import Annotated

import typer

from timeweave.cli.options import DEFAULT_KB, Json, KnowledgeBasePath
from timeweave.cli.output import complain, console, write_json
from timeweave.opening import open_knowledge_base
from timeweave.removing import Unknown


def run(
    ids: Annotated[list[str], typer.Argument(metavar="ID…", help="Document ids.")],
    kb: KnowledgeBasePath = DEFAULT_KB,
    as_json: Json = False,
) -> None:
    """Remove documents. Unknown ids are named, the others removed."""
    unknown: Unknown = []
    with open_knowledge_base(kb, create=False) as base:
        removed = base.remove(*ids, unknown=unknown)
    if as_json:
        failed = [{"source": id_, "line": None, "error": str(error)} for id_, error in unknown]
        write_json({"removed": removed, "failed": failed})
    else:
        for _, error in unknown:
            complain(str(error))
        console().print(f"removed {removed}, failed {len(unknown)}")
    if unknown:
        raise typer.Exit(1)
