"""PageRank by power iteration, personalised to a seed set (TG-10).

Page, Brin, Motwani, Winograd: The PageRank Citation Ranking, 1999; Haveliwala: Topic-Sensitive PageRank, 2002.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import numpy as np

TOLERANCE = 1e-12  # of the sum of absolute differences between two iterations
MAX_ITERATIONS = 1000


def pagerank(
    edges: Iterable[tuple[str, str]],
    seeds: Collection[str] | None = None,
    *,
    damping: float = 0.85,
) -> dict[str, float]:
    """The stationary probability of each node of an undirected multigraph; the values add up to 1.

    Parallel edges add up: two of them carry twice the weight of one. A walker restarts, with probability
    ``1 - damping``, at one of ``seeds`` (all nodes, when ``None``), each as likely.
    The result is the same to the last bit in whatever order ``edges`` come. An empty graph gives an empty mapping.

    Raises:
        ValueError: when ``seeds`` is given and none of them is a node of the graph.
    """
    pairs = sorted((min(edge), max(edge)) for edge in edges)
    nodes = sorted({node for pair in pairs for node in pair})
    if not nodes:
        return {}
    place = {node: i for i, node in enumerate(nodes)}
    restart = _restart(nodes, seeds)
    rows = np.array([place[a] for a, b in pairs] + [place[b] for a, b in pairs if a != b], dtype=np.int64)
    columns = np.array([place[b] for a, b in pairs] + [place[a] for a, b in pairs if a != b], dtype=np.int64)
    degrees = np.bincount(columns, minlength=len(nodes)).astype(float)
    order = np.lexsort((columns, rows))
    rows, columns = rows[order], columns[order]
    steps = 1.0 / degrees[columns]
    rank = restart
    for _ in range(MAX_ITERATIONS):
        walked = np.bincount(rows, steps * rank[columns], minlength=len(nodes))
        following = damping * walked + (1.0 - damping) * restart
        change = float(np.abs(following - rank).sum())
        rank = following
        if change < TOLERANCE:
            break
    rank = rank / rank.sum()
    return {node: float(rank[i]) for i, node in enumerate(nodes)}


def _restart(nodes: list[str], seeds: Collection[str] | None) -> np.ndarray:
    if seeds is None:
        return np.full(len(nodes), 1.0 / len(nodes))
    chosen = np.array([node in set(seeds) for node in nodes], dtype=float)
    if not chosen.any():
        raise ValueError(f"none of the seeds {sorted(seeds)[:3]} is a node of the graph")
    return np.asarray(chosen / chosen.sum())
