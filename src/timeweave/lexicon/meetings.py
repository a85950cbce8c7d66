"""How minutes say who was there: words of their headings, and the verbs by which it is asked."""

from __future__ import annotations

from collections.abc import Mapping

from timeweave.lexicon.families import phrases, words

GATHERINGS = words("meeting session call assembly hearing sitting minutes agenda")
"""What minutes are of, which their sentences need not say."""

OCCASIONS = words(
    "call meeting session event workshop webinar podcast episode interview conference summit party trip awards dinner"
    " festival ceremony forum congress gala lunch fair"
)
"""What one joins or runs for an hour or a day, under the name of a body that it is no member of."""

PRESENT = words("present attendees attendee attendance attending attended participants participant participated")
ABSENT = words("absent absentees absence apologies regrets excused missing unavailable")
GUESTS = words("observer observers guest guests visitor visitors")
PRESIDING: Mapping[str, str] = {
    "chair": "chaired",
    "chairs": "chaired",
    "chaired": "chaired",
    "chairing": "chaired",
    "chairperson": "chaired",
    "chairman": "chaired",
    "chairwoman": "chaired",
    "presiding": "presided over",
    "presided": "presided over",
    "moderator": "moderated",
    "moderators": "moderated",
    "moderated": "moderated",
    "facilitator": "facilitated",
    "facilitators": "facilitated",
    "facilitated": "facilitated",
    "host": "hosted",
    "hosts": "hosted",
    "hosted": "hosted",
    "lead": "presided over",
    "leader": "presided over",
    "led": "presided over",
    "run": "presided over",
    "ran": "presided over",
}
"""What somebody did who leads a meeting, by the word that minutes have for it."""

SCRIBES = words(
    "taker takers scribe scribes notes note-taker note-takers notetaker notetakers recorder minutes minuted secretary"
)
"""What those are called who take the minutes."""

VOTES = (
    *words("for against yes no aye ayes nay nays yea yeas abstain abstained abstaining abstention abstentions neutral"),
    *words("opposed oppose favour favor sf f n a sa"), "in favour", "in favor", "strongly for", "strongly against",
    "weakly for", "weakly against", "not voting", "did not vote",
)  # fmt: skip
"""How votes are counted, in words and in the letters of standards bodies (strongly for, for, neutral, against, …)."""
A_MEETING = "meeting"
"""What a meeting is called that has no name."""

ATTENDED = "attended"
MISSED = "was absent from"
MINUTED = "took minutes of"
PRESIDED = tuple(dict.fromkeys(PRESIDING.values()))
PARTS = frozenset((ATTENDED, MISSED, MINUTED, *PRESIDED))
"""What facts say of those who were at a meeting, were not, took its minutes, led it."""

ATTENDING = phrases(
    "attend, attended, attends, attending, was at, were at, been at, present at, present for, present in, was present,"
    " were present, in attendance, took part, take part, taken part, participated, participate, was there, were there,"
    " came to, come to, show up, showed up, turn up, turned up, appear, appeared, listed, listed as present, signed,"
    " marked as present, attendee, attendees, participants, attendance, attendance list, attendance lists"
)
MISSING = phrases(
    "miss, missed, misses, missing, absent, sent regrets, send regrets, sent apologies, send apologies, gave apologies,"
    " apologised, apologized, was excused, were excused, apologies for, regrets for, was away, were away, stayed away"
)
LEADING = (
    *(word for word in PRESIDING if word not in ("lead", "run", "host", "hosts", "chairs", "leader")),
    *phrases(
        "lead the, chair the, moderate, facilitate, preside, run the, host the, chairing, leading the, who chairs"
    ),
)
MINUTING = phrases(
    "took minutes, take minutes, taken minutes, took the minutes, take the minutes, took notes, take notes, took the"
    " notes, take the notes, wrote the minutes, write the minutes, kept the minutes, recorded the minutes, minuted,"
    " minute taker, note taker, note-taker, notetaker, scribe, scribed, scribes"
)
"""How it is asked who did so."""

_PRESENT = (*PRESENT, *words("attend presence part"))
_ABSENT = (*ABSENT, *words("missing missed"))
_CHAIR = (*PRESIDING, *words("chairs moderates moderating facilitate run presides"))
_SCRIBE = (*SCRIBES, *words("writer wrote author taken"))
SAME = (_PRESENT, _ABSENT, _CHAIR, _SCRIBE)
"""Words of which one in a question means any of the others in a heading."""

HOW_THERE = words(
    "via through over arrived arriving left leaving departed joined joining late early online remote remotely"
    " virtual virtually phone telephone video"
)
"""What begins a remark behind the name of somebody who was at a meeting, on how or for how long."""
