"""In which language a text or a question is written, told only where it is long enough and surely not English.

What has its share of the small words of English is English; only the rest is looked at by py3langid, a classifier of
character n-grams (Lui and Baldwin, "Cross-domain feature selection for language identification", IJCNLP 2011).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from timeweave.lexicon.languages import ENGLISH_WORDS, LANGUAGE_NAMES
from timeweave.lexicon.lazy import lazily

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

ENGLISH = "en"
_SAMPLE = 6_000  # characters at the top
_PARTS = 3  # of the sample that must agree
_FEWEST_LETTERS = 100
_ENGLISH_SHARE = 0.12  # of the words of a text
_SURE = 0.95
_LIKELY, _NOT_ENGLISH = 0.5, 0.01  # of a question: which language it may be in is told apart less surely than English
_QUESTION_WORDS = 4
_QUESTION_RUNNING = 3  # of them, words that are no names
_WORD = lazily(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SCRIPTS = {
    "ja": lazily("[\u3041-\u30ff]"),
    "ko": lazily("[\uac00-\ud7a3]"),
    "zh": lazily("[\u4e00-\u9fff]"),
}
_NO_PROSE = lazily(r"```.*?```|`[^`\n]*`|https?://\S+|\S+@\S+|<[^<>\n]{1,200}>|\]\([^()\s]*\)", re.S)


def foreign_language(text: str) -> str | None:
    """The ISO 639-1 code of the language of ``text``; ``None`` for English, and where it cannot be told for sure."""
    sample = _NO_PROSE.sub(" ", text[:_SAMPLE])
    found = _WORD.findall(sample)
    if sum(map(len, found)) < _FEWEST_LETTERS or _is_english(found):
        return None
    size = -(-len(sample) // _PARTS)
    parts = [sample[start : start + size] for start in range(0, len(sample), size)]
    told = {_told(sample), *(_told(part) for part in parts if len(part) > _FEWEST_LETTERS)}
    return told.pop() if len(told) == 1 else None


def is_foreign(text: str, said: str) -> bool:
    """Whether a text that is said to be in the language ``said`` is not in English."""
    return said != ENGLISH and foreign_language(text) is not None


def foreign_question(asked: str) -> str | None:
    """The language of a question; ``None`` for English, for one that is mostly names, and where it is not sure."""
    if code := _by_script(asked):
        return code
    found = _WORD.findall(asked)
    running = [word for number, word in enumerate(found) if number == 0 or not word[:1].isupper()]
    if len(found) < _QUESTION_WORDS or len(running) < _QUESTION_RUNNING:
        return None
    if any(word.casefold() in ENGLISH_WORDS for word in found):
        return None
    likely = _identifier().rank(" ".join(running).casefold())
    code, probability = likely[0]
    is_sure = probability >= _LIKELY and dict(likely)[ENGLISH] <= _NOT_ENGLISH and code in LANGUAGE_NAMES
    return str(code) if is_sure else None


def _by_script(asked: str) -> str | None:
    """The language of letters that no other has, where they are most of the question."""
    letters = [character for character in asked if character.isalpha()]
    counted = {code: len(form.findall(asked)) for code, form in _SCRIPTS.items()}
    if sum(counted.values()) < max(_QUESTION_WORDS, len(letters) / 2):
        return None
    return "ja" if counted["ja"] else max(counted, key=lambda code: counted[code])


def name_of(code: str) -> str:
    """The English name of a language, or its code where it is not known."""
    return LANGUAGE_NAMES.get(code, code)


def _is_english(found: Sequence[str]) -> bool:
    return sum(word.casefold() in ENGLISH_WORDS for word in found) >= _ENGLISH_SHARE * len(found)


def _told(text: str) -> str | None:
    code, probability = _identifier().classify(text)
    return str(code) if probability >= _SURE and code != ENGLISH and code in LANGUAGE_NAMES else None


@functools.cache
def _identifier() -> LanguageIdentifier:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
