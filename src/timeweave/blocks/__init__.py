"""The structure of a text: which blocks it consists of, what introduces what, and what of it is mark-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from timeweave.blocks.context import (
    alone,
    announces,
    chunk_sentences,
    in_context,
    label_of,
    lead_in,
    row_in_words,
)

if TYPE_CHECKING:
    from timeweave.blocks.reading import read_layout

__all__ = [
    "alone",
    "announces",
    "chunk_sentences",
    "in_context",
    "label_of",
    "lead_in",
    "read_layout",
    "row_in_words",
]


def __getattr__(name: str) -> Any:
    # whoever reads blocks that were found need not wait for what finds them
    if name == "read_layout":
        from timeweave.blocks.reading import read_layout

        return read_layout
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
