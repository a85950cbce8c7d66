"""`timeweave remove`: takes documents back, and all that only they supported."""

from __future__ import annotations

from typing import Annotated

import typer

from timeweave.cli.options import DEFAULT_KB, Json, KnowledgeBasePath
from timeweave.cli.output import complain, console, write_json
from timeweave.errors import NotFoundError
from timeweave.opening import open_knowledge_base

NAME = "remove"


def run(
    ids: Annotated[list[str], typer.Argument(metavar="ID…", help="Document ids.")],
    kb: KnowledgeBasePath = DEFAULT_KB,
    as_json: Json = False,
) -> None:
    """Remove documents. Unknown ids are named, the others removed."""
    removed, failed = [], []
    with open_knowledge_base(kb, create=False) as base:
        for id_ in ids:
            try:
                base.remove(id_)
                removed.append(id_)
            except NotFoundError as error:
                failed.append({"source": id_, "line": None, "error": str(error)})
    if as_json:
        write_json({"removed": len(removed), "failed": failed})
    else:
        for failure in failed:
            complain(str(failure["error"]))
        console().print(f"removed {len(removed)}, failed {len(failed)}")
    if failed:
        raise typer.Exit(1)
