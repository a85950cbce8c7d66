"""What documents say, on its way to a model that acts on what it reads: quoted, fenced, without what addresses it."""

from __future__ import annotations

from timeweave.language.addressing import addressed_stretches, addresses_a_model
from timeweave.language.sentences import sentence_spans
from timeweave.prompts.fencing import fenced

LEFT_OUT = "[left out: words addressed to a model]"
_LONGEST_NAME = 300


class Quoter:
    """Makes quotations of what documents say; ``left_out`` counts the passages that addressed a model."""

    def __init__(self) -> None:
        self.left_out = 0

    def text(self, text: str) -> str:
        """``text`` in which no tag opens or closes, and `LEFT_OUT` stands for what addresses a model (with the rest of
        its line, as an order may go on to what it wants said).
        """
        pieces: list[str] = []
        at = 0
        for stretch in addressed_stretches(text, sentence_spans(text)):
            if stretch.end <= at:
                continue
            pieces.append(text[at : max(at, stretch.start)])
            if not pieces[-1].strip() and len(pieces) > 1:  # goes on from the one before
                pieces.pop()
            else:
                pieces.append(LEFT_OUT)
                self.left_out += 1
            at = stretch.end
        return fenced("".join(pieces) + text[at:])

    def name(self, text: str) -> str:
        """What something is called, on one line: an id, an entity, a fact in words."""
        line = " ".join(text.split())
        if addresses_a_model(line):
            self.left_out += 1
            return LEFT_OUT
        return fenced(line if len(line) <= _LONGEST_NAME else f"{line[:_LONGEST_NAME]}…")
