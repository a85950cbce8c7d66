"""What a relation means for time: deeds that happen on a day, who comes and who goes, and what lasts."""

from __future__ import annotations

from timeweave.lexicon.families import verbs, words

ARRIVING = verbs(
    "join appoint name elect re-elect hire promote nominate swear:swore:sworn+in take:took:taken+over succeed"
    " become:became:become rejoin"
)
LEAVING = verbs(
    "leave:left resign retire depart step:stepped+down step:stepped+back quit:quit dismiss oust fire sack remove"
)
"""Deeds by which somebody takes up a post or a place, and gives it up."""

HAPPENING = verbs(
    "acquire buy:bought sell:sold merge found establish start launch open close begin:began:begun end win:won lose:lost"
    " sign announce release publish unveil introduce award donate join leave:left invade attack arrest sue fine ban"
    " approve reject defeat beat:beat:beaten kill die bear:bore:born marry divorce strike:struck hit:hit break:broke"
    " raise cut:cut stop:stopped suspend cancel resume agree create form rename"
    " deprecate move divest spin:spun+off shut:shut+down discontinue dissolve"
)
"""Deeds that happen on a day, whose past does not end in "-ed" or whose present tells them too."""

UNDERGONE = verbs(
    "found establish create form build:built dissolve disband abolish discontinue cancel bear:bore:born appoint name"
    " elect re-elect hire promote nominate dismiss oust fire sack"
)
"""Deeds that are done to the subject where no object follows: "founded in 1998", "elected to the council"."""

STANDING = words(
    "located based situated headquartered owned known used called named led managed written made supported funded"
    " sponsored maintained operated married related affiliated associated employed regarded considered required"
    " needed wanted expected interested involved concerned"
)
"""Participles that tell how things stand, not what happened: "located in", "owned by"."""

LASTING = words("married spouse employer headquarters owner parent")
"""States that begin and end without a preposition behind their name."""

BEFORE = (*words("ago previously earlier once formerly originally had"), "years back", "in the past", "used to")
"""What says that a sentence tells of what was before."""

LONG_AGO = (
    *(
        f"{many} {unit} ago"
        for many in ("a few", "some", "several", "many")
        for unit in words("years months weeks days")
    ),
    *words("ago once originally formerly"),
    *("a while back", "a while ago", "some time ago", "the other day", "back in the day", "back then", "at the time"),
    *("as a kid", "as a child", "when I was", "growing up", "years back", "in the past", "used to", "long ago"),
)
"""What says that a deed was done at a time that is not told."""

NOT_AS_YET = r"\bnot\b[^.;]{0,40}\byet\b|n['’]t\b[^.;]{0,40}\byet\b|\byet to\b"
"""What says that a deed is not done: "has not been decided yet"."""

PREPOSITIONS = words("in at by of on to for from with as under")

MEMBERSHIPS = (
    "member of",
    "part of",
    "position held",
    "works for",
    "works at",
    "employed by",
    "plays for",
    "member",
    "leader of",
)
"""Relations of somebody to what he belongs to or serves as: each begins on a day and ends on one."""
