"""Whether a text that does not say how it is written is Markdown or a conversation."""

from __future__ import annotations

import re

from timeweave.blocks.conversation import is_conversation
from timeweave.records import Markup

_HEAD = 200_000  # characters that are looked at
_MARKS = re.compile(
    r"^[ ]{0,3}(?:(?:```|~~~)[\w+-]*$|#{1,6}[ ]+[^\s#]|\[[^\]\n]{1,200}\]:[ ]+\S|\|?[ ]*:?-{2,}:?[ ]*\|[ |:-]*$)"
    r"|[^\s\[]\]\([^\s()]+[^()\n]*\)|(?<![\w*])\*\*[^\s*][^*\n]*[^\s*]\*\*(?![\w*])",  # of a line; a link, strong words
    re.MULTILINE,
)


def recognise_markup(text: str) -> Markup:
    """`Markup.MARKDOWN` where a text has marks that plain text does not: code fences, headings, links, tables, strong
    words; asterisks, dashes and numbers before lines are in any text.
    """
    head = text[:_HEAD]
    if is_conversation(head):
        return Markup.CONVERSATION
    return Markup.MARKDOWN if _MARKS.search(head) else Markup.PLAIN
