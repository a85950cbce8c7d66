"""`timeweave token`: makes, lists and revokes tokens of access to the server."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from timeweave.cli.options import Json
from timeweave.cli.output import complain, console, plain, table, write_json
from timeweave.errors import UsageError
from timeweave.server.tokens import Token, token_file

_DEEDS = ("create", "list", "revoke")


def run(
    deed: Annotated[str, typer.Argument(metavar="create|list|revoke", help="What to do.")],
    which: Annotated[str | None, typer.Argument(metavar="ID|NAME", help="The token to revoke.")] = None,
    name: Annotated[str | None, typer.Option("--name", help="Whose the token is.")] = None,
    scope: Annotated[str, typer.Option("--scope", metavar="read|write|admin", help="What it may do.")] = "read",
    kb_name: Annotated[
        list[str] | None, typer.Option("--kb-name", metavar="NAME", help="Only this knowledge base; may be repeated.")
    ] = None,
    tokens: Annotated[Path | None, typer.Option(metavar="FILE", help="Where they are kept.")] = None,
    as_json: Json = False,
) -> None:
    """Make, list and revoke tokens for `timeweave serve`; a token is shown once, and only its digest is kept."""
    if deed not in _DEEDS:
        raise UsageError(f"{deed!r} is nothing to do with tokens: say {', '.join(_DEEDS)}")
    file = token_file(tokens)
    if deed == "create":
        if name is None:
            raise UsageError("--name says whose the token is: timeweave token create --name ada --scope read")
        made, secret = file.create(name, scope, kb_name or ())
        if as_json:
            write_json({**_to_json(made), "token": secret})
        else:
            console().print(secret, soft_wrap=True)
            complain(f"token {made.id} of {made.name}: shown once, only its digest is kept", kind="note")
    elif deed == "revoke":
        if which is None:
            raise UsageError("say which token: timeweave token revoke ID; `timeweave token list` shows them")
        _show(file.revoke(which), as_json)
    else:
        _show(file.tokens(), as_json)


def _show(tokens: Sequence[Token], as_json: bool) -> None:
    if as_json:
        write_json([_to_json(token) for token in tokens])
        return
    shown = table("id", "name", "scope", "for", "made")
    for token in tokens:
        cells = (token.id, token.name, token.scope, ", ".join(token.bases) or "all", token.created)
        shown.add_row(*(Text(plain(said)) for said in cells))
    console().print(shown)


def _to_json(token: Token) -> dict[str, object]:
    return {"id": token.id, "name": token.name, "scope": token.scope, "kb": list(token.bases), "created": token.created}
