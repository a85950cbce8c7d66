"""The words of a language model on a terminal while it writes, until the answer stands in their place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from rich.text import Text

from timeweave.cli.output import console, plain

if TYPE_CHECKING:
    from rich.live import Live

    from timeweave.llm.speaking import Hear

_MARGIN = 2  # lines of the terminal that are left free


@contextmanager
def words_shown() -> Iterator[Hear | None]:
    """Who shows words as they come, and takes them away at the end of the block; nobody where no terminal is."""
    if not console().is_terminal:
        yield None
        return
    with ExitStack() as stack:
        yield _Shown(stack)


class _Shown:
    """Shows the last lines of what was said, as many as there is room for."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._text = ""
        self._live: Live | None = None

    def __call__(self, text: str, *, anew: bool) -> None:
        """Show more words."""
        self._text = text if anew else self._text + text
        if self._live is None:
            from rich.live import Live  # costly, and for few

            self._live = self._stack.enter_context(Live(console=console(), transient=True, auto_refresh=False))
        out = self._live.console
        said = Text("\n".join(map(plain, self._text.splitlines())), style="dim")
        lines = said.wrap(out, out.width)[-max(1, out.height - _MARGIN) :]
        self._live.update(Text("\n").join(lines), refresh=True)
