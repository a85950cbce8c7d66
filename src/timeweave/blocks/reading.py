"""A document's layout: a function of its text and of the way it is written."""

from __future__ import annotations

from timeweave.blocks.conversation import conversation_layout, is_written_interview
from timeweave.blocks.markdown import markdown_layout
from timeweave.blocks.recognising import recognise_markup
from timeweave.records import PLAIN, Document, Layout, Markup


def read_layout(document: Document) -> Layout:
    """The blocks of ``document`` and how its text is read; `PLAIN` where it has no structure but lines.

    Text with given facts is a list of them and has no other structure.
    """
    if document.facts:
        return PLAIN
    markup = document.markup or recognise_markup(document.text)
    if markup is Markup.MARKDOWN and not is_written_interview(document.text):
        return markdown_layout(document.text, is_declared=document.markup is not None)
    if markup is Markup.PLAIN:
        return PLAIN
    return conversation_layout(document.text, document.date)
