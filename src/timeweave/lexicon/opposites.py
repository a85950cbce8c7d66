"""Words that stand against each other: opposites, the two ends of one deed, and members of a row of which one holds.

Embeddings set them near each other, for they are said of the same things. Each line has the sides, between which "/"
stands; the words of one side may mean the same.
"""

from __future__ import annotations

_TABLE = """
sell sold sale / buy bought purchase acquire
lend lent loan lessor landlord lender let / borrow borrower lessee tenant rent
give gave given giver grant donate donor sender send sent / receive receiver recipient get take took taken beneficiary
pay paid payer owe debtor / charge collect payee creditor
employer employ hire recruit boss / employee fire dismiss sack staff
parent mother father sire dam ancestor forebear / child son daughter offspring descendant
father dad grandfather uncle brother nephew husband groom boyfriend king prince stepfather / mother mom grandmother aunt
    sister niece wife bride girlfriend queen princess stepmother
grandfather grandmother grandparent / grandson granddaughter grandchild
father mother parent / grandfather grandmother grandparent stepfather stepmother stepparent
son daughter child / grandson granddaughter grandchild stepson stepdaughter stepchild
son grandson / daughter granddaughter
uncle aunt / nephew niece
teacher teach taught tutor mentor coach adviser advisor lecturer / student pupil mentee study studied player advisee
doctor physician / patient
lawyer attorney prosecutor prosecute accuse accuser plaintiff / client defendant defend accused defender
guardian trustee / ward beneficiary
host / guest parasite visitor
predator / prey
attacker attack killer kill perpetrator invade / victim defend defender liberate
author writer write wrote written edit editor singer sing sang / publisher publish songwriter reader read
manufacturer maker producer produce make made / consumer distributor consume
supplier supply vendor / customer client
importer import / exporter export
licensor franchisor grantor assignor mortgagor transferor / licensee franchisee grantee assignee mortgagee transferee
owner own parent / subsidiary tenant
winner win won beat defeat victor / loser lose lost runner
ally friend / enemy foe rival
hero protagonist / villain antagonist
older elder senior / younger junior
larger bigger greater more longer taller higher above exceed faster stronger heavier richer better wider deeper later
    warmer upper maximum highest most largest longest best / smaller less fewer shorter lower below slower weaker
    lighter poorer worse narrower shallower earlier cooler minimum lowest least smallest shortest worst
expensive dear / cheap cheaper
first / second third fourth fifth last final
gold / silver bronze
silver / bronze
north northern / south southern east eastern west western
south southern / east eastern west western
east eastern / west western
left / right
upstream inflow incoming inbound inner internal inside / downstream outflow outgoing outbound outer external outside
source origin start started begin began begun inception departure depart opening open opened launch founded establish
    enter entered join enrol arrival arrive / target mouth destination terminus end ended finish closing close closed
    dissolve dissolution cancel exit leave left quit resign graduate
departure depart left / arrival arrive
birth born / death die died
prequel predecessor precede preceded before previous prior / sequel successor succeed follow followed after next later
superclass / subclass
home / away
summer / winter
marry married marriage wed engaged / divorce divorced widow
support back endorse favour favor approve accept permit allow legalise legalize agree ratify recognise recognize
    love like trust praise encourage protect recommend sponsor allied admit confirm / oppose criticise criticize
    condemn denounce reject refuse decline deny prohibit ban bar disagree withdraw withdrew derecognise hate dislike
    distrust discourage harm boycott war accuse
increase raise grow grew expand strengthen upgrade promote build built create rise rose / decrease reduce cut shrink
    lower weaken downgrade demote demolish destroy fall fell
appoint elect nominate / dismiss remove resign oust acquit
nominate nominated nominee / win won winner
arrest detain imprison kidnap capture convict sentence jail / release free acquit pardon
deposit board install connect enrol / withdraw withdrew disembark uninstall disconnect drop
invest occupy deploy sign merge / divest evacuate withdraw withdrew terminate split
activate stimulate upregulate cause / inhibit prevent downregulate treat cure
signed / unsigned rejected
asset income revenue profit / liability expense cost loss
revenue sale / profit
gross / net
operating / net
population / area
president chairman chair chairperson captain head mayor governor chancellor director manager / vice deputy lieutenant
    assistant
prime / president
current / former
"""

OPPOSITES = tuple(
    tuple(tuple(side.split()) for side in line.split("/"))
    for line in _TABLE.replace("\n    ", " ").strip().splitlines()
)
"""Lines of sides of words."""

PREFIXES = (
    *(("", negation) for negation in ("un", "dis", "de", "non", "anti", "mis")),
    *(("in", "ex"), ("im", "ex"), ("im", "e"), ("in", "out"), ("over", "under"), ("up", "down"), ("en", "de")),
    *(("in", "de"), ("a", "de"), ("ac", "de"), ("pre", "post"), ("pro", "anti"), ("intro", "extro"), ("super", "sub")),
)
"""Pairs of prefixes before which a word means its opposite: "inhale" and "exhale", "approve" and "disapprove"."""
