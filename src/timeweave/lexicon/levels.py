"""What sets a level that stands until the next is set, and what is set: fees, rates, limits."""

from __future__ import annotations

from timeweave.lexicon.families import phrases, verbs, word_set, words

RAISING = verbs("raise increase lift hike double triple treble quadruple put:put:put+up bump+up")
LOWERING = verbs("lower cut:cut reduce decrease drop:dropped halve slash trim bring:brought+down")
SETTING = verbs("set:set fix establish adjust change revise cap:capped peg:pegged")
KEEPING = verbs("keep:kept hold:held leave:left maintain retain freeze:froze:frozen")
"""Verbs of who sets a level: "raised the fee to $25", "kept the fee at $25"."""

GOING_UP = verbs("rise:rose:risen go:went:gone+up increase climb")
GOING_DOWN = verbs("fall:fell:fallen go:went:gone+down come:came:come+down decrease drop:dropped")
STAYING = verbs("stay remain stand:stood")
"""Verbs of the level itself: "the fee goes up to $25"."""

SETTABLE = words(
    "fee fees rate rates price prices limit limits target targets wage wages dues subscription subscriptions dividend "
    "dividends fare fares rent rents minimum maximum threshold thresholds cap quota quotas budget guidance deposit "
    "salary salaries toll tolls tariff tariffs levy precept bounty reward fine fines penalty ceiling floor requirement "
    "allowance stipend range"
)
"""What is set and stands: a word of its name. What is counted or earned over a time ("revenue", "costs") does not."""

MEASURED = words("rate rates price prices range target targets guidance budget")
"""Those that are measured as often: what such a rate falls to by itself nobody has set, unless it is a sum of money."""

SET_RATES = words(
    "interest policy discount base bank tax prime lending deposit savings repo funds mortgage exchange commission "
    "royalty contribution levy council duty"
)
"""What rates are called that somebody sets, though they are no sums of money."""

ALONE = word_set("dues precept")
"""What is set and needs no other word to be known by."""

ABOLISHING = verbs("abolish scrap:scrapped waive eliminate remove discontinue axe")
NONE = "none"
"""The level of what is set no more: "abolished the membership fee"."""

DECIDING = verbs("decide vote agree resolve choose:chose:chosen elect determine")
"""After which "to raise" is done."""

ENACTING = verbs("approve announce adopt introduce make:made order pass authorize authorise confirm implement")
"""What is done to "an increase in the fee to $25" by who makes it so."""

DECISIONS = words("decision vote resolution motion agreement")
CARRIED = words("carried passed approved adopted agreed")
DEFEATED = words("not failed lost defeated rejected withdrawn tabled postponed deferred")
"""What "to raise" may hang on, and what says what became of it."""

PROPOSING = phrases(
    "propose, proposes, proposed, proposing, proposal, proposals, recommend, recommends, recommended, recommendation, "
    "suggest, suggests, suggested, suggestion, consider, considers, considered, considering, discuss, discussed, "
    "discussion, want, wants, wanted, hope, hopes, hoped, expect, expects, expected, plan, plans, planned, intend, "
    "intends, intended, prefer, prefers, preferred, preferring, favor, favors, favored, favour, favoured, asks, "
    "asked, request, requested, aim, aims, would, could, should, might, can, cannot, if, whether, unless, not, "
    "never, no, refused, refuses, declined, failed, against, opposed, opposing, rejected, try, trying, tried, wish, "
    "wished, likely, petition, option, options, idea, call, calls, called, calling, urged, without, instead, rather, "
    "had, bill, draft, measure, ballot, initiative, predict, predicts, predicted, forecast, forecasts, scenario, "
    "nobody, none, neither, denied, denies, falsely, wrongly, almost, nearly, imagine, suppose, example, demand, "
    "demanded, struck, repealed, repeal, blocked, overturned, vetoed, rescind, rescinded, reverse, reconsider, "
    "withdraw, rumour, rumor, alleged, allegedly, reportedly"
)
"""Words between the beginning of a clause and a verb that make it no deed."""

NO_LEVELS = words(
    "meeting record deal contract agreement way table stage scene tone alarm flag goal example precedent position "
    "place pace vote money fund funds game match work"
)
"""Objects of such verbs that have no level: "set a record at 30 km/h"."""

RISES_OF, FALLS_OF = words("increase rise raise hike"), words("decrease reduction cut drop fall")
"""Nouns of a level that is set higher, or lower: "an increase in the fee"."""

INDEFINITE = words("some any more such every each no it them him her this that these those what which")
"""Words with which no name of what has a level begins."""
