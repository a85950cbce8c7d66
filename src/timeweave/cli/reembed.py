"""`timeweave reembed`: makes all vectors anew with another embedder."""

from __future__ import annotations

from typing import Annotated

import typer

from timeweave.cli.options import DEFAULT_KB, EmbedderUrl, Json, KnowledgeBasePath
from timeweave.cli.output import console, write_json
from timeweave.embedders import opened
from timeweave.opening import open_knowledge_base
from timeweave.settings import load


def run(
    embedder: Annotated[str, typer.Argument(help="The model that shall make the vectors.")],
    kb: KnowledgeBasePath = DEFAULT_KB,
    embedder_url: EmbedderUrl = None,
    as_json: Json = False,
) -> None:
    """Change the embedder of a knowledge base: all vectors are made anew from the stored documents."""
    named = load(kb, embedder=embedder, embedder_url=embedder_url).embedder
    assert named is not None
    chosen = opened(named)
    with open_knowledge_base(kb, create=False) as base:
        base.rebuild(embedder=chosen)
    if as_json:
        write_json({"embedder": chosen.name})
    else:
        console().print(f"all vectors are now by {chosen.name}")
