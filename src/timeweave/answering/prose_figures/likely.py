"""Sentences that may give a figure which the documents do not determine: each quoted, with how near its amount comes.

What a figure follows from must say all that the question says. Where nothing does ("how many sites does it serve", of
which it is told that it "provides certificates for 150 million sites"), the sentences themselves are put forward; how
often such a quotation is right is learned.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.answering.extractive.sentences import clause_about, propose_sentences, quoted_answer
from timeweave.answering.proposals import UNDETERMINED, Proposal, Reading
from timeweave.answering.prose_figures.fitting import all_rows, corrects, is_of_other, is_of_unit, is_restricted
from timeweave.answering.prose_figures.rows import Row
from timeweave.answering.prose_figures.settling import is_of
from timeweave.answering.prose_figures.taking_back import taken_back
from timeweave.answering.prose_figures.term_relations import dimension, holds
from timeweave.extraction.amounts.standing import Standing
from timeweave.lexicon.changes import REACHING
from timeweave.lexicon.families import any_of, forms
from timeweave.lexicon.lazy import lazily
from timeweave.question.figures.target import Form, TargetFigure
from timeweave.records import Citation

_SAME_THING = 2  # terms that a correction shares with what it corrects
_PROPOSED = 6  # sentences
_REACHED = lazily(rf"\b{any_of(forms(REACHING))}\b", re.IGNORECASE)


def propose_likely_figures(context: AnswerContext, target: TargetFigure) -> Iterable[Proposal]:
    """Sentences with an amount that may be the one asked for, the nearest first; then those that answer it best."""
    every = all_rows(context.lines)
    withdrawn = _withdrawn(every, context, target)
    yield from _told(every, withdrawn, context, target)
    for proposal in propose_sentences(context):
        if any(_lies_in(cited, line) for cited in proposal.answer.citations for line in withdrawn.values()):
            continue
        yield replace(proposal, features={**proposal.features, UNDETERMINED: 1.0, f"{UNDETERMINED}, alone": 1.0})


def propose_readings(context: AnswerContext, target: TargetFigure) -> Iterable[Proposal]:
    """Those of the sentences with an amount that tell how what is asked for stood on some day."""
    every = all_rows(context.lines)
    return (p for p in _told(every, _withdrawn(every, context, target), context, target) if p.reading is not None)


def _withdrawn(every: Sequence[Row], context: AnswerContext, target: TargetFigure) -> Mapping[int, Citation]:
    """The lines (by identity) whose amount is taken back elsewhere, or corrected by a later line on the same thing, or
    only a part of the sum that is asked for, or only the step of a correction ("revised down by two") for a level.
    """
    corrections = [r for r in every if corrects(r)]
    levels = {id(r.line) for r in every if r.standing is not Standing.CHANGE or target.form is Form.CHANGE}
    return {
        id(r.line): r.line.citation()
        for r in every
        if _is_summand(r, target)
        or (id(r.line) not in levels and corrects(r))
        or taken_back([r], context.lines)
        or (r not in corrections and any(_is_corrected(r, by) for by in corrections))
    }


def _is_summand(row: Row, target: TargetFigure) -> bool:
    """Whether all in all of a period is asked for, and an amount is of a shorter time in it: January of a quarter."""
    time = row.time
    return target.summed and time is not None and any(p.contains(time) and p != time for p in target.periods)


def _is_corrected(row: Row, by: Row) -> bool:
    """Whether a correction is of a later day, tells another amount and is on the same thing."""
    later = by.line.day > row.line.day and by.amount.value != row.amount.value
    return later and len(row.line.terms & by.line.terms) >= _SAME_THING


def _told(
    every: Sequence[Row], withdrawn: Mapping[int, Citation], context: AnswerContext, target: TargetFigure
) -> Iterable[Proposal]:
    """The amounts nearest to the question, and the newest of those that tell how it stands."""
    rows = [r for r in every if is_of_unit(r, target) and r.standing is not Standing.DENIED]
    rows = [r for r in rows if id(r.line) not in withdrawn]
    of_line: dict[int, list[Row]] = {}
    for row in rows:
        of_line.setdefault(id(row.line), []).append(row)
    best = [max(told, key=lambda r: _nearness(r, target)) for told in of_line.values()]
    best.sort(key=lambda r: (-_nearness(r, target), -context.weighing.nearness(r.line), r.line.rank))
    readings = {place: reading for place, row in enumerate(best) if (reading := _reading(row, target)) is not None}
    newest = max(readings, key=lambda place: readings[place].day, default=0)
    for place, row in enumerate(best):
        span = clause_about(row.line, context) if place < _PROPOSED or place == newest else None
        if span is not None and span.start <= row.amount.start and row.amount.end <= span.end:
            features = _features(row, of_line[id(row.line)], best, target)
            answer = quoted_answer(context, [(row.line, span)])
            yield Proposal("likely figure", answer, features, reading=readings.get(place))


def _reading(row: Row, target: TargetFigure) -> Reading | None:
    """What an amount counts, where it is of nothing narrower or else than what the question asks how it stands: told in
    the present, or as a mark that was reached, since what was done once is no level.
    """
    if not target.now or row.standing is not Standing.STATED or row.is_part or row.line.info.published is None:
        return None
    if not (row.is_present or row.verb.endswith("ing") or _REACHED.search(row.segment)):
        return None
    if _head_held(row, target) < 1.0 or is_of_other(row, target) or is_restricted(row, target):
        return None
    return Reading(
        " ".join((row.amount.unit, *sorted(target.head))), row.amount.value, _day_of(row, row.line.info.observed)
    )


def _day_of(row: Row, published: dt.date) -> dt.date:
    """The last day for which a text tells an amount: that of its publication, but where it tells of one before."""
    last = row.time.last_day if row.dated and row.time is not None else None
    return published if last is None else min(published, last)


def _lies_in(cited: Citation, line: Citation) -> bool:
    return cited.document_id == line.document_id and line.start <= cited.start < line.end


def _nearness(row: Row, target: TargetFigure) -> float:
    """How much of what is asked is said of an amount, from 0 to 1: of its noun, then of all else."""
    return (2 * _head_held(row, target) + _terms_held(row, target) + _time_held(row, target)) / 4


def held(row: Row, target: TargetFigure) -> float:
    """How much of what is counted, and of all else that is asked but its time, is said of an amount, from 0 to 1."""
    return (_head_held(row, target) + _terms_held(row, target)) / 2


def _head_held(row: Row, target: TargetFigure) -> float:
    """The share of the terms of what is counted that an amount counts."""
    if not target.head:
        return 0.5 if target.any_head and not row.amount.unit else 0.0
    counted = row.head | row.noun | row.measure | row.bearer | dimension(row.amount.unit)
    return _share(target.head, counted)


def _terms_held(row: Row, target: TargetFigure) -> float:
    return _share(target.terms, row.said | row.names | row.places)


def _time_held(row: Row, target: TargetFigure) -> float:
    if not target.periods:
        return 0.5
    if any(is_of(row, p) for p in target.periods):
        return 1.0
    return 0.5 if row.time is not None and any(p.overlaps(row.time) for p in target.periods) else 0.0


def _share(wanted: Iterable[str], said: Iterable[str]) -> float:
    terms, held = list(wanted), frozenset(said)
    return sum(holds(held, t) for t in terms) / len(terms) if terms else 0.0


def _features(row: Row, beside: Sequence[Row], rows: Sequence[Row], target: TargetFigure) -> Mapping[str, float]:
    near = _nearness(row, target)
    rivals = [r for r in rows if _nearness(r, target) >= near - 0.05 and r.line is not row.line]
    values = {(r.amount.unit, r.amount.value) for r in rivals} - {(row.amount.unit, row.amount.value)}
    same = sum((r.amount.unit, r.amount.value) == (row.amount.unit, row.amount.value) for r in rivals)
    days = sorted({r.line.info.observed for r in (row, *rivals)})
    ranked = sorted((_nearness(r, target) for r in rows), reverse=True)
    terms = target.terms - target.names
    return {
        UNDETERMINED: 1.0,
        f"figure {target.form.value}": 1.0,
        "figure head": _head_held(row, target),
        "figure head own": _share(target.head, row.head),
        "figure people": target.any_head,
        "figure terms": _share(terms, row.said),
        "figure verb": _share(target.verbs, row.said | {row.verb}),
        "figure asks verb": bool(target.verbs),
        "figure names": _share(target.names, row.said | row.names | row.line.title_terms),
        "figure of its time": _time_held(row, target),
        "figure asks time": bool(target.periods),
        "figure asks now": target.now,
        "figure planned": row.standing is Standing.PLANNED,
        "figure asks plan": target.planned,
        "figure compared": row.standing in (Standing.COMPARED, Standing.REPLACED),
        "figure of a part": row.is_part,
        "figure of a base": row.is_base,
        "figure narrowed": is_restricted(row, target),
        "figure of another": is_of_other(row, target),
        "figure inherits": row.inherits,
        "figure dated": row.dated,
        "figure present": row.is_present,
        "figure corrects": corrects(row),
        "figure counts": not row.amount.unit,
        "figure rivals": min(len(values), 5) / 5,
        "figure borne out": min(same, 3) / 3,
        "figure newest": row.line.info.observed == days[-1],
        "figure nearness": near,
        "figure behind": ranked[0] - near,
        "figure ahead": near - ranked[1] if len(ranked) > 1 and near == ranked[0] else 0.0,
        "figure summed": target.summed or bool(target.statistic),
        "figure complement": target.complement,
        "figure amounts": min(len(beside), 5) / 5,
    }
