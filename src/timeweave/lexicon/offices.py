"""Offices and positions: what they are called, how their names are formed, and what stands before them."""

from __future__ import annotations

from timeweave.lexicon.families import any_of, words
from timeweave.lexicon.lazy import lazily
from timeweave.lexicon.states import BODIES_AT_LARGE

GOVERNING = words(
    "senator congressman congresswoman representative MP councilor councillor alderman treasurer sheriff consul envoy"
    " superintendent monarch king queen emperor prince duke sultan ombudsman"
)
TEACHING = words("professor lecturer dean provost rector headmaster headmistress headteacher")
OF_MANY = words("professor lecturer")
"""Offices of which a body has many."""

OF_THE_CHURCH = words("bishop archbishop cardinal pope abbot abbess vicar rabbi")
OF_THE_LAW = words("judge justice sheriff trustee solicitor-general notary")
OF_SPORT = words("goalkeeper striker midfielder defender quarterback")
OF_THE_ARTS = words("curator conductor organist concertmaster choirmaster bandleader")
OF_TRADES = words(
    "analyst economist spokesman spokeswoman spokesperson owner partner founder cofounder co-founder controller"
    " librarian archivist maintainer co-maintainer registrar bursar coordinator co-ordinator counselor counsellor"
    " convener convenor warden churchwarden chaplain harbourmaster stationmaster postmaster postmistress webmaster"
    " brewmaster winemaker caretaker clerk supervisor"
)
LEADING = words(
    "president chair chairman chairwoman chairperson governor mayor premier principal chancellor speaker leader"
    " director captain editor commissioner ambassador manager coach head chief"
)
"""Those that a deputy, a vice or a co- may stand before, and "-elect" and "in chief" behind."""

MINISTERS = words("prime first foreign finance interior defence defense health")
GENERALS = words("attorney surgeon solicitor")
DEPARTMENTS = words(
    "relations finance strategy operations affairs merchandising marketing production exploration communications"
    " development treasury sales legal technology"
)
"""What may follow an office after a comma: "vice president, investor relations"."""

FIELDS = frozenset(DEPARTMENTS).union(
    words(
        "curriculum engineering design data policy research education membership community security programs programmes"
        " people culture partnerships services infrastructure compliance procurement accessibility public client"
        " customer human corporate internal external digital technical business information product and outreach"
        " advocacy fundraising development innovation sustainability growth events facilities learning planning impact"
    )
)
"""Of what else an office may be that is no body, and no other words: "Director of Public Data"."""

NO_FIELDS = words("all any some each every more most many several few their our another")
"""Behind "for", what says for whom or how long: "treasurer for their work" is a treasurer."""

OF_WHOLE_BODIES = words("president chairman chairwoman chair chairperson founder co-founder cofounder owner ceo")
"""Offices of which there is one in a body, and none of a field."""

FORMING = words("head chief principal senior lead deputy assistant associate")
"""What makes an office of the name of a trade: "head nurse", "chief pharmacist", "principal investigator"."""

TRADES = words(
    "nurse physician steward clerk midwife architect chef engineer pilot scout medic accountant counsel whip"
)
"""Trades that do not end as most do."""

OF_A_KIND = words(
    "officer administrator admin adviser advisor lead co-lead facilitator liaison organiser organizer auditor"
)
"""Offices where the word before says of what: "security officer", "docs lead"."""

NO_KIND = words(
    "police probation parole prison loan naval army customs immigration patrol points race romantic male female wedding"
    " labor labour"
    "a an my your our its their his her to will would can could may might must shall should do does did helps help"
    " helped also now then still new first next last early big large slight clear narrow commanding take took takes"
    " took keep kept there here all any each every some one two other another same"
)
"""Words that say no such thing, or make a trade of it, beside those that no office has at all."""

TRADE_ENDINGS = words("er or ist ian man woman")
NO_TRADES = words(
    "factor matter center order number letter paper competitor error color other former over under never rather quarter"
    " chapter power water weather corner winter summer culprit answer offer layer computer server after later whether"
    " supplier carrier feature ever either neither customer per for or barrier driver contender rather than together"
    " however further offender producer exporter"
)
"""Words with such endings by which no office is formed: "chief factor", "principal barrier"."""

OFFICES = frozenset(
    (
        *GOVERNING,
        *TEACHING,
        *OF_THE_CHURCH,
        *OF_THE_LAW,
        *OF_SPORT,
        *OF_THE_ARTS,
        *OF_TRADES,
        *LEADING,
        *GENERALS,
        *words(
            "secretary minister administrator general specialist reporter correspondent lead officer adviser advisor"
        ),
    )
)
"""Single words that may stand between the name of a body and of a person."""

POSITIONS = words("position positions post posts office offices role roles job jobs title titles capacity")
"""What an office is called in general."""

ALSO_NAMES = words(
    "king queen prince duke bishop judge justice dean pope abbot principal cardinal vicar chancellor coach nurse"
    " steward scout pilot clerk sheriff speaker captain owner rector head chef counsel general consul major squire"
    " mayor governor provost warden marshal"
)
"""Offices that people are called by too: "Ann Lee, Jo King" are two authors, "Dean Koontz" is one."""

FORENAMES_TOO = words(
    "king queen prince duke dean abbot pope major squire marshal scout pilot rector cardinal bishop provost warden"
    " steward vicar"
)
"""Of these the ones with which the names of people, bodies and places begin: "Dean Witter", "Prince George County"."""

BEFORE_NAMES_OF_OFFICES = words(
    "vice deputy chief head senior lead assistant associate acting interim joint team general attorney surgeon"
    " solicitor director inspector secretary parish staff town city county district charge ward school lieutenant"
)
"""What makes an office of a word that is a name too: "vice principal", "parish clerk"."""

SECOND = words("deputy vice assistant associate under sub junior")
"""What makes of an office that of somebody else: a deputy chair is no chair."""

_MAY_LEAD = words("director officer president chairman chair secretary producer editor manager engineer")
RANKS = {
    **dict.fromkeys((*SECOND, *words("acting interim")), frozenset(OFFICES)),
    "executive": frozenset((*_MAY_LEAD, "vice", "chef")),
    "chief": frozenset(words("executive economist scientist engineer whip justice of")) | frozenset(_MAY_LEAD),
    "managing": frozenset(words("director editor partner")),
    "general": frozenset(words("manager secretary counsel director")),
}
"""What stands before an office as part of it, by the words that may follow it there: "Harlow Line Executive Director"
is of Harlow Line.
"""

NO_TITLE = words(
    "is was are were be been has had have not no until since from will told said by i we you he she they me my our who"
    " as with on if ask asks email contact call send thanks thank welcome good met meet meets need needs behalf"
    " replacing deputising deputizing report reports daughter wife son husband resigned resigns stepping stepped"
    " nominated nominees nominee candidate candidates voting vote election elections letter vacancy vacant past"
    " outgoing incoming retiring deceased suspended next future immediate potential late once designate elect"
)
"""Words of sentences, and of what is not held or no more: no part of the title of who holds it."""

BEFORE_OFFICES = (
    *words(
        "the a an our its their his her my new current longtime long-time outgoing incoming female male woman permanent"
        " founding now currently still also been sole longest-serving group both first second third fourth fifth next"
        " last old young acting interim crowned elected appointed named even only hired"
    ),
    "newly appointed",
    "newly elected",
)
"""What stands before an office and is no part of its name."""

NO_LONGER = words("then former formerly previous previously ex retired onetime one-time")
NEVER_IN_OFFICES = words(
    "not never no nor nearly almost was is were are becomes become became has had of it its with for this these who"
    " which that as by in on at to from and or when after said says told tells he she his her our the since until be"
    " been we they i you own very met meets proposed nominated prospective potential aspiring would-be"
)

ACTIVITIES = words(
    "managing marketing operating engineering founding housing nursing planning fundraising programming banking"
    " accounting advertising consulting publishing manufacturing"
)
"""What ends in "-ing" and may stand in the name of an office: "managing director", "housing officer"."""

SPELLINGS = {
    "ceo": "chief executive officer",
    "chief executive": "chief executive officer",
    "co-ceo": "co-chief executive officer",
    "cfo": "chief financial officer",
    "coo": "chief operating officer",
    "cto": "chief technology officer",
    "cio": "chief information officer",
    "cmo": "chief marketing officer",
    "chief finance officer": "chief financial officer",
    "evp": "executive vice president",
    "svp": "senior vice president",
    "vp": "vice president",
    "mp": "member of parliament",
    "chairman of the board": "chairman",
    "cofounder": "co-founder",
    "head of the government": "head of government",
    "head of the state": "head of state",
}
SEATS = {
    "captaincy": "captain",
    "chairmanship": "chairman",
    "presidency": "president",
    "directorship": "director",
    "editorship": "editor",
    "governorship": "governor",
    "chancellorship": "chancellor",
    "premiership": "premier",
    "deanship": "dean",
    "mayoralty": "mayor",
    "secretaryship": "secretary",
    "headship": "head",
}
"""What is given up and taken over with an office, by the office."""

SPELLINGS |= SEATS
"""The one spelling of offices that have several."""

LOOSELY_CALLED = words(
    "leader head chief owner partner founder co-founder cofounder king queen emperor monarch prince duke representative"
    " spokesman spokeswoman spokesperson judge justice player defender striker midfielder goalkeeper boss"
)
"""Offices of which texts speak in many other words: who reigned was a king."""

HIGHEST = (
    "chief executive officer", "managing director", "executive director", "director general", "president",
    "general manager", "director",
)  # fmt: skip
"""Who leads a body holds the first of these that it has."""

TITLES = words(
    "mayor president chairman chairwoman governor senator congressman congresswoman judge justice bishop archbishop"
    " cardinal coach captain professor sheriff councillor councilor ambassador chancellor premier director treasurer"
    " king queen prince duke commissioner dean rector"
)
"""Offices that stand before a name in capitals as a form of address."""

HELD_BY_PERSONS = words(
    "mayor president chairman chairwoman chairperson governor senator conductor captain treasurer librarian director"
    " principal dean provost rector coach chancellor curator archivist registrar headmaster headmistress bishop"
)
"""Offices that are said of persons only, and never of a body that owns, leads or supports another."""

NAMED_TO = (
    r"(?:appointed|named|(?:re-?)?elected|promoted|hired|chosen|chose|selected|picked|sworn in|installed|confirmed"
    r"|ordained|crowned|made|welcomed|introduced)"
)
"""The verbs by which one gets an office: "was appointed chair", "Acme named Ann Lee its treasurer"."""

GIVING_UP = ("gave it up", "gave that up", "gave this up", "gave the job up", "gave up the", "moved on")
COMING_NEXT = (*words("got gets stepped"), "came next", "came in")
"""How a question says, without the verbs of `lexicon.states`, that an office was left, and that it was taken up."""

TURNS_OF_OFFICE = words("give gave up get got vote voted")
"""Beside the verbs of `lexicon.states`, words for how an office passes on: "was voted in", "gave it up"."""

ONLY_PROPOSED = (
    *words(
        "nominated nominees nominee nominate nominations nomination candidate candidates candidacy proposed proposes"
        " proposal suggested suggests vote votes voting recommended recommends considered considers could would should"
        " might not never former think thinks if nobody doubt doubts hope hopes whether cannot refuse refuses refused"
        " reject rejects rejected decline declines declined fantasy film movie cast starring stars choice"
    ),
    "standing for", "stands for", "stand for",
)  # fmt: skip
"""Words before a list of names with offices that nobody of them holds, or not in life."""

CANDIDACIES = words("nominations nominees nomination candidates candidate hustings ballot")
"""In the title of a page that lists who stands for which office."""

NOT_RESIGNED = words(
    "call calls calling called demand demands demanded demanding urge urges urged seek seeks sought reject rejects"
    " rejected refuse refuses refused decline declines declined deny denies denied rumour rumours rumor rumors rumoured"
    " speculation withdraw withdraws withdrew"
)
"""Words beside a resignation that is wanted, refused or only talked of."""

_WHOSE = r"(?:the |our |its |their |(?:[\w-]+ ){0,4}?[\w-]+['’]s? )?"
DUTIES = {
    "treasurer": r"(?:(?:has |is |was )?look(?:s|ed|ing)? after|handle[sd]?|manage[sd]?"
    rf"|(?:is|was|were) (?:in charge of|responsible for)) {_WHOSE}(?:money|finances)"
    rf"|(?:keeps|kept) {_WHOSE}(?:books|accounts)",
}
"""Offices by what their holders do, as a question may ask for them: "who looked after the club's money"; with no more
said behind it than a time.
"""

OUTGOING, INCOMING = words("outgoing retiring departing"), (*words("incoming"), "newly elected", "newly appointed")
"""What stands before the office of who leaves it, and of who takes it up: "thanked outgoing secretary Ann Lee"."""

NOT_YET = words("would-be erstwhile sometime soon never aspiring prospective proposed shadow old")
"""Further words of an office that is not held, or not any more: "Shadow Minister", "Erstwhile Editor"."""

SUCCEEDS = r"(?:succeed(?:ed|s)?|replac(?:ed|es|e)|(?:took|takes|taken) over from)"
"""The verbs between who takes an office and who held it."""

FORMED = rf"(?:{any_of(FORMING)} (?:(?!(?:{any_of(NO_TRADES)})\b)[a-z]{{3,}}{any_of(TRADE_ENDINGS)}|{any_of(TRADES)}))"
_OF_A_KIND = rf"(?!{any_of(NEVER_IN_OFFICES, NO_KIND)}\b)[a-z][a-z&/-]+ {any_of(OF_A_KIND)}"
HEADS = (
    rf"{FORMED}"
    r"|heads? of (?:the )?(?:government|state)"
    r"|chief(?: [a-z]+){1,3}? officer|chief executive|chief of (?:staff|police)|chief justice"
    r"|(?:co-)?C[EFOTIMA]O"
    rf"|(?:{any_of(MINISTERS)} )?minister(?: of (?:the )?[a-z]+)?"
    rf"|secretary(?:[- ]general| of [a-z]+)?|{any_of(GENERALS)} general|(?:director|governor)[- ]general"
    r"|(?:vice[- ]|deputy[- ]|co-?|lieutenant )?(?:head coach|general manager|"
    rf"{any_of(LEADING)})(?:-elect|[- ]in[- ]chief)?"
    r"|member of (?:the )?parliament|general counsel|commander(?:[- ]in[- ]chief)?|SVP|EVP|VP|vice president"
    rf"|{any_of(GOVERNING, TEACHING, OF_THE_CHURCH, OF_THE_LAW, OF_SPORT, OF_THE_ARTS, OF_TRADES)}"
    rf"|{_OF_A_KIND}"
)
"""An expression that the head of an office's name fits, without regard to case."""

_NAME = r"(?!(?:CEO|CFO|COO|CTO|VP)\b)[A-Z][\w’'.&-]*"
_NAMED = rf"(?:the )?{_NAME}(?: (?:(?:of|and|the|for) (?:the )?)?{_NAME}){{0,9}}"
_OWN_BODY = rf"(?:the|our|its) (?:[a-z]+ )?(?:{any_of(BODIES_AT_LARGE)})"
OFFICE_ASKED = lazily(
    r"^\W*(?:(?i:please )?(?i:name|identify|state|list|tell me|give me)(?= [a-z]) )?"
    rf"(?:(?i:{_OWN_BODY})['’]s |{_NAMED} ?)?(?:the |its )?(?:(?i:(?!of\b)[a-z]+[ -]){{0,3}}?)(?i:{HEADS})"
    rf"(?: (?:of|at|for) (?:{_NAMED}(?: [a-z]+)?|{_OWN_BODY}))?,? ?"
    r"(?i:(?:in|on|as of|during|at|since|until|before|after|now|today|currently|at present|right now|\d).*)?\W*$"
)
"""An office alone, with its body and a time, and no verb: "head coach of Northfield in 2021?", "Acme's CEO?", "name the
council's chair".
"""

OF_COMMITTEES = frozenset(
    words("chair chairman chairwoman chairperson secretary treasurer clerk convenor convener captain")
)
"""Offices that a body which meets has: of whom its minutes say that somebody present holds one, it is theirs."""

HELD_AS = (
    *words("acting interim unopposed elected re-elected reelected returned temporary minutes"),
    "pro tem",
    "also standing",
)
"""What begins an aside behind an officer's name, after which the office is held all the same."""

OF_STATES_ALONE = frozenset(words("premier king queen emperor empress pope tsar sultan monarch"))
OF_STATES = OF_STATES_ALONE | {"president", "chancellor"}
"""Offices that a state or church has but one of: before a name they tell something without what they are of."""

OF_PLACES = frozenset(words("mayor mayoress governor lieutenant-governor alderman sheriff"))
"""Offices whose body is a place."""

NOT_OF_BODIES = (
    OF_PLACES
    | OF_STATES_ALONE
    | frozenset(OF_THE_CHURCH)
    | frozenset(
        words(
            "minister senator congressman congresswoman councillor councilor commissioner ambassador judge justice"
            " speaker parliament"
        )
    )
)
"""Those that no club, firm or project has, whoever brings a document out."""
