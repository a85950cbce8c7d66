"""`timeweave timeline`: the facts of an entity in order of time."""

from __future__ import annotations

from typing import Annotated

import typer

from timeweave import wire
from timeweave.cli.options import DEFAULT_KB, AsOf, Json, KnowledgeBasePath, as_of_day
from timeweave.cli.output import show_timeline, write_json
from timeweave.opening import open_knowledge_base

NAME = "timeline"


def run(
    entity: Annotated[str, typer.Argument(help="A name.")],
    relation: Annotated[str | None, typer.Argument(help="Only this relation or measure.")] = None,
    kb: KnowledgeBasePath = DEFAULT_KB,
    as_of: AsOf = None,
    as_json: Json = False,
) -> None:
    """Show an entity's facts in order of time, with supersession and disagreement."""
    with open_knowledge_base(kb, create=False) as base:
        result = base.timeline(entity, relation, as_of=as_of_day(as_of))
    if as_json:
        write_json(wire.timeline_to_json(result))
    else:
        show_timeline(result)
