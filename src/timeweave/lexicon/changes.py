"""What rises, falls and changes: verbs with their forms, and nouns."""

from __future__ import annotations

from timeweave.lexicon.families import any_of, asked_by, phrases, verbs, words

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

ROSE, FELL = asked_by(RISING, GAINING, RISING_TOO), asked_by(FALLING, FALLING_TOO)
"""As a question asks for it: "did it go up", "has it gone up"."""
_MOVED, _MOVED_TOO = asked_by(RISING, FALLING, CHANGING), asked_by(GAINING, RISING_TOO, FALLING_TOO)
_NO_OBJECT = r"(?=\s+(?:from|between|since|by|in|over|during|on|to|at|after|for|relative|year|quarter)\b|\W*$)"
_NO_NOUN = r"(?<!\bto )(?<!\bthe )(?<!\ba )(?<!\ban )"
MOVED = rf"(?:{_NO_NOUN}(?:{any_of(_MOVED)}\b|{any_of(_MOVED_TOO)}\b{_NO_OBJECT}))"
"""As an expression: what "contracted" nothing, and is no "contract"."""

EARLIER = phrases(
    "before, at first, first, originally, initially, once, used to, formerly, previously, earlier, until then, old, "
    "at the start, in the beginning, prior to"
)
LATER = phrases(
    "after, afterwards, now, then, later, finally, eventually, today, since then, meanwhile, new, in the end, "
    "by the end, at the end, instead, nowadays, from then on"
)
"""Words for the two ends of a change: how something was, and what it became."""
CONTRASTING = phrases(
    "instead of, rather than, compared to, compared with, in place of, as opposed to, versus, no longer, against, than"
)
"""What sets the one against the other."""

REACHING = verbs("reach surpass pass exceed top cross hit:hit stand+at:stood+at total number")
"""Verbs of a level that something has come to."""
