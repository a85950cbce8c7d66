"""What programs write into mail: who wrote the words that are quoted below."""

from __future__ import annotations

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
