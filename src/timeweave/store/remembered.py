"""Remembering what was read lately, within bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """A mapping that forgets what was not used lately; all that it holds weighs at most ``capacity``.

    Two generations: what is used moves to the young one; when that holds half, the old one is forgotten and the young
    one takes its place. Threads may share it: at worst something is forgotten too early.
    """

    def __init__(self, capacity: int) -> None:
        self._half = capacity // 2
        self._weight = 0
        self._young: dict[K, tuple[V, int]] = {}
        self._old: dict[K, tuple[V, int]] = {}

    def get(self, key: K) -> V | None:
        """What was put under ``key``, unless it was forgotten."""
        held = self._young.get(key)
        if held is None:
            held = self._old.get(key)
            if held is None:
                return None
            self.put(key, *held)
        return held[0]

    def put(self, key: K, value: V, weight: int = 1) -> None:
        """Remember ``value``, if it is not too heavy by itself."""
        if weight > self._half:
            return
        if self._weight + weight > self._half:
            self._old, self._young, self._weight = self._young, {}, 0
        self._young[key] = (value, weight)
        self._weight += weight

    def known(self, keys: Iterable[K]) -> dict[K, V]:
        """Those of ``keys`` that are remembered."""
        found = ((key, self.get(key)) for key in keys)
        return {key: value for key, value in found if value is not None}

    def learn(self, found: Mapping[K, V]) -> None:
        """Remember several, each of weight 1."""
        for key, value in found.items():
            self.put(key, value)
