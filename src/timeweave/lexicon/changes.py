"""What rises, falls and changes: verbs with their forms, nouns, and the words that say by which way a figure moved."""

from __future__ import annotations

from timeweave.lexicon.families import forms, verbs, words

RISING = verbs(
    "rise:rose:risen grow:grew:grown increase climb jump surge soar gain improve rebound go:went:gone+up edge+up"
)
FALLING = verbs(
    "fall:fell:fallen decline decrease drop:dropped shrink:shrank:shrunk slip:slipped dip:dipped plunge plummet slump "
    "tumble worsen go:went:gone+down come:came:come+down edge+down"
)
RISING_TOO = verbs("expand accelerate advance strengthen appreciate swell:swelled:swollen")
FALLING_TOO = verbs("contract deteriorate slow weaken slide:slid sink:sank:sunk narrow ease")
"""Verbs that tell so of a measure, and other deeds of those who do them: "contracted measles", "sank two ships"."""
RAISING = verbs("raise boost lift double triple")
LOWERING = verbs("lower reduce cut:cut:cut trim:trimmed")
"""What somebody does with a figure."""
CHANGING = verbs("change develop evolve")
WAVERING = verbs("fluctuate vary move trend progress")
"""Neither way, or either."""

RISES = words("rise increase growth gain improvement jump surge")
FALLS = words("fall decrease decline drop reduction")
CHANGES = words("change difference")
RISES_TOO = words("expansion uptick acceleration uplift appreciation upside")
FALLS_TOO = words("contraction compression deterioration dip slowdown slide plunge shrinkage cut")
"""Nouns that tell so of a measure that is named with them, and are other things by themselves."""

ROSE = forms(RISING, RISING_TOO)
FELL = forms(FALLING, FALLING_TOO)
MOVED = (*ROSE, *FELL, *forms(CHANGING))
