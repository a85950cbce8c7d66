"""Parts of names that tell little by themselves: what kind of body bears one, and short forms of first names."""

from __future__ import annotations

from timeweave.lexicon.families import word_set

HONORIFICS = ("Mr", "Mrs", "Ms", "Miss", "Mx", "Cllr", "Councillor", "Dr", "Prof")
"""Forms of address, behind which a name is a person's."""

ACADEMIC = (
    "Associate Professor", "Assistant Professor", "Emeritus Professor", "Distinguished Professor",
    "Professor Emeritus", "Professor",
)  # fmt: skip
"""Titles of scholars, which stand between an office and its holder: "Acme chair Professor Ann Lee" chairs Acme."""

NO_SURNAMES = word_set(
    """
    award awards prize plan plans policy policies agreement agreements report reports scheme programme program summit
    meeting meetings dinner election elections compensation remuneration succession transition search review
    update updates
    """
)
"""Last words of what has to do with an office, and is taken for who holds it: "the CEO Performance Award"."""

POST_NOMINALS = (
    "OBE", "MBE", "CBE", "KBE", "DBE", "BEM", "JP", "QC", "KC", "SC", "MP", "MSP", "FRS", "CPA", "RN", "MD", "M.D.",
    "PhD", "Ph.D.", "DPhil", "MBA", "MA", "MSc", "BSc", "Esq.", "Esq", "Jr.", "Sr.",
)  # fmt: skip
"""Letters behind a name: what its bearer was given or studied."""

BODY_WORDS = word_set(
    """
    company companies co corp corporation inc incorporated ltd limited plc llc lp llp group groups holding holdings
    enterprise enterprises partner partners industry industries international worldwide global
    gmbh ag sa se nv bv ab asa spa kk kgaa pty oyj
    """
)
"""What a body may be called with or without, and stays the same."""

FIELD_WORDS = word_set(
    """
    studio studios animation picture pictures film films entertainment media publishing press records music network
    networks broadcasting television technology technologies tech systems software labs laboratories laboratory
    solutions services service products electronics instruments motor motors automotive cars airlines airways aviation
    aerospace energy petroleum oil gas resources mining steel chemical chemicals pharmaceuticals pharma therapeutics
    biosciences healthcare foods food brands stores retail restaurants hotels resorts properties realty financial
    capital investments bank bancorp banking insurance assurance securities trust foundation institute institution
    university college school academy museum society association organization organisation federation league union
    party club team football committee commission council agency administration authority department ministry office
    bureau service force forces corps airport station railway railways
    """
)
"""What field a body works in: left out as often as not ("Pixar" of Pixar Animation Studios), but two of one name with
different fields may be two.
"""

_SHORT_NAMES = """
alex:alexander alexandra andy:andrew becky:rebecca ben:benjamin bernie:bernard beth:elizabeth betty:elizabeth
bill:william billy:william bob:robert bobby:robert cathy:catherine charlie:charles chris:christopher christine
chuck:charles dan:daniel danny:daniel dave:david deb:deborah dick:richard don:donald doug:douglas ed:edward edwin
eddie:edward fred:frederick gene:eugene geoff:geoffrey greg:gregory hank:henry harry:harold jack:john jake:jacob
jeff:jeffrey jen:jennifer jenny:jennifer jerry:gerald jerome jim:james jimmy:james joe:joseph joey:joseph jon:jonathan
josh:joshua kate:katherine kathy:katherine katie:katherine ken:kenneth larry:lawrence liz:elizabeth maggie:margaret
matt:matthew meg:margaret mike:michael mick:michael mitch:mitchell nat:nathaniel nick:nicholas pam:pamela pat:patrick
patricia peggy:margaret pete:peter phil:philip ray:raymond rich:richard rick:richard rob:robert ron:ronald sam:samuel
samantha sandy:sandra steve:stephen steven stu:stuart sue:susan susie:susan ted:theodore edward terry:terence
tim:timothy tom:thomas tommy:thomas tony:anthony val:valerie vicky:victoria will:william zach:zachary
"""


def _full_forms() -> dict[str, frozenset[str]]:
    forms: dict[str, set[str]] = {}
    short = ""
    for word in _SHORT_NAMES.split():
        if ":" in word:
            short, word = word.split(":")
        forms.setdefault(short, set()).add(word)
    return {short: frozenset(full) for short, full in forms.items()}


FULL_FIRST_NAMES = _full_forms()
"""The first names that a short one may stand for."""

PREPOSITIONS = word_set(
    "at by for from in inside near of on outside to under with within against around behind between like into via"
    " across"
)
"""Words before a name that something else is told with."""

GENERATIONS = word_set("jr junior sr senior ii iii iv vi vii viii ix xi xii xiii xiv xv xvi")
"""What tells two of one family, or of one throne, apart."""
