"""Questions for versions by what they hold: in which one something changed, and what is new in one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from timeweave.language.numbering import Number, Scheme, read_number
from timeweave.language.terms import STOP_WORDS, index_terms
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.releasing import CHANGE_KINDS, RELEASES


@dataclass(frozen=True, slots=True)
class ContentsAsked:
    """What the version with ``number`` holds is asked: all, or only what is of ``kind`` (a key of `CHANGE_KINDS`).

    ``terms`` are what else the question says: the name of the series, or a topic.
    """

    number: Number
    kind: str
    terms: frozenset[str]


_NOUNS = (*RELEASES, *(f"{noun}s" for noun in RELEASES))
_CHANGING = tuple(form for forms in CHANGE_KINDS.values() for form in forms)
_BRINGING = "bring brings brought include includes included contain contains contained offer offers offered".split()  # noqa: SIM905
_SUMMED_UP = ("list", "summarise", "summarize", "describe", "summary", "highlights", "news", "notes", "contents")
_WHICH = lazily(
    r"^\W*(?:(?:and|so),? )?(?:(?:in|since|from|as of|with|by|until|till|starting (?:with|from|in)) )?(?:which|what) "
    rf"(?:(?!(?:is|was|are|were|did|does|do|in|has|have) )[\w.+#-]+ ){{0,3}}?{any_of(_NOUNS)}\b(?! v?\d)",
    re.IGNORECASE,
)
_CONTENTS = lazily(
    rf"^\W*(?:what|which)\b.*\b(?:new|different|{any_of(_CHANGING, _BRINGING)})\b"
    rf"|\b(?:{any_of(_SUMMED_UP, _CHANGING)}) (?:in|of|for|with|from)\b|^\W*(?:please )?{any_of(_SUMMED_UP)}\b",
    re.IGNORECASE,
)
_NUMBER = lazily(
    r"(?<![\w.])(?:v\d+(?:\.\d+)*|\d+(?:\.\d+)+)(?:[-.]?(?:alpha|beta|rc|a|b)[-.]?\d*)?(?!\w|\.\d)", re.IGNORECASE
)
_NARROWER = lazily(
    r"\b(?:who|whom|whose|why|when|how|where|between|since|after|before|or|until|default)\b", re.IGNORECASE
)
_KINDS = {kind: lazily(rf"\b{any_of(forms)}\b", re.IGNORECASE) for kind, forms in CHANGE_KINDS.items()}
_ASKING = frozenset(
    index_terms(
        " ".join((*_NOUNS, *_CHANGING, *_BRINGING, *_SUMMED_UP))
        + " what which thing things new different come came anything something main major notable all"
    )
)


def asks_which_version(text: str) -> bool:
    """Whether a version is asked for: "in which release was X removed", "what version first had Y"."""
    return _WHICH.search(text) is not None


def read_contents(text: str) -> ContentsAsked | None:
    """The version whose contents are asked for; ``None`` where none is named, or several are, or more is asked."""
    if not _CONTENTS.search(text) or _NARROWER.search(text) or asks_which_version(text):
        return None
    found = [n for m in _NUMBER.finditer(text) if (n := read_number(m[0])) and n.scheme is Scheme.NUMBER]
    if len(found) != 1:
        return None
    kinds = [kind for kind, pattern in _KINDS.items() if pattern.search(text)]
    rest = " ".join(w for w in re.findall(r"[\w’'+#-]+", _NUMBER.sub(" ", text)) if w.casefold() not in STOP_WORDS)
    kinds = [kind for kind in kinds if kind != "change"]
    kind = "security" if "security" in kinds else kinds[0] if len(kinds) == 1 else ""
    return ContentsAsked(found[0], kind, frozenset(index_terms(rest)) - _ASKING)
