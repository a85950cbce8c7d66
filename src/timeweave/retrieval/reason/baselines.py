"""Other ways over the same graph, by embeddings where the papers ask a model: what is measured beside (ER-08)."""

from __future__ import annotations

from collections.abc import Mapping

from timeweave.retrieval.reason.options import ReasonOptions

ONE_HOP = ReasonOptions(depth=1, initialisation=False, exact=False, temporal=False, planned=False)
"""The facts about the entities of the question, the nearest to it in meaning."""

THINK_ON_GRAPH = ReasonOptions(
    width=3, depth=3, routes=3, initialisation=False, exact=False, temporal=False, planned=False
)
"""Think-on-Graph (Sun et al., 2024): a beam of width 3 and depth 3 over relations and entities, without times."""

PLAN_ON_GRAPH = ReasonOptions(width=3, depth=3, initialisation=False, exact=False, temporal=False)
"""Plan-on-Graph (Chen et al., 2024): the beam led by what is left of the plan, of adaptive breadth, without times."""

BASELINES: Mapping[str, ReasonOptions] = {
    "1-hop": ONE_HOP,
    "Think-on-Graph": THINK_ON_GRAPH,
    "Plan-on-Graph": PLAN_ON_GRAPH,
}
"""By name; all answer through `timeweave.retrieval.reason.reasoning.reason`."""
