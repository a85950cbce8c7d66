"""Names that the recogniser passed over, of which the document itself shows that they are names.

It sees a few words to each side of a place and misses what is written like a phrase ("Let's Encrypt") or like no word
it knows ("OpenZFS"). The document shows more: what it writes with capitals within its sentences, time and again and
never small, or makes do something, is a name of it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from timeweave.language.dictionary import is_word
from timeweave.language.job_titles import is_job_title
from timeweave.language.joined_names import Recognised
from timeweave.language.parsing import tags
from timeweave.language.proper_nouns import (
    Run,
    capitalised_runs,
    is_identifier,
    is_not_a_name,
    is_titled,
    long_words,
    names_nothing,
    says_nothing,
)
from timeweave.lexicon.families import any_of
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.name_parts import HONORIFICS
from timeweave.lexicon.offices import OFFICES
from timeweave.records import Span

_LONGEST = 4  # words
_SENTENCE = 160  # characters of a sentence that the tagger reads
_SHORT = 4  # letters of a word that a title may write small
_MOST_ASKED = 200  # places of a document of which the tagger is asked
_DETERMINED = lazily(
    r"\b(?:an?|our|your|my|their|his|her|its|any|each|every|some|no|these|those|this|that|more|most|all|many|such|both"
    r"|other|another)(?: [a-z]+)? $",
    re.IGNORECASE,
)
_AND_WHO = lazily(r",? (?:and|&) ([A-Z][\w’'-]*(?: [A-Z][\w’'-]*){1,3})")
_AND_ON = lazily(r" [a-z]")
_LETTERS = r"[\w'’-]{0,50}"  # a run without end must not be read again from each place in it
_WHO = lazily(  # in the singular: "Leeds United, who were promoted" are none
    rf"(?<![\w-] )\b(?P<name>[A-Z][a-z]{_LETTERS}(?: [A-Z]\.?)?(?: [A-Z][a-z]{_LETTERS}){{1,2}}),"
    r" who (?:is|was|has|had been|became|serves|holds|took over) "
)
_ADDRESSED = lazily(  # "Cllr Mrs D Clements", "Dr. Ito"
    rf"\b(?P<name>(?:(?:{any_of(HONORIFICS)})\b\.? ){{1,3}}(?P<initials>(?:[A-Z]\.? ?){{0,3}})"
    rf"\b(?P<last>[A-Z][a-z]{_LETTERS}(?: [A-Z][a-z]{_LETTERS})?))"
)
_JOINTS = frozenset("/\\=_@#<>")
_OWNER = lazily(r"[^'’]+['’]s")
_SEVERAL = lazily(r"[A-Z]{2,}s")  # "RFCs"
_ACTS = frozenset({"VBD", "VBZ", "MD"})
_MARKS = " \"'“‘(*-–—•"


def passed_over(
    text: str, sentences: Sequence[Span], lower: Set[str], found: Set[str], persons: Set[str]
) -> Iterator[Recognised]:
    """Such names, those of several unknown words as persons.

    None overlaps one of ``found`` but for the surnames of ``persons`` among these; ``lower`` are the words that the
    text writes small.
    """
    places, lines = _places(text, sentences, lower)
    every = "\n".join(found)
    for name in sorted(lines - places.keys()):
        words = name.split()
        if _is_unknown(words) and len(words) <= _LONGEST and name not in every:
            yield Recognised(name, "PERSON")
    asked: list[tuple[str, Span]] = []
    for name, where in places.items():
        words = name.split()
        if name in every or not _may_be_one(name, words) or name.casefold() in text:
            continue
        if _holds_any(words, found):
            is_called = any(run.opening and not _AND_ON.match(text, run.span.start + len(name)) for _, run in where)
            bears_it = words[-1] in persons and not _holds_any(words[:-1], found) and _is_forename(words[:-1])
            if bears_it and not is_called:  # "Hey Ann!"
                yield Recognised(name, "PERSON")
            continue
        if 3 * sum(_is_determined(text, s, r) for s, r in where) > len(where):
            continue
        is_person = _is_unknown(words) and _is_written_out(words)
        inside = any(not run.opening and text[s.start : run.span.start].strip(_MARKS) for s, run in where)
        if inside and (is_person or (len(where) > 1 and (len(words) > 1 or _is_unknown(words)))):
            yield Recognised(name, "PERSON" if is_person else "ORG")
        elif is_person and any(_is_beside(text, run.span, persons) for _, run in where):
            yield Recognised(name, "PERSON")
        else:
            ends = ((run.span.start, run.span.start + len(name), s.end) for s, run in where)
            asked += [(name, Span(start, stop)) for start, end, stop in ends if _AND_ON.match(text, end)]
    yield from _acting(text, asked[:_MOST_ASKED])


def told_persons(text: str, lower: Set[str], found: Set[str]) -> list[Recognised]:
    """Names that the model passed over, of which the text itself says that they are a person's."""
    told = Counter(match["name"] for match in _WHO.finditer(text))
    addressed = Counter(_addressed(text, found))
    if not told and not addressed:
        return []
    every = "\n".join(found)
    new = [Recognised(name, "PERSON") for name in addressed.elements()]
    for name in told:
        common = any(word in lower for word in (name, *name.split()))
        if not common and not says_nothing(name) and name not in every and not _holds_any(name.split(), found):
            new += [Recognised(name, "PERSON")] * told[name]
    return new


def _addressed(text: str, found: Set[str]) -> Iterator[str]:
    """Names behind a form of address that are not ``found`` so far, but for what is called so and is nobody: "Miss
    World", "Dr Pepper".
    """
    surnames = {name.split()[-1] for name in found}
    for match in _ADDRESSED.finditer(text):
        name, last = match["name"].removesuffix("'s").removesuffix("’s"), match["last"].split()[-1]
        is_known = name in found or (not match["initials"] and last in surnames)
        may_be_nobody = name.startswith(("Miss ", "Dr ", "Dr. ")) and is_word(last.casefold())
        if not is_known and not may_be_nobody:
            yield name


def _places(
    text: str, sentences: Sequence[Span], lower: Set[str]
) -> tuple[Mapping[str, Sequence[tuple[Span, Run]]], Set[str]]:
    """The runs of capitals of sentences with their places, and the lines that are such a run as people are written."""
    places: defaultdict[str, list[tuple[Span, Run]]] = defaultdict(list)
    lines: set[str] = set()
    for sentence in sentences:
        runs = capitalised_runs(text, sentence, lower)
        alone = [run for run in runs if _is_all_of(text, sentence, run)]
        lines.update(run.text for run in alone if _is_written_out(run.text.split()))
        if alone or (runs and _is_titled(text, sentence)):
            continue
        for run in runs:
            if not _is_glued(text, run.span):
                places[run.text.removesuffix("'s").removesuffix("’s").rstrip(".")].append((sentence, run))
    return places, lines


def _is_all_of(text: str, sentence: Span, run: Run) -> bool:
    """Whether a line names somebody and says no more, but for a job title: "Pam Costa, clerk"."""
    if run.span.start != sentence.start:
        return False
    behind = text[run.span.end : sentence.end].rstrip(" .;")
    title = behind.removeprefix(", ")
    return not behind or (title != behind and (title in OFFICES or is_job_title(title)))


def _is_glued(text: str, place: Span) -> bool:
    """Whether a mark joins it to what stands beside it: code, an address, one of two names."""
    before, after = text[max(0, place.start - 2) : place.start], text[place.end : place.end + 2]
    return before[-1:] in _JOINTS or after[:1] in _JOINTS or "::" in (before, after)


def _is_beside(text: str, place: Span, persons: Set[str]) -> bool:
    """Whether somebody is named behind it with "and" between: "Iwo Pieniak and Ann Lee are engineers"."""
    match = _AND_WHO.match(text, place.end)
    return match is not None and (match[1] in persons or match[1].rpartition(" ")[0] in persons)


def _may_be_one(name: str, words: Sequence[str]) -> bool:
    if not 0 < len(words) <= _LONGEST or len(name) < 3 or is_identifier(name) or names_nothing(words):
        return False
    if any(_OWNER.fullmatch(word) and not is_word(word[:-2].casefold()) for word in words[:-1]):
        return False  # "Intel's Xeon": two names
    if name.isupper() or (len(words) == 1 and (not name.isalpha() or _SEVERAL.fullmatch(name))):
        return False
    return not any(is_not_a_name(word) or word.casefold() in OFFICES for word in (words[0], words[-1]))


def _holds_any(words: Sequence[str], found: Set[str]) -> bool:
    """Whether some of the words are one of ``found``."""
    count = len(words)
    return any(" ".join(words[a:b]) in found for a in range(count) for b in range(a + 1, count + 1))


def _is_determined(text: str, sentence: Span, run: Run) -> bool:
    """Whether it stands behind a word that common nouns have before them: "a Technical Lead"."""
    return _DETERMINED.search(text, max(sentence.start, run.span.start - 30), run.span.start) is not None


def _is_unknown(words: Sequence[str]) -> bool:
    return not any(is_word(word.casefold()) for word in words)


def _is_forename(words: Sequence[str]) -> bool:
    return len(words) in (1, 2) and _is_unknown(words) and all(w.isalpha() and w[1:].islower() for w in words)


def _is_written_out(words: Sequence[str]) -> bool:
    """Whether it is written as people are: "Filippo Valsorda"."""
    return len(words) > 1 and all(word.isalpha() and word[1:].islower() for word in words)


def _is_titled(text: str, sentence: Span) -> bool:
    """Whether all long words of a line are capitalised, or it is too short to tell."""
    words = long_words(text, sentence)
    return len(words) < 4 or (is_titled(text, sentence) and all(len(w) <= _SHORT for w in words if not w[0].isupper()))


def _acting(text: str, asked: Iterable[tuple[str, Span]]) -> Iterator[Recognised]:
    """Those that do something where they are named, and each word of which is a proper noun to the tagger."""
    pairs = list(asked)
    said = tags([text[place.start : min(place.end, place.start + _SENTENCE)] for _, place in pairs])
    for (name, _), found in zip(pairs, said, strict=True):
        words = name.split()
        acts = ("VBD",) if len(words) == 1 and not _is_unknown(words) else _ACTS
        proper = all(tag in ("NNP", "NNPS") for tag in found[: len(words)])
        if proper and len(found) > len(words) and found[len(words)] in acts:
            yield Recognised(name, "ORG")
