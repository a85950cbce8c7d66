"""Relations other than offices: ownership, location, membership, work, study, family, founding, life dates."""

from __future__ import annotations

import re
from collections.abc import Iterator

from timeweave.extraction.relations.masking import MaskedSentence
from timeweave.extraction.relations.offices import is_former
from timeweave.extraction.relations.patterns import is_supposed, pattern, rows, stands_alone
from timeweave.extraction.relations.relation import Relation
from timeweave.extraction.times.validity import Aspect
from timeweave.records import EntityId

_BY = re.compile(r"\b(?:by|to|from)(?: the| its)? $")
_TABLE = r"""
# ownership
acquired | EVENT | <s any> <adv>(?:acquired|bought|bought out|purchased|took over|buys|acquires)<gap> <det><o body>
acquired | EVENT | <s any> <adv>(?:(?:completed|closed|announced|finali[sz]ed) )?<det>(?:\w+ )?(?:acquisition
        |purchase|takeover) of <det><o body>
acquired | EVENT | <o body> (?:was|were|has been|had been|is being|being) <adv>(?:acquired|bought|purchased
        |taken over) (?:by|from) <det><s any>
acquired | EVENT | <o body> (?:was|were|has been|had been) <adv>sold<free> to <det><s any>
agreed to acquire | EVENT | <s any> <adv>(?:agreed|plans|intends|offered|entered into an agreement) to (?:acquire
        |buy|purchase)<gap> <det><o body>
sold | EVENT | <s any> <adv>(?:sold|divested|spun off|sells|spins off) <det><o body>
owns | NOW PAST | <o body> <be> <adv>owned by <det><s any>
owns | NOW | <s any>(?:,? (?:who|which))? owns <det><o body>
owns | STATE | <o body>, owned by <det><s any><end>
owns | NOW | <o thing> belongs to <det><s org><end>
owns | PAST | <s any> <adv>owned <det><o body>
part of | NOW | <s body>,<gap> ?<unit> of <det><o body>
part of | NOW | <s org><gap> <unit> of <det><o body>
part of | START | <s body> became <det><gap> ?<unit> of <det><o body>
part of | NOW PAST | <s body>,? <be> <det><gap> ?<unit> of <det><o body>
merged with | EVENT | <s body> <adv>merged (?:with|into) <det><o body>
partnered with | EVENT | <s any> <adv>(?:partnered|teamed up|collaborated|signed an? [\w -]{0,30}?(?:agreement|deal
        |partnership)) with <det><o any>
invested in | EVENT | <s any> <adv>(?:invested in|took a stake in|acquired a stake in) <det><o body>
sued | EVENT | <s any> <adv>(?:sued|filed (?:a )?(?:lawsuit|suit) against) <det><o any>
# places
headquartered in | NOW | <s body>,? (?:\w+ ){0,3}?headquartered (?:in|at|near) <det><o place>
headquartered in | NOW PAST | <s body>,? <be> (?:\w+ ){0,3}?headquartered (?:in|at|near) <det><o place>
headquartered in | NOW | <o place>-based (?:[a-z]+ ){0,3}?<s org>
headquartered in | START | <s org> <adv>(?:moved|relocated|transferred) (?:its |their )?
        (?:headquarters |head office )(?:from [^,.;]{1,30} )?to <det><o place>
located in | NOW | <s body> (?:is|are|lies)(?: (?:a|an|the|one of the)(?: [\w-]+){1,7}?)? ?(?:located|situated
        |based|found|lying)? ?(?:in|on|near|outside) <det><o place>
lived in | PAST | <s person> (?:<adv>lived|<adv>resided|<adv>settled|lives|resides) (?:\w+ )?(?:in|at|near) <det>
        <o body>
moved to | EVENT | <s person> <adv>(?:moved|emigrated|relocated|returned|immigrated) (?:back )?to <det><o place>
# life
born in | ONCE | <s person>(?: ?\([^()]{0,60}?| (?:was|is) (?:\w+ )?)born (?:on |in )?<free>(?:in |at |near )?<det>
        <o place>
died in | EVENT | <s person> (?:<adv>died|passed away|was killed|was assassinated)<free> (?:in|at|near) <det>
        <o place>
married | EVENT | <s person> <adv>(?:married|wed|remarried|is married to|was married to)
        (?: [a-z]+){0,3} ?,? ?<o person>
married | EVENT | <s person> (?:and|&) <o person> (?:were |got )?(?:<adv>married|wed)\b
divorced | EVENT | <s person> (?:<adv>divorced|separated from) <o person>
child of | ONCE | <s person>,? (?:is |was )?(?:the )?(?:son|daughter|child) of <o person>
# study, work, sport
educated at | PAST | <s person> (?:<adv>(?:graduated (?:[\w ]{0,25}?)?from|studied(?: [\w ,]{0,40}?)? at
        |enrolled (?:at|in))|was (?:\w+ )?educated at|(?:received|earned|holds) [\w' .]{0,40}?(?:degree|diploma
        |[BM]\.?[AS]\.?|Ph\.?D\.?|MBA|doctorate)[\w' ]{0,40}? (?:at|from)) <det><o body>
worked for | PAST | <s person> <adv>(?:worked|taught|lectured|interned)(?: as<free>)? (?:for|at|with) <det><o org>
works for | NOW | <s person>(?:,? who)? (?:works|teaches)(?: as<free>)? (?:for|at|with) <det><o org>
works for | NOW | <s person>(?:,? who)? is (?:currently )?employed (?:by|at) <det><o org><end>
works for | NOW | <o org> employs <s person><end>
joined | START | <s person> <adv>(?:joined|re-?joined|joins|signed (?:for|with)|signs for|transferred to)
        <gap> <det><o thing>
joined | START | <o org> <adv>(?:re-?)?signed <s person>(?!['’])
left | EVENT | <s person> <adv>(?:left|departed|leaves|was released by|parted ways with) <det><o thing>
plays for | NOW | <s person>(?:,? who)? (?:currently |now )?plays(?: as (?:a |an )?[\w -]{3,30}?)?<gap> (?:for
        |with) <det><o body>
played for | PAST | <s person> (?:<adv>played|<adv>competed|appeared|was loaned|went on loan|played on loan)
        <gap> (?:for|with|to) <det><o body>
led | PAST | <s person> <adv>(?:coached|managed|headed|chaired) <det><o body>
led | PAST | <s person> <adv>(?:led|ran) <det><o body>(?=[.,;)]| (?:from|until|since|between|for|through|in \d)|$)
member of | NOW | <s person> (?:is|has been) <det>(?:[\w-]+ ){0,3}?(?:member|fellow|part|citizen) of <det><o body>
member of | PAST | <s person> (?:was|had been) <det>(?:[\w-]+ ){0,3}?(?:member|fellow|part|citizen) of <det><o body>
member of | START | <s person> (?:became|becomes) <det>(?:[\w-]+ ){0,3}?(?:member|fellow|part|citizen) of <det>
        <o body>
member of | STATE | <s person>(?:,? who)? belongs to <det><o org><end>
represented | PAST | <s person> <adv>represented <det><o body>
won | EVENT | <s any> <adv>(?:won|was awarded|captured|claimed) (?:[a-z][\w-]* ){0,4}?<det><o thing>
# origin
founded | ONCE | <s person> <adv>(?:co-?founded|founded|established|started|created|launched) <det><o thing>
founded | ONCE | <o thing> (?:was|were) <adv>(?:co-?founded|founded|established|formed|created|set up)
        <free> by <det><s any>
created | ONCE | <o any>,? (?:was |were )?(?:\w+ )?(?:designed|written|directed|built|composed|invented
        |painted) by <det><s any>
defeated | EVENT | <s any> <adv>(?:defeated|beat|defeats|beats) <det><o any>
renamed | START | <s body> (?:was|is|were|has been) <adv>(?:renamed|rebranded)(?: to| as)? <det><o body>
"""
"""A relation, when it holds, how it is told; ``<be>`` is of today or of before."""
_BE = {"NOW": "(?:is|are)", "PAST": "(?:was|were|has been|had been)"}
_PATTERNS = tuple(
    (pattern(told.replace("<be>", _BE.get(aspect, ""))), relation, Aspect[aspect])
    for relation, aspects, told in rows(_TABLE, 3, {})
    for aspect in aspects.split()
)

_NOT_WHERE = "".join(rf"(?<!\b{word} )" for word in ("by", "in", "at", "of", "on", "near", "in the", "of the"))
_LIFE_DATES = tuple(
    (pattern(template), relation)
    for relation, template in (
        ("born", r"<s person>(?: ?\([^()]{0,60}?|,? (?:was|is) )\b(?:born|b\.)(?= )"),
        ("died", r"<s person> (?:\w+ )?(?:died|passed away|was killed|was assassinated)\b"),
        (
            "founded",
            _NOT_WHERE + r"<s body> (?:was|were) (?:\w+ )?(?:founded|established|formed|incorporated|opened|built)\b",
        ),
        (
            "dissolved",
            _NOT_WHERE + r"<s body> (?:was|were) (?:\w+ )?(?:dissolved|abolished|disbanded|closed|demolished"
            r"|disestablished)\b",
        ),
    )
)


def pattern_relations(sentence: MaskedSentence) -> Iterator[Relation]:
    """Relations between two entities of the sentence."""
    if len(sentence.mentions) < 2:
        return
    for words, relation, aspect in _PATTERNS:
        for match in words.finditer(sentence.text):
            subject, object_ = _entity(sentence, match, "s"), _entity(sentence, match, "o")
            if subject != object_ and not is_supposed(sentence.text, match.start()) and _is_of_names(sentence, match):
                told = Aspect.FORMER if aspect is Aspect.NOW and is_former(match.group()) else aspect
                yield Relation(subject, relation, object_, True, told, match.start(), match.end())


def _is_of_names(sentence: MaskedSentence, match: re.Match[str]) -> bool:
    """Whether both ends are names of their own: no adjective ("the Italian unit of"), nor part of what follows."""
    if any(sentence.mention(match.group(group)).type == "NORP" for group in ("s", "o")):
        return False
    last = match.end() - 1
    is_end = match.start("o") == last or (match.start("s") == last and _BY.search(sentence.text, 0, last) is not None)
    return not is_end or stands_alone(sentence.text, match.end())


def life_dates(sentence: MaskedSentence) -> Iterator[Relation]:
    """Birth, death, founding and end, to which the time expression nearby is the object: filled in by the caller."""
    for words, relation in _LIFE_DATES:
        for match in words.finditer(sentence.text):
            yield Relation(_entity(sentence, match, "s"), relation, "", False, Aspect.EVENT, match.start(), match.end())


def _entity(sentence: MaskedSentence, match: re.Match[str], group: str) -> EntityId:
    return sentence.mention(match.group(group)).entity
