"""Index files whose checksums are right and whose numbers contradict each other: another program made them."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, cast

from timeweave.errors import IndexDamagedError, TimeweaveError

C = TypeVar("C")
F = TypeVar("F", bound=Callable[..., Any])

_CONTRADICTIONS = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, MemoryError)


def named_damage(kind: type[C]) -> type[C]:
    """Let what the public methods of ``kind`` stumble over in index files be damage of these."""
    for name, member in list(vars(kind).items()):
        if isinstance(member, property) and member.fget is not None:
            setattr(kind, name, property(damage_named(member.fget)))
        elif inspect.isfunction(member) and not name.startswith("_"):
            setattr(kind, name, damage_named(member))
    return kind


def damage_named(method: F) -> F:
    """Let what ``method`` stumbles over in index files be damage of these."""

    @functools.wraps(method)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        try:
            return method(*args, **kwargs)
        except TimeweaveError:
            raise
        except _CONTRADICTIONS as error:
            message = f"the index files contradict each other ({error}): `timeweave reembed EMBEDDER` makes them anew"
            raise IndexDamagedError(message) from error

    return cast(F, wrapper)
