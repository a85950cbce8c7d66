"""What is remembered stays within bounds, the lately used longest."""

from __future__ import annotations

from timeweave.store.remembered import Remembered


def test_what_is_used_stays_and_what_is_not_goes():
    """Of capacity 4, the key that is asked for again and again outlives those that were put once."""
    cache: Remembered[str, int] = Remembered(4)
    cache.put("kept", 1)
    for number in range(20):
        cache.put(f"passing {number}", number)
        assert cache.get("kept") == 1
    assert cache.get("passing 0") is None
    assert cache.get("passing 19") == 19


def test_the_weight_of_all_is_bounded():
    """Never more than the capacity is held, whatever the weights; what weighs more than half is not taken."""
    cache: Remembered[int, str] = Remembered(10)
    for number in range(50):
        cache.put(number, "x", 1 + number % 5)
        held = [n for n in range(number + 1) if n in {**cache._old, **cache._young}]
        assert sum(1 + n % 5 for n in held) <= 10
    cache.put(99, "heavy", 6)
    assert cache.get(99) is None


def test_known_gives_only_what_is_remembered():
    """The keys that were never put are left out, so that the caller reads them."""
    cache: Remembered[int, str] = Remembered(100)
    cache.learn({1: "one", 2: "two"})
    assert cache.known([2, 3, 1]) == {2: "two", 1: "one"}
