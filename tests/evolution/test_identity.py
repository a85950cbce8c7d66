"""Whom names mean: the score of two bearers, the partition that links and decisions make, and the log of these."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from storekit.memory import MemoryStore
from storekit.samples import Sentence, make_addition, make_fact, make_prepared

from timeweave.errors import NotFoundError, UsageError
from timeweave.evolution.identity.bearers import Bearers, Link
from timeweave.evolution.identity.decisions import Decision, Deed, decisions, in_force, part_of, record
from timeweave.evolution.identity.identified import identified
from timeweave.evolution.identity.names import name_features
from timeweave.evolution.identity.profiles import Profile
from timeweave.evolution.identity.scoring import JOINED, THETA, score
from timeweave.language.names import canonical_key
from timeweave.records import DocumentId, EntityId

DAY = dt.date(2024, 3, 1)
NOW = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)
SPORT = np.eye(1, 8, 0, dtype=np.float32)[0]
POLITICS = np.eye(1, 8, 1, dtype=np.float32)[0]


def bearer(name: str, meaning: np.ndarray, kind: str = "PERSON", **told: frozenset[str]) -> Profile:
    blank: frozenset[str] = frozenset()
    context = {"others": blank, "places": blank, "roles": blank, "terms": blank, **told}
    return Profile(canonical_key(name), name, kind, years=frozenset(), meaning=meaning, **context)


GOALS = frozenset(["match", "goal", "season", "leagu", "club", "coach", "injur", "stadium"])
TAXES = frozenset(["senat", "bill", "tax", "vote", "committe", "elect", "budget", "govern"])


def test_homonyms_are_apart_and_one_bearer_is_one() -> None:
    """EK-03: what is told of two bearers of one name says whether they are one."""
    keeper = bearer("John Smith", SPORT, others=frozenset(["leeds united"]), terms=GOALS)
    striker = bearer("John Smith", SPORT, others=frozenset(["leeds united"]), terms=GOALS)
    senator = bearer("John Smith", POLITICS, others=frozenset(["senate"]), terms=TAXES)
    assert score(keeper, striker).s > THETA > score(keeper, senator).s
    assert score(keeper, senator).s < 0.2
    assert score(keeper, striker).why


def test_variants_are_one_and_names_that_only_share_words_are_not() -> None:
    """EK-03: another word for the kind of body, an initial, a slip; not another first name, field or number."""
    told = {"others": frozenset(["toy story"]), "terms": GOALS}
    pixar = bearer("Pixar Animation Studios", SPORT, "ORG", **told)
    assert score(pixar, bearer("Pixar Company", SPORT, "ORG", **told)).s > JOINED
    assert score(bearer("Jane Corvane", SPORT, **told), bearer("J. Corvane", SPORT, **told)).s > JOINED
    for a, b, kind in [
        ("Jane Corvane", "Peter Corvane", "PERSON"),
        ("Bank of Arland", "Bank of Brill", "ORG"),
        ("Delta Airlines", "Delta Insurance", "ORG"),
        ("George V", "George VI", "PERSON"),
    ]:
        assert score(bearer(a, SPORT, kind, **told), bearer(b, POLITICS, kind, terms=TAXES)).s < THETA, (a, b)


names = st.sampled_from(
    [
        "Pixar Company",
        "Pixar Animation Studios",
        "J. Smith",
        "John Smith",
        "WHO",
        "World Health Organization",
        "Łódź",
        "7",
    ]
)
meanings = st.sampled_from([SPORT, POLITICS, np.zeros(8, np.float32)])
words = st.frozensets(st.sampled_from(sorted(GOALS | TAXES)), max_size=8)
bearers = st.builds(bearer, names, meanings, st.sampled_from(["PERSON", "ORG", ""]), terms=words, others=words)


@given(bearers, bearers)
def test_the_score_is_the_same_either_way_round(a: Profile, b: Profile) -> None:
    """EK-03: a link is of two, not from one to the other."""
    assert score(a, b) == score(b, a)
    assert 0.0 <= score(a, b).s <= 1.0


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_two_names_compare(a: str, b: str) -> None:
    """EK-03: whatever a document writes as a name."""
    assert name_features(a, "PERSON", b, "ORG") == name_features(b, "ORG", a, "PERSON")


ids = st.sampled_from([EntityId(c) for c in "abcdef"])


@given(st.lists(st.tuples(ids, ids), max_size=8), st.integers(0, 99))
def test_components_do_not_depend_on_the_order_of_links(links: list[tuple[EntityId, EntityId]], seed: int) -> None:
    """EK-03: an entity is a connected component, whatever order its links came in."""

    def groups(ordered: list[tuple[EntityId, EntityId]]) -> set[frozenset[EntityId]]:
        made = Bearers()
        for a, b in ordered:
            made.join(a, b, Link(a, b, True, 1.0, ()))
        return {frozenset(p.key for p in made.parts(made.root(EntityId(c)))) | {EntityId(c)} for c in "abcdef"}

    shuffled = list(links)
    random.Random(seed).shuffle(shuffled)
    assert groups(links) == groups(shuffled)


def made(*deeds: Decision) -> tuple[Decision, ...]:
    return tuple(replace(d, number=n) for n, d in enumerate(deeds, start=1))


def deed(kind: Deed, **said: object) -> Decision:
    return Decision(0, kind, DAY, NOW, **said)  # type: ignore[arg-type]


A, B, C = (EntityId(c) for c in "abc")


def test_an_undo_takes_back_one_decision_and_can_be_taken_back() -> None:
    """EK-03: undone by one line, which is a line too."""
    log = made(deed(Deed.MERGE, entity=A, other=B), deed(Deed.MERGE, entity=A, other=C), deed(Deed.UNDO, undoes=1))
    assert [d.number for d in in_force(log)] == [2]
    again = made(*log, deed(Deed.UNDO, undoes=3))
    assert [d.number for d in in_force(again)] == [1, 2]


def test_what_people_tell_apart_no_link_joins() -> None:
    """EK-03: a decision goes before what is worked out; a later one before an earlier."""
    apart = deed(Deed.SPLIT, entity=A, other=B)
    told = Bearers.decided(made(apart))
    told.join(A, B, Link(A, B, True, 0.99, ()))
    assert told.root(A) != told.root(B)
    joined = Bearers.decided(made(apart, deed(Deed.MERGE, entity=A, other=B)))
    assert joined.root(A) == joined.root(B) == A


def filled() -> MemoryStore:
    store = MemoryStore()
    leads = make_fact("Pixar", "led by", "Ann Lee", "2023/..")
    made_ = make_fact("Pixar Animation Studios", "released", "Toy Story", "1995")
    for document in (
        make_prepared("one", Sentence("Ann Lee leads Pixar.", "2023", ("Pixar", "Ann Lee"), (leads,)), date=DAY),
        make_prepared(
            "two",
            Sentence("Pixar Animation Studios made it.", "1995", ("Pixar Animation Studios", "Toy Story"), (made_,)),
            date=DAY,
        ),
        make_prepared("three", Sentence("Ann Lee leads Pixar.", "2023", ("Pixar", "Ann Lee"), (leads,)), date=DAY),
    ):
        with store.transaction() as transaction:
            transaction.apply(make_addition(transaction, document))
    return store


PIXAR, STUDIOS, ANN = EntityId("pixar"), EntityId("pixar animation studios"), EntityId("ann lee")


def test_a_merge_is_read_everywhere_and_undone_by_one_line() -> None:
    """EK-03: facts, mentions, statements and names of both are those of one; then again of two."""
    store = filled()
    with store.view() as view:
        before = [(i.id, i.mentions) for i in view.entities()]
    with store.transaction() as transaction:
        record(transaction, deed(Deed.MERGE, entity=PIXAR, other=STUDIOS))
    with store.view() as view:
        seen = identified(view)
        assert {f.fact.relation for f in seen.facts_about([PIXAR])} == {"led by", "released"}
        assert {f.fact.subject for f in seen.facts_about([STUDIOS])} == {PIXAR}
        assert seen.relations_about([STUDIOS]) == ("led by", "released")
        (info,) = seen.named([STUDIOS])[STUDIOS]
        assert (info.id, info.mentions, info.documents) == (PIXAR, 3, 3)
        assert STUDIOS not in {i.id for i in seen.entities()}
        two = next(d.ordinal for d in view.documents() if d.id == "two")
        assert seen.statements_of(two)[0].entities[0] == PIXAR
    with store.transaction() as transaction:
        record(transaction, deed(Deed.UNDO, undoes=1))
    with store.view() as view:
        assert [(i.id, i.mentions) for i in identified(view).entities()] == before
        assert len(decisions(view)) == 2


def test_a_split_gives_each_its_own_mentions_and_facts() -> None:
    """EK-03: one name in some documents is another; a fact that both sides state becomes two."""
    store = filled()
    with store.transaction() as transaction:
        said = deed(Deed.SPLIT, entity=ANN, documents=(DocumentId("three"),), name="Ann Lee (the younger)")
        record(transaction, said)
    with store.view() as view:
        seen = identified(view)
        younger = part_of(ANN, "Ann Lee (the younger)")
        assert [(i.id, i.name, i.documents) for i in seen.named([ANN])[ANN]] == [
            (ANN, "Ann Lee", 1),
            (younger, "Ann Lee (the younger)", 1),
        ]
        (own,), (other,) = seen.facts_about([ANN]), seen.facts_about([younger])
        assert ([s.document_id for s in own.supports], [s.document_id for s in other.supports]) == (["one"], ["three"])
        assert own.fact.id != other.fact.id
        assert seen.facts([own.fact.id, other.fact.id]) == {own.fact.id: own, other.fact.id: other}
        assert {f.fact.id for f in seen.facts_about([PIXAR])} == {own.fact.id, other.fact.id}
        stated = seen.facts_stated_in([s.key for s in (*own.supports, *other.supports)])
        assert stated == {own.supports[0].key: (own.fact.id,), other.supports[0].key: (other.fact.id,)}
        called = canonical_key("Ann Lee (the younger)")
        assert [i.id for i in seen.named([called])[called]] == [younger]


def test_a_decision_is_not_known_before_its_day() -> None:
    """EK-03, TK-05: as of a day before it, nothing was decided."""
    store = filled()
    late = DAY + dt.timedelta(days=10)
    with store.transaction() as transaction:
        record(transaction, replace(deed(Deed.RENAME, entity=ANN, name="Ann B. Lee"), day=late))
    with store.view(late - dt.timedelta(days=1)) as view:
        assert identified(view).named([ANN])[ANN][0].name == "Ann Lee"
    with store.view(late) as view:
        seen = identified(view)
        assert seen.named([ANN])[ANN][0].name == "Ann B. Lee"
        assert seen.named([EntityId("ann b lee")])[EntityId("ann b lee")][0].id == ANN


def test_what_cannot_be_undone_is_said() -> None:
    """EK-03: an error that names the number and the remedy."""
    store = filled()
    with store.transaction() as transaction:
        with pytest.raises(NotFoundError, match="no decision 4: nothing was decided yet"):
            record(transaction, deed(Deed.UNDO, undoes=4))
        record(transaction, deed(Deed.MERGE, entity=PIXAR, other=STUDIOS))
        record(transaction, deed(Deed.UNDO, undoes=1))
        with pytest.raises(UsageError, match="decision 1 is undone already"):
            record(transaction, deed(Deed.UNDO, undoes=1))
