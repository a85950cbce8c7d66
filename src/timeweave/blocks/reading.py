"""A document's layout: a function of its text and of the way it is written."""

from __future__ import annotations

import re

from timeweave.blocks.conversation import conversation_layout, is_written_interview
from timeweave.blocks.furniture import find_furniture
from timeweave.blocks.logs import find_logs, with_logs, with_part, without_logs, without_parts
from timeweave.blocks.markdown import markdown_layout
from timeweave.blocks.recognising import recognise_markup
from timeweave.blocks.recordings import find_recordings, recording_layout
from timeweave.records import PLAIN, Document, Edit, Layout, Markup

_INDENT = re.compile(
    r"(?<=\S)(?P<blank>[ \t]+\n[ \t]*|\n[ \t]+)(?=[a-z])"
    r"|^[^\n]{50,200}?[\w,;-](?P<empty>[ \t]*\n[ \t]*\n[ \t]*)(?=[a-z])",
    re.MULTILINE,
)
"""Blanks around the end of a line within a sentence that is set with indents, or with empty lines between its lines."""


def read_layout(document: Document) -> Layout:
    """The blocks of ``document`` and how its text is read; `PLAIN` where it has no structure but lines.

    Text with given facts is a list of them and has no other structure.
    """
    if document.facts:
        return PLAIN
    markup = document.markup or recognise_markup(document.text)
    if markup is not Markup.CONVERSATION and (recordings := find_recordings(document.text)):
        around = without_parts(document.text, recordings)
        layout = markdown_layout(around, is_declared=document.markup is Markup.MARKDOWN)
        for recording in recordings:
            layout = with_part(layout, recording_layout(document.text[recording.start : recording.end]), recording)
        return layout
    if markup is Markup.MARKDOWN and not is_written_interview(document.text):
        logs = find_logs(document.text)
        shown = without_parts(without_logs(document.text, logs), find_furniture(document.text))
        layout = markdown_layout(shown, is_declared=document.markup is not None)
        return with_logs(layout, document.text, logs, document.date)
    if markup is Markup.PLAIN:
        return _without_indents(document.text)
    return conversation_layout(document.text, document.date)


def _without_indents(text: str) -> Layout:
    edits = tuple(Edit(*match.span(match.lastgroup or 0), " ") for match in _INDENT.finditer(text))
    return Layout(edits=edits) if edits else PLAIN
