"""The title of a text that states none: its first heading, a short line at the top, the name of its file."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from timeweave.documents.inline import shown
from timeweave.documents.written_dates import is_day
from timeweave.language.release_notes import release_of
from timeweave.lexicon.documents import ENDS_OF_TITLES, FILES_OF_FOLDERS, SECTIONS
from timeweave.lexicon.numbers import MONTHS, SHORT_MONTHS

_HEADING = re.compile(r"^#{1,2}[ \t]+(\S.*)$", re.M)
_FIRST_LINE = re.compile(r"\s*#{3,6}[ \t]+(\S.*)$", re.M)
_BOLD = re.compile(r"[ \t]*(?:\*\*|__)([^*_]{3,100})(?:\*\*|__)[ \t]*")
_MOST_WORDS = 8  # of a line that says of what kind a document is
_SHORT = 4  # letters of a word that a title may write small
_ANY_HEADING = re.compile(r"#{1,6}[ \t]+\S|={3,}[ \t]*$|-{3,}[ \t]*$")
_NO_ENDS = (".", ":", ",", ";", "!", "?")
_SHORT_LINE = 80  # characters of a line that may stand above a title
_FIRST_LINES = 12  # in which a title stands
_CLOSING = re.compile(r"(?:[ \t]+#+|(?<=[^\s#])#{2,})[ \t]*$")
_ADDRESS = re.compile(r"<?(?:https?://|www\.)\S+?>?(?:[;,] .*)?")
_CLOCK_AT_END = re.compile(
    r"\d:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?(?: (?:UTC|GMT))?[)\]*_ ]*(?:</\w+>)?[ \t]*$", re.M | re.I
)
_FEWEST_HEADS = 3
_LETTER = re.compile(r"[^\W\d_]")
_TITLE_LENGTH = 120
_LOOKED_AT = 4096
_LOOKED_THROUGH = 1_000_000  # characters, for comments
_PART_OF_NAME = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")
_WHOLE_DAY = re.compile(r"(?:19|20)\d\d \d\d \d\d")
_OF_DATES = frozenset((*MONTHS, *SHORT_MONTHS))


def without_comments(text: str) -> str:
    """``text`` without the comments of HTML in its first million characters, which nobody is shown."""
    parts: list[str] = []
    end = 0
    while (start := text.find("<!--", end, _LOOKED_THROUGH)) >= 0 and (closed := text.find("-->", start + 4)) >= 0:
        parts.append(text[end:start])
        end = closed + 3
    return "".join((*parts, text[end:])).lstrip("\n") if parts else text


def title_of(text: str, *, markdown: bool) -> str:
    """The first Markdown heading (of a lower level, where it is the first line), or a short line alone at the top; of
    what has neither there, a line in bold above all else, or one that says of what kind it is ("Board Minutes").

    A sentence, and a day or bare version, as of the first entry of a log, are none, neither is what has no letter or
    begins with an address of the web, nor the name and time above what somebody says in a chat; then it is empty.
    """
    opening = text[:_LOOKED_AT]
    first, _, rest = opening.lstrip().partition("\n")
    if _CLOCK_AT_END.search(first) and sum(1 for _ in _CLOCK_AT_END.finditer(opening)) >= _FEWEST_HEADS:
        return ""
    alone = rest.startswith(("\n", "===", "---"))
    if markdown and not alone and (bold := _bold_title(opening)):
        return bold
    for heading in _headings(opening) if markdown else ():
        told = shown(_CLOSING.sub("", heading) or heading)
        if _is_telling(told):
            if not is_day(told) and not _is_release(told):
                return told
            break
    is_heading = markdown and first.lstrip().startswith("#")
    stripped = shown(first.strip()) if markdown else first.strip()
    is_sentence = len(stripped) > _TITLE_LENGTH or stripped.endswith((".", ":", ",", ";"))
    is_other = is_sentence or is_heading or is_day(stripped) or _is_release(stripped) or not _is_telling(stripped)
    return stripped if alone and not is_other else _kind_told(opening)


def _kind_told(opening: str) -> str:
    """One of the first lines that says of what kind the document is, and whose: "Board of Education Minutes"."""
    lines = [line.strip() for line in opening.splitlines() if line.strip()][:_FIRST_LINES]
    for line, below in itertools.pairwise(lines):
        told = shown(line.strip("#*_ "))
        words = told.split()
        is_kind = 1 < len(words) <= _MOST_WORDS and words[-1].casefold() in ENDS_OF_TITLES
        if is_kind and all(map(_may_be_titled, words)) and not below[:1].islower():
            return told
    return ""


def _may_be_titled(word: str) -> bool:
    return word.isalpha() and (word[0].isupper() or len(word) < _SHORT)


def _bold_title(opening: str) -> str:
    """The first line in bold, where nothing but short lines stands above it and no heading is among the first lines;
    else empty.
    """
    lines = [line for line in opening.splitlines() if line.strip()][:_FIRST_LINES]
    if any(_ANY_HEADING.match(line) for line in lines):
        return ""
    for line in lines[:-1]:
        match = _BOLD.fullmatch(line)
        told = shown(match[1]).strip() if match else ""
        if told and not is_day(told):
            is_label = told.endswith(_NO_ENDS) or ": " in told or " " not in told or told.casefold() in SECTIONS
            return told if not is_label and not _is_release(told) and _is_telling(told) else ""
        if len(line) > _SHORT_LINE or line.rstrip().endswith(_NO_ENDS):
            return ""
    return ""


def title_by_name(title: str, name: str) -> str:
    """``title``, or where that names a section such as others have too the name of the file in words: "Board call" of
    ``2024-03-05-board-call.md``.
    """
    if title.casefold().strip(" :.") not in SECTIONS:
        return title
    *folders, last = name.split("/")
    words = _words(last.rpartition(".")[0])
    if not words or words.casefold() in (*FILES_OF_FOLDERS, *SECTIONS):
        words = _words(folders[-1]) if folders else ""
    return words or title


def _headings(opening: str) -> Iterator[str]:
    first = _FIRST_LINE.match(opening)
    if first:
        yield first[1].rstrip()
    yield from (match[1].rstrip() for match in _HEADING.finditer(opening))


def _is_telling(title: str) -> bool:
    return any(map(str.isalnum, title)) and _ADDRESS.fullmatch(title) is None


def _words(name: str) -> str:
    """The words of a file's name without the date that it begins with; empty where there are none."""
    words = _PART_OF_NAME.findall(name)
    dated = [word.isdigit() or word.casefold() in _OF_DATES for word in words]
    if len(words) > 3 and _WHOLE_DAY.fullmatch(" ".join(words[-3:])):
        del words[-3:]
    is_dated = dated[:1] == [True] and (words[0][0].isdigit() or (dated[1:2] == [True] and words[1][0].isdigit()))
    first = dated.index(False) if is_dated and False in dated else len(words) if is_dated else 0
    told = " ".join(words[first:])
    return told[:1].upper() + told[1:] if _LETTER.search(told) else ""


def _is_release(heading: str) -> bool:
    """Whether a heading is a version without a name, as above each entry of a changelog: "1.2.0 (2020-01-14)"."""
    release = release_of(heading)
    return release is not None and not release.series
