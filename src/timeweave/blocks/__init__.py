"""The structure of a text: which blocks it consists of, what introduces what, and what of it is mark-up."""

from timeweave.blocks.context import chunk_sentences, heading_of, in_context, lead_in, row_in_words
from timeweave.blocks.reading import read_layout

__all__ = ["chunk_sentences", "heading_of", "in_context", "lead_in", "read_layout", "row_in_words"]
