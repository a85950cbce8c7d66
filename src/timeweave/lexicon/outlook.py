"""Looking ahead: what is expected, and what is meant to be."""

from __future__ import annotations

from timeweave.lexicon.families import forms, verbs, words

EXPECTING = verbs("expect anticipate forecast:forecast project predict envisage")
INTENDING = verbs("plan:planned target aim hope propose budget intend promise pledge want")
GUIDING = verbs("guide")
ESTIMATING = verbs("estimate assume")

GUIDANCE = words("guidance outlook forecast target")
GOALS = words("goal goals projection projections proposal proposals objective ambition prediction quota")
EXPECTED = (*(form for form in forms(EXPECTING) if form not in ("project", "projects")), "forecasts", "forecasted")
"""What says so by itself: a project is a thing, too."""
