"""How minutes say who was there: words of their headings, and the verbs by which it is asked."""

from __future__ import annotations

from timeweave.lexicon.families import words

GATHERINGS = words("meeting session call assembly hearing sitting minutes agenda")
"""What minutes are of, which their sentences need not say."""

OCCASIONS = words(
    "call meeting session event workshop webinar podcast episode interview conference summit party trip awards dinner"
    " festival ceremony forum congress gala lunch fair"
)
"""What one joins or runs for an hour or a day, under the name of a body that it is no member of."""

_PRESENT = words(
    "present attendees attendee attendance attending attended attend participants participated presence part"
)
_ABSENT = words("absent absentees absence apologies regrets excused missing missed")
_CHAIR = words(
    "chair chaired chairs chairing chairperson chairman chairwoman moderator moderated moderates moderating "
    "facilitator facilitated host hosted led lead ran run presiding presided"
)
_SCRIBE = words("notes note-taker notetaker scribe secretary minuted recorder writer wrote author taken")
SAME = (_PRESENT, _ABSENT, _CHAIR, _SCRIBE)
"""Words of which one in a question means any of the others in a heading."""
