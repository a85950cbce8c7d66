"""`timeweave relations`: how many values each relation has at a time and why; what is wrong is corrected here."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.text import Text

from timeweave import wire_graph
from timeweave.cli.options import DEFAULT_KB, AsOf, Json, KnowledgeBasePath, as_of_day
from timeweave.cli.output import console, number_of, plain, print_indented, write_json
from timeweave.errors import NotFoundError, UsageError
from timeweave.opening import open_knowledge_base
from timeweave.overviews import RelationInfo

_VALUES = {"ever": "one for ever", "one": "one at a time", "many": "many side by side"}
_STYLES = {"ever": "cyan", "one": "green", "many": ""}
_PAGE = 40
_QUOTED = 60  # characters of what was given, in a message


def run(
    name: Annotated[str | None, typer.Argument(metavar="RELATION", help="Only this relation.")] = None,
    values: Annotated[
        str | None,
        typer.Option("--set", metavar="ever|one|many", help="Correct it: one for ever, one at a time, or many."),
    ] = None,
    same: Annotated[str | None, typer.Option("--same-as", metavar="OTHER", help="It is OTHER by another name.")] = None,
    inverse: Annotated[
        str | None, typer.Option("--inverse-of", metavar="OTHER", help="It is OTHER, told from the other end.")
    ] = None,
    different: Annotated[
        str | None, typer.Option("--different-from", metavar="OTHER", help="It is not OTHER by another name.")
    ] = None,
    undo: Annotated[bool, typer.Option("--undo", help="Take back all that was said of it.")] = False,
    kb: KnowledgeBasePath = DEFAULT_KB,
    as_of: AsOf = None,
    limit: Annotated[int, typer.Option(min=1, help="How many are shown, those of the most facts first.")] = _PAGE,
    as_json: Json = False,
) -> None:
    """Show how many values each relation has at a time, which it is by another name, and why; correct that."""
    said = {"same": same, "inverse": inverse, "different": different}
    told = [(verdict, other) for verdict, other in said.items() if other is not None]
    deeds = [*told, *([values] if values is not None else []), *(["undo"] if undo else [])]
    if deeds and name is None:
        raise UsageError("a correction needs a relation: timeweave relations employer --set one")
    if len(deeds) > 1:
        raise UsageError(
            "one thing is said at a time: give one of --set, --same-as, --inverse-of, --different-from and --undo"
        )
    if deeds and as_of is not None:
        raise UsageError("what is said counts from now on: leave out --as-of, or look without a correction")
    with open_knowledge_base(kb, create=False) as base:
        if name is not None and (values is not None or undo):
            base.set_relation(name, values)
        if name is not None and undo:
            base.set_synonym(name, None)
        for verdict, other in told:
            base.set_synonym(name or "", other, verdict)
        found = base.relations(as_of=as_of_day(as_of))
    if name is not None:
        wanted = " ".join(name.casefold().split())
        near = difflib.get_close_matches(wanted, [relation.name.casefold() for relation in found], 3)
        found = [relation for relation in found if relation.name.casefold() == wanted]
        if not found and not deeds:
            hint = f"; near it are {', '.join(map(repr, near))}" if near else ": `timeweave relations` lists all"
            raise NotFoundError(f"no fact has the relation {name[:_QUOTED]!r}{hint}")
    if as_json:
        write_json([wire_graph.relation_to_json(relation) for relation in found])
        return
    show(sorted(found, key=lambda r: (-r.facts, r.name)), limit)


def show(relations: Sequence[RelationInfo], limit: int) -> None:
    """The relations, each with how many values it has and why."""
    out = console()
    out.print(Text(number_of(len(relations), "relations"), style="bold"))
    for relation in relations[:limit]:
        line = Text(plain(relation.name), style="bold").append(f"  {number_of(relation.facts, 'facts')}", style="dim")
        line.append(f"  {_VALUES[relation.values]}", style=_STYLES[relation.values])
        print_indented(out, line.append(f" — {plain(relation.why)}", style="dim"), 0)
        if told := _others(relation):
            print_indented(out, Text(plain(told), style="dim"), 4)
    if len(relations) > limit:
        print_indented(out, Text(f"and {len(relations) - limit:,} more: --limit N, or name one", style="dim"), 0)


def _others(relation: RelationInfo) -> str:
    told = [f"from its object: {relation.inverse}"] if relation.inverse else []
    told += ["the same from both ends"] if relation.symmetric else []
    told += [f"one with {', '.join(relation.same_as)}"] if relation.same_as else []
    if (synonym := relation.synonym) is not None:
        other = f"the inverse of {synonym.of}" if synonym.inverse else f"the same as {synonym.of}"
        told.append(f"{other} — {synonym.why}" + (f", {synonym.score:.2f}" if synonym.by == "meaning" else ""))
    return "; ".join(told)
