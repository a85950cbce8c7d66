"""Where tables stand among the evidence; what reads them is loaded where there are any."""

from __future__ import annotations

from collections.abc import Iterator

from timeweave.answering.context.answer_context import AnswerContext
from timeweave.blocks import in_context
from timeweave.question.cell_words import terms_of
from timeweave.records import BlockKind, DocumentInfo, Layout
from timeweave.results import Answer

_MOST_DOCUMENTS = 12
_ROWS = frozenset({BlockKind.ROW, BlockKind.HEADER_ROW})


def with_tables(context: AnswerContext) -> Iterator[tuple[DocumentInfo, Layout]]:
    """The documents of the evidence that have a table, in its order."""
    infos = {line.info.ordinal: line.info for line in context.lines}
    for ordinal, info in list(infos.items())[:_MOST_DOCUMENTS]:
        layout = context.view.layout(ordinal)
        if any(block.kind in _ROWS for block in layout.blocks):
            yield info, layout


def answer_tabled(context: AnswerContext) -> Answer | None:
    """The cell asked for, or what follows from several of a table; a refusal where the cell says nothing; ``None``
    where no table has it.
    """
    if next(with_tables(context), None) is None:
        return None
    from timeweave.answering.tabled.answering import answer_cells

    return answer_cells(context)


def quotes_other_row(context: AnswerContext, answer: Answer) -> bool:
    """Whether an answer is a row of a table as it stands, which does not bear all that the question names."""
    if answer.method == "computed" or len(answer.citations) != 1:
        return False
    place = answer.citations[0]
    line = next(
        (x for x in context.lines if (x.info.id, x.statement.span.start) == (place.document_id, place.start)), None
    )
    if line is None:
        return False
    layout = context.view.layout(line.info.ordinal)
    block = layout.block_at(place.start)
    if block is None or block.kind is not BlockKind.ROW:
        return False
    text = context.view.original(line.info.ordinal).text
    about = " ".join([line.info.title, *line.info.entities, in_context(layout, text, block.span)])
    return bool(context.question.cell_words.nouns - terms_of(about))
