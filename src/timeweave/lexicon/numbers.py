"""Numbers in words, places in an order, and the names of months and days."""

from __future__ import annotations

from timeweave.lexicon.families import words

ONES = words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
TENS = words("twenty thirty forty fifty sixty seventy eighty ninety")
NUMBERS = {word: number for number, word in enumerate(ONES)} | {word: 10 * i for i, word in enumerate(TENS, 2)}
SCALES = words("hundred thousand million billion trillion")
MEASURED_BY = (
    "per cent",
    *words(
        "pct percent percentage thousand million billion trillion mln bln dlrs dollars dollar euros euro pounds yen"
        " cents points times tonnes tons km kg"
    ),
)
"""What stands behind a number that measures, and numbers nothing."""

PLACES = words(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
)
SHORT_PLACES = words("1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th")
ORDINALS = {word: number for row in (PLACES, SHORT_PLACES) for number, word in enumerate(row, 1)}
QUARTERS = PLACES[:4]
"""Which quarter of a year is meant."""
QUARTER_ORDINALS = {word: number for word, number in ORDINALS.items() if number <= len(QUARTERS)}

MONTHS = words("january february march april may june july august september october november december")
SHORT_MONTHS = words("jan feb mar apr jun jul aug sep sept oct nov dec")
DAYS = words("monday tuesday wednesday thursday friday saturday sunday")

FEASTS = words("christmas easter halloween thanksgiving whitsun hanukkah diwali")
"""Names of feasts, which also say which of several events is meant."""
AFTER_FEASTS = words(
    "day eve morning night weekend week monday sunday season period time holiday holidays break in on at of to from"
    " by for and or but as if is are was were be been did do does has have had will last this next until till since"
    " before after during between with when where year"
)
"""What follows the name of a feast that says when something was."""
DETERMINERS = words("the a an this that our their his her its my your annual first last next")

MEASURED = words("times years months weeks days hours minutes seconds quarters decades percent points")
"""What a number before it measures, and counts no things that could be told one by one."""
