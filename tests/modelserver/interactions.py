"""The tasks ``interactions_subject`` and ``interactions_pair``: what stands between two marked names of a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_MARKED = re.compile(r"<e>\s*(.+?)\s*</e>")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_LONGEST = 12  # words between two names


def interactions_subject(sections: Mapping[str, str]) -> Mapping[str, Any]:
    """The subject with each marked name that follows it in a sentence."""
    return {"interactions": list(_found(sections.get("subject", "").strip(), None, sections.get("snippet", "")))}


def interactions_pair(sections: Mapping[str, str]) -> Mapping[str, Any]:
    """The subject with the object, where it follows in a sentence."""
    subject, other = sections.get("subject", "").strip(), sections.get("object", "").strip()
    return {"interactions": list(_found(subject, other, sections.get("snippets", "")))}


def _found(subject: str, other: str | None, text: str) -> Iterator[Mapping[str, str]]:
    told = set()
    for sentence in _SENTENCE.split(text.replace("\n", " ")):
        names = list(_MARKED.finditer(sentence))
        first = next((name for name in names if name[1] == subject), None)
        for name in names if first is not None else ():
            assert first is not None
            between = _MARKED.sub(r"\1", sentence[first.end() : name.start()]).strip()
            wanted = name[1] != subject and other in (None, name[1])
            if name.start() > first.end() and wanted and between and len(between.split()) <= _LONGEST:
                line = f"{subject} {between} {name[1]}"
                if line not in told:
                    told.add(line)
                    yield {"object": name[1], "text": line}
