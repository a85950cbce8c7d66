"""What people have decided about who is who: a log that is only ever added to, undoing included (EK-03).

A decision counts from a day on, and is not known before it. Names are canonical keys, so that what is decided holds for
documents that come later, too.
"""

from __future__ import annotations

import datetime as dt
import enum
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from timeweave.errors import NotFoundError, UsageError
from timeweave.language.names import canonical_key
from timeweave.records import DocumentId, EntityId
from timeweave.store.base import Transaction, View

_SETTING = "identity decisions"
_ADDRESS = "id:"
_NOBODY = EntityId("")


class Deed(enum.StrEnum):
    """What was decided."""

    MERGE = "merge"
    SPLIT = "split"
    RENAME = "rename"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the log, which counts from ``day`` on.

    A merge makes ``other`` one with ``entity``. A split makes whom ``documents`` call ``entity`` one of its own, called
    ``name``; documents of the same ``name`` mean the same one. A rename calls ``entity`` by ``name``. An undo takes
    back the line of number ``undoes``.
    """

    number: int
    deed: Deed
    day: dt.date
    recorded: dt.datetime
    entity: EntityId = _NOBODY
    other: EntityId = _NOBODY
    documents: tuple[DocumentId, ...] = ()
    name: str = ""
    undoes: int = 0

    @property
    def part(self) -> EntityId:
        """The entity that a split makes."""
        return part_of(self.entity, self.name)


def part_of(entity: EntityId, name: str) -> EntityId:
    """The id of one of several bearers of a name: no name has such a key."""
    return EntityId(f"{entity} [{canonical_key(name)}]")


def name_of(entity: EntityId) -> EntityId:
    """The key of the name that an entity is one of several bearers of; the entity itself where it is not."""
    return EntityId(entity.partition(" [")[0])


def address_of(entity: EntityId) -> str:
    """What is written in the place of a name where this entity is meant, whatever others are called."""
    return f"{_ADDRESS}{entity}"


def addressed_by(written: str) -> EntityId | None:
    """The entity of an address; ``None`` where a name is written."""
    return EntityId(written.removeprefix(_ADDRESS)) if written.startswith(_ADDRESS) else None


def decisions(view: View) -> tuple[Decision, ...]:
    """All that was decided by the view's day, oldest first."""
    lines = json.loads(view.setting(_SETTING) or "[]")
    found = (_read(line) for line in lines)
    return tuple(d for d in found if view.as_of is None or d.day <= view.as_of)


def in_force(made: Sequence[Decision]) -> tuple[Decision, ...]:
    """Those that were not taken back. Who takes an undo back restores what it took back."""
    undone: set[int] = set()
    for decision in reversed(made):
        if decision.deed is Deed.UNDO and decision.number not in undone:
            undone.add(decision.undoes)
    return tuple(d for d in made if d.deed is not Deed.UNDO and d.number not in undone)


def record(transaction: Transaction, decision: Decision) -> Decision:
    """Add a line to the log; its number is the next.

    Raises:
        NotFoundError: it undoes what was never decided.
        UsageError: it undoes what is undone.
    """
    made = decisions(transaction)
    if decision.deed is Deed.UNDO:
        _require_in_force(made, decision.undoes)
    numbered = replace(decision, number=len(made) + 1)
    lines = [_written(d) for d in (*made, numbered)]
    transaction.set_setting(_SETTING, json.dumps(lines, ensure_ascii=False))
    return numbered


def _require_in_force(made: Sequence[Decision], number: int) -> None:
    if not any(d.number == number for d in made):
        known = f"the last is {made[-1].number}" if made else "nothing was decided yet"
        raise NotFoundError(f"no decision {number}: {known}; `entities --decisions` lists them")
    taken_back = {d.number for d in made} - {d.number for d in in_force(made)}
    if number in taken_back and next(d for d in made if d.number == number).deed is not Deed.UNDO:
        raise UsageError(f"decision {number} is undone already: `entities --decisions` lists what holds")


def _written(decision: Decision) -> Mapping[str, object]:
    values = {**asdict(decision), "day": decision.day.isoformat(), "recorded": decision.recorded.isoformat()}
    return {name: value for name, value in values.items() if value not in ("", (), 0)}


def _read(line: Mapping[str, object]) -> Decision:
    return Decision(
        number=int(str(line["number"])),
        deed=Deed(str(line["deed"])),
        day=dt.date.fromisoformat(str(line["day"])),
        recorded=dt.datetime.fromisoformat(str(line["recorded"])),
        entity=EntityId(str(line.get("entity", ""))),
        other=EntityId(str(line.get("other", ""))),
        documents=tuple(DocumentId(str(d)) for d in _list(line.get("documents", ()))),
        name=str(line.get("name", "")),
        undoes=int(str(line.get("undoes", 0))),
    )


def _list(value: object) -> Iterable[object]:
    return value if isinstance(value, list | tuple) else ()
