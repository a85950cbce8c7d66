"""Words whose forms no stemmer brings together: irregular verbs, and nouns with plurals of their own.

Left out are those a form of which is another word as often: "found", "bore", "ground", "lay", "rose", "wound".
"""

from __future__ import annotations

FORMS = tuple(
    tuple(line.split())
    for line in """
    arise arose arisen
    awake awoke awoken
    become became
    begin began begun
    bend bent
    bleed bled
    break broke broken
    breed bred
    bring brought
    build built
    buy bought
    catch caught
    choose chose chosen
    come came
    creep crept
    deal dealt
    dig dug
    draw drew drawn
    drink drank drunk
    drive drove driven
    eat ate eaten
    fall fell fallen
    feed fed
    feel felt
    fight fought
    flee fled
    fly flew flown
    forbid forbade forbidden
    foresee foresaw foreseen
    forget forgot forgotten
    forgive forgave forgiven
    freeze froze frozen
    get got gotten
    give gave given
    go went gone
    grow grew grown
    hang hung
    hear heard
    hide hid hidden
    hold held
    keep kept
    know knew known
    lead led
    leave left
    lend lent
    lose lost
    make made
    meet met
    overcome overcame
    oversee oversaw overseen
    overtake overtook overtaken
    pay paid
    rebuild rebuilt
    ride rode ridden
    run ran
    say said
    see saw seen
    seek sought
    sell sold
    send sent
    shake shook shaken
    shoot shot
    show shown
    shrink shrank shrunk
    sing sang sung
    sink sank sunk
    sit sat
    sleep slept
    slide slid
    speak spoke spoken
    spend spent
    spin spun
    stand stood
    steal stole stolen
    stick stuck
    strike struck
    swear swore sworn
    sweep swept
    swim swam swum
    swing swung
    take took taken
    teach taught
    tear tore torn
    tell told
    think thought
    throw threw thrown
    undergo underwent undergone
    understand understood
    undertake undertook undertaken
    uphold upheld
    wake woke woken
    wear wore worn
    weave wove woven
    weep wept
    win won
    withdraw withdrew withdrawn
    withhold withheld
    withstand withstood
    write wrote written
    rewrite rewrote rewritten
    child children
    foot feet
    goose geese
    man men
    mouse mice
    person people
    tooth teeth
    woman women
    wife wives
    """.strip().splitlines()
)
"""A word with its other forms a line, the one under which a dictionary has it first."""
