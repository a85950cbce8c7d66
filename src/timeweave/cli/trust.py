"""`timeweave trust`: approves addresses, and files and stores that name them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from timeweave.addresses import checked, normal
from timeweave.cli.options import DEFAULT_KB, Json
from timeweave.cli.output import console, write_json
from timeweave.errors import UsageError
from timeweave.opening import named_by_store
from timeweave.settings import FILE, settings_file
from timeweave.settings.settings_file import read_settings_file
from timeweave.settings.trust import Trusted, read_trusted, write_trusted

NAME = "trust"


def run(
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH|URL…", help="Settings files, folders of knowledge bases, addresses."),
    ] = None,
    revoke: Annotated[bool, typer.Option("--revoke", help="Approve them no longer.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="Show what is approved; change nothing.")] = False,
    as_json: Json = False,
) -> None:
    """Approve what may be sent text and keys: an address, or what a settings file or a store names as it is now.

    Without arguments the default knowledge base and the settings file beside it.
    """
    trusted = read_trusted()
    approved: list[tuple[str, list[str]]] = []
    if not listed:
        for one in what or [str(DEFAULT_KB)]:
            if revoke:
                trusted = trusted.without(one)
            else:
                trusted, found = _approved(one, trusted)
                approved += found
        write_trusted(trusted)
    if as_json:
        write_json(
            {
                "approved": [{"what": name, "names": names} for name, names in approved],
                "trusted": {
                    "addresses": sorted(trusted.addresses),
                    "files": sorted(trusted.files),
                    "stores": sorted(trusted.stores),
                },
            }
        )
    elif listed or revoke:
        _show(trusted)
    else:
        for name, names in approved:
            console().print(f"approved {name}: {', '.join(names)}", soft_wrap=True)


def _approved(what: str, trusted: Trusted) -> tuple[Trusted, list[tuple[str, list[str]]]]:
    """What is trusted then, and what was approved with all that it names."""
    if "://" in what:
        return trusted.with_address(checked(what, "the address")), [(what, [normal(what)])]
    path = Path(what).expanduser()
    if not path.exists():
        raise UsageError(
            f"no file, folder or address {what!r}: give a {FILE}, the folder of a knowledge base, or http://…"
        )
    file = settings_file(path) if path.is_dir() else path
    approved: list[tuple[str, list[str]]] = []
    if file is not None:
        named = read_settings_file(file, trusted).named()
        trusted = trusted.with_file(file, named)
        approved.append((str(file), list(_values(named)) or ["no model and no address"]))
    if path.is_dir() and (embedder := named_by_store(path)) is not None:
        trusted = trusted.with_store(path, embedder)
        approved.append((str(path), [embedder]))
    if not approved:
        raise UsageError(f"{what!r} names no model and no address: there is nothing to approve")
    return trusted, approved


def _values(named: object) -> list[str]:
    """The models and addresses among what a file names."""
    if isinstance(named, dict):
        return list(dict.fromkeys(value for one in named.values() for value in _values(one)))
    return [named] if isinstance(named, str) else []


def _show(trusted: Trusted) -> None:
    names = [*sorted(trusted.addresses), *sorted({*trusted.files, *trusted.stores})]
    for name in names or ["nothing is approved"]:
        console().print(name, soft_wrap=True)
