"""All who held an office of a body, in the order in which they did, and how many they were."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from timeweave.answering.catalogue import CITED
from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.context.offices_at_large import held_of, holder_of
from timeweave.answering.context.reading import cite
from timeweave.answering.context.successions import telling_roles
from timeweave.answering.context.tenures import start_of
from timeweave.evolution import merge_tenures, relations_of, resolve
from timeweave.evolution.identity.names import name_features
from timeweave.language.names import canonical_key
from timeweave.records import EntityId, FactStatus, ResolvedFact
from timeweave.results import Answer, Value
from timeweave.temporal.interval import Interval

_PERSON = "PERSON"
_SURE = 0.8  # names of one person in several spellings may count as two
_MOST = 12  # holders that are told
_FEWEST = 2  # of whom a list is asked for; of one a lookup knows more


def answer_holders(context: AnswerContext) -> Answer | None:
    """Everybody known to have held the office that a question asks all holders of, in its time; ``None`` where it asks
    for something else, or fewer than two are known.
    """
    asked = context.question.holders
    if asked is None:
        return None
    rows = [row for row in _rows(frozenset([asked.office]), context) if _is_asked(row, context)]
    holders = list(_people(rows, context))
    if not (1 if asked.counts else _FEWEST) <= len(holders) <= _MOST:
        return None
    told = [f"{name} ({_years(turns)})" for name, turns in holders]
    listed = "; ".join(told)
    return Answer(
        search=context.result,
        answer=f"{len(holders)}: {listed}" if asked.counts else listed,
        refused=False,
        method="computed",
        values=tuple(Value(_years(turns), "", name, None, None) for name, turns in holders),
        citations=tuple(cite(turns[0].supports[0], context.view) for _, turns in holders)[:CITED],
        warnings=context.result.warnings,
        calculation=f"{len(holders)} people by the facts that tell of the office",
        confidence=_SURE,
    )


def _rows(office: frozenset[str], context: AnswerContext) -> Sequence[ResolvedFact]:
    """The tenures of an office of the body that the question names, else of that which goes without saying."""
    view, model = context.view, relations_of(context.view)
    for body in (e.id for e in context.entities):
        telling = telling_roles(office, view.relations_about([body]))
        about = [f for name in sorted(telling) for f in view.facts_about([body], relation=name)]
        holding = [f for f in about if f.fact.subject == body and f.fact.object_is_entity]
        if holding:
            return merge_tenures(resolve(holding, model), model)
    return [row for _, rows in held_of(office, context) for row in rows]


def _is_asked(row: ResolvedFact, context: AnswerContext) -> bool:
    periods = context.question.periods
    in_time = not periods or (row.valid is not None and any(p.overlaps(row.valid) for p in periods))
    return in_time and row.status is not FactStatus.RESTATED and start_of(row) <= context.today


def _people(rows: Sequence[ResolvedFact], context: AnswerContext) -> Iterator[tuple[str, list[ResolvedFact]]]:
    """Each person once with the turns in office, in order: "Mrs V Negus" and "Mrs Negus" are one."""
    found: list[tuple[str, list[ResolvedFact]]] = []
    for row in sorted(rows, key=start_of):
        holder = EntityId(holder_of(row.fact))
        info = context.view.entity(holder)
        name = str(holder) if info is None else info.name
        known = next((n for n, (other, _) in enumerate(found) if _may_be_one(name, other)), None)
        if known is None:
            found.append((name, [row]))
        else:
            other, turns = found[known]
            found[known] = (max(name, other, key=lambda n: len(canonical_key(n))), [*turns, row])
    yield from found


def _may_be_one(one: str, other: str) -> bool:
    """Whether two holders of one office may be one by their names: of a surname, and no other first letter."""
    if canonical_key(one) == canonical_key(other):
        return True
    found = name_features(one, _PERSON, other, _PERSON)
    return bool(found.get("last name alone") or (found.get("surname shared") and not found.get("firsts differ")))


def _years(turns: Sequence[ResolvedFact]) -> str:
    """The years from the first day known of somebody in an office to the last."""
    times = [row.valid or Interval(None, None) for row in turns]
    first = min((t.start for t in times if t.start is not None), default=None)
    lasts = [day for t in times if (day := t.last_day) is not None]
    is_over = len(lasts) == len(times)
    last = max(lasts) if is_over else None
    if first is None:
        return "time unknown" if last is None else f"until {last.year}"
    if last is None:
        return f"since {first.year}"
    return str(first.year) if first.year == last.year else f"{first.year} to {last.year}"
