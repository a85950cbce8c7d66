"""What rises, falls and changes: verbs with their forms, and nouns."""

from __future__ import annotations

from timeweave.lexicon.families import asked_by, verbs, words

UPWARD = verbs("rise:rose:risen grow:grew:grown increase climb jump surge soar go:went:gone+up edge+up")
DOWNWARD = verbs(
    "fall:fell:fallen decline decrease drop:dropped shrink:shrank:shrunk slip:slipped dip:dipped plunge plummet slump "
    "tumble go:went:gone+down come:came:come+down edge+down"
)
RISING, FALLING = (*UPWARD, *verbs("improve")), (*DOWNWARD, *verbs("worsen"))
GAINING, LOSING = verbs("gain"), verbs("lose:lost")
RISING_TOO = verbs("expand accelerate")
FALLING_TOO = verbs("contract deteriorate slow")
"""Verbs that tell so of a measure, and other deeds of somebody: "gained a seat", "contracted measles"."""
CHANGING = verbs("change")
DEVELOPING = verbs("develop evolve")
WAVERING = verbs("fluctuate vary move trend progress")

RISES = words("rise increase increases growth improvement improvements jump surge")
FALLS = words("fall decrease decreases decline declines drop reduction reductions")
RISES_TOO = words("gain gains expansion uptick acceleration uplift appreciation upside")
FALLS_TOO = words("contraction compression deterioration dip slowdown slide plunge shrinkage cut")
"""Nouns that tell so only beside the measure that they are of."""
CHANGES = words("change changes")

ROSE = asked_by(RISING, GAINING, RISING_TOO)
FELL = asked_by(FALLING, FALLING_TOO)
MOVED = (*ROSE, *FELL, *asked_by(CHANGING))
"""As a question asks for it: "did it go up", "has it gone up"."""
