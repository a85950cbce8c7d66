"""What hedges a number: words before it that make it rough, a lower bound, or an upper one."""

from __future__ import annotations

from timeweave.lexicon.changes import RISING
from timeweave.lexicon.comparing import ABOVE, AT_LEAST, AT_MOST, BELOW
from timeweave.lexicon.families import any_of, forms, words

ABOUT = (
    *words("approximately about roughly around some circa essentially"),
    *("an estimated", "estimated at", "close to", "in the region of"),
)
OVER = (*ABOVE, *AT_LEAST, "more than", "greater than", "upwards of", "topped", "just over")
UNDER = (*BELOW, *AT_MOST, "nearly", "almost", "less than", "fewer than", "as much as", "as many as", "just under")

_ROSE = "".join(rf"(?<!\b{form.removesuffix(' up')} )" for form in forms(RISING) if form.endswith(" up"))
IS_ABOUT, IS_OVER, IS_UNDER = any_of(ABOUT), any_of(OVER), rf"{_ROSE}{any_of(UNDER)}"
"""As expressions; "went up to 300" is no hedge."""
HEDGED = rf"(?:{IS_ABOUT}|{IS_OVER}|{IS_UNDER})"
