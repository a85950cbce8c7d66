"""The settings of local and global retrieval; what retrieves so is loaded when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

GLOBAL_BUDGET = 24_000
"""Tokens of evidence of a global question where none are given."""


@dataclass(frozen=True, slots=True)
class Ablation:
    """What is switched off, as in Table VII: ``Ablation()`` is the full model.

    ``static_graph`` (w/o all) takes the time stamps from the graph, so that parallel edges of one pair of nodes are
    one edge; there is then nothing to filter by, and no PageRank either.
    """

    without_ppr: bool = False
    without_temporal_retrieval: bool = False
    static_graph: bool = False


@dataclass(frozen=True, slots=True)
class TgragOptions:
    """``top_edges`` is K of section III-B (20 in the experiments), ``context`` L_ctx in tokens; ``damping`` as usual
    for PageRank, which the paper does not state.
    """

    top_edges: int = 20
    context: int = 12_000
    damping: float = 0.85
    ablation: Ablation = Ablation()


@dataclass(frozen=True, slots=True)
class GlobalOptions:
    """``chunks`` is the share of the budget for chunks by s(c), ``reports`` the most that reports take, ``cited`` the
    share of the statements' room for those that reports rest on.

    ``cited_of_all`` is that share where the question names no topic ("what happened in 2022?"), so that nothing but the
    reports says what matters.

    ``beside`` is how many statements on other things stand for a node that holds nothing of what the question names.
    """

    local: TgragOptions = field(default_factory=TgragOptions)
    chunks: float = 0.1
    reports: float = 0.45
    cited: float = 0.15
    cited_of_all: float = 0.6
    beside: int = 2
