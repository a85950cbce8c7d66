"""The tasks ``judge_…``: a rating by the words that an answer shares with its query and its passages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from modelserver.fields import telling_words

_MUCH, _SOME = 0.8, 0.3


def judge(sections: Mapping[str, str]) -> Mapping[str, Any]:
    """2 where most telling words of the answer stand in the passages or, without, all of the query in the answer."""
    said = set(telling_words(sections.get("response", "")))
    given = set(telling_words(sections.get("passages", "")))
    wanted = set(telling_words(sections.get("query", ""))) - {"date"}
    whole, part = (said, given) if given else (wanted, said)
    share = len(whole & part) / len(whole) if whole else 0.0
    rating = 2 if share >= _MUCH else 1 if share >= _SOME else 0
    return {"reason": f"{share:.0%} of the words are borne out", "rating": rating}
