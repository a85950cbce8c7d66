"""Words for the same deed, state or relation, by which a question and the name of a relation in a graph may meet.

Each line is one concept: verbs and nouns that tell of it, single words in their plainest form. Words are compared by
their stems, so that "negotiating" and "negotiations" need no place of their own.
"""

from __future__ import annotations

from timeweave.lexicon.families import phrases, words

CONCEPTS = tuple(
    words(line)
    for line in """
    say state statement declare declaration announce announcement remark comment speak spoke address
    consult consultation counsel advice advise confer talk talks discuss discussion conversation spoke
    meet met meeting summit
    negotiate negotiation talks bargain parley
    promise pledge vow intend intent intention want wish plan hope willing willingness ready desire seek aim propose
    appeal request ask plea plead urge beg
    demand insist insistence
    visit trip travel tour
    host welcome receive
    arrest detain detention charge jail imprison custody apprehend prosecute
    praise endorse endorsement commend commendation laud applaud acclaim compliment hail
    criticize criticise criticism denounce denunciation condemn condemnation blast slam rebuke censure
    accuse accusation blame allege allegation
    cooperate cooperation collaborate collaboration
    military army armed troop
    sign signature conclude ink
    agreement accord pact treaty deal
    violence violent violently
    fight fought combat battle clash skirmish gunfight firefight
    investigate investigation probe inquiry inquire
    reject rejection refuse refusal rebuff decline snub spurn
    optimistic optimism upbeat hopeful
    pessimistic pessimism gloomy
    threaten threat menace
    demonstrate demonstration rally march
    protest riot
    telephone phone call
    return release free freed liberate
    aid assistance help relief provide
    support back backing
    abduct abduction hijack hostage kidnap kidnapping
    deny denial disclaim
    confiscate confiscation seize seizure
    empathetic empathy sympathy sympathize sympathise condolence condole
    reduce cut downgrade
    break broke sever severance
    assault attack beat
    attack strike struck shell raid
    lawsuit sue sued litigation court
    expel expulsion deport deportation banish
    mobilize mobilise mobilization deploy
    occupy occupation
    embargo boycott sanction sanctions
    repress repression suppress crackdown
    recognize recognise recognition
    bomb bombing
    ease lift relax
    mediate mediation mediator
    apologize apologise apology
    forgive pardon
    defy defiance
    ban banned forbid prohibit prohibition
    yield concede concession
    complain complaint
    grant give gave award
    surrender capitulate
    withdraw withdrawal retreat pull
    veto block
    obstruct obstruction block impede hinder
    assassinate assassination murder
    torture torment
    truce ceasefire armistice
    occupy occupation seize seizure
    protect protection guard
    share exchange
    accede comply agree consent
    consider weigh mull
    kill killing slay
    restrict restriction curb limit
    coerce coercion
    spouse married marry wife husband wed wedding marriage hitch divorce bride
    partner boyfriend girlfriend dated
    school educated study studied university college attend attended graduate graduated degree education student
    team play plays played player squad
    position office post role job serve served hold held title
    award prize honor honour medal win won received awarded accolade
    nominated nominate nomination nominee
    winner win won champion championship victor victory beat
    coach manager trainer
    chair chairman chairwoman chairperson
    child son daughter kid children
    father dad parent
    mother mom mum parent
    birth born birthday bear
    death die died dead passed
    place where location located
    residence live lived reside home
    employer work worked employee employed job
    occupation profession job
    inception founded established created formed start
    founded founder found establish
    publication published publish released release
    country nation
    performer sing sang sung singer song album record band artist
    cast act acted actor actress star starred play plays played portray
    author wrote write written writer
    owned own owner
    member membership join joined belong
    religion religious faith
    citizenship citizen nationality
    replaced replace replaces succeed succeeded successor
    follows follow precede preceded previous predecessor
    followed follow next sequel successor
    buried burial grave
    conflict war battle fight fought
    population inhabitants people
    government governor govern rule ruled ruler reign
    monarch king queen emperor reign throne
    discovered discover discovery invented invention inventor
    sport game
    voice voiced dub
    director directed direct
    producer produced produce
    composer composed compose music
    film movie
    city town
    """.strip().splitlines()
)

LIGHT = frozenset(
    words(
        "make made do did take took have had has get got give gave engage express use used carry put go went come came "
        "be is are was were been being become became do does "
        "let such as end happen occur occurred conduct undertake issue hold held "
        "against towards toward over under before after during between among within upon behind"
    )
)
"""Verbs that tell little beside their noun (a visit is made, an appeal issued), and prepositions."""

SUPPORTING = frozenset(
    words(
        "voice voiced launch launched open opened start started begin began initiate initiated bring brought level "
        "levelled leveled raise raised lodge lodged file filed address addressed enter entered pay paid extend "
        "extended offer offered deliver delivered mount mounted stage staged utter uttered signal signalled signaled "
        "announce announced declare declared send sent supply supplied"
    )
)
"""Verbs that tell little where a noun behind them tells the deed: "launched an inquiry into", "voiced criticism of"."""

REFUSING = frozenset(words("decline reject rejection refuse refusal deny denial"))
"""Words that turn the deed behind them into its refusal: "decline comment"."""

ENDURED = frozenset(words("receive get undergo face suffer endure draw earn attract experience incur meet"))
"""Verbs whose subject has the deed done to it, where a noun of a deed is their object: "received a visit"."""

AIMED_AT = frozenset(words("target object victim recipient subject receiver addressee beneficiary focus end"))
"""Nouns for the one to whom a deed is done: "the target of Ann Lee's criticism"."""

_TOLD_BY = """
    reject: turn down, say no, knock back
    say: speak out, speak up
    appeal: call on, call upon
    cancel: call off
    telephone: call up
    criticize: speak out against, lash out at, hit out at
    participate: take part in
    cooperate: team up with, work with, work together with
    employer: work for
    team: play for
    educated: go to school, go to college
    marry: get married to, tie the knot
    die: pass away
    publish: come out
    replace: take over from
    arrest: take into custody, lock up
    visit: drop by, fly to, go to, travel to
    host: play host to, act as host to, act as host for
    use: make use of, resort to
    praise: speak highly
    consult: seek counsel, seek advice
    abduct: take hostage
    release: set free, let go, turn loose
    repress: crack down on, clamp down on
    expel: kick out, throw out, drive out
    assault: beat up, rough up
    yield: give in, give way, back down, cave in
    accuse: point finger
    coerce: strong arm, strong-arm, lean on
    meet: meet up, get together, sit down with
    investigate: look into
    demonstrate: take to street, take to streets
    confiscate: take property away, take away property
    reduce: scale back, scale down, cut back, wind down
    fight: exchange fire, trade fire, open fire, exchange small-arms fire
    telephone: ring up, speak on phone, talk by phone
    rally: drum up
    praise: heap praise
    -: carry out, put out, hand out, heap
"""
PHRASES = {
    phrase: word.strip(" -")
    for word, _, told in (line.partition(": ") for line in _TOLD_BY.strip().splitlines())
    for phrase in phrases(told)
}
"""Verbs of several words, in their plainest forms, and one word for the same."""

LIGHT_VERBS = frozenset(words("be have do get go come take make give happen occur become begin start"))
"""Verbs that say nothing of what was done without other words."""
