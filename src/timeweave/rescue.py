"""What a damaged store still holds, as files that can be added to a new one."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from timeweave.documents.jsonl import write_jsonl
from timeweave.errors import UsageError
from timeweave.records import Document
from timeweave.store.salvage import salvage


def rescue(path: Path, folder: Path) -> int:
    """Write the documents that are whole in the store at ``path`` as JSON Lines into ``folder``; returns how many.

    The n-th file holds the n-th version of each document, so that adding the folder brings corrections back in order.

    Raises:
        UsageError: ``folder`` is there already and holds something.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{str(folder)!r} is not empty: name a new folder for what can be saved")
    versions: dict[str, list[Document]] = defaultdict(list)
    for document in salvage(path):
        versions[document.id].append(document)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(max(map(len, versions.values()), default=0)):
        documents = [held[number] for held in versions.values() if number < len(held)]
        write_jsonl(documents, folder / f"{number + 1:03}.jsonl")
    return sum(map(len, versions.values()))
