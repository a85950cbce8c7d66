"""Data kept apart from instructions: sections of a prompt, and nothing inside one that could close it.

Fences make it plain to a model what is data; they are no proof that it obeys. So every output is checked against what
the model was given, wherever one is used.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

_OPENS_A_TAG = re.compile(r"<(?=\s*/?\s*[^\W\d]|\s*[/|｜!?])")
_FENCED_MARK = re.compile(r"‹(/?)e>")
_ANY_MARK = re.compile(r"[<‹]\s*/?\s*e\s*>", re.IGNORECASE)
_NAME = re.compile(r"[a-z][a-z_]*")


def fenced(text: str) -> str:
    """``text`` in which no ``<`` opens or closes a tag, be it a section's or a chat template's (``<|im_end|>``).

    One character stands for one (``‹`` for ``<``), so that offsets stay: what a model quotes of a fenced text is found
    in ``fenced(text)`` where it stands in ``text``.
    """
    return _OPENS_A_TAG.sub("‹", text)


def entities_marked(text: str) -> str:
    """A fenced ``text`` with the mark-up of entities, ``<e>…</e>``, as it was written; no section is called so."""
    return _FENCED_MARK.sub(r"<\1e>", text)


def unmarked(text: str) -> str:
    """``text`` without anything that reads as the mark-up of an entity."""
    return _ANY_MARK.sub("(e)", text)


def written_sections(sections: Mapping[str, str], marked: Collection[str] = ()) -> str:
    """Each section as ``<name>``, its fenced text, ``</name>``, in the order given; in those ``marked`` entities stand
    in mark-up.
    """
    for name in sections:
        if not _NAME.fullmatch(name):
            raise ValueError(f"section {name!r}: a name is lower-case letters and underscores")
    written = {
        name: entities_marked(fenced(text)) if name in marked else fenced(text) for name, text in sections.items()
    }
    return "\n".join(f"<{name}>\n{text}\n</{name}>" for name, text in written.items())
