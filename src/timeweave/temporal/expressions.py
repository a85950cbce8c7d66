"""Temporal expressions in English text (TK-03)."""

from __future__ import annotations

import datetime as dt

from timeweave.temporal.timex.types import TimeExpression, TimexType

__all__ = ["TimeExpression", "TimexType", "find_expressions"]


def find_expressions(text: str, anchor: dt.date | None = None) -> list[TimeExpression]:
    """The expressions in ``text``, in order of position; relative ones are resolved against ``anchor``.

    Values follow TIMEX3: ``1998-02-13``, ``1998-W05``, ``1998-Q3``, ``199`` for the 1990s, ``P3Y``, ``PAST_REF``.
    Without an anchor what is relative keeps unknown places: ``XXXX-WXX-5`` for "Friday". "From 2019 to 2021" are two
    expressions, "2019-2021" is one. Fiscal periods are read as calendar ones. A date that does not exist is not found.
    Time grows linearly with the text.
    """
    # The grammar is compiled when first used, to keep the import cheap.
    from timeweave.temporal.timex.finder import find

    return find(text, anchor)
