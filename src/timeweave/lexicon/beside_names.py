"""Words that stand beside names, by what they tell of them: "in Leeds", "by Ann", "the Leeds team", "Ann said"."""

from __future__ import annotations


def _by_word(table: str) -> dict[str, str]:
    """Each word of a table with lines such as ``group: word word``, and its group; a word is of one group."""
    lines = (line.partition(":") for line in table.strip().splitlines())
    pairs = [(word, group.strip()) for group, _, words in lines for word in words.split()]
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(f"twice in a table: {sorted(word for word in found if [w for w, _ in pairs].count(word) > 1)}")
    return found


BEFORE = _by_word(
    """
    the: the
    a: a an
    one of several: this these each some any no all more every
    somebody's: our your their my his her its
    of: of
    in: in at from to near into around across through
    on: on
    by: by
    with: with and or between
    for: for
    used: via using uses use
    called: called named
    address: mr mrs ms mx dr prof cllr president minister
    as: as about like than
    greeting: hi hey thanks thank hello dear
    new: new latest
    body's: company firm startup agency organisation organization charity team band group
    """
)
"""What a word before a name is of."""

EARLIER = _by_word(
    """
    joins: joined join joins joining left leave leaves leaving founded co-founded found
    trades: acquired acquire acquires bought buy sold sell invested funded sponsored
    works: works worked working work employed hired employee employees staff colleagues folks members member
    partners: partner partners partnership partnered collaboration collaborated sponsor sponsors funding grant donation
    built: built written build write implemented developed developing coded
    used: use uses used using via install installed run runs running migrate migrated moved switch switched switching
    version: version versions release releases update updates upgrade support documentation docs package packages
    place: live lives lived living based born located trip travelled visited arrived flew population city town village
    place: county district streets residents people region province island mayor capital north south east west
    read: read book article post paper report talk film song titled entitled published
    meets: attended attend attending during after before held hosted conference meeting
    thanks: thank thanks welcome congratulations meet introduce hi
    office: ceo cfo coo cto vp
    """
)
"""What a word is of that stands before a name, and before the article or preposition in front of it."""

BEHIND = _by_word(
    """
    says: said says told asked thinks wrote noted suggested explained asks joined gave announced
    is: is was are were
    has: has have had
    may: will can would could
    and: and or but as with by
    who: who
    which: which that
    place: in at on for
    of: of to from
    body: team project community members group committee meeting
    thing: version release support files users server api
    road: street road
    people: people
    state: government officials police
    trades: acquired acquires owns buys bought sells sold launched launches released releases
    trades: plans reported raised
    appoints: named names appointed appoints elected elects hired hires promoted promotes recruited
    works: works worked leads led lives grew born studied helped talked spoke
    runs: supports provides allows makes uses runs offers lets comes adds
    """
)
"""What a word behind a name is of."""

NOUNS = _by_word(
    """
    person: manager secretary captain councillor councilor senator governor mayor president chairman chairwoman
    person: treasurer director minister ambassador judge nurse trustee founder
    person: person man woman boy girl engineer developer programmer author writer journalist reporter editor artist
    person: scientist researcher professor doctor lawyer farmer player footballer goalkeeper singer actor actress
    person: teacher student politician activist designer consultant analyst economist historian architect volunteer
    person: contributor maintainer colleague friend son daughter brother sister father mother husband wife intern fellow
    body: company firm charity startup manufacturer retailer bank insurer publisher agency organisation organization
    body: nonprofit non-profit foundation association society university college institute school club team band
    body: group union network newspaper broadcaster airline provider vendor supplier producer maker subsidiary
    body: cooperative co-operative committee consortium alliance coalition ministry department council
    place: town city village country county district region province state island port suburb parish municipality river
    place: lake mountain valley neighbourhood neighborhood borough hamlet area
    thing: library framework language tool toolkit app application service website platform plugin extension program
    thing: software system database engine package module protocol format standard browser compiler client
    thing: distribution project device phone car vehicle aircraft drug medicine species breed
    work: book novel film movie song album play poem article paper report podcast series documentary magazine essay
    event: conference festival war battle election tournament championship meeting summit workshop award prize
    building: building church bridge stadium museum theatre theater hotel pub airport station road street park hall
    """
)
"""What a noun calls somebody or something: "X is a town", "the novelist X"."""
