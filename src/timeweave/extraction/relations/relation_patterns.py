"""Relations other than offices: ownership, location, membership, work, study, family, founding, life dates."""

from __future__ import annotations

import re
from collections.abc import Iterator

from timeweave.extraction.relations.masking import MaskedSentence
from timeweave.extraction.relations.office_patterns import Relation
from timeweave.extraction.relations.offices import is_former
from timeweave.extraction.relations.patterns import is_supposed, pattern, stands_alone
from timeweave.extraction.times.validity import Aspect
from timeweave.records import EntityId

_END = r"(?!['’-])(?= ?(?:[,;)]|\.(?!\w)|(?:and|but|since|who|which|said)\b|$))"
_BY = re.compile(r"\b(?:by|to|from)(?: the| its)? $")
_UNIT = "(?:subsidiary|division|unit|brand|part)"


def _is_or_was(
    relation: str, template: str, *, now: str = "is|are", then: str = "was|were|has been|had been"
) -> Iterator[tuple[str, Aspect, str]]:
    """What ``template`` says of today and of before, by the words for ``{be}``."""
    yield relation, Aspect.NOW, template.format(be=f"(?:{now})")
    yield relation, Aspect.PAST, template.format(be=f"(?:{then})")


_TEMPLATES: tuple[tuple[str, Aspect, str], ...] = (
    # ownership
    (
        "acquired",
        Aspect.EVENT,
        r"<s any> <adv>(?:acquired|bought|bought out|purchased|took over|buys|acquires)<gap> <det><o body>",
    ),
    (
        "acquired",
        Aspect.EVENT,
        r"<s any> <adv>(?:(?:completed|closed|announced|finali[sz]ed) )?<det>(?:\w+ )?(?:acquisition|purchase"
        r"|takeover) of <det><o body>",
    ),
    (
        "acquired",
        Aspect.EVENT,
        r"<o body> (?:was|were|has been|had been|is being|being) <adv>(?:acquired|bought|purchased|taken over)"
        r" (?:by|from) <det><s any>",
    ),
    (
        "acquired",
        Aspect.EVENT,
        r"<o body> (?:was|were|has been|had been) <adv>sold<free> to <det><s any>",
    ),
    (
        "agreed to acquire",
        Aspect.EVENT,
        r"<s any> <adv>(?:agreed|plans|intends|offered|entered into an agreement) to (?:acquire|buy|purchase)<gap>"
        r" <det><o body>",
    ),
    ("sold", Aspect.EVENT, r"<s any> <adv>(?:sold|divested|spun off|sells|spins off) <det><o body>"),
    *_is_or_was("owns", r"<o body> {be} <adv>owned by <det><s any>"),
    ("owns", Aspect.NOW, r"<s any>(?:,? (?:who|which))? owns <det><o body>"),
    ("owns", Aspect.STATE, rf"<o body>, owned by <det><s any>{_END}"),
    ("owns", Aspect.NOW, rf"<o thing> belongs to <det><s org>{_END}"),
    ("owns", Aspect.PAST, r"<s any> <adv>owned <det><o body>"),
    ("part of", Aspect.NOW, rf"<s body>,<gap> ?{_UNIT} of <det><o body>"),
    ("part of", Aspect.NOW, rf"<s org><gap> {_UNIT} of <det><o body>"),
    ("part of", Aspect.START, rf"<s body> became <det><gap> ?{_UNIT} of <det><o body>"),
    *_is_or_was("part of", rf"<s body>,? {{be}} <det><gap> ?{_UNIT} of <det><o body>"),
    ("merged with", Aspect.EVENT, r"<s body> <adv>merged (?:with|into) <det><o body>"),
    (
        "partnered with",
        Aspect.EVENT,
        r"<s any> <adv>(?:partnered|teamed up|collaborated|signed an? [\w -]{0,30}?(?:agreement|deal|partnership))"
        r" with <det><o any>",
    ),
    ("invested in", Aspect.EVENT, r"<s any> <adv>(?:invested in|took a stake in|acquired a stake in) <det><o body>"),
    ("sued", Aspect.EVENT, r"<s any> <adv>(?:sued|filed (?:a )?(?:lawsuit|suit) against) <det><o any>"),
    # places
    ("headquartered in", Aspect.NOW, r"<s body>,? (?:\w+ ){0,3}?headquartered (?:in|at|near) <det><o place>"),
    *_is_or_was("headquartered in", r"<s body>,? {be} (?:\w+ ){{0,3}}?headquartered (?:in|at|near) <det><o place>"),
    ("headquartered in", Aspect.NOW, r"<o place>-based (?:[a-z]+ ){0,3}?<s org>"),
    (
        "headquartered in",
        Aspect.START,
        r"<s org> <adv>(?:moved|relocated|transferred) (?:its |their )?(?:headquarters |head office )(?:from"
        r" [^,.;]{1,30} )?to <det><o place>",
    ),
    (
        "located in",
        Aspect.NOW,
        r"<s body> (?:is|are|lies)(?: (?:a|an|the|one of the)(?: [\w-]+){1,7}?)? ?(?:located|situated|based|found"
        r"|lying)? ?"
        r"(?:in|on|near|outside) <det><o place>",
    ),
    (
        "lived in",
        Aspect.PAST,
        r"<s person> (?:<adv>lived|<adv>resided|<adv>settled|lives|resides) (?:\w+ )?(?:in|at|near) <det><o body>",
    ),
    (
        "moved to",
        Aspect.EVENT,
        r"<s person> <adv>(?:moved|emigrated|relocated|returned|immigrated) (?:back )?to <det><o place>",
    ),
    # life
    (
        "born in",
        Aspect.ONCE,
        r"<s person>(?: ?\([^()]{0,60}?| (?:was|is) (?:\w+ )?)born (?:on |in )?<free>(?:in |at |near )?<det><o place>",
    ),
    (
        "died in",
        Aspect.EVENT,
        r"<s person> (?:<adv>died|passed away|was killed|was assassinated)<free> (?:in|at|near) <det><o place>",
    ),
    (
        "married",
        Aspect.EVENT,
        r"<s person> <adv>(?:married|wed|remarried|is married to|was married to)(?: [a-z]+){0,3} ?,? ?<o person>",
    ),
    ("married", Aspect.EVENT, r"<s person> (?:and|&) <o person> (?:were |got )?(?:<adv>married|wed)\b"),
    ("divorced", Aspect.EVENT, r"<s person> (?:<adv>divorced|separated from) <o person>"),
    ("child of", Aspect.ONCE, r"<s person>,? (?:is |was )?(?:the )?(?:son|daughter|child) of <o person>"),
    # study, work, sport
    (
        "educated at",
        Aspect.PAST,
        r"<s person> (?:<adv>(?:attended|graduated (?:[\w ]{0,25}?)?from|studied(?: [\w ,]{0,40}?)? at|enrolled"
        r" (?:at|in))"
        r"|was (?:\w+ )?educated at|(?:received|earned|holds) [\w' .]{0,40}?(?:degree|diploma|[BM]\.?[AS]\.?"
        r"|Ph\.?D\.?|MBA|doctorate)[\w' ]{0,40}? (?:at|from)) <det><o body>",
    ),
    (
        "worked for",
        Aspect.PAST,
        r"<s person> <adv>(?:worked|taught|lectured|interned)(?: as<free>)? (?:for|at|with) <det><o org>",
    ),
    (
        "works for",
        Aspect.NOW,
        r"<s person>(?:,? who)? (?:works|teaches)(?: as<free>)? (?:for|at|with) <det><o org>",
    ),
    ("works for", Aspect.NOW, rf"<s person>(?:,? who)? is (?:currently )?employed (?:by|at) <det><o org>{_END}"),
    ("works for", Aspect.NOW, rf"<o org> employs <s person>{_END}"),
    (
        "joined",
        Aspect.START,
        r"<s person> <adv>(?:joined|re-?joined|joins|signed (?:for|with)|signs for|transferred to)<gap>"
        r" <det><o thing>",
    ),
    ("joined", Aspect.START, r"<o org> <adv>(?:re-?)?signed <s person>(?!['’])"),
    ("left", Aspect.EVENT, r"<s person> <adv>(?:left|departed|leaves|was released by|parted ways with) <det><o thing>"),
    (
        "plays for",
        Aspect.NOW,
        r"<s person>(?:,? who)? (?:currently |now )?plays(?: as (?:a |an )?[\w -]{3,30}?)?<gap> (?:for|with) "
        r"<det><o body>",
    ),
    (
        "played for",
        Aspect.PAST,
        r"<s person> (?:<adv>played|<adv>competed|appeared|was loaned|went on loan|played on loan)<gap>"
        r" (?:for|with|to) <det><o body>",
    ),
    (
        "led",
        Aspect.PAST,
        r"<s person> <adv>(?:coached|managed|headed|chaired) <det><o body>",
    ),
    (
        "led",
        Aspect.PAST,
        r"<s person> <adv>(?:led|ran) <det><o body>(?=[.,;)]| (?:from|until|since|between|for|through|in \d)|$)",
    ),
    *_is_or_was(
        "member of",
        r"<s person> {be} <det>(?:[\w-]+ ){{0,3}}?(?:member|fellow|part|citizen) of <det><o body>",
        now="is|has been",
        then="was|had been",
    ),
    (
        "member of",
        Aspect.START,
        r"<s person> (?:became|becomes) <det>(?:[\w-]+ ){0,3}?(?:member|fellow|part|citizen) of <det><o body>",
    ),
    ("member of", Aspect.STATE, rf"<s person>(?:,? who)? belongs to <det><o org>{_END}"),
    ("represented", Aspect.PAST, r"<s person> <adv>represented <det><o body>"),
    (
        "won",
        Aspect.EVENT,
        r"<s any> <adv>(?:won|was awarded|captured|claimed) (?:[a-z][\w-]* ){0,4}?<det><o thing>",
    ),
    # origin
    (
        "founded",
        Aspect.ONCE,
        r"<s person> <adv>(?:co-?founded|founded|established|started|created|launched) <det><o thing>",
    ),
    (
        "founded",
        Aspect.ONCE,
        r"<o thing> (?:was|were) <adv>(?:co-?founded|founded|established|formed|created|set up)<free> by <det><s any>",
    ),
    (
        "created",
        Aspect.ONCE,
        r"<o any>,? (?:was |were )?(?:\w+ )?(?:designed|written|directed|built|composed|invented|painted) by"
        r" <det><s any>",
    ),
    ("defeated", Aspect.EVENT, r"<s any> <adv>(?:defeated|beat|defeats|beats) <det><o any>"),
    (
        "renamed",
        Aspect.START,
        r"<s body> (?:was|is|were|has been) <adv>(?:renamed|rebranded)(?: to| as)? <det><o body>",
    ),
)
_PATTERNS = tuple((pattern(template), relation, aspect) for relation, aspect, template in _TEMPLATES)

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
