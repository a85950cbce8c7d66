"""What a reader sees of a line of Markdown: the words of emphasis and links, no targets, comments or elements."""

from __future__ import annotations

import re

_MARKS = re.compile(r"[\[\]*_`<&\\]")


def shown(line: str) -> str:
    """``line`` as it is shown; as it stands where it has no mark-up, or nothing but mark-up."""
    if not _MARKS.search(line):
        return line
    import pyromark  # 5 ms

    words: list[str] = []
    hidden = 0
    for event in pyromark.events(line.strip()):
        if event in ("SoftBreak", "HardBreak"):
            words.append(" ")
        elif isinstance(event, dict):
            hidden += _image(event.get("Start")) - _image(event.get("End"))
            text = event.get("Text", event.get("Code"))
            if isinstance(text, str) and not hidden:
                words.append(text)
    return " ".join("".join(words).split()) or line


def _image(tag: object) -> bool:
    return tag == "Image" or (isinstance(tag, dict) and "Image" in tag)
