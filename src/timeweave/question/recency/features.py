"""What the words of a question tell of how fast its answer changes: the features of the learned recency (TW-06)."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping

from timeweave.lexicon.lazy import lazily

_WORD = lazily(r"\w+(?:'\w+)?")
_DIGIT = lazily(r"\d")

# Words, and pairs of words (joined by "_"), that mean the same for the pace of change, and of which the training
# questions hold too few each.
_SIGNS: Mapping[str, str] = {
    "live": "right_now real_time realtime live minute minutes hour hours hourly",
    "day": "today today's tonight tomorrow yesterday daily day days overnight this_morning this_afternoon this_evening",
    "week": "week week's weeks weekly weekend",
    "month": "month month's months monthly",
    "quarter": "quarter quarter's quarters quarterly",
    "year": "year year's years yearly annual annually season season's seasons",
    "long": "decade decades century centuries all_time history historical historically ever record records",
    "this": "this current currently",
    "latest": "latest newest most_recent recent recently lately",
    "now": "now nowadays presently at_present these_days still yet so_far to_date as_of ongoing",
    "before": "previous previously former formerly last past before prior",
    "next": "next upcoming coming future soon forecast forecasted forecasts predict predicted prediction predictions "
    "expected projected planned",
    "first": "first original originally founded founder invented inventor discovered established oldest",
    "superlative": "most least best worst top highest lowest",
    "office": "president minister governor mayor senator chancellor secretary chair chairman chairwoman chairperson "
    "head ceo cfo coach manager captain owner director king queen pope speaker leader monarch ambassador employer",
    "life": "born birth birthplace birthday died death buried married school university educated attend attended "
    "parent parents mother father nationality citizenship",
    "work": "wrote written writer author directed sang sings sung song album movie film novel book lyrics play played "
    "star stars starring cast character voice painted composed episode theme",
    "place": "located location where capital river mountain island border country continent headquarters",
    "market": "price prices stock stocks share shares trading traded exchange rate rates market index currency crypto "
    "cryptocurrency bitcoin volume",
    "figures": "how_many how_much percentage average total number count population revenue sales unemployment",
    "flow": "weather temperature traffic flight flights delay delays status score scores trending ranking rankings "
    "ranked chart charts viral followers views wait outage forecast update updates news",
    "contest": "champion champions championship cup league award awards olympic olympics playoff playoffs final finals "
    "super_bowl tournament mvp draft election winner winners won win wins",
    "past": "was were did had",
    "present": "is are am do does",
    "perfect": "has have",
    "future": "will would going_to shall could might may",
}
_MEANING: dict[str, list[str]] = {}
for _sign, _words in _SIGNS.items():
    for _word in dict.fromkeys(_words.split()):
        _MEANING.setdefault(_word, []).append(f"s {_sign}")
_TENSES = ("past", "present", "perfect", "future")
_ASKING = frozenset(re.findall(r"\w+", "who whom whose what which when where why how"))
_MEASURES = frozenset(re.findall(r"\w+", "many much often long old far high fast big"))
_NOT_SUPERLATIVE = frozenset(
    re.findall(r"\w+", "interest protest contest forest request suggest manifest harvest everest invest")
)


def features(question: str) -> tuple[str, ...]:
    """Names of what a question holds, each once: words, pairs of words, and signs of tense, horizon and topic.

    Letter case and figures tell nothing: words are lower-cased, digits read as 0.
    """
    words = _WORD.findall(_DIGIT.sub("0", question.lower().replace("’", "'")))
    framed = ["^", *words, "$"]
    pairs = list(itertools.pairwise(framed))
    found = [f"w {word}" for word in words]
    found += [f"p {a} {b}" for a, b in pairs]
    for word in words:
        found += _MEANING.get(word, ())
        if len(word) > 5 and word.endswith("est") and word not in _NOT_SUPERLATIVE:
            found.append("s superlative")
    for a, b in pairs:
        found += _MEANING.get(f"{a}_{b}", ())
    signs = set(found)
    asking = _asks_with(words)
    tense = next((t for t in _TENSES if f"s {t}" in signs), "none")
    found += [f"a {asking}", f"a {asking} {tense}"]
    return tuple(dict.fromkeys(found))


def _asks_with(words: list[str]) -> str:
    """The first question word ("how many"), or that there is none."""
    at = next((place for place, word in enumerate(words) if word in _ASKING), None)
    if at is None:
        return "whether"
    measured = words[at] == "how" and at + 1 < len(words) and words[at + 1] in _MEASURES
    return f"how {words[at + 1]}" if measured else words[at]
