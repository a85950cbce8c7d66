"""What people and programs write around the words of a letter: farewells, and who wrote what is quoted below."""

from __future__ import annotations

from timeweave.lexicon.families import words

_WROTE = r"(?:wrote|writes|said|schrieb|schreef|escribió|ha scritto|a écrit)"
_WORD = (
    r"(?>[^\Wa-z_]\S*|\d\S*|[\"'“<(\[\\+~-]\S*|\S+[@>]\S*|[a-z][\w-]*\.[\w.-]+|[a-zäéû.]{3,10}(?= \d{4})"
    r"|(?:at|via|de|du|van|von|der|den|of|um|à|las)\b)"
)
_WORDS = rf"{_WORD}(?:,?(?:[ \t]+|[ \t]*\n[ \t]*){_WORD}){{0,30}}"
ATTRIBUTION = (
    rf"(?:(?:[Oo]n|[Aa]m|[Ll]e|[Ee]l|[Ii]l|[Oo]p) )?{_WORDS}\s{{1,2}}{_WROTE}(?:\s?:|\s{_WORDS}(?:\s?:|(?<=:)))"
)
"""Above a quotation: "On 3 March 2024 at 10:12, Ann Lee <ann at x.example> wrote:", "Am 04.03.24 schrieb Bob Ray:".

It holds days, names and addresses alone: a sentence of its own may end in "wrote:" too.
"""

HEADS_QUOTATION = rf"{ATTRIBUTION}|[Oo]n {_WORDS}(?<=>)|{_WORDS} >{{2,}} on {_WORDS}(?: {_WROTE}:)?"
"""The same as a sentence, also cut off before its verb, and as Emacs writes it: "Ann Lee >>>>> on Sat, 18 Apr 2026"."""

VALEDICTIONS = (
    *words("sincerely faithfully truly regards thanks cheers respectfully fondly signed"),
    *(f"yours {how}" for how in words("sincerely faithfully truly respectfully ever")),
    *(f"{how} yours" for how in words("sincerely faithfully truly respectfully")),
    *(f"{how} regards" for how in words("kind kindest best warm warmest with")),
    *(f"{how} wishes" for how in words("best kind good warm warmest")),
    "all the best", "with thanks", "many thanks", "thank you", "with best wishes", "with kind regards", "in solidarity",
    "respectfully submitted", "yours in sport", "on behalf of the board", "on behalf of the committee",
    "for and on behalf of the board",
)  # fmt: skip
"""What stands on a line above who signs a letter."""

SIGNATURE_FIELDS = words("by name title its signed")
"""What stands, with a colon, before the parts of a signature: "Title: Treasurer"."""
