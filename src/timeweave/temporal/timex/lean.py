"""Whether the verbs of a sentence look back or ahead."""

from __future__ import annotations

from collections.abc import Sequence

from timeweave.lexicon.families import words

_AHEAD = frozenset(
    words(
        "will would ll shall expect expects expected expecting planning due scheduled upcoming going may "
        "anticipate anticipates anticipated intend intends payable effective should hope hopes redeemable "
        "mature matures maturing ending"
    )
)
_BACK = frozenset(
    words(
        "was were had has have did said rose fell made began became took came went sold bought got left held lost won "
        "grew told saw met led paid built found spent gave ran hit cut died born since been ago late announced "
        "became brought sent kept stood heard drew flew drove wrote spoke struck threw broke chose shot fought sought "
        "caught knew sank shook sang sat slid withdrew underwent overcame arose blew fled laid swept thought meant "
        "reported"
    )
)
_NO_PARTICIPLES = frozenset(
    words("united limited indeed speed hundred sacred naked wicked rugged unprecedented related proposed")
)
# With "to" behind them: "agreed to sell it in May".
_TOWARD = frozenset(
    words("agreed agrees decided offered pledged promised vowed threatened authorized wants seeks aims wanted")
)
_BOUNDS = frozenset(words("by until"))
"""They look ahead where they stand before the time itself: who did something is told by "by", too."""
_REACH = 9


def lean(tokens: Sequence[str], start: int, end: int) -> int:
    """Which way the verbs near the tokens ``start`` to ``end`` look; the nearest before them counts first."""
    if start and tokens[start - 1] in _BOUNDS:
        return 1
    for i in range(start - 1, max(-1, start - 1 - _REACH), -1):
        if tokens[i] in ".;!?":
            break
        if cue := _cue(tokens, i):
            return cue
    for i in range(end, min(len(tokens), end + _REACH)):
        if tokens[i] in ".;!?":
            break
        if cue := _cue(tokens, i):
            return cue
    return 0


def _cue(tokens: Sequence[str], i: int) -> int:
    word, before, after = tokens[i], tokens[i - 1] if i else "", tokens[i + 1] if i + 1 < len(tokens) else ""
    if word in _NO_PARTICIPLES:
        return 0
    if word in _AHEAD:
        # "had been due to expire" looks back.
        return 0 if before == "been" else 1
    if word in _TOWARD and after == "to":
        return 1
    if word == "set":
        return 1 if after in ("to", "for") or before in ("is", "are") else -1
    if (word == "plan" and after == "to") or (word == "be" and before == "to"):
        return 1
    if word == "plans":
        return 0 if after in ("for", "of", "by", ",", "that") else 1
    if word in _BACK:
        return -1
    # "will be completed", "could be found": the participle does not tell.
    return -1 if len(word) > 4 and word.endswith("ed") and before != "be" else 0
