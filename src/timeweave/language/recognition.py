"""Named entity recognition by the packaged spaCy model, on as little text as will do.

The model looks only a few words to each side, and most names of a document occur many times; so it is shown short
stretches around the first occurrences of each capitalised run, and the names that it finds are then looked up
everywhere (`timeweave.language.gazetteer`). That costs a fifth of reading the whole document.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from typing import TYPE_CHECKING

from timeweave.language.boundaries import names_within
from timeweave.language.dictionary import is_word
from timeweave.language.joined_names import Recognised, completed, separated
from timeweave.language.name_types import ends_as_a_body, may_be_a_person
from timeweave.language.passed_over import passed_over, told_persons
from timeweave.language.proper_nouns import Run, capitalised_runs, says_nothing
from timeweave.language.spacy_models import load
from timeweave.language.terms import STOP_WORDS
from timeweave.language.titled_persons import behind_titles
from timeweave.lexicon.bodies import LAST_OF_NAMES, NAMED_FOR
from timeweave.lexicon.families import any_of, words
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.name_parts import HONORIFICS
from timeweave.lexicon.numbers import DAYS
from timeweave.lexicon.offices import ALSO_NAMES, LEADING, OFFICES, TRADES
from timeweave.records import Span

if TYPE_CHECKING:
    from spacy.language import Language

TYPES = {
    "PERSON": "PERSON",
    "NORP": "NORP",
    "FAC": "FAC",
    "ORG": "ORG",
    "GPE": "GPE",
    "LOC": "LOC",
    "PRODUCT": "PRODUCT",
    "EVENT": "EVENT",
    "WORK_OF_ART": "WORK",
    "LAW": "LAW",
}
_CONTEXT = 30  # characters to each side of a run
_LOOKS = 2  # how often a single word is looked at; a run of several words is clear enough at once
_MAX_STRETCHES = 20_000  # bounds the cost of a huge document; names first met later are not recognised
_ARTICLES = ("the ", "The ", "a ", "an ", "A ", "An ")
_SPACED = lazily(r" ([.,;:!?)])")
_PUNCTUATION = lazily(r"(?<=\w)([.,])(?!\w)")
_RANK = lazily(
    r"^(?:(?:Vice |Rear |Major |Lieutenant |Brigadier |Attorney )?(?:General|Admiral|Colonel|Lieutenant|Major|Captain"
    r"|Sergeant|Commander)|President|Senator|Governor|Congressman|Congresswoman|Judge|Justice|Archbishop|Bishop|Pope"
    r"|Professor|Minister|Ambassador|Mayor|Coach|Rep|Sen|Gov|Gen|Sgt|Lt|Col|Capt|Maj)\.? (?=[A-Z])"
)
_BARE_OFFICES = frozenset(OFFICES) - frozenset(ALSO_NAMES)
_OFFICE_BEFORE = lazily(  # no part of the two names or more of a person that follow it
    rf"^(?:{any_of(w.title() for w in (*_BARE_OFFICES, *TRADES, 'sister', 'brother', 'father', 'captain'))}) "
    rf"(?=(?:(?:{any_of(HONORIFICS)})\b\.? )?[A-Z][\w’'-]+ [A-Z])"
)
_OFFICE_OF = lazily(rf"^(?:[A-Z][\w-]* ){{0,2}}?(?:{any_of(w.title() for w in LEADING)}) (?:of|for) (?:the )?(?=[A-Z])")
_NO_BEGINNING = any_of(
    word.title()
    for word in (*STOP_WORDS, *DAYS, *words("both former after before when while since during under over against"))
)
_BODY_OF_SOMEBODY = lazily(  # the possessive is part of the name: "St Ebba's Hospital", "Dene Growers' Society"
    rf"(?<![\w’'-])(?:St\.? [A-Z][a-z-]+['’]s|(?:{any_of(w.title() for w in NAMED_FOR)})['’]s"
    rf"|(?:(?!{_NO_BEGINNING}\b)(?:(?:University|Institute|College|Union) of|[A-Z][\w-]*) ){{0,5}}"
    r"[A-Z][a-z]*(?:-[A-Z]?[a-z]+)?s['’])"
    rf" (?:[A-Z][a-z-]+ ){{0,2}}(?:{any_of(w.title() for w in LAST_OF_NAMES)})\b"
)
_HANDLE_OR_CLOCK = lazily(r"(?<=\w)\s+(?:@|\d\d:\d\d\b).*$")  # behind a name: "Ann Lee @annlee", "Ann 16:49"
_GOES_ON = lazily(r"\.[A-Z]\.|(?<=\bNo)\.? ?\d")  # "Ed" of "Ed.D.", "Amendment No" of "Amendment No. 4"
_OF_YEARS = frozenset({"EVENT", "WORK_OF_ART"})
_AND_OTHERS = lazily(r" et al\b.*$")
_YEAR = lazily(r" (?:19|20)\d\d$")
_OPENING = "\"'“‘«"
_CLOSING = "\"'”’»"
_EDGES = " \t\n\r.,;:!?'’‘\"“”()[]{}-–—*•|/"


def recognise(text: str, sentences: Sequence[Span], known: Set[str], lower: Set[str]) -> Counter[Recognised]:
    """The names in ``text`` with how often each was given each type; ``known`` words need no look."""
    stretches = [_joined(text[s.start : s.end]) for s in _stretches(text, sentences, known, lower)]
    found: Counter[Recognised] = Counter()
    for stretch, entities in zip(stretches, _model_entities(stretches), strict=True):
        for start, end, label in entities:
            if _GOES_ON.match(stretch, end):
                continue
            opening, quoted = start == 0, _is_quoted(stretch, start, end)
            for part in names_within(stretch[start:end], label, opening=opening, quoted=quoted):
                name = clean_surface(part)
                if label == "PERSON":
                    name = _RANK.sub("", name)
                elif label not in _OF_YEARS and ends_as_a_body(undated := _YEAR.sub("", name)):
                    name = undated
                if name and not says_nothing(name) and name.casefold() not in _BARE_OFFICES:
                    found[Recognised(name, TYPES[label])] += 1
    found = completed(text, behind_titles(text, separated(found), _labels))
    found.update(Recognised(m[0], "ORG") for m in _BODY_OF_SOMEBODY.finditer(text))
    found.update(told_persons(text, lower, {name.surface for name in found}))
    taken = known | {name.surface for name in found}
    persons = {name.surface for name in found if name.type == "PERSON"}
    found.update(passed_over(text, sentences, lower, taken, persons))
    bare: Counter[Recognised] = Counter()
    for known_name, count in found.items():
        bare[known_name._replace(surface=_without_office(known_name.surface))] += count
    return bare


def _labels(names: Sequence[str], stretches: Sequence[str]) -> list[str]:
    """What the model takes that for with which each stretch begins; empty where for no name, or for a part of one."""
    entities = _model_entities(stretches)
    return [
        next((label for start, end, label in found if (start, end) == (0, len(name))), "")
        for name, found in zip(names, entities, strict=True)
    ]


def _without_office(surface: str) -> str:
    """A name without the office before it, where what is left is a person's ("Clerk Bo Ek", and no "Premier Oil") or
    the name of a body: "Chair of Harlow Line", and no "Speaker of the House".
    """
    whose = _OFFICE_OF.sub("", surface)
    if whose != surface and (" " in whose or not is_word(whose.casefold())):
        return whose
    bare = _OFFICE_BEFORE.sub("", surface)
    is_person = bare != surface and may_be_a_person(bare) and not all(is_word(w) for w in bare.casefold().split())
    return bare if is_person else surface


def clean_surface(surface: str) -> str:
    """The name without article, possessive and punctuation around it; empty when that leaves no name."""
    name = _HANDLE_OR_CLOCK.sub("", surface.split("\n")[0]).split(" (")[0]
    name = _AND_OTHERS.sub("", name)
    if "[" not in name:
        name = name.rpartition("] ")[2]
    name = name.strip(_EDGES.replace(".", ""))
    for article in _ARTICLES:
        if name.startswith(article):
            name = name[len(article) :]
    name = name.strip(_EDGES.replace(".", ""))
    if name.endswith(("'s", "’s")):
        name = name[:-2].rstrip()
    if name.endswith(" ."):
        name = name[:-2].rstrip()
    if len(name) > 80 or not any(c.isupper() for c in name):
        return ""
    return name


def as_written(surface: str, text: str) -> str:
    """``surface`` as ``text`` writes it: with blanks before punctuation where the text is tokenised."""
    return surface if surface in text else _PUNCTUATION.sub(r" \1", surface)


def _joined(stretch: str) -> str:
    """Tokenised text as it would be printed, which is what the model was trained on."""
    return _SPACED.sub(r"\1", stretch).replace("( ", "(") if " ," in stretch or " ." in stretch else stretch


def _stretches(text: str, sentences: Sequence[Span], known: Set[str], lower: Set[str]) -> list[Span]:
    looks: Counter[str] = Counter()
    stretches: list[Span] = []
    for sentence in sentences:
        fresh = [
            run
            for run in capitalised_runs(text, sentence, lower)
            if looks[run.text] < (1 if " " in run.text else _LOOKS) and not _is_known(run, known)
        ]
        if not fresh:
            continue
        looks.update({run.text for run in fresh})
        stretches.extend(_around(text, sentence, fresh))
        if len(stretches) >= _MAX_STRETCHES:
            break
    return stretches


def _is_known(run: Run, known: Set[str]) -> bool:
    return run.text in known or all(
        word.rstrip(".,").removesuffix("'s").removesuffix("’s") in known for word in run.text.split()
    )


def _around(text: str, sentence: Span, runs: Iterable[Run]) -> list[Span]:
    spans: list[Span] = []
    for run in runs:
        start = max(sentence.start, run.span.start - _CONTEXT)
        end = min(sentence.end, run.span.end + _CONTEXT)
        while start > sentence.start and not text[start - 1].isspace():
            start -= 1
        while end < sentence.end and not text[end].isspace():
            end += 1
        if spans and start <= spans[-1].end:
            spans[-1] = Span(spans[-1].start, end)
        else:
            spans.append(Span(start, end))
    return spans


def _is_quoted(stretch: str, start: int, end: int) -> bool:
    """Whether a name is all that stands between two marks of quotation."""
    before, after = stretch[:start].rstrip()[-1:], stretch[end:].lstrip(".,!?")[:1]
    return before in _OPENING and after in _CLOSING and before != "" and after != ""


def _model_entities(stretches: Sequence[str]) -> list[list[tuple[int, int, str]]]:
    if not stretches:
        return []
    # one batch: what the model says then depends on this document only
    documents = _model().pipe(stretches, batch_size=len(stretches))
    return [[(e.start_char, e.end_char, e.label_) for e in d.ents if e.label_ in TYPES] for d in documents]


@functools.cache
def _model() -> Language:
    return load(exclude=["tok2vec", "tagger", "parser", "attribute_ruler", "lemmatizer", "senter"])
