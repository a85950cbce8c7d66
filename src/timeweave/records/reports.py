"""The report of a time node: what a period's facts and the reports below it come to, each sentence with its facts."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass

from timeweave.records.knowledge import DocumentId, FactId

EXTRACTIVE = "extractive"


@dataclass(frozen=True, slots=True)
class ReportSentence:
    """A sentence with the facts that carry it, never none; ``section`` is the heading under which it stands, if any."""

    text: str
    facts: tuple[FactId, ...]
    section: str = ""


@dataclass(frozen=True, slots=True)
class ReportVersion:
    """Which report of a child was read: its time node, and the digest of its content."""

    node: str
    digest: str


@dataclass(frozen=True, slots=True)
class DocumentVersion:
    """Which version of a document was read: its id, and the digest of its content."""

    id: DocumentId
    digest: str


@dataclass(frozen=True, slots=True)
class Report:
    """The report of time node ``node`` (TG-06), immutable.

    ``made_by`` is ``extractive`` or the name of a model, ``prompt`` the name and version of what was asked of it.
    ``inputs`` is a digest of everything that it was made from: the same inputs need no new report. ``documents`` are
    the versions behind the facts stamped with this very node, ``children`` the reports below. ``counts`` has at least
    ``facts``, ``entities``, ``documents`` of the node with all below it, ``prominent`` its most spoken-of entities with
    their numbers of facts.
    """

    node: str
    made_by: str
    prompt: str
    inputs: str
    sentences: tuple[ReportSentence, ...]
    counts: tuple[tuple[str, int], ...]
    prominent: tuple[tuple[str, int], ...]
    documents: tuple[DocumentVersion, ...]
    children: tuple[ReportVersion, ...]

    @property
    def maker(self) -> str:
        """Who made it by which prompt, as ``MADE_BY PROMPT``: what tells apart the reports of one node."""
        return f"{self.made_by} {self.prompt}".strip()

    @property
    def text(self) -> str:
        """The sentences, one after the other."""
        return " ".join(sentence.text for sentence in self.sentences)

    @property
    def digest(self) -> str:
        """Identifies the content: two reports with one digest are the same byte for byte."""
        content = json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))
        return hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
