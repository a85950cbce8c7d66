"""Edges between entities that one statement names together, so that the graph hangs together where no fact joins them.

Who stands beside whom in a sentence is no fact: nothing is stated of the two, and nothing of it is stored. It is read
off the visible statements when a question is asked, so that it comes and goes with them.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence

from timeweave.records import EntityId

MOST = 2  # edges a statement: more would leave room for fewer statements among the K edges near a question


def co_mentions(
    entities: Sequence[EntityId], joined: Collection[frozenset[str]] = ()
) -> Iterator[tuple[EntityId, EntityId]]:
    """The subject of a statement, which is the first of its ``entities``, with the next ones, at most `MOST` pairs;
    each in alphabetical order, without those ``joined`` by a fact of the statement.
    """
    subject, others = entities[:1], entities[1:]
    pairs = ((min(first, other), max(first, other)) for first in subject for other in others if other != first)
    return itertools.islice((pair for pair in pairs if frozenset(pair) not in joined), MOST)
