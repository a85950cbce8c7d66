"""What stands in a list under a heading that a question names, in the document of the day asked for: "Present"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set

from timeweave.answering.context.answer_context import FEW_DAYS, AnswerContext
from timeweave.answering.context.reading import cite_span
from timeweave.answering.extractive.wording import on_one_line
from timeweave.language.terms import index_terms
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.meetings import GATHERINGS, SAME
from timeweave.question.kinds import Kind
from timeweave.records import Block, BlockKind, DocumentInfo, Layout, Span
from timeweave.results import Answer, Value
from timeweave.store.base import View
from timeweave.temporal.interval import Interval

_LISTS = frozenset({Kind.WHO, Kind.VALUE, Kind.OPEN})
_ASKING = frozenset(
    index_terms("what which who whom were was are is did do does list name names there took take sent gave")
)
_GATHERINGS = frozenset(index_terms(" ".join(GATHERINGS)))
_SAME: Mapping[str, frozenset[str]] = {
    term: frozenset(index_terms(" ".join(family))) for family in SAME for term in index_terms(" ".join(family))
}
_LABELLED = lazily(r"^[^\S\n]*(?P<head>[^\W\d][^\n:]{0,80}):[^\S\n]+(?P<rest>\S[^\n]*\S)", re.MULTILINE)
_LONGEST = 8  # words of a heading, or of what stands before a colon
_MOST = 40  # items
_LISTS_TOLD = 2


def answer_listed(context: AnswerContext) -> Answer | None:
    """The items under the heading that says what is asked, of the one document of its day, or those under each of a few
    ("Present", "In attendance"); ``None`` where there is no such list, or many.
    """
    question = context.question
    if context.kind not in _LISTS or not question.periods or any((p.days or FEW_DAYS) > 1 for p in question.periods):
        return None
    times = {t for e in question.scope.expressions for t in index_terms(e.text)}
    asked = question.terms.keys() - times - _ASKING - _GATHERINGS
    infos = {line.info.ordinal: line.info for line in context.lines if _is_of_day(line.info, question.periods)}
    found = []
    for info in infos.values():
        called = index_terms(_called(context.view, info)).keys()
        left = {term for term in asked if term in _SAME or term not in called}
        found += [(info, lead, items) for lead, items in _lists(context.view, info) if left and _says(lead, left)]
    if not 0 < len(found) <= _LISTS_TOLD or len({info.ordinal for info, _, _ in found}) > 1:
        return None
    return _answer(context, found[0][0], [(lead, items) for _, lead, items in found])


def _is_of_day(info: DocumentInfo, periods: Sequence[Interval]) -> bool:
    day = Interval.day(info.observed)
    return info.published is not None and any(p.overlaps(day) for p in periods)


def _called(view: View, info: DocumentInfo) -> str:
    """What a document is called: by its title and id, and by the heading that it begins with."""
    layout = view.layout(info.ordinal)
    first = layout.blocks[0] if layout.blocks and layout.blocks[0].kind is BlockKind.HEADING else None
    return f"{info.title} {info.id} {'' if first is None else _words(view, info, layout, first.span)}"


def _says(lead: str, asked: Set[str]) -> bool:
    """Whether a heading says all that is asked for, in the words of the question or in those of minutes."""
    said = index_terms(lead).keys()
    return all(term in said or bool(_SAME.get(term, frozenset()) & said) for term in asked)


def _lists(view: View, info: DocumentInfo) -> Iterator[tuple[str, Sequence[tuple[str, Span]]]]:
    """Each heading, or introduction, with the items below it: "Present", "Apologies: A, B and C"."""
    layout = view.layout(info.ordinal)
    if not layout.blocks:
        yield from _labelled_lines(view.original(info.ordinal).text)
    for number, block in enumerate(layout.blocks):
        if block.kind not in (BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.ITEM):
            continue
        head, colon, rest = _words(view, info, layout, block.span).partition(":")
        if not 0 < len(head.split()) <= _LONGEST:
            continue
        if rest.strip():
            yield head, [(on_one_line(rest), block.span)]
        elif items := _below(layout.blocks, number, is_open=bool(colon)):
            yield head, [(on_one_line(_words(view, info, layout, b.span)), b.span) for b in items]


def _labelled_lines(text: str) -> Iterator[tuple[str, Sequence[tuple[str, Span]]]]:
    """The lines of a plain text that say what they list: "Present: A, B and C"."""
    for line in _LABELLED.finditer(text):
        if len(line["head"].split()) <= _LONGEST:
            yield line["head"], [(on_one_line(line["rest"]), Span(line.start("rest"), line.end("rest")))]


def _below(blocks: Sequence[Block], number: int, *, is_open: bool) -> Sequence[Block]:
    """The items that a block introduces; else, of a heading or a line with a colon, the paragraph behind it."""
    items = [b for b in blocks[number + 1 :] if b.lead == number and b.kind is BlockKind.ITEM]
    if items or not (is_open or blocks[number].kind is BlockKind.HEADING):
        return items[:_MOST]
    return [b for b in blocks[number + 1 : number + 2] if b.kind is BlockKind.PARAGRAPH]


def _words(view: View, info: DocumentInfo, layout: Layout, span: Span) -> str:
    return layout.words(view.text(info.ordinal, span), span.start)


def _answer(
    context: AnswerContext, info: DocumentInfo, lists: Sequence[tuple[str, Sequence[tuple[str, Span]]]]
) -> Answer:
    told = [item for _, items in lists for item in items]
    place = Span(told[0][1].start, told[-1][1].end)
    return context.quoting(
        "\n".join(
            f"{on_one_line(lead)}: {'; '.join(words.rstrip(';,.') for words, _ in items)}" for lead, items in lists
        ),
        (Value(str(Interval.day(info.observed)), "", words, None, None, 0) for words, _ in told),
        (cite_span(info, place, context.view),),
    )
