"""What follows from the facts of a reading: which of them are meant, and the answer that they give.

First, last, the n-th, counts and durations are worked out over all facts that match, never over those of a beam.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from timeweave.question.logical.form import LogicalForm, Order, Pick, Wants
from timeweave.records import SupportedFact
from timeweave.retrieval.reason.comparing import among, compared, extreme, in_order, tells_apart
from timeweave.retrieval.reason.readings import Reading
from timeweave.temporal.interval import Granularity, Interval, unit_label, unit_start

_EARLY, _LATE = dt.date.min, dt.date.max
MOST_WORDS = 36
"""Words of a list that still leave an answer short."""

Name = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """An answer in its parts, with the facts that each rests on, and those of the anchor."""

    parts: tuple[tuple[str, tuple[SupportedFact, ...]], ...]
    anchors: tuple[SupportedFact, ...] = ()
    calculation: str | None = None
    assumed: tuple[str, ...] = ()


def work_out(form: LogicalForm, reading: Reading, name: Name) -> Outcome | None:
    """The answer of one reading; ``None`` where no fact matches, or the form does not hold all that is asked."""
    if form.beyond_form:
        return None
    within = [s for s in reading.facts if _in_periods(s, form.periods)]
    facts = among(within, reading, all_known=form.pick is not Pick.ALL)
    if form.anchor is not None:
        return _beside_anchors(form, reading, facts, name)
    outcome = _answered(form, reading, _picked(form, facts, reading), name) or _undated(form, reading, name)
    if outcome is None or form.pick is Pick.ALL or not (reading.among or form.pick.compares):
        return outcome
    told = facts if reading.among else [s for _, part in outcome.parts for s in part]
    alike = (f"{len(outcome.parts)} are alike, so that none of them alone is meant",) if len(outcome.parts) > 1 else ()
    calculation = compared(form.pick, told, reading, name, when)
    return replace(outcome, calculation=calculation, anchors=tuple(facts), assumed=(*outcome.assumed, *alike))


def _undated(form: LogicalForm, reading: Reading, name: Name) -> Outcome | None:
    """The answer of facts without a time, to a question for what held at one, where none with a time does: they may
    hold always.
    """
    if form.wants is not Wants.ENTITY or not (form.periods or form.newest) or form.pick not in (Pick.ALL, Pick.LAST):
        return None
    undated = among([s for s in reading.facts if start_of(s) == _LATE], reading, all_known=False)
    outcome = _answered(form, reading, undated, name)
    return outcome and replace(outcome, assumed=("the graph tells no time of it, so that it is taken to hold",))


def _beside_anchors(form: LogicalForm, reading: Reading, facts: Sequence[SupportedFact], name: Name) -> Outcome | None:
    """The answer beside the facts of an anchor; where these are several, beside the first and beside the last."""
    assert form.anchor is not None
    anchors = [s for s in reading.anchors if s.fact.valid is not None and _in_periods(s, form.periods)]
    anchors = anchors or [s for s in reading.anchors if s.fact.valid is not None]
    if not anchors:
        return None
    candidates = [s for s in facts if reading.other is not None or reading.answer_end(s) not in reading.barred]
    order = form.anchor.order
    if form.wants is Wants.VERDICT and order is not Order.SAME:
        return None if form.anchor.closely else _in_order(order, _picked(form, candidates, reading), anchors)
    if order is Order.SAME:
        unit = form.anchor.unit or Granularity.DAY
        units = {_label(start_of(s), unit) for s in anchors}
        meant = _picked(form, [s for s in candidates if _label(start_of(s), unit) in units], reading)
        return _answered(form, reading, meant, name, anchors)
    first, last = min(anchors, key=start_of), max(anchors, key=start_of)
    # what lies beyond all of them lies beyond each
    ends = [first, last] if order is Order.BEFORE else [last, first]
    if form.pick is Pick.ALL and form.wants is Wants.ENTITY:
        tried = [_beyond(candidates, end, order) for end in ends]
        end, meant = next(((e, m) for e, m in zip(ends, tried, strict=True) if m), (ends[0], []))
        return _answered(form, reading, meant, name, [end])
    outcomes: list[Outcome] = []
    for end in dict.fromkeys((first, last)) if start_of(first) != start_of(last) else (first,):
        beyond = _beyond(candidates, end, order)
        found = _answered(form, reading, _picked(form, beyond, reading), name, [end])
        if found is not None:
            outcomes.append(found)
    return _together(outcomes, form)


def _in_order(order: Order, facts: Sequence[SupportedFact], anchors: Sequence[SupportedFact]) -> Outcome | None:
    """Yes or no, beside the first fact of an anchor; where the last would tell otherwise, that is said."""
    first, last = min(anchors, key=start_of), max(anchors, key=start_of)
    found, other = (in_order(order, facts, end, when) for end in (first, last))
    if found is None or other is None:
        return None
    text, told = found
    differs = text.partition(":")[0] != other[0].partition(":")[0]
    assumed = (f"what is dated by happened more than once: read {order} {start_of(first)}",) if differs else ()
    return Outcome(((text, (told,)),), (first,), assumed=assumed)


def _together(outcomes: Sequence[Outcome], form: LogicalForm) -> Outcome | None:
    """One answer where all give the same, or where they count; else both, the first of the anchor's facts first."""
    if not outcomes:
        return None
    texts = [tuple(text for text, _ in o.parts) for o in outcomes]
    if len(set(texts)) == 1 or form.wants in (Wants.COUNT, Wants.DURATION):
        return outcomes[0]
    assert form.anchor is not None
    days = ", ".join(str(start_of(o.anchors[0])) for o in outcomes)
    parts = {text: facts for o in outcomes for text, facts in o.parts}
    return Outcome(
        tuple(parts.items()),
        tuple(a for o in outcomes for a in o.anchors),
        assumed=(f"what is dated by happened more than once: read {form.anchor.order} each of {days}",),
    )


def _beyond(facts: Iterable[SupportedFact], end: SupportedFact, order: Order) -> list[SupportedFact]:
    if order is Order.BEFORE:
        return [s for s in facts if start_of(s) < start_of(end)]
    return [s for s in facts if start_of(s) > start_of(end) and start_of(s) < _LATE]


def _picked(form: LogicalForm, facts: Sequence[SupportedFact], reading: Reading) -> list[SupportedFact]:
    """Those of the facts that match that are meant."""
    if form.pick is Pick.ALL or (form.wants in (Wants.COUNT, Wants.DURATION) and form.pick is not Pick.NTH):
        return list(facts)
    dated = [s for s in facts if s.fact.valid is not None and s.fact.valid.start is not None]
    if not dated:
        return []
    if form.pick.compares:
        return extreme(form.pick, dated, reading)
    if form.pick is Pick.NTH:
        return _nth(dated, form.rank, reading)
    edge = (min if form.pick is Pick.FIRST else max)(start_of(s) for s in dated)
    found = [s for s in dated if start_of(s) == edge]
    return [] if reading.among and not tells_apart(found, dated, reading) else found


def _nth(facts: Sequence[SupportedFact], rank: int, reading: Reading) -> list[SupportedFact]:
    """The facts of the n-th different answer in order of time; of two entities, the n-th time."""
    seen: dict[object, list[SupportedFact]] = {}
    for s in sorted(facts, key=lambda s: (start_of(s), s.fact.id)):
        key: object = start_of(s) if reading.other is not None else reading.answer_end(s)
        seen.setdefault(key, []).append(s)
    groups = list(seen.values())
    return groups[rank - 1][:1] if rank <= len(groups) else []


def _answered(
    form: LogicalForm,
    reading: Reading,
    meant: Sequence[SupportedFact],
    name: Name,
    anchors: Sequence[SupportedFact] = (),
) -> Outcome | None:
    beside = tuple(anchors)
    if form.wants is Wants.COUNT:
        return _counted(form, reading, meant, beside)
    if form.wants is Wants.VERDICT:
        said = f"Yes: {when(meant[0].fact.valid)}" if meant and meant[0].fact.valid is not None else "Yes"
        return Outcome(((said, tuple(meant[:1])),), beside) if meant else None
    if not meant:
        return None
    if form.wants is Wants.DURATION:
        return _lasted(meant, beside)
    if form.wants is Wants.TIME:
        return _times(form, meant, beside)
    by_end: dict[str, list[SupportedFact]] = {}
    backwards = form.anchor is not None and form.anchor.order is Order.BEFORE
    by_name = sorted(meant, key=lambda s: name(reading.answer_end(s)))
    for s in sorted(by_name, key=start_of, reverse=backwards):
        by_end.setdefault(reading.answer_end(s), []).append(s)
    return Outcome(tuple((name(end), tuple(found)) for end, found in by_end.items()), beside)


def _counted(
    form: LogicalForm, reading: Reading, meant: Sequence[SupportedFact], anchors: tuple[SupportedFact, ...]
) -> Outcome | None:
    if form.distinct and reading.other is None:
        ends = {reading.answer_end(s) for s in meant}
        return Outcome(((str(len(ends)), tuple(meant)),), anchors, f"{len(ends)} different in {len(meant)} facts")
    times = {(start_of(s), s.fact.subject, s.fact.object) for s in meant}
    return Outcome(((str(len(times)), tuple(meant)),), anchors, f"{len(times)} dated facts that match")


def _lasted(meant: Sequence[SupportedFact], anchors: tuple[SupportedFact, ...]) -> Outcome | None:
    timed = [s for s in meant if s.fact.valid is not None and s.fact.valid.start is not None]
    told = next((s for s in timed if s.fact.valid is not None and s.fact.valid.is_bounded), next(iter(timed), None))
    if told is None:
        return None
    return Outcome(((lasted(told.fact.valid), (told,)),), anchors, when(told.fact.valid))


def lasted(valid: Interval | None) -> str:
    """How long something was so, in years where its time is told in years, else in days; where its end is not known the
    time alone.
    """
    if valid is None or valid.start is None or valid.end is None:
        return when(valid)
    if valid.granularity is Granularity.YEAR:
        return f"{valid.end.year - valid.start.year - 1} years"
    return f"{(valid.end - valid.start).days} days"


def _times(form: LogicalForm, meant: Sequence[SupportedFact], anchors: tuple[SupportedFact, ...]) -> Outcome | None:
    by_label: dict[str, list[SupportedFact]] = {}
    for s in sorted(meant, key=start_of):
        label = told_time(form, s.fact.valid)
        if label:
            by_label.setdefault(label, []).append(s)
    parts = tuple((label, tuple(found)) for label, found in by_label.items())
    return Outcome(parts, anchors) if parts else None


def told_time(form: LogicalForm, valid: Interval | None) -> str:
    """The time of a fact in the unit that is wanted: its end, its beginning, or both where they differ."""
    if valid is None:
        return ""
    last = valid.last_day
    if form.at_end and form.at_start:
        return when(valid)
    edge = last if form.at_end and last is not None else valid.start
    if form.unit is not None and edge is not None:
        unit = max(form.unit, valid.granularity, key=lambda g: g.rank)
        return _label(edge, unit)
    if form.at_end and last is not None:
        return _label(last, valid.granularity)
    if form.at_start and valid.start is not None:
        return _label(valid.start, valid.granularity)
    return when(valid)


def when(valid: Interval | None) -> str:
    """A time in words: "2007-05-03", "1994 to 2004", "from 1990"."""
    if valid is None:
        return ""
    first = "" if valid.start is None else _label(valid.start, valid.granularity)
    last = "" if (day := valid.last_day) is None else _label(day, valid.granularity)
    if first == last:
        return first
    if not last:
        return f"from {first}"
    return f"{first} to {last}" if first else f"until {last}"


def start_of(supported: SupportedFact) -> dt.date:
    """The first day of a fact, for order: what is not dated comes last."""
    valid = supported.fact.valid
    return _LATE if valid is None else valid.start or valid.last_day or _LATE


def _in_periods(supported: SupportedFact, periods: Sequence[Interval]) -> bool:
    valid = supported.fact.valid
    return not periods or (valid is not None and any(p.overlaps(valid) for p in periods))


def _label(day: dt.date, unit: Granularity) -> str:
    """The unit that holds a day, its year as people write it; empty where the day is not known."""
    return "" if day in (_EARLY, _LATE) else unit_label(unit_start(day, unit), unit).lstrip("0")


def joined(parts: Sequence[str]) -> tuple[str, int]:
    """Parts as a list that stays short, and how many of them are in it."""
    taken: list[str] = []
    words = 0
    for part in parts:
        words += len(part.split())
        if taken and words > MOST_WORDS:
            break
        taken.append(part)
    rest = len(parts) - len(taken)
    return "; ".join(taken) + (f"; and {rest} more" if rest else ""), len(taken)
