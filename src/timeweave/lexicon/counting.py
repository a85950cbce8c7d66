"""Words beside figures: what adjectives measure, what keeps a claim from being one of what was, and empty nouns."""

from __future__ import annotations

from timeweave.lexicon.families import words

DIMENSIONS = {
    "long": "length", "tall": "height", "high": "height", "deep": "depth", "wide": "width", "thick": "thickness",
    "heavy": "weight", "old": "age", "fast": "speed", "strong": "strength", "large": "size", "big": "size",
}  # fmt: skip
"""A thing that is 300 metres long has a length of 300 metres."""

CONDITIONAL = frozenset(words("if whether unless would could may might can must should ought"))

COUNTLESS = frozenset(
    words(
        "thing things way ways reason reasons time times step steps option options part parts example examples side"
        " sides kind kinds type types sort sorts area areas aspect aspects factor factors one ones other others more"
        " each half idea ideas occasion occasions lot lots bit bits round rounds"
    )
)
"""Nouns that say nothing by themselves: how many there were is of use only beside what they are of."""
