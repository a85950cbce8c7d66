"""Canonical names: which strings are one entity, decided by the string alone.

Identity must not depend on the order in which documents arrive, so it is a function of the name: case, diacritics,
punctuation, titles, a leading article, a possessive and legal forms do not count. "Holdings" and "Group" do count
(News Corp and a holding of it may both exist); they go as a variant instead.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterable

from timeweave.lexicon.families import word_set
from timeweave.lexicon.lazy import lazily
from timeweave.records import EntityId

LEGAL_FORMS = word_set(
    "inc incorporated corp corporation co company companies ltd limited plc ag sa nv bv llc llp lp gmbh se spa kgaa ab "
    "asa oyj pty kk"
)
_TRAILING = LEGAL_FORMS | {"and"}  # "Chase & Co."
_SMALL_WORDS = word_set("of and the for in on de la du di von van der & to at a an")
_LEADING = lazily(
    r"(?:(?:mr|mrs|ms|mx|messrs|cllrs?|councillors?|herr|frau)\b\.?|(?:dr|prof|rev|hon|gen|sen|rep|gov|lt|col|capt)\.|(?:sir|dame|professor|the)\b)\s+(?=\w)"
)
# The dots of "U.S.", and not those of "1.1.1", which is another version than 1.11.
_DROPPED = lazily(r"(?!(?<=\d)\.\d)(?:(?<!\w\w)\.|\.(?!\w\w))")
# All else but what "C++", "C#" and "Disney+" end in, which "C" and "Disney" do not.
_SEPARATOR = lazily(r"(?!(?<=[^\W\d_])(?:\+\+|[+#](?!\w))|(?<=[^\W\d_]\+)\+)[^\w&.']|_")
_AMPERSAND = lazily(r"\s&\s")
_LETTERS = str.maketrans(
    {"’": "'", "‘": "'", "`": "'", "´": "'", "ʼ": "'", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i"}
)
_MARKS = lazily("[\u0300-\u036f]")

# First words that say too little to stand for the whole name.
_ANY_WORD = lazily(r"\w+")
_PLAIN_WORDS = word_set(
    "advanced air alliance allied american applied associated atlantic bank best big blue british capital central "
    "city coastal college common community consolidated credit data digital direct discovery dollar dutch eagle east "
    "eastern energy equity european federal financial first five four french general german global gold golden great "
    "green health high home hong house human independent indian industrial information insurance international "
    "investment japan japanese king land life light live local lone long main major market master media medical "
    "mid middle mutual national natural new news north northern northwest ocean office old one open pacific paper "
    "park people petroleum planet power premier prime pro public pure quest real red regional republic research "
    "river rock royal saint san school science second select service signal silver simply six social society solar "
    "south southern southwest spirit standard star state states steel sun super supreme system systems team "
    "technology third three time total trade trans travel trust two under union united universal university urban "
    "valley value vista water west western white wide world young your department ministry institute council "
    "committee court office agency association federation organization church museum library hospital group los las "
    "el de la le saint st mount lake port fort cape president prime minister chief executive senior vice director"
)


def distinct_names(names: Iterable[str], beside: str) -> tuple[str, ...]:
    """Those of ``names`` that a reader can tell from ``beside`` and from each other: by more than case and marks."""
    shown: dict[str, str] = {}
    for name in names:
        shown.setdefault(_looks(name), name)
    shown.pop(_looks(beside), None)
    return tuple(shown.values())


def _looks(name: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name)).casefold()


@functools.lru_cache(maxsize=1 << 16)
def canonical_key(name: str) -> EntityId:
    """The identity of the entity called ``name``; empty only for a blank name.

    Applying it twice changes nothing.
    """
    plain = unicodedata.normalize("NFKC", name).strip()
    key = plain
    for _ in range(8):
        folded = _fold(key)
        if not folded or folded == key:
            break
        key = folded
    return EntityId(key)


def acronyms(name: str) -> tuple[str, ...]:
    """Keys of the initials of a name of several words: "Western Digital Corporation" gives wdc and wd."""
    words = re.findall(r"(?<!['’])\b[^\W\d_]+", unicodedata.normalize("NFKC", name).casefold())
    if len(words) < 2 or len(words) > 8:
        return ()
    full = [w for w in words if w not in _SMALL_WORDS]
    bare = [w for w in full if w not in LEGAL_FORMS]
    options = ("".join(w[0] for w in choice) for choice in (full, bare, words))
    return tuple(dict.fromkeys(o for o in options if 2 <= len(o) <= 6))


def marked_words(text: str) -> str:
    """The words of ``text``, case-folded, without accents, those with a capital or a digit first marked."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    words = (m[0] for m in _ANY_WORD.finditer(plain))
    return f" {' '.join(('' if w[0].islower() else '^') + w.casefold() for w in words)} "


def is_distinctive(word: str) -> bool:
    """Whether one word of a name, case-folded, can stand for the whole."""
    return len(word) >= 4 and word.isalpha() and word not in _PLAIN_WORDS and word not in LEGAL_FORMS


def _fold(name: str) -> str:
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    text = unicodedata.normalize("NFC", _MARKS.sub("", text)).translate(_LETTERS).strip()
    while match := _LEADING.match(text):
        text = text[match.end() :]
    text = _DROPPED.sub("", _AMPERSAND.sub(" and ", text))
    words = [w for w in (part.strip(".'") for part in _SEPARATOR.sub(" ", text).split()) if w]
    while len(words) > 1 and words[-1] in _TRAILING:
        words.pop()
    if words and words[-1].endswith("'s") and len(words[-1]) > 2:
        words[-1] = words[-1][:-2]
    return " ".join(words).replace("'", "")
