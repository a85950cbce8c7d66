"""What messages tell the reader to type."""

from __future__ import annotations

from pathlib import Path

from timeweave.errors import command


def test_a_remedy_names_a_store_that_is_not_the_default_one():
    """The command works as it is pasted, also where the folder's name has a blank."""
    assert command("check --repair", Path(".timeweave")) == "`timeweave check --repair`"
    assert command("check", Path("/srv/news.kb")) == "`timeweave check --kb /srv/news.kb`"
    assert command("reembed EMBEDDER", Path("my kb")) == "`timeweave reembed EMBEDDER --kb 'my kb'`"
