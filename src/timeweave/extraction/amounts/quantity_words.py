"""The closed word classes by which sentences with quantities are read."""

from __future__ import annotations

from timeweave.lexicon.changes import CHANGES, FALLING, FALLS, FALLS_TOO, RISES, RISES_TOO, RISING
from timeweave.lexicon.families import of_one_word, word_set

CHANGE_VERBS = (
    dict.fromkeys(of_one_word(RISING), 1)
    | dict.fromkeys(of_one_word(FALLING), -1)
    | dict.fromkeys(
        word_set(
            "up expanded expand expanding advanced strengthened appreciated higher raised raising raise boosted "
            "accelerated doubled tripled swelled rebounded added gained "
            "gaining"
        ),
        1,
    )
    | dict.fromkeys(
        word_set(
            "down contracted contracting lower reduced reducing reduce reduces slid sank weakened cut cutting cuts "
            "lowered narrowed eased lost"
        ),
        -1,
    )
    | dict.fromkeys(word_set("changed moved shifted"), 0)
)
CHANGE_NOUNS = (
    dict.fromkeys((*RISES, *RISES_TOO), 1) | dict.fromkeys((*FALLS, *FALLS_TOO), -1) | dict.fromkeys(CHANGES, 0)
)
COPULAS = word_set(
    "was were is are be been being totaled totalled totaling totalling reached reaching reach hit equaled "
    "equalled equals amounted stood stands came come comes coming ended finished remained remains remain averaged "
    "averaging averages exceeded exceeding topped represents represented approximated landed yielded became "
    "closed measured numbered weighed "
)
LIGHT_VERBS = word_set(
    "generated generating generate delivered delivering deliver achieved achieving reported reporting recorded "
    "recording posted posting had has have having saw seen see produced producing realized booked experienced got "
    "maintained completed drove driving showed shows include includes included including provided provides "
    "providing gained received expect expects expected anticipate anticipates forecast forecasts project projects "
    "announced announces did do does with ended ending finished carried carries hold holds held owned owns own "
    "contains contained offered offers featuring represents represented representing approved declared "
)
SHARE_VERBS = word_set(
    "represent represents represented representing account accounts accounted accounting comprise comprises "
    "comprised comprising constitute constitutes made make makes "
)
IRREGULAR_PAST = word_set(
    "won sold built bought lost spent paid repaid prepaid made cost raised drew shot hit took gave put lent "
)
OTHER_VERBS = word_set(
    "will would can could may might shall should must said says say told believe believes think continue "
    "continues continued continuing gives gave brings brought put puts takes took let expect expects expected "
    "anticipate anticipates project projects projected forecast make makes made did does do get got drive drives "
    "drove driven reflect reflects reflecting reflected resulting resulted led leading offset partially bringing "
    "bring generating delivering having including excluding following supporting compared compare versus "
    "benefiting benefited contributing contributed contributes translated marks marked want wants need needs know "
    "see saw shows show showed going leaves leaving left calling started start starts began begin won lost "
    "constitutes constitute ran again payable versus saying viewing making using taking scoring winning costing "
    "adding consist consists consisting comprising hold returned participating killed injured wounded arrested "
    "died displaced had has have meant means due considering giving allowing helping help continues sold bought "
    "spent paid became become looks look "
)
ADJECTIVES_IN_ED_OR_ING = word_set(
    "adjusted diluted undiluted combined weighted fixed deferred consolidated restricted unrestricted operating "
    "continuing outstanding financing investing recurring marketing advertising manufacturing engineering lending "
    "underwriting leasing refining trading banking housing remaining contracted managed unlevered levered undrawn "
    "estimated reported leased owned streaming licensing gaming clothing training spending funding rating "
    "standing pricing fulfilled earned written limited united related based building hosting processing holding "
    "selling leading net-lease unemployed accrued committed advanced paid insured uninsured mining drilling "
    "shipping borrowing nonperforming non-performing occupied annualized normalized registered confirmed reported "
    "infected vaccinated purchased skilled hundred speed need breed standardized unearned organized integrated "
    "dedicated branded packaged connected assisted gathering processing buying wearing pending percentage-of- "
    "completion same-store existing new-building deposit-taking ceded invested covered "
)
PRONOUNS = word_set(
    "we they he she i it that which who this these those there you what both each others one ones him her them us "
    "all many some most another here "
)
DETERMINERS = word_set("the a an our its their his her my your this these those both such any no every each another ")
CONJUNCTIONS = word_set(
    "and or but while as if because although though since where when so whereas than plus until unless relative "
)
PREPOSITIONS = word_set(
    "of in for to per under from on at by with into across through during over about within between among after "
    "before against via without excluding including around despite amid upon toward towards above below beyond "
    "until like "
)
ADVERBS = word_set(
    "approximately about nearly almost roughly around only just over more less than as much many an a the some "
    "now again also already still still further another additional well slightly modestly significantly strongly "
    "sharply solidly meaningfully substantially essentially approximately respectively even currently actually "
    "roughly collectively organically respectfully sequentially annually record strong solid healthy robust "
    "impressive very quite total combined full exactly fully estimated net overall nicely dramatically steadily "
    "closer double impressively effectively notably globally domestically internationally itself under below "
    "above nearly down-to "
)
COMPARE_WORDS = word_set("compared versus vs vs. against relative comparing ")
MEASURE_HEADS = word_set(
    "revenue revenues sales earnings income margin margins eps ebitda ebit profit ratio rate flow affo ffo noi "
    "expenses expense costs cost capex debt cash leverage yield price volume volumes bookings billings occupancy "
    "utilization guidance loss dividend liquidity backlog population toll gdp inflation unemployment "
)
LEADING_WORDS = DETERMINERS | word_set(
    "record strong solid total overall company company-wide companywide consolidated healthy robust reported "
    "quarterly annual full-year fiscal full year-to-date latest recent approximately about nearly only "
    "just roughly around first second third fourth first-quarter second-quarter third-quarter fourth-quarter q1 "
    "q2 q3 q4 quarter year and or another additional expected estimated average-weighted excellent impressive "
    "outstanding-quarter best highest lowest largest all-time all more less than over also while with of in for "
    "to as well up down from by at on now but then such was were is are higher lower improved sequential year- "
    "over-year trailing significant double-digit mid-single-digit anticipated projected meaningful great good "
    "very quite our new-record worth same prior last previous nine-month six-month three-month half half-year "
    "monthly positive negative modest slight further respectively respective "
)
IRREGULAR_PLURALS = word_set(
    "people men women children police troops aircraft fish sheep cattle staff personnel feet teeth youth homeless "
    "dead crew species series votes wounded injured headcount employees seats "
)
LIKENESS_OF_TIME = word_set(
    "year years quarter quarters month months week weeks day days hour hours minute minutes second seconds period "
    "periods time today yesterday tomorrow half decade decades century date weekend night morning season "
)
