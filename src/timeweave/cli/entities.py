"""`timeweave entities`: who is who, why, and what people decide about it."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from timeweave import wire_graph
from timeweave.cli.options import DEFAULT_KB, AsOf, Json, KnowledgeBasePath, as_of_day
from timeweave.cli.output import console, number_of, plain, print_indented, print_item, table, write_json
from timeweave.errors import UsageError
from timeweave.evolution.identity.decisions import Decision, Deed, address_of
from timeweave.opening import open_knowledge_base

if TYPE_CHECKING:  # what answers is loaded when the command runs
    from timeweave.evolution.candidates import Candidate as Value
    from timeweave.evolution.identity.bearers import Link, Part
    from timeweave.identifying import Entities, EntityList, KnownEntity, PropertyMap


_SHOWN = 3  # documents of a name that are listed
_LIKELY = 0.2  # from this score on a candidate is shown
_WORDS = (
    "NAME | merge KEPT OTHER… | split NAME DOCUMENT… --as NEW | split NAME --from OTHER | rename NAME NEW | undo NUMBER"
)


def run(
    words: Annotated[list[str] | None, typer.Argument(metavar="[NAME | DEED …]", help=_WORDS)] = None,
    as_: Annotated[str | None, typer.Option("--as", metavar="NAME", help="What the one split off is called.")] = None,
    apart: Annotated[str | None, typer.Option("--from", metavar="NAME", help="The name to be kept apart from.")] = None,
    day: Annotated[
        str | None, typer.Option("--on", metavar="DATE", help="The day from which a decision counts: without it today.")
    ] = None,
    decided: Annotated[bool, typer.Option("--decisions", help="List what was decided.")] = False,
    shows_properties: Annotated[
        bool, typer.Option("--properties", help="Of NAME the values that it has one of at a time, or for ever.")
    ] = False,
    by: Annotated[
        str | None, typer.Option("--by", metavar="CONTEXT", help="Group them: document, source, region or window.")
    ] = None,
    concepts: Annotated[bool, typer.Option("--concepts", help="List concepts in place of names.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="Entities that are listed.")] = 50,
    kb: KnowledgeBasePath = DEFAULT_KB,
    as_of: AsOf = None,
    as_json: Json = False,
) -> None:
    """List entities; with NAME all that bear it, and why; or decide that names mean one, or that one means two."""
    deed, *rest = words or [""]
    if (shows_properties or by is not None) and (not deed or deed in list(Deed)):
        raise UsageError("--properties and --by need a name: timeweave entities Acme --properties")
    with open_knowledge_base(kb, create=False) as base:
        if decided:
            _show_decisions(base.entities.decisions(as_of=as_of_day(as_of)), as_json)
        elif deed in list(Deed):
            made = _decide(
                base.entities, Deed(deed), rest, as_=as_ or "", apart=apart or "", day=as_of_day(day, "--on")
            )
            _show_decisions([(d, True) for d in made], as_json)
        elif shows_properties or by is not None:
            _show_properties(base.entities.properties(" ".join(words or []), by=by, as_of=as_of_day(as_of)), as_json)
        elif deed:
            _show_known(
                " ".join(words or []), base.entities.called(" ".join(words or []), as_of=as_of_day(as_of)), as_json
            )
        else:
            _show_list(base.entities.most_mentioned(limit, concepts=concepts, as_of=as_of_day(as_of)), as_json)


def _decide(
    entities: Entities, deed: Deed, words: list[str], *, as_: str, apart: str, day: dt.date | None
) -> list[Decision]:
    """Do what the words ask for.

    Raises:
        UsageError: there are too few or too many of them.
    """
    if deed is Deed.MERGE and len(words) > 1:
        return entities.merge(words[0], *words[1:], day=day)
    if deed is Deed.SPLIT and words:
        return [entities.split(words[0], words[1:], as_=as_, other=apart, day=day)]
    if deed is Deed.RENAME and len(words) == 2:
        return [entities.rename(words[0], words[1], day=day)]
    if deed is Deed.UNDO and len(words) == 1 and words[0].isdigit():
        return [entities.undo(int(words[0]), day=day)]
    said = " ".join(map(repr, words)) or "nothing"
    raise UsageError(f"`entities {deed.value}` got {said}: it is one of {_WORDS}")


def _show_list(found: EntityList, as_json: bool) -> None:
    if as_json:
        write_json(wire_graph.entity_list_to_json(found))
        return
    out = console()
    out.print(Text(number_of(found.total, "entities"), style="bold"))
    shown = table("name", "type", "mentions", "documents")
    for info in found.entities:
        shown.add_row(plain(info.name), info.type, f"{info.mentions:,}", f"{info.documents:,}")
    out.print(shown)


def _show_known(name: str, found: list[KnownEntity], as_json: bool) -> None:
    if as_json:
        write_json(wire_graph.known_entities_to_json(name, found))
        return
    out = console()
    if len(found) > 1:
        out.print(Text(f"{len(found)} bear the name {plain(name)!r}", style="bold"))
    for known in found:
        _show_one(out, known)
        if len(found) > 1:
            print_indented(out, Text(plain(address_of(known.entity.id)), style="dim"), 2)


def _show_one(out: Console, known: KnownEntity) -> None:
    info = known.entity
    told = f" · {info.type or 'of no known type'} · {number_of(info.mentions, 'mentions')} in "
    told += f"{number_of(info.documents, 'documents')}, {number_of(known.facts, 'facts')}"
    out.print(Text(plain(info.name), style="bold").append(told, style="not bold dim"))
    if len(known.parts) > 1 or known.parts[0].documents is not None or known.parts[0].without:
        for part in known.parts:
            print_item(out, Text(_part(part)))
    for link in known.links:
        print_item(out, Text(_link(link)))
    near = [c for c in known.candidates if c.s >= _LIKELY]
    if near:
        print_indented(out, Text("may be the same, by their names and contexts:", style="dim"), 2)
    for candidate in near:
        print_item(out, Text(f"{plain(candidate.entity.name)}  {candidate.s:.2f}  {', '.join(candidate.why)}"))


def _show_properties(found: list[PropertyMap], as_json: bool) -> None:
    if as_json:
        write_json(wire_graph.property_maps_to_json(found))
        return
    out = console()
    for one in found:
        out.print(Text(plain(one.entity.name), style="bold"))
        for told in one.properties:
            print_indented(out, Text(plain(told.relation)), 2)
            for name, group in (told.groups or {"": told.candidates}).items():
                if told.groups:
                    print_indented(out, Text(plain(name) or "elsewhere", style="dim"), 4)
                for candidate in group:
                    print_item(out, Text(_value(candidate)))
        if not one.properties:
            print_indented(out, Text("nothing is told that it has one of", style="dim"), 2)


def _value(candidate: Value) -> str:
    held = ", ".join(map(str, candidate.held))
    return f"{plain(candidate.object)}  C = {candidate.confidence:.2f}" + (f"  {held}" if held else "  not held")


def _part(part: Part) -> str:
    if part.documents is not None:
        return f"“{plain(part.key)}” in {_listed(part.documents)}"
    return f"“{plain(part.key)}”" + (f", but in {_listed(part.without)}" if part.without else "")


def _listed(documents: frozenset[str]) -> str:
    first = ", ".join(map(plain, sorted(documents)[:_SHOWN]))
    return first + (f" and {len(documents) - _SHOWN} more" if len(documents) > _SHOWN else "")


def _link(link: Link) -> str:
    why = f"decision {link.by}" if link.by else f"score {link.s:.2f}: {', '.join(link.why)}"
    if link.a == link.b:
        return f"two of one name, apart in {_listed(frozenset(link.documents))} ({why})"
    return f"{plain(link.a)} {'is' if link.is_same else 'is not'} {plain(link.b)} ({why})"


def _show_decisions(made: list[tuple[Decision, bool]], as_json: bool) -> None:
    if as_json:
        write_json(wire_graph.decisions_to_json(made))
        return
    out = console()
    for decision, in_force in made:
        line = f"{decision.number}  from {decision.day}  {_said(decision)}"
        out.print(Text(line if in_force else f"{line}  (undone)", style="" if in_force else "dim"))
    if not made:
        out.print("nothing was decided")


def _said(decision: Decision) -> str:
    entity, other = plain(decision.entity), plain(decision.other)
    if decision.deed is Deed.MERGE:
        return f"{other} is {entity}"
    if decision.deed is Deed.RENAME:
        return f"{entity} is called {plain(decision.name)}"
    if decision.deed is Deed.UNDO:
        return f"undoes {decision.undoes}"
    if other:
        return f"{entity} is not {other}"
    return f"{entity} in {_listed(frozenset(decision.documents))} is another, called {plain(decision.name)}"
