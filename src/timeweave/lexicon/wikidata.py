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
