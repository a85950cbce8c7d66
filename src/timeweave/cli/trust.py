"""`timeweave trust`: approves addresses, and files and stores that name them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from timeweave.addresses import checked, normal
from timeweave.cli.options import DEFAULT_KB, Json
from timeweave.cli.output import console, plain, write_json
from timeweave.errors import UsageError
from timeweave.opening import named_by_store
from timeweave.settings import FILE, settings_file
from timeweave.settings.settings_file import read_settings_file
from timeweave.settings.trust import Trusted, read_trusted, update_trusted


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
    approved: list[tuple[str, list[str]]] = []

    def changed(trusted: Trusted) -> Trusted:
        for one in what or [_default()]:
            if revoke:
                trusted = _revoked(one, trusted)
            else:
                trusted, found = _approved(one, trusted)
                approved.extend(found)
        return trusted

    trusted = read_trusted() if listed else update_trusted(changed)
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
            console().print(plain(f"approved {name}: {', '.join(names)}"), soft_wrap=True)


def _default() -> str:
    """The default knowledge base; before it is made, the settings file that it will have."""
    return str(DEFAULT_KB if DEFAULT_KB.exists() else settings_file(DEFAULT_KB) or DEFAULT_KB)


def _revoked(what: str, trusted: Trusted) -> Trusted:
    """What is trusted then; with a folder also its settings file, as it was approved."""
    if "://" in what:
        after = trusted.without(checked(what, "the address"))
    else:
        path = Path(what).expanduser()
        file = settings_file(path) if path.is_dir() else None
        after = trusted.without(str(path))
        after = after if file is None else after.without(str(file))
    if after == trusted:
        raise UsageError(f"{what!r} is not approved: `timeweave trust --list` shows what is")
    return after


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
        approved.append((str(file), list(dict.fromkeys(named.values())) or ["no model and no address"]))
    if path.is_dir() and (embedder := named_by_store(path)) is not None:
        trusted = trusted.with_store(path, embedder)
        approved.append((str(path), [embedder]))
    if not approved:
        raise UsageError(f"{what!r} names no model and no address: there is nothing to approve")
    return trusted, approved


def _show(trusted: Trusted) -> None:
    names = [*sorted(trusted.addresses), *sorted({*trusted.files, *trusted.stores})]
    for name in names or ["nothing is approved"]:
        console().print(plain(name), soft_wrap=True)
