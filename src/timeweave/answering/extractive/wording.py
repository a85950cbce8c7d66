"""Quoted words as people read them: with what introduces them, on one line; several as a list, never glued."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from timeweave.answering.context.reading import Line
from timeweave.records import Span


def on_one_line(text: str) -> str:
    """``text`` with single blanks between its words."""
    return " ".join(text.split())


def listed_quotes(texts: Sequence[str]) -> str:
    """One quotation as it is, several as items of a list, none twice."""
    readable = list(dict.fromkeys(r for r in map(on_one_line, texts) if r))
    return readable[0] if len(readable) == 1 else "\n".join(f"- {r}" for r in readable)


def quoted_in_context(quotes: Iterable[tuple[Line, Span]]) -> str:
    """What is quoted of lines, in the order given: items of one list together, in its order and after the words that
    introduce it, where they are quoted whole; a row of a table with its header.
    """
    groups: dict[tuple[str, str], list[Line]] = {}
    texts: list[tuple[str, str] | str] = []
    for line, span in quotes:
        whole = span == Span(0, len(line.text))
        key = (line.info.id, on_one_line(line.lead))
        if not whole or not line.is_introduced:
            texts.append(line.in_context if whole else line.text[span.start : span.end])
        elif key in groups:
            groups[key].append(line)
        else:
            groups[key] = [line]
            texts.append(key)
    leads = {lead for _, lead in groups}
    told = (_list(key[1], groups[key]) if isinstance(key, tuple) else key for key in texts)
    return listed_quotes([text for text in told if on_one_line(text) not in leads])


def _list(lead: str, lines: Sequence[Line]) -> str:
    ordered = sorted(lines, key=lambda line: line.statement.index)
    return f"{lead} {'; '.join(line.text.strip().rstrip(';,') for line in ordered)}"
