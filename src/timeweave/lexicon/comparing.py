"""What is more or less, most or least: comparatives, superlatives, and words that bound a number."""

from __future__ import annotations

from timeweave.lexicon.families import forms, verbs, words

MORE = words("more higher larger greater bigger better stronger longer faster")
LESS = words("less fewer lower smaller worse weaker shorter slower")
MORE_OF_A_KIND = words("heavier taller quicker older dearer wider deeper warmer hotter")
LESS_OF_A_KIND = words("lighter younger cheaper narrower shallower cooler colder")
"""Of one dimension: weight, age, price."""

HIGHEST = words("highest largest greatest biggest best strongest maximum peak")
LOWEST = words("lowest smallest worst weakest minimum")
MOST = (*HIGHEST, *words("most longest"))
LEAST = (*LOWEST, *words("least shortest fewest"))

ABOVE = (*words("above over"), "in excess of", *forms(verbs("exceed surpass")))
BELOW = words("below under")
AT_LEAST = ("at least", "no less than", "not less than", "no fewer than", "not fewer than", "no lower than")
AT_MOST = ("at most", "up to", "no more than", "not more than", "no higher than", "no greater than")
MORE_THAN = tuple(f"{word} than" for word in MORE)
LESS_THAN = tuple(f"{word} than" for word in LESS)
