"""Facts and a reader in, a `Change` out: decisions only, nothing is written here."""

from timeweave.evolution.deciding import decide_addition, decide_removal
from timeweave.evolution.relations import relations_of
from timeweave.evolution.resolution import resolve
from timeweave.evolution.tenures import merge_tenures

__all__ = ["decide_addition", "decide_removal", "merge_tenures", "relations_of", "resolve"]
