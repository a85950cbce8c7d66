"""Where a name that the recogniser found begins and ends, by the words and marks inside it."""

from __future__ import annotations

from collections.abc import Iterator

from timeweave.language.dictionary import parts_of_speech
from timeweave.language.names import LEGAL_FORMS
from timeweave.lexicon.lazy import lazily

PARTICLES = frozenset(
    {
        "de",
        "da",
        "do",
        "di",
        "du",
        "del",
        "della",
        "van",
        "von",
        "der",
        "den",
        "ter",
        "la",
        "le",
        "el",
        "al",
        "bin",
        "ibn",
    }
)
_QUOTES = "\"“”'‘’«»"
_PARTED = lazily(
    r"\s[-–—|/+·•→=>]+\s|[;|→•·]"
    r"|(?<=[^\W\d_]{3})/(?=[A-Z][a-z]{2})|(?<=[a-z]{2})/(?=[A-Z])"  # "Windows/Linux", not "S/MIME"
)
_TITLED = frozenset({"WORK_OF_ART", "PRODUCT", "EVENT", "LAW"})
_TAIL = lazily(
    r"(?:\s(?:a|an|the|and|or|but|with|to|of|in|on|at|by|for|from|as|is|was|are|were|be|has|had|have|that|which|who|via"
    r"|into|than|if|when|while|then|vs)(?![^\s,+/&–—-])|[\s,+/&–—-])++$"
)
_BEHIND_A_COMMA = lazily(rf"(?i:{'|'.join(sorted(LEGAL_FORMS))}|and)\b|(?i:jr|sr|[ivx]+)\.?$")


def names_within(words: str, label: str, *, opening: bool, quoted: bool) -> Iterator[str]:
    """The names in what was taken for one; ``opening`` where it begins its sentence, ``quoted`` where it is in quotes.

    A title in quotes is what its author wrote.
    """
    line = words.split("\n")[0]
    if quoted and label == "WORK_OF_ART":
        yield line
        return
    parts = _PARTED.split(line)
    for part in parts[:1] if label == "PERSON" and "/" in line else parts:
        for name in _members(_without_remark(part, label, opening=opening), label):
            whole = _TAIL.sub("", _from_first_capital(name))
            if whole == name or " " in whole or not parts_of_speech(whole.casefold()):
                yield whole


def _without_remark(name: str, label: str, *, opening: bool) -> str:
    """The words before a colon, where it makes a label of them: "Nimbus: a year later"."""
    first, colon, rest = name.partition(": ")
    return first if colon and (opening or label not in _TITLED or not rest[:1].isupper()) else name


def _members(name: str, label: str) -> list[str]:
    """The members of a list taken for one name; of what follows a person's name, nothing."""
    if label == "PERSON":
        head, _, behind = name.partition(", ")
        return name.split(" and ") if not behind or _BEHIND_A_COMMA.match(behind) else head.split(" and ")
    return [name]


def _from_first_capital(name: str) -> str:
    """The name without ordinary words in lower case before it: "another Harbour Office", not "van Eyck"."""
    words = name.split(" ")
    while (
        len(words) > 1
        and words[0].islower()
        and words[0].isalpha()
        and words[0] not in PARTICLES
        and _is_ordinary(words[0])
    ):
        del words[0]
    return " ".join(words).lstrip(_QUOTES)


def _is_ordinary(word: str) -> bool:
    return bool(parts_of_speech(word)) or (len(word) > 1 and _TAIL.search(f"x {word}") is not None)
