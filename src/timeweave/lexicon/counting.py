"""Words beside figures: what adjectives measure, what keeps a claim from being one of what was, and empty nouns."""

from __future__ import annotations

from timeweave.lexicon.families import words
from timeweave.lexicon.outlook import GOALS, GUIDANCE

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

EXPECTATIONS = frozenset(
    (
        *GUIDANCE,
        *GOALS,
        *words("expectation expectations consensus estimate estimates midpoint target targets plan range"),
    )
)
"""What a figure is measured against that was only expected: "$5 million above the midpoint of our guidance"."""

AIMS = frozenset((*GOALS, *words("target targets objectives aim aims ambitions aspiration milestone")))
"""What names a figure that is still to be reached: "our target of 1,500 stores"."""

HOLDINGS = frozenset(words("interest stake ownership equity holding"))
"""Of what a share is held, these do not say: "our partner's 40 % interest"."""

SUPPOSING = frozenset(words("would could might"))

PRAISING = frozenset(words("strength momentum success importance health resilience power quality"))
"""Before "of" they say nothing of what is measured: "the strength of our business, which grew 17 %"."""

BASES = words("comparable organic like-for-like same-store pro-forma reported underlying")
"""On what basis a figure is comparable with another."""

UNTELLING_HEADS = frozenset(
    (
        *words("no yes other others none before after old new min max first second this that"),
        *words("n count number value values figure % no. # responses frequency"),
        *("response count", "number of responses"),
    )
)
"""Headings of columns that say nothing of what stands below them without the rest of their table."""
