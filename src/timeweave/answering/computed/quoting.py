"""The words of the evidence for a part of a question that asks for no figure: "acquisition activity"."""

from __future__ import annotations

import itertools
from collections.abc import Set
from dataclasses import dataclass

from timeweave.answering.context.answer_context import AnswerContext, speaks_of
from timeweave.answering.context.matching import share_of_words
from timeweave.answering.context.reading import Line
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.question.measures import AskedMeasure
from timeweave.question.named_entity import NamedEntity
from timeweave.records import Citation
from timeweave.temporal.interval import Interval

_LEAST = 0.34  # share of the words asked for that a sentence must hold
_LEAST_OF_RATE = 0.6  # and of the name of a rate: of margins there are many
_RANK = 0.3  # how much the place in the evidence counts beside it
_LONGEST = 24  # words of a quotation that stands beside figures
_CLAUSE = lazily(r"(?<=[,;:])\s+|\s+(?=(?:and|while|but|which|because|as)\s)")


@dataclass(frozen=True, slots=True, eq=False)
class Quote:
    """Words of the evidence that stand for a cell without a figure; ``text`` lies inside the citation."""

    name: str
    period: Interval | None
    text: str
    citation: Citation


def quote_for(
    context: AnswerContext, entity: NamedEntity, period: Interval | None, asked: AskedMeasure
) -> Quote | None:
    """The sentence of the evidence, or its clause, that holds most of what is asked of an entity at a time."""
    best: tuple[float, Line] | None = None
    least = _LEAST_OF_RATE if asked.rate or asked.changed else _LEAST
    for line in context.lines:
        if entity.id not in (*line.statement.entities, *line.info.entities):
            continue
        if period is not None and not any(speaks_of(time, period) for time in line.periods):
            continue
        share = share_of_words(asked, line.terms)
        score = share + _RANK / (1 + line.rank)
        if share >= least and (best is None or score > best[0]):
            best = (score, line)
    if best is None:
        return None
    line = best[1]
    return Quote(entity.surface, period, clipped(line.text.strip(), asked), line.citation())


def clipped(text: str, asked: AskedMeasure) -> str:
    """The clauses about the words asked for, where the sentence is long; always contiguous words of ``text``."""
    return clauses_about(text, asked.terms, _LONGEST)


def clauses_about(text: str, terms: Set[str], longest: int) -> str:
    """``text`` without its full stop; where it has more words than ``longest``, the clauses with most ``terms``."""
    if len(text.split()) <= longest:
        return text.rstrip(".")
    bounds = [0, *(m.end() for m in _CLAUSE.finditer(text)), len(text)]
    clauses = list(itertools.pairwise(bounds))
    held = [len(terms & set(index_terms(text[a:b]))) for a, b in clauses]
    first = last = held.index(max(held))
    while True:
        wider = (first, last + 1) if last + 1 < len(clauses) else (first - 1, last) if first else None
        if wider is None or len(text[clauses[wider[0]][0] : clauses[wider[1]][1]].split()) > longest:
            break
        first, last = wider
    return text[clauses[first][0] : clauses[last][1]].strip().rstrip(",;:.")
