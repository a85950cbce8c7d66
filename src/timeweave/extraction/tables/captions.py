"""What a caption says of all figures of its table: what is measured, in which unit, and by what it is parted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from timeweave.extraction.tables.columns import without_standing
from timeweave.extraction.tables.grids import ASIDE, Words
from timeweave.extraction.tables.times import Times
from timeweave.extraction.tables.values import NO_UNIT, Unit, split_unit
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.tables import ASKING, GENERIC, OVERVIEWS, PARTED_BY, VALUES
from timeweave.records import BlockKind, Layout

_HEAD = lazily(r"\s+(?:of|in|by|on|per|at|for|from|during|and|to|across|with|,|–|—|-|:)\s|[,:(;–—]")
_INTRODUCED = lazily(
    r"(?:the )?(?:following |below )?tables?(?: below)? (?:summari[sz]es?|shows?|presents?|sets? (?:forth|out)"
    r"|provides?|details?|lists?|gives?|disaggregates?|outlines?|reflects?|represents?|contains?)"
    r"(?: (?:our|its|the(?: \w+['’]s)?|certain))?\s+",
    re.IGNORECASE,
)
_EDGE = " .*:"
_DECLARED = lazily(
    r"\W*(?:(?:all )?(?:dollar )?amounts (?:are )?(?:presented |expressed |stated )?|dollars )"
    r"(?P<unit>in (?:thousands|millions|billions)(?: of (?:U\.?S\.? )?dollars)?)\b",
    re.IGNORECASE,
)
_STATEMENT = lazily(
    r"\b(?:balance sheets?|(?:income|cash flow) statements?|statements? of (?:[\w’']+ ){0,3}?(?:operations|income"
    r"|earnings|cash flows?|financial position|financial condition|equity|profit|loss))\b",
    re.IGNORECASE,
)
_LONGEST_REMARK = 200  # characters
_LONGEST_MEASURE = 4  # words
_LONGEST_KIND = 3


def unit_of(caption: str) -> Unit:
    """The unit that a caption names in brackets, behind a comma, or is: "(In millions, except per share data)"."""
    return split_unit(caption.strip(_EDGE))[1]


def declared_unit(layout: Layout, words: Words) -> Unit:
    """The unit that a document declares for all its tables: "Amounts in millions of dollars except per share data"."""
    for block in layout.blocks:
        if block.kind is BlockKind.PARAGRAPH and block.span.end - block.span.start <= _LONGEST_REMARK:
            declared = _DECLARED.match(" ".join(words(block.span).split()))
            if declared is not None:
                return split_unit(declared["unit"])[1]
    return NO_UNIT


def is_statement(captions: Sequence[str]) -> bool:
    """Whether a caption names a statement of accounts, whose rows are measures however they are headed: "ASSETS"."""
    return any(_STATEMENT.search(caption) for caption in captions)


def measure_of(caption: str, times: Times) -> str:
    """What a caption says is measured: its words up to the first "of" or "in"."""
    told = times.of(caption)
    text, _ = split_unit(told.rest if told.time is not None else caption)
    head = _HEAD.split(ASIDE.sub("", text).strip(_EDGE))[0].strip()
    head, _ = without_standing(head)
    words = head.casefold().split()
    if not words or len(words) > _LONGEST_MEASURE or words[0] in ASKING:
        return ""
    return "" if words[-1] in GENERIC | VALUES | OVERVIEWS else head


def parted_measure(captions: Sequence[str], times: Times) -> str:
    """What the nearest caption that is no remark parts: "Revenue by Reportable Segments"; nothing where it does not."""
    told = next((bare for c in captions if (bare := ASIDE.sub("", c).strip(_EDGE))), "")
    said = _INTRODUCED.match(told)
    bare = told[said.end() :] if said else times.of(told).rest
    measured, _, behind = bare.partition(" by ")
    kind = behind.casefold().split()[:_LONGEST_KIND]
    if not {form for word in kind for form in (word, word.removesuffix("s"), re.sub("ies$", "y", word))} & PARTED_BY:
        return ""
    return "" if _HEAD.search(f"{measured} ") else measure_of(measured, times)
