"""What is read off conversations and mails: who speaks to whom, when it was, and the facts that follow."""

from __future__ import annotations

import datetime as dt

import pytest
from blocks.talks import TALKS

from timeweave.extraction.pipeline import extract
from timeweave.language.speakers import short_names
from timeweave.records import Document, EntityId, Extraction, Statement

DAY = dt.date(2024, 6, 10)  # a Monday

SAID = (
    # conversation, words of the turn, whom the statement is of (the speaker first), when it speaks of
    ("transcript with a time after the name", "printers", ("tom beck", "ana ruiz"), "2024-06-10"),
    ("transcript with a time after the name", "deliver", ("tom beck", "ana ruiz"), "2024-06-17/2024-06-23"),
    ("meeting tool", "restarted", ("leo", "priya nair"), "2024-06-09"),
    ("meeting tool", "dashboards", ("dana", "leo"), "2024-06-10"),
    ("pasted from a team chat", "billing fix", ("maya chen", "omar haddad"), "2024-03-03"),
    ("pasted from a team chat", "Ruth did", ("maya chen", "ruth", "omar haddad"), "2024-02-29"),
    ("pasted from a team chat", "merged", ("omar haddad", "maya chen"), "2024-03-04"),
    ("pasted from another team chat", "two days ago", ("victor lund", "jane doe"), "2024-06-08"),
    ("pasted from another team chat", "finance", ("jane doe", "victor lund"), "2024-06-11"),
    ("Markdown interview", "opened it", ("nora quist",), "2016-05"),
    ("Markdown interview, colon outside", "2023", ("lena ortiz", "lyon", "sam"), "2023"),
    ("questions and answers", "Mr. Doyle", ("doyle",), "2024-06-10"),
    ("numbered speakers", "last winter", (), "2023-12/2024-02"),
    ("committee minutes", "site visit", ("lee", "okafor"), "2024-06-08"),
    ("committee minutes", "In 1974", ("smith", "okafor"), "1974"),
    ("hearing record", "September", ("hayes", "brady"), "2024-09"),
    ("phone export", "I start work", ("ivy", "gran"), "2024-03-14"),
    ("day lines in a chat", "next month", ("ines", "paul"), "2024-04"),
    ("day lines in a chat", "your mum", ("paul", "ines"), "2024-03-14"),
    ("old chat", "two days ago", ("moth", "kestrel"), "2019-10-31"),
    ("friends", "support group", ("caroline", "melanie"), "2024-06-09"),
    ("friends", "Hey Mel", ("caroline", "melanie"), "2024-06-10"),
    ("support call", "stopped working", (), "2024-06-07"),
    ("podcast with offsets", "Pete.", ("hanna weiss", "pete alvarez"), "2024-06-10"),
)


def _read(text: str, **fields: object) -> Extraction:
    return extract(Document("d", text, date=DAY, **fields))  # type: ignore[arg-type]


def _statement(text: str, words: str, read: Extraction) -> Statement:
    return next(s for s in read.statements if words in text[s.span.start : s.span.end])


def _facts(read: Extraction) -> dict[tuple[str, str, str], str]:
    return {(f.subject, f.relation, f.object): str(f.valid) for f in read.facts}


@pytest.mark.parametrize(("name", "words", "entities", "valid"), SAID)
def test_a_turn_is_of_its_speaker_and_listener_and_counts_from_its_day(
    name: str, words: str, entities: tuple[str, ...], valid: str
) -> None:
    said = _statement(TALKS[name], words, _read(TALKS[name]))
    assert (said.entities, str(said.valid)) == (entities, valid)


TWO = """\
Caroline: Hi Mel, what is new with you?
Melanie: I joined Oxfam in March 2024. My sister moved to Leeds.
Caroline: I'm so glad! I left Google last week.
Melanie: You left Google? I worked for Unilever until 2019.
Caroline: Yes. Did Tom Baker tell you? He joined Siemens yesterday.
Melanie: No! He said "I joined the circus" to me.
"""


def test_facts_of_a_turn_have_the_speaker_as_subject_and_its_times() -> None:
    facts = _facts(_read(TWO))
    assert facts["melanie", "joined", "oxfam"] == "2024-03/.."
    assert facts["caroline", "left", "google"] == "2024-06-03/2024-06-09"
    assert ("melanie", "worked for", "unilever") in facts
    assert facts["tom baker", "joined", "siemens"] == "2024-06-09/.."
    subjects = {subject for subject, relation, _ in facts if relation == "joined"}
    assert subjects == {"melanie", "tom baker"}


def test_what_is_only_asked_is_no_fact() -> None:
    text = TWO.replace("You left Google? I worked", "You moved to Paris in May? I worked")
    assert not any(relation == "moved to" for _, relation, _ in _facts(_read(text)))


def test_what_is_told_of_somebodys_sister_is_not_told_of_him() -> None:
    assert ("melanie", "moved to", "leeds") not in _facts(_read(TWO))


def test_verbs_after_i_say_what_they_say_after_a_name() -> None:
    text = (
        "Ana Ruiz: I'm the chief executive of Acme Corp. And you?\n"
        "Tom Beck: I work for Bolt Inc. I have been there for years.\n"
        "Ana Ruiz: You are the mayor of Elms too, I hear.\n"
        "Tom Beck: Thank you, Madam Chairwoman. I was until May.\n"
    )
    facts = _facts(_read(text))
    assert ("acme", "chief executive officer", "ana ruiz") in facts
    assert ("tom beck", "works for", "bolt") in facts
    assert ("tom beck", "position held", "mayor") in facts
    assert not any("chairwoman" in r + o for _, r, o in facts)


def test_facts_are_cited_where_they_stand() -> None:
    read = _read(TALKS["Markdown interview"])
    fact = next(f for f in read.facts if f.object == "statoil")
    support = next(s for s in read.supports if s.fact == fact.id)
    cited = TALKS["Markdown interview"][support.span.start : support.span.end]
    assert cited.startswith("I worked for *Statoil")


def test_who_is_called_by_name_among_several_is_spoken_to() -> None:
    text = (
        "Ann Lee: I sent the draft on Friday.\nBo Fox: Did you see it?\nCy Gray: Ann, can you send it again?\n"
        "Ann Lee: @Bo done, an hour ago.\nBo Fox: Thanks Ann! You are quick.\n"
    )
    read = _read(text)
    assert _statement(text, "send it again", read).entities == ("cy gray", "ann lee")
    assert _statement(text, "@Bo", read).entities[:2] == ("ann lee", "bo fox")
    assert _statement(text, "quick", read).entities == ("bo fox", "ann lee")


def test_a_short_name_is_a_speaker_where_one_only_fits() -> None:
    one = "Robert Hall: I sold the van.\nSusan Day: When, Bob?\n"
    one += "Robert Hall: Yesterday.\nSusan Day: Bob sold it, I hear.\n"
    assert "bob" not in {m.entity for m in _read(one).mentions}
    two = one.replace("Susan Day", "Roberta Hall").replace("Bob", "Rob")
    assert "robert hall" in _statement(two, "Rob sold", _read(two)).entities  # who is spoken to
    keys = [EntityId("samuel orr"), EntityId("samantha po")]
    assert short_names("I saw Sam.", keys, frozenset()) == {}
    assert short_names("I saw Saman.", keys, frozenset()) == {"Saman": "samantha po"}
    assert short_names("I will. Will you?", [EntityId("william orr")], frozenset({"will"})) == {}


def test_labels_that_name_nobody_are_no_entities() -> None:
    for name in ("questions and answers", "numbered speakers", "support call"):
        entities = {str(m.entity) for m in _read(TALKS[name]).mentions}
        assert not entities & {"q", "a", "speaker 1", "speaker 2", "agent", "customer"}


def test_who_answers_in_an_interview_is_the_one_that_its_title_names() -> None:
    text = "Q: When did you start?\nA: I joined Acme Corp in 2020.\nQ: And then?\nA: I left Acme Corp in 2022.\n"
    facts = _facts(_read(text, title="An interview with Nora Quist"))
    assert facts["nora quist", "joined", "acme"].startswith("2020")


def test_we_is_the_body_that_a_document_speaks_for() -> None:
    text = (
        "Host: Welcome! What did you do last year?\nMia Voss: We acquired Bolt Inc. in March 2023.\n"
        "Host: Why did you?\nMia Voss: I wanted their engineers.\n"
    )
    assert any(f.subject == "acme" and f.object == "bolt" for f in _read(text, entities=("Acme Corp",)).facts)


def test_a_mail_is_said_by_who_wrote_it_to_who_reads_it() -> None:
    text = "Hi Bo,\n\nI joined Acme Corp yesterday. Will you come next week?\n\n> I joined Bolt Inc. in 2020.\n\nAnn\n"
    read = _read(text, metadata={"from": "Ann Lee <ann@example.org>", "to": "bo@example.org, Bo Fox <b@example.org>"})
    assert _facts(read)["ann lee", "joined", "acme"] == "2024-06-09/.."
    assert _statement(text, "come next week", read).entities[-1] == "bo fox"
    assert ("Ann Lee", "PERSON") in {(m.surface, m.type) for m in read.mentions}


def test_nobody_is_i_in_a_text_that_nobody_signs() -> None:
    text = "I joined Acme Corp in March 2024. You left Bolt Inc. in May."
    assert not any(relation in ("joined", "left") for _, relation, _ in _facts(_read(text)))


def test_an_earnings_call_is_read_as_before() -> None:
    text = (
        "Tim Cook -- Chief Executive Officer\n\nThank you. We acquired Bolt Inc. in March 2020.\n\n"
        "Jane Roe -- Analyst\n\nWhat do you expect?\n\nTim Cook -- Chief Executive Officer\n\nI expect growth.\n"
    )
    read = _read(text, entities=("Apple Inc.",))
    assert not read.layout
    assert any(f.subject == "apple" and f.object == "bolt" for f in read.facts)
    assert not any(f.subject == "tim cook" and f.object == "bolt" for f in read.facts)


def test_a_weekday_after_on_is_when_it_was() -> None:
    text = "Ann: Hi!\nBo: Legal signed off on Friday.\nAnn: Who told you?\nBo: You did.\n"
    assert str(_statement(text, "Legal", _read(text)).valid) == "2024-06-07"
