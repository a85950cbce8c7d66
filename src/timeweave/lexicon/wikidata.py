"""What Wikidata calls the properties whose statements have times, for files that do not bring their labels along."""

from __future__ import annotations

_TABLE = """
    P6 head of government; P17 country; P19 place of birth; P20 place of death; P22 father; P25 mother; P26 spouse;
    P27 country of citizenship; P31 instance of; P35 head of state; P36 capital; P39 position held; P40 child;
    P50 author; P54 member of sports team; P57 director; P69 educated at; P97 noble title; P101 field of work;
    P102 member of political party; P106 occupation; P108 employer; P112 founded by; P115 home venue; P118 league;
    P122 basic form of government; P127 owned by; P131 located in the administrative territorial entity;
    P137 operator; P159 headquarters location; P166 award received; P169 chief executive officer; P175 performer;
    P184 doctoral advisor; P241 military branch; P286 head coach; P348 software version identifier;
    P355 has subsidiary; P361 part of; P410 military or police rank; P413 position played on team / speciality;
    P414 stock exchange; P451 unmarried partner; P452 industry; P463 member of; P488 chairperson;
    P512 academic degree; P551 residence; P569 date of birth; P570 date of death; P571 inception;
    P576 dissolved, abolished or demolished date; P577 publication date; P607 conflict; P710 participant;
    P749 parent organization; P793 significant event; P937 work location; P1037 director / manager; P1075 rector;
    P1082 population; P1128 employees; P1308 officeholder; P1327 partner in business or sport; P1365 replaces;
    P1366 replaced by; P1411 nominated for; P1416 affiliation; P1448 official name; P1830 owner of;
    P2139 total revenue; P2295 net profit; P2403 total assets; P3320 board member; P3602 candidacy in election;
    P5769 editor-in-chief; P6087 coach of sports team
"""
PROPERTIES = dict(row.strip().split(maxsplit=1) for row in _TABLE.split(";"))
"""English labels by the property's number."""

START, END, POINT = "P580", "P582", "P585"
"""Qualifiers of time: from when, until when, at one time."""

_ALIASES = """
    head of government: leader mayor premier prime minister governor chancellor led
    head of state: leader president monarch king queen emperor ruler ruled led
    chairperson: leader president chair chairman led
    officeholder: holder held incumbent serving
    position held: office post role job served function held title
    noble title: rank peerage ruled
    chief executive officer: ceo boss
    head coach: manager trainer
    director / manager: head boss
    member of sports team: play played player team club roster squad
    league: division
    home venue: stadium arena ground field plays
    winner: won win victor champion championship
    participating team: played competed
    award received: won win prize honor medal recipient got given bestowed
    nominated for: nomination nominee
    nominee: nomination nominated
    spouse: husband wife marry married marriage wedding
    unmarried partner: boyfriend girlfriend lover companion dated dating
    child: son daughter kid offspring
    father: dad son daughter parent
    mother: mom mum mommy son daughter parent
    sibling: brother sister
    residence: live lived living home reside moved
    place of birth: born birthplace hometown
    place of death: died
    place of burial: buried grave tomb
    place of marriage: married wedding
    cause of death: died killed
    date of birth: born birthday birthdate
    date of death: died killed passed
    educated at: school college university alma mater studied study attended graduated went
    employer: work worked works working job
    occupation: profession job career work living
    work location: worked works active
    field of work: field specialty worked
    country of citizenship: citizen nationality
    headquarters location: headquarters based seat
    located in the administrative territorial entity: located where region state county
    contains the administrative territorial entity: contains regions states counties districts
    basic form of government: government system type kind
    official language: language speak spoken
    currency: money
    religion: religious faith
    member of political party: party
    member of: band group belong belonged
    has part(s): members contains made
    part of: belongs band
    performer: singer band artist sang song album
    cast member: star starred actor actress played plays movie film
    author: writer wrote written book
    screenwriter: wrote written
    creator: created made painted
    discoverer or inventor: discovered invented inventor
    founded by: founder started established
    owned by: owner own owns
    manufacturer: maker made built
    developer: developed made
    publisher: published
    publication date: released published release came
    inception: founded built established created began formed made
    dissolved, abolished or demolished date: ended closed demolished
    start time: began started begin
    end time: ended finished end
    point in time: happened occurred date
    replaces: predecessor preceded succeeded
    replaced by: successor succeeded
    follows: predecessor preceded previous
    followed by: successor succeeded next sequel
    conflict: war battle fought fight
    participant: fought fight
    participant in: fought competed
    military rank: rank
    military branch: army service
    instance of: kind type
    named after: eponym namesake
    twinned administrative body: twin sister city
    diplomatic relation: relations ambassador embassy
    doctoral advisor: supervisor advisor
    doctoral student: student
    academic degree: degree graduated
    academic major: major studied
    record label: label signed
    drafted by: draft picked
    end cause: reason ended left
"""
ALIASES: dict[str, tuple[str, ...]] = {
    name.strip(): tuple(told.split()) for name, _, told in (row.partition(":") for row in _ALIASES.strip().splitlines())
}
"""Words by which people ask for a property, by what it means; in the manner of Wikidata's own "also known as"."""
