"""Telling and taking back: verbs of who speaks, of who publishes a figure, and of who corrects one."""

from __future__ import annotations

from timeweave.lexicon.families import forms, verbs, words

SPEAKING = verbs("say:said tell:told announce confirm add warn argue insist urge write:wrote:written")
SPOKE = tuple(form for verb in SPEAKING for form in (verb.past, verb.third))
PUBLISHED = tuple(verb.participle for verb in verbs("report state publish announce"))
EARLIER = words("previously originally initially earlier first")
"""How it was told before it was taken back."""

INQUIRING = words("ask asked asking question questions wonder wondered wondering query inquire")
"""Words of a question for what was asked."""

CORRECTING = verbs("restate correct revise amend")
ADJUSTING = verbs("adjust update")
CORRECTED = tuple(verb.participle for verb in CORRECTING)
CORRECTIONS = words("restatement correction revision amendment")
TAKING_BACK = (*forms(CORRECTING), *CORRECTIONS)
