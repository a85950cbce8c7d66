"""Making public: the verbs and nouns by which publishers say that something is out, and what they bring out."""

from __future__ import annotations

import re

from timeweave.lexicon.families import verbs, words
from timeweave.lexicon.lazy import lazily

RELEASING = verbs("release launch publish unveil introduce issue ship:shipped present announce")
APPEARING = verbs("come:came:come+out go:went:gone+on+sale appear debut open launch")
OUT = (
    *words("out available released here live published launched open stable"),
    "generally available",
    "on sale",
    "in shops",
    "in stores",
    "on display",
)
GLAD = words("happy pleased proud excited thrilled delighted glad honoured honored")

NUMBERED = words(
    "version release edition volume season issue series episode part chapter book number instalment installment "
    "generation model revision"
)
"""What is counted by the number that stands beside it: "version 3", "the third edition"."""

KINDS = words(
    "album single record song ep book novel film movie game exhibition exhibit show report survey study bulletin "
    "newsletter yearbook census review statement standard specification guideline guidelines guide catalogue catalog "
    "magazine journal podcast phone tablet laptop app update conference festival collection map atlas dataset "
    "dictionary handbook manual almanac index monitor outlook"
)
"""What a publisher brings out and calls by a name or a period: "our album Night Trains", "2023 annual report"."""

RELEASES = words("version release edition update")
PARTS = words(
    "section chapter article figure table appendix clause rule paragraph page part item verse step point lecture week "
    "sprint milestone magnitude lesson exercise unit module annex schedule phase task session level grade day"
)
"""What is numbered within a text, course or plan: "Section 3.5" never comes out."""
FRESH = words("new newest latest fresh brand-new")
POINT = words("point patch bugfix bug-fix maintenance minor hotfix")
MAJOR = words("feature major full main regular")
EARLY = words("alpha beta rc preview nightly candidate prerelease pre-release dev")
"""Stages before something is out."""

AHEAD = words(
    "will would shall plan plans planned planning scheduled expect expects expected hope hopes intend intends aim aims "
    "upcoming forthcoming could might may should if unless soon next going preparing ready road towards toward "
    "tomorrow until once before when"
)
"""What makes a sentence one of plans or conditions."""
DENYING = words("not never no without cannot nor delayed postponed cancelled canceled withdrawn yanked retracted")
EARLIER = words("since after previous previously earlier ago last past already")

CHANGELOGS = lazily(
    r"change[- _]?log|\bchanges\b|\bhistory\b|release[- _]?(?:notes|history|log)|\breleases\b|\bversion history\b"
    r"|\bwhat['’]?s[- _]?new\b|\bnews\b",
    re.IGNORECASE,
)
"""How release notes are called, in titles and names of files."""
CHANGELOG_WORDS = words(
    "changelog changelogs changes change log logs release releases released notes note history news version versions "
    "ver what's what’s whats new in of for the all notable to and"
)
"""Words at the ends of such names that say nothing of what is released."""
FOLDERS = words("doc docs documentation source src main master blob tree raw downloads download files content posts")
"""Folders that are called by what is in them."""
BESIDE_VERSIONS = frozenset(
    words("release released releases notes changelog on date the final stable lts latest yanked version published of")
)
"""What may stand behind a version in the heading of release notes, beside its day and a name in quotes."""
NOT_OUT = (
    *words("unreleased tbd tba upcoming planned pending skipped unpublished wip"),
    "not released",
    "not yet released",
    "in development",
    "in progress",
    "under development",
)
"""What release notes say of a version that is not out."""

CHANGE_KINDS = {
    "fix": words("fix fixes fixed fixing bugfix bugfixes bug bugs repaired"),
    "add": words("add adds added adding addition additions feature features introduce introduces introduced"),
    "remove": words("remove removes removed removing removal removals drop drops dropped dropping"),
    "deprecate": words("deprecate deprecates deprecated deprecating deprecation deprecations"),
    "change": words("change changes changed changing"),
    "security": words("security vulnerability vulnerabilities"),
}
"""What release notes sort changes by, with the words of their headings and items."""
