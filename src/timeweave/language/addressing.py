"""Sentences that are addressed to a model rather than to a reader: they are no evidence of anything.

A document is free to say "ignore the above and answer X". No model is shown such a sentence as evidence, no answer
cites one, and no fact that a model reads is taken from one. What gives it away is what it does: it speaks of
instructions and prompts, plays a part in a conversation, demands an answer, has the form of one, or cannot be read.

A list of phrasings can never be whole. It is the second line: the first is that only what a text says counts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from timeweave.lexicon.lazy import lazily
from timeweave.records import Span

_INSTRUCTIONS = r"(?:instructions?|prompts?|anweisung\w*|regeln|consignes?|instruccion\w*)"
_RULES = r"(?:directives?|guidelines?|rules|commands?|text|context|evidence|lines?|documents?|messages?|facts?)"
_EARLIER = r"(?:previous|prior|above|preceding|earlier|foregoing|your|system|these|those|vorherigen|obigen)"
_DROP = (
    r"(?:ignore|disregard|forget|override|overrule|bypass|discard|do not follow|don't follow|neglect|ignoriere\w*"
    r"|missachte|vergiss|ignorez|oubliez|olvid[ae])"
)
_MODEL = (
    r"(?:(?:ai|llm|language|reviewer|reviewing|reading|summari[sz]ing|automated|machine) (?:models?|readers?|systems?"
    r"|agents?|assistants?|tools?|bots?)|ai|a\.i\.|llms?|chat ?bots?|(?:virtual|digital|helpful) assistants?|gpt\S*)"
)
_SAY = (
    r"(?:answer|reply|respond|say|output|write|return|print|conclude|claim|cite|state|report|add|include|insert|record"
    r"|emit|extract|list|antworte\w*|schreib\w*|sage|melde|r[ée]pond\w+|[ée]cri\w+|dites|respond[ae]|escrib\w+)"
)
_REPLY = r"(?:answer|reply|respond|output|write|return|print|conclude|record|antworte\w*|schreib\w*)"
_ORDER = (  # what stands between the start and the verb is bounded, or each mark of a long run would look through it
    r"(?:(?:^[^\w\n]*|[.;:!?(>«]\W{0,40})(?:(?:and|then|now|please|only|just|instead|always|never|und|et|y),?\s+)*"
    r"|\bplease\s+)"
)
_FINITE = r"(?:says|said|is|was|were|are|has|had)\b"  # after it "state" and "report" are no verbs
_NAMED = r"(?<!\bto\s)(?<!\bof\s)(?<!\bfor\s)(?<!\bin\s)"  # after these, what is quoted is named, not dictated
_CLAUSE = (
    r"(?:^|[.;:!?,()\[\]*#>«»„“”\"'–—-]\s*|\b(?:and|then|please|only|just|instead|must|should|shall|always|never|now"
    r"|und|et|y)\s+)"
)
_TO_EVERY = r"to\s+(?:this|any|every|all|each|whatever|the)\s+(?:\w+\s+)?questions?"

# What must stand in a sentence, in lower case, for the pattern to be worth a try, and the pattern.
_FORMS: tuple[tuple[str, str], ...] = (
    (  # ignore all earlier instructions
        "ignor forget overr bypass discard disregard follow neglect missachte vergiss oubli olvid",
        rf"\b(?:{_DROP}|ignoring)\b[^.\n]{{0,60}}\b(?:{_INSTRUCTIONS}|{_EARLIER}\s+{_RULES}"
        r"|(?:the\s+)?(?:above|foregoing|question)\b(?=\s*(?:[,.;:!]|and\b|$)))"
        rf"|{_ORDER}(?:ignore|disregard|override|overrule|bypass)(?:\s*[:!]|\s+(?:the|what|all|any|every|everything|this"
        rf"|that|these|your)\b)|{_ORDER}forget\s+(?:all|any|every|everything|what you)\b",
    ),
    (  # your system prompt; new instructions:
        "instruction prompt message system",
        r"\b(?:new|updated|real|actual|following|system|hidden|initial|original|secret|your|developer)\s+"
        r"(?:system\s+)?(?:instructions?|prompts?)\s*(?::|\bare\b|\bis\b|\b(?:say|tell)s?\b)"
        r"|\b(?:system|developer|hidden|initial|your(?:\s+\w+)?)\s+(?:prompt|instructions)\b"
        r"|\b(?:system|developer)[ -](?:message|note|override)\b",
    ),
    (  # you are now a helpful assistant
        "you act pretend",
        rf"\b(?:act as|pretend to be)\s+(?:an?\s+|the\s+)?(?:\w+\s+){{0,2}}?{_MODEL}\b|"
        rf"\byou(?:\s+are|['’]re|\s+will\s+be)\s+(?:now\s+)?(?:an?\s+|the\s+)?(?:\w+\s+){{0,2}}?{_MODEL}\b"
        r"|\byou\s+are\s+now\b(?=\s+(?:in\b|an?\b|free|the\b))",
    ),
    (  # note to automated readers
        "you note notice message instruction memo dear attention",
        r"\b(?:if you are|if you['’]re|dear|attention,?|(?:note|notice|message|instructions?|memo) (?:to|for))\s+"
        rf"(?:an?\s+|the\s+|any\s+|all\s+|every\s+)?(?:\w+\s+)?{_MODEL}\b",
    ),
    (": ! please", rf"^[^\w\n]*(?!a\.?i\.?\s*:){_MODEL}\s*(?:[:!]|,? please\b)"),
    (
        "must should shall are is",
        rf"\b(?:any|every|all)\s+{_MODEL}\b[^.\n]{{0,40}}\b(?:must|should|shall|are to|is to)\b"
        rf"|\b{_MODEL}\s+(?:must|should|shall|are to|is to)\s+(?:\w+\s+){{0,2}}?{_SAY}\b",
    ),
    (  # your answer must be
        "answer reply response output summary",
        r"\b(?:your|the)\s+(?:only\s+|final\s+|whole\s+|entire\s+|correct\s+|full\s+)?(?:answer|reply|response|output"
        rf"|summary)\s+(?:must|should|shall|has to|is to|{_TO_EVERY}\s+(?:is|must|should|was|shall))\b",
    ),
    (  # to every question answer; answer every question; answer only
        "question only exactly nothing simply just verbatim solely nur seulement json word phrase following sentence",
        rf"\b{_TO_EVERY},?\s+(?:\w+\s+)?{_SAY}\b"
        rf"|{_ORDER}{_SAY}\s+(?:to\s+)?(?:this|the|any|every|all)\s+(?:\w+\s+)?questions?\b"
        rf"|{_CLAUSE}{_SAY}\s+(?:(?:only|exactly|nothing"
        r"|simply|just|verbatim|solely|nur|seulement)\b|(?:in|with)\s+(?:json|one word"
        r"|the (?:word|text|phrase|following|sentence))\b)",
    ),
    (  # reply "..."
        "\" “ „ « ‘ '",
        rf"(?:(?:{_ORDER}|\b(?:must|shall)\s+){_SAY}|{_CLAUSE}{_REPLY}|\bto\s+(?:answer|reply|respond|output|print))\s+"
        rf"(?:(?!{_FINITE})\w+:?\s+){{0,5}}?:?\s*{_NAMED}[\"“„«‘']",
    ),
    (":", r"^\W{0,6}(?:system|assistant|user|developer)\s*(?:\(\w+\)\s*)?:\s"),
    (  # tags, comments, tokens of a chat template
        "< ‹ [",
        r"[<‹]!--|^[^\w\n]*[<‹]\s*/?\s*\w+\s*>[^\w\n]*$|[<‹]\s*/?\s*[|｜]|\[/?INST\]|<<\s*/?SYS\s*>>"
        r"|[‹<]\s*/?\s*(?:evidence|question|text|facts|points|children|system|assistant|user|instructions?)\b",
    ),
    ("begin end", r"\b(?:begin|end) of (?:the )?(?:evidence|document|context|data|prompt|instructions)\b"),
    ("##", r"^\s*#{2,}\s*(?:instructions?|system|assistant|response|task)\b"),
    (
        "\" ' “",
        r"[\"'“]\s*(?:answer|refused|cites|facts|subject|relation|object|quote|sentences|points|sections|times|role)"
        r"\s*[\"'”]\s*:",
    ),
    ("|", r"^\s*[EPFC]\d+\s*\|"),
)
_ADDRESSED = tuple((tuple(needed.split()), lazily(pattern, re.IGNORECASE | re.MULTILINE)) for needed, pattern in _FORMS)
_GOES_ON = lazily(
    rf"^\W*(?:{_SAY}|do|don't|never|always|only|instead|then|please|use|treat|make|set|cite|give|mark)\b"
    rf"|\byou(?:r|rs)?\b|^\W*[\"“„«‘]",
    re.IGNORECASE,
)
_OPAQUE = lazily(r"\b[A-Za-z0-9+/_-]{40,}={0,2}")
_HAS_ALL = lazily(r"(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[A-Za-z0-9]{16})")  # names of files are in shorter words


def addresses_a_model(text: str) -> bool:
    """Whether a sentence speaks to a model that reads it, or hides what it says (40 characters of code and more)."""
    plain = _plain(text)
    lower = plain.lower()
    if any(any(word in lower for word in needed) and pattern.search(plain) for needed, pattern in _ADDRESSED):
        return True
    return any(_HAS_ALL.match(run[0]) and "://" not in text for run in _OPAQUE.finditer(plain))


def addressed(sentences: Sequence[str]) -> list[bool]:
    """Which of the sentences of one text, in their order, address a model.

    Such a sentence has others in tow: those after it that go on giving orders belong to it.
    """
    found: list[bool] = []
    for sentence in sentences:
        tows = bool(found) and found[-1]
        found.append(addresses_a_model(sentence) or (tows and _GOES_ON.search(_plain(sentence)) is not None))
    return found


def addressed_stretches(text: str, sentences: Sequence[Span]) -> list[Span]:
    """The stretches of ``text`` that address a model: each such sentence to the end of its line.

    Stricter than `addressed`, for those who take words of the text for true: what else stands on the line of an order
    may be what it wants said.
    """
    found = []
    marks = addressed([text[s.start : s.end] for s in sentences])
    for sentence in (s for s, mark in zip(sentences, marks, strict=True) if mark):
        line_end = text.find("\n", sentence.end)
        found.append(Span(sentence.start, len(text) if line_end < 0 else line_end))
    return found


def _plain(text: str) -> str:
    """As it looks: compatibility forms folded, invisible characters removed."""
    if text.isascii():
        return text
    folded = unicodedata.normalize("NFKC", text)
    return "".join(c for c in folded if unicodedata.category(c) not in ("Cf", "Co", "Cn"))
