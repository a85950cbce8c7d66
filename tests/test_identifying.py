"""Who is who in a knowledge base: derived as of any day, decided by hand, and read by all who ask."""

from __future__ import annotations

import contextlib
import datetime as dt
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.errors import NotFoundError, UsageError
from timeweave.evolution.identity.profiles import profile
from timeweave.retrieval import identities

RECORDED = dt.datetime(2024, 6, 1, tzinfo=dt.UTC)

STUDIO = (
    "Pixar Animation Studios appointed Jim Morris as president in November 2014. Pixar Animation Studios released "
    "Inside Out in 2015, a film by Pete Docter."
)
COMPANY = (
    "Pixar Company said on Monday that Pete Docter became chief creative officer in June 2018. Toy Story was released "
    "by Pixar Company in 1995."
)
KEEPER = (
    "John Smith, a goalkeeper, joined Leeds United in 2012. John Smith played 40 matches for Leeds United in the "
    "Championship that season and was injured in a match against Norwich City. The coach praised John Smith for saving "
    "two penalties at Elland Road, and the club gave him the captain's armband before the cup final at Wembley."
)
SENATOR = (
    "John Smith was elected senator for Ohio in 2014. John Smith serves on the budget committee of the Senate and "
    "sponsored a tax bill with the treasury. Voters in Columbus know John Smith for speeches on the federal deficit, "
    "and the governor endorsed his campaign for a second term in Washington."
)
RETIRING = (
    "Senator John Smith voted for the tax bill in the Senate budget committee in 2015. John Smith of Ohio will retire "
    "from the Senate in 2020. The governor of Ohio thanked John Smith in Columbus for his work on the federal deficit."
)
TEXTS = (STUDIO, COMPANY, KEEPER, SENATOR, RETIRING)
NAMES = ("Pixar Company", "Pixar Animation Studios", "John Smith", "Pete Docter")
QUESTIONS = ("Who is the president of Pixar Company?", "When did John Smith join Leeds United?")


def days_after(number: int) -> dt.date:
    return dt.date(2020, 1, 1) + dt.timedelta(days=number)


def document(number: int, day: int) -> Document:
    return Document(f"d{number}", TEXTS[number], date=days_after(day))


def fill(kb: KnowledgeBase, documents: Iterable[Document]) -> None:
    for one in documents:
        kb.add([one], now=RECORDED, workers=1)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """All five, one a day; tests only read it, or take back what they decide."""
    with timeweave.open(tmp_path_factory.mktemp("who") / "kb") as kb:
        fill(kb, [document(n, n) for n in range(5)])
        yield kb


def told(kb: KnowledgeBase, as_of: dt.date | None) -> list[object]:
    """All that is known of the names, and what is answered about them."""
    found: list[object] = [kb.entities.most_mentioned(as_of=as_of)]
    for name in NAMES:
        try:
            found += [kb.entities.called(name, as_of=as_of)]
            facts = kb.timeline(name, as_of=as_of).facts
            found += [[(r.fact, r.valid, r.status, [(s.document_id, s.span) for s in r.supports]) for r in facts]]
        except NotFoundError:
            found.append(name)
    for question in QUESTIONS:
        answer = kb.ask(question, as_of=as_of)
        found += [(answer.answer, answer.confidence, answer.citations, answer.search.entities, answer.warnings)]
    return found


def made_of(
    documents: Sequence[Document], as_of: dt.date | None, decided: bool, removed: Sequence[str] = ()
) -> list[object]:
    with tempfile.TemporaryDirectory() as folder, timeweave.open(Path(folder) / "kb") as kb:
        fill(kb, documents)
        held = [d.id for d in kb.documents()]
        kb.remove(*[id_ for id_ in removed if id_ in held])
        if decided:
            for first, second in ((NAMES[1], NAMES[0]), (NAMES[2], NAMES[3])):
                with contextlib.suppress(NotFoundError):
                    kb.entities.merge(first, second, day=dt.date(2020, 1, 1), now=RECORDED)
        return told(kb, as_of)


corpora = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6)), min_size=2, max_size=5, unique_by=lambda d: d[0])


@settings(max_examples=6)
@given(corpora, st.integers(0, 6))
def test_as_of_is_what_a_store_gives_that_saw_only_that(corpus: list[tuple[int, int]], day: int) -> None:
    """EK-03, TK-05: entities, their links and scores, facts and answers of a day, whatever came later."""
    documents = [document(*one) for one in corpus]
    as_of = days_after(day)
    known = [d for d in documents if d.date is not None and d.date <= as_of]
    assert made_of(documents, as_of, decided=False) == made_of(known, as_of, decided=False)


@settings(max_examples=6)
@given(corpora, st.randoms(use_true_random=False), st.integers(0, 4), st.booleans())
def test_neither_order_nor_what_was_removed_is_seen(
    corpus: list[tuple[int, int]], draw: object, gone: int, decided: bool
) -> None:
    """EK-03, TK-08: the same entities in whatever order documents came, and as if what was removed had never been."""
    documents = [document(*one) for one in corpus]
    shuffled = list(documents)
    draw.shuffle(shuffled)  # type: ignore[attr-defined]
    left = [d for d in documents if d.id != f"d{gone}"]
    assert made_of(shuffled, None, decided, removed=[f"d{gone}"]) == made_of(left, None, decided)


def test_two_forms_of_a_name_are_one_by_their_context(base: KnowledgeBase) -> None:
    """EK-03: either name gives the facts of both, and the link says why."""
    for name in ("Pixar Company", "Pixar Animation Studios"):
        (found,) = base.entities.called(name)
        assert {p.key for p in found.parts} == {"pixar", "pixar animation studios"}
        (link,) = found.links
        assert link.is_same
        assert link.s >= 0.9
        assert link.why
        assert not link.by
        texts = {r.fact.text.casefold() for r in base.timeline(name).facts}
        assert any("inside out" in text for text in texts)
        assert any("toy story" in text for text in texts)


def test_two_of_one_name_are_two_by_their_contexts(base: KnowledgeBase) -> None:
    """EK-03: the goalkeeper and the senator; both documents on the senator mean one."""
    first, second = base.entities.called("John Smith")
    assert (first.entity.documents, second.entity.documents) == (2, 1)
    assert second.parts[0].documents == {"d2"}
    joined = {r.fact.text.casefold() for r in base.timeline(second.entity.name).facts}
    assert any("leeds united" in text for text in joined)
    assert not any("senate" in text for text in joined)
    assert any("others bear that name" in w for w in base.search("When was John Smith elected?").warnings)


def test_each_of_one_name_is_had_by_its_id(base: KnowledgeBase) -> None:
    """EK-03: a name tells of the most mentioned and names the others; the id of one is of it alone, in all that is
    asked about an entity.
    """
    senator = base.timeline("John Smith")
    (other,) = senator.others
    address = f"id:{other.id}"
    keeper = base.timeline(address)
    assert (keeper.entity, keeper.others) == (other, (senator.entity,))
    assert {r.fact.id for r in keeper.facts}.isdisjoint(r.fact.id for r in senator.facts)
    assert [known.entity for known in base.entities.called(address)] == [other]
    assert [found.entity for found in base.entities.properties(address)] == [other]
    assert sum(base.spikes(address).counts.values()) == 1
    assert sum(base.spikes(f"id:{senator.entity.id}").counts.values()) == 2
    assert base.timeline("Pixar Company").others == ()
    assert len({base.timeline(f"id:{key}").entity for key in ("pixar", "pixar animation studios")}) == 1


def test_an_id_is_of_nobody_else(base: KnowledgeBase) -> None:
    """One of the name that is not yet known on a day is not found on it; no name begins as an address does."""
    (other,) = base.timeline("John Smith").others
    with pytest.raises(NotFoundError, match=r"no entity of the id 'john smith \[.*as of 2020-01-02: ask by a name"):
        base.timeline(f"id:{other.id}", as_of=days_after(1))
    with pytest.raises(NotFoundError, match="no entity of the id 'John Smith'"):
        base.timeline("id:John Smith")


def test_of_two_who_are_called_alike_by_decision_each_is_had(tmp_path: Path) -> None:
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document("a", "Ostra Foods opened a plant in Port Alden in March 2021.", date=days_after(1))])
        kb.add([Document("b", "Brightwater Ltd is headquartered in Oslo.", date=days_after(2))])
        kb.entities.rename("Brightwater Ltd", "Ostra Foods", day=days_after(3))
        ids = [known.entity.id for known in kb.entities.called("Ostra Foods")]
        assert len(ids) == 2
        for id_ in ids:
            found = kb.timeline(f"id:{id_}")
            assert (found.entity.id, found.entity.name) == (id_, "Ostra Foods")
            assert [other.id for other in found.others] == [other for other in ids if other != id_]
        assert kb.changes(entity="id:brightwater") == kb.changes(entity="Brightwater Ltd") != []


def test_whom_a_name_means_is_worked_out_once_for_a_state_and_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks again of the same state and day is told what was found; another document, or day, is looked at."""
    profiled: list[str] = []
    monkeypatch.setattr(identities, "profile", lambda key, *told: profiled.append(key) or profile(key, *told))
    with timeweave.open(tmp_path / "kb") as kb:
        fill(kb, [document(n, n) for n in range(4)])

        def searched(as_of: dt.date | None = None) -> list[object]:
            profiled.clear()
            found = kb.search("What did John Smith do before Pixar Company released Toy Story?", as_of=as_of)
            return [found.entities, [(e.document_id, e.text, e.score) for e in found.evidence]]

        first = searched()
        assert {"john smith", "pixar animation studios"} <= set(profiled)
        assert searched() == first
        assert profiled == []
        searched(days_after(2))
        assert "john smith" in profiled
        fill(kb, [document(4, 4)])
        assert searched() != first
        assert "john smith" in profiled


def test_before_the_second_document_there_is_nothing_to_link(base: KnowledgeBase) -> None:
    """EK-03, TK-05: a link counts from the day on which both were visible."""
    assert base.entities.called("Pixar Animation Studios", as_of=days_after(0))[0].links == ()
    assert len(base.entities.called("John Smith", as_of=days_after(2))) == 1


def test_a_merge_holds_for_what_comes_later_and_is_undone(tmp_path: Path) -> None:
    """EK-03: by hand, respected by later documents, taken back by one call."""
    with timeweave.open(tmp_path / "kb") as kb:
        kb.add([Document("a", "Ostra Foods opened a plant in Port Alden in March 2021.", date=days_after(1))])
        kb.add(
            [
                Document(
                    "b", "Brightwater Ltd named Mara Ellison as chief executive officer in 1998.", date=days_after(2)
                )
            ]
        )
        assert "Port Alden" not in str(kb.timeline("Brightwater").facts)
        (merged,) = kb.entities.merge("Ostra Foods", "Brightwater", now=RECORDED, day=days_after(2))
        kb.add([Document("c", "Brightwater Ltd is headquartered in Oslo.", date=days_after(3))])
        for name in ("Ostra Foods", "Brightwater"):
            timeline = kb.timeline(name)
            assert timeline.entity.name in ("Ostra Foods", "Brightwater")
            assert timeline.entity.id == "ostra foods"
            assert {s.document_id for r in timeline.facts for s in r.supports} == {"a", "b", "c"}
        kb.entities.undo(merged.number, now=RECORDED)
        assert {s.document_id for r in kb.timeline("Ostra Foods").facts for s in r.supports} == {"a"}
        assert [(d.deed.value, valid) for d, valid in kb.entities.decisions()] == [("merge", False), ("undo", True)]


def test_a_decision_that_makes_no_sense_is_refused(base: KnowledgeBase) -> None:
    """EK-03: the message quotes what was given and says the remedy."""
    with pytest.raises(NotFoundError, match="'Nobody Known'"):
        base.entities.merge("John Smith", "Nobody Known")
    with pytest.raises(NotFoundError, match=r"no document 'd0' names 'John Smith': those that do are 'd2', 'd3', 'd4'"):
        base.entities.split("John Smith", ["d0"], as_="Another")
    with pytest.raises(UsageError, match="documents that mean another"):
        base.entities.split("John Smith")
    with pytest.raises(UsageError, match="lies ahead"):
        base.entities.rename("John Smith", "J. Smith", day="2031-01-01", now=RECORDED)
    assert base.entities.decisions() == []
