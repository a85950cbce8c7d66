"""HTML as the text of a page that a site puts into its layout: all of it is read."""

from __future__ import annotations

from timeweave.documents.elements import page_to_markdown
from timeweave.documents.header_block import Header, split_header


def to_markdown(text: str) -> str:
    """The blocks of the HTML.

    Raises:
        PageError: when an element has thousands of attributes.
    """
    return page_to_markdown(text.encode("utf-8", "replace"))


def header(whole: str) -> Header | None:
    """The lines "Key: value" above it."""
    return split_header(whole)
