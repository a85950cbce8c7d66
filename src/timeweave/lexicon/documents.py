"""Words for documents themselves, of those who bring them out and of what is done with them."""

from __future__ import annotations

from timeweave.lexicon.families import verbs, words

WRITTEN = words(
    "post article entry story piece report announcement bulletin newsletter dispatch note update news mail "
    "email letter memo essay column document"
)
"""What is written and published; the first five words are also said of many other things."""

SPOKEN = words(
    "talk presentation lecture keynote speech episode podcast interview webinar recording broadcast transcript"
)
SPEAKING = verbs("give:gave:given deliver hold:held present record host")
"""What is said to an audience, and what is done with it."""

SECTIONS = frozenset(
    (
        "attendees", "attendance", "attending", "present", "participants", "roll call", "regrets",
        "apologies", "summary", "executive summary", "meeting summary", "abstract", "introduction", "intro", "overview",
        "background", "motivation", "time and location", "date and time", "date & time", "date", "time", "when",
        "location", "logistics", "agenda", "agenda items", "agenda topics", "topics", "minutes", "meeting minutes",
        "notes", "meeting notes", "discussion", "discussions", "discussion items", "action items", "actions",
        "announcements", "updates", "news", "highlights", "context", "status", "details", "links", "resources",
        "references", "reference", "contents", "table of contents", "tl;dr", "tldr", "welcome", "note", "recording",
    )
)  # fmt: skip
"""Headings of sections that texts of a kind have in common, which say nothing of the one that they stand in."""

FILES_OF_FOLDERS = words("index readme contents main content default page document text transcript")
"""What a file is called of which the folder says what it is."""

NAMING = words("news post mail dispatch bulletin story column")
"""Those with which the names of outlets end: "Fox News" is Fox."""

MENTIONING = verbs("mention discuss talk+about speak:spoke:spoken+of refer:referred+to write:wrote:written+about")
MENTIONS = words("mention discussion reference")
"""What texts do with what they are not about."""

GATHERED = words("meeting call session sync assembly hearing sitting gathering")
"""What minutes and transcripts are of."""

GENERAL_MEETINGS = words("agm egm sgm")
"""As they are written short, in capitals, where they pass for the names of bodies."""

APPROVED = words("approved accepted read agreed adopted signed confirmed taken")
"""What is done to the minutes of the meeting before."""

OF_OTHER_MEETINGS = words(
    "last previous next following approve approval approved adopted since until due dated letter letters ended ending"
    " deadline founded"
)
"""Words before a day that is not that of the meeting itself."""

GATHERING = verbs("meet:met convene gather assemble")
PUBLISHING = verbs(
    "publish post put:put+out write:wrote:written run:ran:run carry send:sent author bring:brought+out issue appear"
)

PUBLISHED_REGULARLY = words(
    "minutes status results accounts chronicle gazette digest devblog weeknotes changelog notice notices briefing"
    " statement outlook review roundup diary bulletin bulletins notes report reports newsletter press release"
)
"""What bodies bring out again and again, named behind their names: "Quiet Harbour devblog"."""

ENDS_OF_TITLES = words("minutes agenda newsletter bulletin")
"""With these the title of a document ends, and no name of anybody: "Board of Education Minutes"."""

AUTHORING = verbs("write:wrote:written publish post blog contribute speak:spoke:spoken present")
"""What authors do, with nothing said of what."""

AUTHORS = words("author person colleague member writer speaker host")

OUTLETS = words("blog site website page channel paper magazine newsletter feed column log journal")
BODIES = words(
    "team group committee council board panel assembly commission project people folks community crew members office"
)

ACCOUNTED = words(
    "themes topics subjects efforts threads priorities highlights developments focus concerns undertakings endeavours "
    "endeavors matters"
)
"""What an account of a time is made of."""

OCCUPIED = (
    *words("busy occupied preoccupied heading headed"),
    "taken up with",
    "taken up by",
    "set on",
    "focus on",
    "focused on",
    "focusing on",
    "work on",
    "worked on",
    "working on",
    "working towards",
    "working toward",
    "keep coming up",
    "kept coming up",
)
"""How somebody spends a time."""

SUMMED_UP = words(
    """
    sum summed summing up summarise summarize summary overview outline describe account review tell give main major big
    biggest key central chief important significant overarching overall general technical two three several few many
    first mostly mainly chiefly largely primarily generally keep keeps kept keeping coming come came get got gets spend
    spent work works worked working thing things time way added add achieve achieving plan plans planned goal goals aim
    aims want wanted happen happened happening going discuss discussed talk talked talks theme topic kind kinds sort
    client clients involved members around across all over around during throughout news anything everything
    """
)
"""Words of a question for an account that say nothing of what it is on."""
