"""Who holds, took up or left which office of whom."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set

from timeweave.extraction.relations.masking import ANY, BODY, PERSON, MaskedSentence
from timeweave.extraction.relations.office_readings import (
    OF_A_FIELD,
    is_misread,
    is_of_what_follows,
    office_in_full,
    speaking_body,
    tells_field,
    with_nation,
)
from timeweave.extraction.relations.offices import (
    HELD,
    is_former,
    is_of_field,
    mentions_office,
    offices,
    without_words_before_title,
)
from timeweave.extraction.relations.offices_told import Held, OfficesTold
from timeweave.extraction.relations.patterns import is_conditional, is_supposed, pattern, rows
from timeweave.extraction.relations.relation import Relation
from timeweave.extraction.relations.successions import successions
from timeweave.extraction.times.validity import Aspect
from timeweave.lexicon.families import any_of, forms, matching
from timeweave.lexicon.offices import INCOMING, NAMED_TO, NOT_RESIGNED, ONLY_PROPOSED, OUTGOING, SEATS
from timeweave.lexicon.states import BODIES_AT_LARGE, TAKING_IN
from timeweave.lexicon.telling import SPOKE
from timeweave.records import EntityId
from timeweave.temporal.interval import Interval

_FIRED = r"(?:fired|ousted|removed|dismissed|sacked)"
_LEFT = (
    r"(?:(?:has |had )?(?:resigned|stepped down|stepped aside|stood down|retired|left|departed|quit)"
    r"|steps down|resigns|quits"
    rf"|(?:was|were|is|has been) {_FIRED})"
)
_HELD = r"(?:was|served|had served|acted|worked|sat|taught|reigned|had been)"
_POST = r"(?:post|position|office|role|job|title)"
_HIS = "(?:his|her|their|<person>)"
_STAYS = r"(?:remain|continue|stay on|carry on)"
_HOLDS = (
    rf"(?:is|remains|stays on as|carries on as|continues (?:as|in (?:the|{_HIS}) {_POST} (?:as|of))|serves as"
    rf"|currently serves as|is serving as|has served as|has been|works as|has agreed to {_STAYS} as)"
)
_TOOK = (
    r"(?:became|becomes|(?:has )?(?:took|takes|taken) (?:over|office) as|join(?:ed|s) [^,]{1,30} as"
    rf"|(?:has )?(?:began|begun|start(?:ed|s)) (?:in (?:his|her|their|the) (?:new )?{_POST} )?as"
    rf"|(?:has )?(?:assumed|took|taken) (?:the )?{_POST} (?:as|of))"
)
_WILL = (
    r"(?:will|is to|is (?:set|due|expected|slated|scheduled) to|has agreed to) "
    r"(?:become|take over as|serve as|be (?:the )?(?:new |next )?|return as|join [^,]{1,30} as|start as|step up as"
    rf"|take (?:on |up |over )?the (?:[\w-]+ ){{0,2}}{_POST} (?:as|of))"
)
_GAVE_UP = (
    r"(?:has |had )?(?:gave up|given up|gives up|(?:is|are) giving up|relinquished|resigned|left) (?:the|his|her)"
)
_TOOK_UP = r"(?:has |had )?(?:took over|taken over|takes over|took up|taken up|takes up|assumed|took on) the"
_ASIDE = r"(?P<aside>, [^;.]{3,90}?,)?"
_END = (
    r"(?= ?(?:[,;.()]|in (?:a|the|more than a|over a) (?:decade|century|generation|year)"
    r"|for (?:\w+ ){1,3}?(?:years|months|weeks)"
    r"|(?:and|said|told|who|will|until|since|from|between)\b|$))"
)
_SPEAKS = rf"(?:{any_of(SPOKE)}|has|is|will)\b"
_NOT_PART = "".join(f"(?<! {word} )" for word in ("in", "at", "of", "by", "to", "on", "for", "with", "from", "and"))
_SAID_OF_ANOTHER = ("is", "was", "is the", "was the", "become", "becomes", "became", "as", "as the", "named", "elected")
_NOT_SAID = "".join(rf"(?<!\b{words} )" for words in _SAID_OF_ANOTHER)
_CARRIED = (
    r"(?=(?:(?!\b(?:not|neither|nor|no longer|failed|withdr\w+|defer\w*|until|if|whether|against|proposed)\b|n['’]t\b)"
    r"[^;.\n]){0,90}?\b(?:agreed|carried|approved|in favou?r|unanimous(?:ly)?|accepted|(?:duly|was) elected"
    r"|no (?:other|further) nominations)\b(?! (?:to|that)\b))"
)
"""What is said behind a proposal that was taken."""
_ALONE = r"(?!['’-])(?= ?(?:[,;)]|\.(?!\w)|(?:said|says|told|has|was|is|will|until|since)\b|$))"

# The surest first: a person's office in a sentence is taken from the first pattern that finds it. "Ours" tell a state
# where it is known whose the office is, "each" one in a list of names with offices, unless they are but proposed.
_TABLE = r"""
STATE | ^<p person>\s*\n?\s*--\s*\n?\s*(?P<role>[^\n]{3,120})$
STATE | {NOT_PART}<b body>(?:(?:,? which)? (?:is|are|has been)|,) (?:now |currently )?(?:led|headed|run|managed
        |coached|chaired|governed) by <det><role role>,? <p person>
START | <p person><age>(?:,? who)? (?:was|has been|had been|is|were|got|being|be) (?:\w+ly )?{NAMED_TO}{FOR_TERM}(?: as
        | to be| to| (?:in|into|to) {IN_POST}| by [^,]{1,30} as)? <det><role role>(?:<of><b body>)?
START | <b body> (?:\w+ )?(?:has |had |have )?{NAMED_TO} (?:\w+ )?<p person>(?:,? as| to be| to|,)? <det><role role>
        (?:<of><of_b body>)?
START | \b{NAMED_TO} <p person>(?:,? as| to be| to the {POST} of)? <det><role role>(?:<of><of_b body>)?
START | <p person>(?:, [^.;,]{3,60},)? (?:was|were|is) (?:\w+ly )?{NAMED_TO}(?: \w+)? to take (?:over )?the (?P<role>
        {SEATS})(?:<of><b body>)?
START | <b any> (?:has|have|gets|got|welcomes|found|finds) a new <role role>: <p person>
START | \b(?:[Ww]e|is|are) (?:\w+ )?(?:to )?(?:welcom(?:e|ed|ing)|introduc(?:e|ed|ing)) <p person> as <det>
        <role role>(?:<of><b body>)?
START | \b(?:welcom(?:e|es|ed|ing)|introduc(?:e|es|ed|ing)) (?:the|our|their|a)(?: new )<role role>,? <p person>
START | (?:(?:re-?)?appointment|hiring|promotion|(?:re-?)?election) of <title><p person> (?:as|to) <det><role role>
        (?:<of><b body>)?
START | \b(?:re-?)?(?:appointment|election) of [^.;]{3,40} as [^.;]{3,40} and <title><p person> as <det><role role>
START | \b(?:propos|nominat)(?:ed|es) (?:that )?<title><p person>{INITIALS} (?:as|for|be|(?:should )?be elected(?: as
        )?) <det><role role>{CARRIED}
STATE | <p person>{INITIALS} (?:should |to |will )?(?:remain|continue) (?:as|in office as) <det><role role>{CARRIED}
START | <p person><age> (?:has |had )?(?:re-?)?join(?:ed|s) <det><b body>(?: [a-z]+){0,3} as <det><role role>
AHEAD | <p person><age> (?:will|is to|is (?:set|due) to|has agreed to) join <det><b body> as <det><role role>
AHEAD | <p person><age> {WILL} ?<det><role role>(?:<of><b body>)?
START | <p person> (?:won|wins) [^.;,]{0,30}\belections? (?:in|of) <b body> and {TOOK} <det><role role>
END | <p person>(?:,? who)? {GAVE_UP} (?P<role>{SEATS})(?:<of><b body>)?
START | <p person>(?:,? who)? {TOOK_UP} (?P<role>{SEATS})(?:<of><b body>)?
STATE | <p person>(?:,? who)? (?:has|had) (?:now )?been in the (?P<role>chair)(?= since\b)
STATE | ^<p person> in the (?P<role>chair)(?=[;,.])
START | <p person><age> {TOOK} <det><role role>(?:<of><b body>)?
END | <p person>(?:,? who)? (?:\w+ )?{LEFT} (?:as|from (?:his|her|the) {POST} (?:as|of)) <det><role role>(?:<of>
        <b body>)?
END | <p person>(?:,? who)? (?:has |had )?(?:tender|submitt|hand|offer|announc)(?:ed|ing|s)(?: in)? {HIS}
        (?: resignation| retirement) (?:as|from (?:the|{HIS}) {POST} (?:as|of)) <det><role role>(?:<of><b body>)?
END | (?:resignation|retirement|departure) (?:of|from) <title><p person>,? (?:as|from (?:the )?{POST} (?:as|of)) <det>
        <role role>(?:<of><b body>)?
END | <p person>['’]s? (?:resignation|retirement|departure) (?:as|from (?:the )?{POST} (?:as|of)) <det><role role>
        (?:<of><b body>)?
END | <b body> (?:has |have |had )?(?:{FIRED}|parted (?:ways|company) with) <p person> as <det><role role>
PAST | <p person><age>(?:,? who)? (?:\w+ly |also |briefly |then |later )?{HELD}(?: as)? <det><role role>(?:<of>
        <b body>)?
STATE | <p person>(?:,? who)? (?:currently |now |also )?(?:holds|has held) the {POST} (?:of |as )<det><role role>(?:
        <of><b body>)?
PAST | <p person>(?:,? who)? held the {POST} (?:of |as )<det><role role>(?:<of><b body>)?
NOW | <p person>(?:,? who)? (?:will|is to) {STAYS}(?: in {HIS} {POST})? as <det><role role>(?:<of><b body>)?
NOW | <p person><age>(?:,? who)? {HOLDS} <det><role role>(?:<of><b body>)?
STATE | <p person> \(<det><role role>(?:<of><b body>)?\)
NOW | <p person><age> ?, (?:at present|currently|now|until now),? <det><role role>(?:<of><b body>)?{END}
STATE | <p person><age> ?, (?:then )?<det><role role>(?:<of><b body>)?{END}
STATE | <p person> ?, (?:the )?<b body>(?:['’]s?)? <role role>(?= ?(?:[,;.)]|$))
AHEAD | <p person>{ASIDE} {WILL} ?<det><role role>(?:<of><b body>)?
NOW | <p person>{ASIDE} {HOLDS} <det><role role>(?:<of><b body>)?
OURS | (?:^|[;:,] |\b(?:and|but|while) )(?:the|our|its) <role role>, <p person>(?= ?[,;.]| and\b)
OURS | (?:^|[;:] |[,;] and )(?:the |our |its )?<role role> (?:is|remains|was) (?:now |still )?<p person>{ALONE}
STATE | <b body>(?:['’]s?)? <role role>,? <title><p person>
STATE | <p person>(?:,? who)? (?:is (?:back )?in charge of|runs|leads|heads|is running|has charge of) (?:the|our)
        (?P<role>(?:{BODIES})(?= ?[,;.]| and\b|$))
STATE | \bas <det><role role> (?:of|at|for) (?:the )?<b body>, <title><p person> {SPEAKS}
STATE | {NOT_SAID}<role role> (?:of|at) (?:the )?<b body>, <title><p person>(?! ?, (?:the |a )?<role>){ALONE}
STATE | {NOT_SAID}<role role> (?:of|at) (?:the )?<b body>,? and <role><of><body>, <title><p person>{ALONE}
STATE | (?=(?-i:[A-Z]))<role role> (?:of|at) (?:the )?<b body> <title><p person>{ALONE}
STATE | <p person>(?:,? who is|,| is) <det><role>(?:<of><body>)?,? and (?:the )?<role role><of><b body>
STATE | <role role> (?:of|at) (?:the )?<b body> is <p person>{ALONE}
PAST | <role role> (?:of|at) (?:the )?<b body> was <p person>{ALONE}
STATE | <b body>,? (?:has|have|with) <p person> as <det><role role>
EACH | (?:[,;:] |\band |\bwith |\bthank(?:s|ed|ing)?(?: to)? )<title><p person> as <det><role role>(?= ?(?:[,;.)]|$)
        | (?:and|for)\b)
STATE | <b body>(?: (?:have|has|are|is))?(?: (?!while\b|and\b)[a-z]+)? under <det>(?P<role>(?:new |interim )?
        (?:head coach|coach|manager)) <p person>
END | (?:<b body>['’]s? |\b)(?:{OUTGOING}) <role role>,? <p person>(?!['’-])(?: (?:of|from) (?:the )?<of_b body>)?
START | (?:<b body>['’]s? |\b)(?:{INCOMING}) <role role>,? <p person>(?!['’-])(?: (?:of|from) (?:the )?<of_b body>)?
STATE | <role role> <p person> (?:of|from) (?:the )?<of_b body>
FIELD | (?=(?-i:[A-Z]))(?P<role><role> (?:of|for) (?:the )?(?!<body> <title><person>)(?P<field>
        {OF_FIELDS})) <title><p person>
STATE | (?!(?-i:Chair Professor))<role role> <title><p person>
"""
_WORDS = {
    "NOT_PART": _NOT_PART,
    "NAMED_TO": NAMED_TO,
    "FOR_TERM": r"(?: for (?:an?|his|her|their|the) (?:[\w-]+ ){0,3}?(?:term|period|spell|stint))?",
    "OF_FIELDS": r"(?-i:<any>|[A-Z][\w’'-]*)(?:(?:,? (?:and |& )?)(?-i:<any>|[A-Z][\w’'-]*)){0,7}",
    "OUTGOING": any_of(OUTGOING),
    "INCOMING": any_of(INCOMING),
    "WILL": _WILL,
    "TOOK": _TOOK,
    "GAVE_UP": _GAVE_UP,
    "SEATS": any_of(SEATS, ("chair",)),
    "ASIDE": _ASIDE,
    "BODIES": any_of(BODIES_AT_LARGE, ("studio", "shop", "paper", "place")),
    "TOOK_UP": _TOOK_UP,
    "LEFT": _LEFT,
    "POST": _POST,
    "HIS": _HIS,
    "IN_POST": rf"(?:the|{_HIS}) {_POST} (?:as|of)",
    "FIRED": _FIRED,
    "HELD": _HELD,
    "HOLDS": _HOLDS,
    "STAYS": _STAYS,
    "END": _END,
    "SPEAKS": _SPEAKS,
    "NOT_SAID": _NOT_SAID,
    "ALONE": _ALONE,
    "CARRIED": _CARRIED,
    "INITIALS": r"(?: \((?:[A-Z]{1,4}|<any>)\))?",
}
_ROWS = tuple((aspect, pattern(told, any_case=True)) for aspect, told in rows(_TABLE, 2, _WORDS))
_PATTERNS = tuple(
    (words, Aspect.STATE if aspect in ("OURS", "EACH", "FIELD") else Aspect[aspect]) for aspect, words in _ROWS
)
_OURS, _EACH, _FIELD = (frozenset(w for aspect, w in _ROWS if aspect == kind) for kind in ("OURS", "EACH", "FIELD"))
_IN_PLACE_OF = pattern(
    r"[^.;\ue000-\ue3ff]{0,30}?,? (?:replacing|succeeding|who (?:replaces|succeeds)|to (?:replace|succeed)|in place of"
    r"|in succession to|taking over from|following) (?:the )?(?:outgoing |retiring |departing )?<title><old person>"
    r"(?!['’-])",
    any_case=True,
)
_FROM_WHOM = pattern(
    r"[^.;\ue000-\ue3ff]{0,40}? from (?:the )?(?:outgoing )?<title><old person>(?!['’-])", any_case=True
)
_TAKEN_OVER = re.compile(r"\b(?:take|takes|took|taken|taking) over as\b", re.IGNORECASE)
_OUTSIDERS = frozenset({"analyst", "economist", "moderator"})
_CHANGES = frozenset({Aspect.START, Aspect.END, Aspect.AHEAD})
_GOES = re.compile(  # what ends the office that was named with its holder: "chairman Ann Lee resigned on Monday"
    rf",? (?:(?:has |had )?(?:resigned|stepped (?:down|aside)|stood down|died)|resigns|steps (?:down|aside)"
    rf"|(?:was|has been) {_FIRED})"
    r"\b(?! (?:as|from|his|her|their|the|a|an)\b)"
)
_SIGN = re.compile(ANY)
_BODIES = re.compile(BODY)
_PERSONS = re.compile(PERSON)
_PROPOSED = matching(ONLY_PROPOSED)
_OF_A_BODY = matching(BODIES_AT_LARGE, ("officers", "thank", "thanks", "thanked", "thanking"), forms(TAKING_IN))
_NOT_RESIGNED = matching(NOT_RESIGNED, ("turned down",))
_NOT = re.compile(r"\bnot\b|n['’]t\b")
_RESIGNATION = re.compile(r"\b(?:resignation|retirement|departure)\b", re.IGNORECASE)
_OTHERWISE = matching(SEATS, ("in charge", "has charge", "runs", "is running", "leads", "heads"))
"""What may tell of an office without its name."""
_TOLD = Interval(None, None)  # of an end that has a fact of its own
_NEW = re.compile(r"\bnew\b", re.IGNORECASE)
_OUR = re.compile(r"\b(?:our|its|their|the) (?:new )?$", re.IGNORECASE)
_OF_SOME = re.compile(r" of (?:the |a |an )?[a-z]")  # behind an office: that of another body, which has no name here
_OF_ONE = re.compile(r"['’]s? $")  # before an office: "Ann Lee's coach"
_ITS = re.compile(r"\b(?:its|their) (?:new |current )?$")


def office_relations(
    sentence: MaskedSentence, subject: EntityId | None, told_before: OfficesTold
) -> Iterator[Relation]:
    """Offices held, taken up and left; ``subject`` is the body meant where the sentence of a report names none.

    ``told_before`` are those that the sentences before it tell of.
    """
    if not _PERSONS.search(sentence.text):
        return
    speaking = subject or speaking_body(sentence)
    found: list[Relation] = []
    if mentions_office(sentence.text) or _OTHERWISE.search(sentence.text):
        seen: set[tuple[int, str]] = set()
        for words, aspect in _PATTERNS:
            for match in words.finditer(sentence.text):
                told = Aspect.END if aspect is Aspect.STATE and _GOES.match(sentence.text, match.end()) else aspect
                meant = speaking if told in _CHANGES else subject
                found += _holdings(sentence, match, told, meant, seen, told_before)
        held = list(_of_one_body(sentence, found, told_before.vacated))
        yield from held
        yield from _given_up(sentence, held)
    yield from successions(sentence, speaking, told_before, dict(_ended(found)))


def _ended(found: Sequence[Relation]) -> Iterator[tuple[EntityId, Held]]:
    """Whom a sentence tells to leave which office."""
    for relation in found:
        if relation.aspect is Aspect.END and relation.object_is_entity:
            yield EntityId(relation.object), Held(relation.relation, relation.subject, until=_TOLD)
        elif relation.aspect is Aspect.END:
            yield relation.subject, Held(relation.object, None, until=_TOLD)


def _given_up(sentence: MaskedSentence, found: Sequence[Relation]) -> Iterator[Relation]:
    """The ends of offices whose holders are said to be replaced by who is named: "…, replacing Bob Ray"."""
    for relation in found:
        match = _in_place_of(sentence, relation) if relation.aspect is Aspect.START else None
        if match is None or (old := sentence.mention(match["old"]).entity) in {relation.object, relation.subject}:
            continue
        if relation.object_is_entity:
            yield Relation(relation.subject, relation.relation, old, True, Aspect.END, relation.start, match.end())
        elif relation.relation == HELD:
            yield Relation(old, HELD, relation.object, False, Aspect.END, relation.start, match.end())


def _in_place_of(sentence: MaskedSentence, relation: Relation) -> re.Match[str] | None:
    """Where a sentence goes on to name whom somebody replaces: "…, replacing Bob Ray", "took over … from Bob Ray"."""
    taken_over = _TAKEN_OVER.search(sentence.text, relation.start, relation.end)
    return (_FROM_WHOM if taken_over else _IN_PLACE_OF).match(sentence.text, relation.end)


def _of_one_body(
    sentence: MaskedSentence, found: Sequence[Relation], vacated: Mapping[str, Set[EntityId]]
) -> Iterator[Relation]:
    """``found`` with an office that one has left and another takes, there or in the next sentence, as of one body.

    "Ann Lee resigned as treasurer of Acme and Bob Ray was elected treasurer."
    """
    left = {office: set(bodies) for office, bodies in vacated.items()}
    for relation in found:
        if relation.object_is_entity and relation.aspect is Aspect.END:
            left.setdefault(relation.relation, set()).add(relation.subject)
    for relation in found:
        bodies = left.get(relation.object, set()) if not relation.object_is_entity else set()
        taken = relation.aspect is Aspect.START or _NEW.search(sentence.text, relation.start, relation.end)
        if taken and len(bodies) == 1:
            (body,) = bodies
            yield Relation(body, relation.object, relation.subject, True, Aspect.START, relation.start, relation.end)
        else:
            yield relation


def _holdings(
    sentence: MaskedSentence,
    match: re.Match[str],
    aspect: Aspect,
    subject: EntityId | None,
    seen: set[tuple[int, str]],
    before: OfficesTold,
) -> Iterator[Relation]:
    groups = match.groupdict()
    person = sentence.mention(groups["p"]).entity
    named = groups.get("of_b") or groups.get("b")
    if not _is_told(sentence, match, aspect, named):
        return
    if named and (is_of_what_follows(sentence, match, named) or _is_at_large(sentence, match)):
        named = None
    body = sentence.mention(named).entity if named else _whose(sentence, match) or subject
    start = match.end("aside") if groups.get("aside") else match.start()
    if match.re in _EACH and (first := match.re.search(sentence.text)):
        start = first.start("p")  # what is said of when holds for all of a list
    role = _SIGN.sub(lambda sign: sentence.mention(sign.group()).surface, groups["role"])
    ahead = _PERSONS.split(sentence.text[max(0, match.start("role") - 12) : match.start("role")])[-1]
    aspect = _as_said(aspect, ahead, role)
    for office in offices(without_words_before_title(role)):
        key = (match.start("p"), office)
        if key in seen:
            continue
        seen.add(key)
        if named and named == groups.get("b") and match.start("b") < match.start("role"):
            office, has_body = office_in_full(sentence, match, office)
            body = body if has_body else None
        elif named and (office in OF_A_FIELD or is_of_field(office, sentence.mention(named).surface)):
            office, body = f"{office} of {body}", None  # "Secretary of State" names no body
        elif body is None and not (_OF_SOME.match(sentence.text, match.end()) or _OF_ONE.search(ahead)):
            body = before.body_of(
                office, sentence.mentions, is_sure=_OUR.search(ahead) is not None or _NEW.match(role) is not None
            )
        if body is None and not (office := with_nation(sentence, match, office, aspect, before.issuer)):
            continue
        if body is not None and body != person and not (named is None and office.split()[-1] in _OUTSIDERS):
            yield Relation(body, office, person, True, aspect, start, match.end())
        elif match.re not in _OURS:
            yield Relation(person, HELD, office, False, aspect, start, match.end())


def _is_at_large(sentence: MaskedSentence, match: re.Match[str]) -> bool:
    """Whether what stands before an office is but the word for a body, its document's own: "Club Chairman Ann Lee"."""
    if match.groupdict().get("b") is None or match.end("b") + 1 != match.start("role"):
        return False
    return BODIES_AT_LARGE.issuperset(sentence.mention(match["b"]).surface.casefold().split())


def _is_told(sentence: MaskedSentence, match: re.Match[str], aspect: Aspect, named: str | None) -> bool:
    """Whether the words of ``match`` tell an office outright, of a body if one is ``named``: no "Greek goalkeeper"."""
    if is_supposed(sentence.text, match.start()) or (aspect is Aspect.AHEAD and is_conditional(sentence.text)):
        return False
    if _is_only_talk(sentence.text, match, aspect) or (match.re in _FIELD and not tells_field(sentence, match)):
        return False
    of_people = named is not None and sentence.mention(named).type == "NORP"
    return not of_people and not is_misread(sentence, match, aspect)


def _is_only_talk(text: str, match: re.Match[str], aspect: Aspect) -> bool:
    """Whether an office is but proposed, played or doubted, or a resignation wanted or refused."""
    if aspect is Aspect.END:
        is_left_so = _RESIGNATION.search(match.group()) is not None
        return is_left_so and bool(_NOT_RESIGNED.search(text) or _NOT.search(text, 0, match.end()))
    ahead = text[: match.start("p")]
    is_listed = match.re in _EACH
    if is_listed and not _OF_A_BODY.search(ahead):
        return True
    is_to_last = aspect is Aspect.NOW and " will " in match.group()
    return (is_listed or is_to_last) and _PROPOSED.search(ahead) is not None


def _as_said(aspect: Aspect, ahead: str, role: str) -> Aspect:
    """``aspect`` as the words before an office turn it: a "former" one was held, a "new" one has begun."""
    if is_former(ahead) or is_former(role):
        return Aspect.FORMER
    return Aspect.START if aspect in (Aspect.NOW, Aspect.STATE) and _NEW.match(role) else aspect


def _whose(sentence: MaskedSentence, match: re.Match[str]) -> EntityId | None:
    """The one body that a sentence names before "its" or "their" office: "Acme plays under Ann Lee, its conductor"."""
    if not _ITS.search(sentence.text, match.start(), match.start("role")):
        return None
    named = {sentence.mention(sign).entity for sign in _BODIES.findall(sentence.text[: match.start("role")])}
    return named.pop() if len(named) == 1 else None
