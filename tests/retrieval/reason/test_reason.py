"""Questions over the graph: read whole and worked out over all facts, or along paths (ER-01 … ER-07)."""

from __future__ import annotations

import datetime as dt
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import timeweave
from timeweave import Document, KnowledgeBase
from timeweave.drawing.subgraph import Marks, subgraph_of
from timeweave.errors import UndatedDocumentWarning
from timeweave.records.reasoning import Reasoned
from timeweave.results import Answer
from timeweave.retrieval.reason.baselines import BASELINES
from timeweave.retrieval.reason.options import ReasonOptions
from timeweave.retrieval.reason.reasoning import answer_text, planned, reason, walk
from timeweave.retrieval.searching import Query, Sources, pose


def ask(graph: KnowledgeBase, question: str, mode: str = "reason", as_of: str | None = "2016-02-01") -> Answer:
    return graph.ask(question, mode=mode, as_of=as_of)


def reasoned(answer: Answer) -> Reasoned:
    assert answer.search.reasoned is not None
    return answer.search.reasoned


@pytest.mark.parametrize("mode", ["reason", "auto"])
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who was the first to visit Southland?", "Norland"),
        ("Who last travelled to Southland?", "Eastmark; Foreign Ministry (Westmark)"),
        ("Whom did Norland visit in April 2010?", "Eastmark"),
        ("Who visited Southland first after Westmark did?", "Norland"),
        ("Before Eastmark, who was the last to visit Southland?", "Norland"),
        ("Who visited Southland in the same month as Westmark?", ""),
        ("Who visited Southland in the same month as Eastmark?", "Foreign Ministry (Westmark)"),
        ("When did Norland last visit Southland?", "2010-05-02"),
        ("In which month did Norland first visit Southland?", "2010-03"),
        ("How many times did Norland visit Southland?", "2"),
        ("How many countries visited Southland in 2010?", "4"),
        ("Whom did Norland visit after it condemned Southland?", "Eastmark; Southland"),
        ("Who was denounced by Norland?", "Southland"),
        ("Who else visited Southland on the same day as Eastmark?", "Foreign Ministry (Westmark)"),
        ("On the day Eastmark visited Southland, who else visited Southland?", "Foreign Ministry (Westmark)"),
        ("Who came next after Westmark in visiting Southland?", "Norland"),
        ("After Norland visited Eastmark, who else did so?", ""),
        ("Who voiced criticism of Norland?", "Eastmark"),
        ("Which country or person signed a pact with Eastmark?", "Norland"),
        ("Did Norland visit Southland in March 2010?", "Yes: 2010-03-01"),
        ("When did the Foreign Ministry of Westmark visit Southland?", "2010-06-20"),
        ("How long was Ada King the spouse of Tom Reed?", "9 years"),
    ],
)
def test_worked_out_over_all_facts(graph: KnowledgeBase, mode: str, question: str, answer: str) -> None:
    """First, last, before, after, the same month, counts and durations, in both modes (ER-01, ER-03)."""
    found = ask(graph, question, mode)
    if not answer:
        assert found.refused or found.method != "path"
        return
    assert (found.answer, found.method) == (answer, "path")


@pytest.mark.parametrize("mode", ["reason", "auto"])
@pytest.mark.parametrize(
    ("question", "answer", "compared"),
    [
        ("Did Norland visit Southland before Westmark did?", "Yes: 2010-03-01, before 2010-04-03", None),
        ("Did Eastmark visit Southland before Westmark did?", "No: 2010-06-20, not before 2010-04-03", None),
        ("Did Eastmark visit Southland after Norland criticized it?", "Yes: 2010-06-20, after 2010-04-01", None),
        (
            "Who visited Southland earlier, Westmark or Eastmark?",
            "Westmark",
            "Westmark: 2010-04-03; Eastmark: 2010-06-20",
        ),
        ("Of Westmark and Eastmark, who visited Southland last?", "Eastmark", None),
        (
            "Who was mayor of Port Lorne longer, Irma Holt or Ada King?",
            "Ada King",
            "Irma Holt: 2009 to 2015; Ada King: 2001 to 2008",
        ),
        ("Who visited Southland most often?", "Norland", "Norland: 2"),
        ("Who was born earlier, Mara Dale or Jon Vale?", "Jon Vale", "Mara Dale: 1965; Jon Vale: 1960"),
        ("Who visited Southland earlier, Westmark or Irma Holt?", "", None),
        ("Did Norland or Westmark visit Southland first?", "Norland", None),
        ("Which of Norland and Westmark visited Southland first?", "Norland", None),
        ("Who visited Southland, Norland or Irma Holt?", "Norland", None),
        ("Did Norland visit Southland after Westmark did?", "Yes: 2010-05-02, after 2010-04-03", None),
        ("Did Norland last visit Southland before Westmark did?", "No: 2010-05-02, not before 2010-04-03", None),
        ("Did Norland refuse to visit Westmark?", "Yes: 2010-02-03", None),
        (
            "Who was a member of the chess club Lorne Castle longer, Ada King or Vic Orr?",
            "Ada King",
            "Ada King: 1981 to 1989; Vic Orr: 1990 to 1995, 1992 to 1996",
        ),
        ("Who visited Southland less often, Norland or Westmark?", "Westmark", "Norland: 2; Westmark: 1"),
    ],
)
def test_compared(graph: KnowledgeBase, mode: str, question: str, answer: str, compared: str | None) -> None:
    """Whether one was before another, and which of several was earlier, lasted longer or came more often, with what was
    compared; none where of one of them nothing dated is known (ER-01).
    """
    found = ask(graph, question, mode)
    if not answer:
        assert found.refused or found.method != "path"
        return
    assert (found.answer, found.method) == (answer, "path")
    if compared is not None:
        assert found.calculation == compared


@pytest.mark.parametrize("mode", ["reason", "auto"])
@pytest.mark.parametrize(
    "question",
    [
        "Did Sela Ray receive the Golden Quill before the Silver Pen?",  # both within one year
        "Who received the Silver Pen earlier, Sela Ray or Bo Wirt?",  # a day within that year
        "Did Norland visit Southland right before Westmark did?",
        "Who visited more countries, Norland or Westmark?",
        "Who visited Southland longest?",  # events of a day
        "Who never visited Southland?",
        "Didn't Norland visit Southland?",
        "Did Norland visit Southland more often than Westmark?",
        "Did Norland visit Westmark?",  # which it refused to
    ],
)
def test_what_the_graph_does_not_tell_is_not_worked_out(graph: KnowledgeBase, mode: str, question: str) -> None:
    """An order that dates leave open, a denial or a comparison that no form holds has no answer from paths (ER-05)."""
    found = ask(graph, question, mode)
    assert found.refused or found.method not in ("path", "computed")


def test_what_is_alike_is_said(graph: KnowledgeBase) -> None:
    """Where several come as seldom all are given, and that they are alike (ER-01)."""
    found = ask(graph, "Who visited Southland least often?")
    assert found.answer == "Westmark; Eastmark; Foreign Ministry (Westmark)"
    assert any("3 are alike" in w for w in found.warnings)


def test_each_edge_is_cited_with_what_was_assumed(graph: KnowledgeBase) -> None:
    """An answer cites the line of each fact that it rests on, its anchor too, and says how it was read (ER-07)."""
    found = ask(graph, "Who visited Southland first after Westmark did?")
    assert {c.quote for c in found.citations} == {
        "Norland: Make a visit: Southland (2010-05-02)",
        "Westmark: Make a visit: Southland (2010-04-03)",
    }
    assert any("'make a visit'" in w for w in found.warnings)
    assert {e.text for e in found.search.evidence} == {c.quote for c in found.citations}


def test_what_happened_more_than_once_is_read_both_ways(graph: KnowledgeBase) -> None:
    """Where the fact of an anchor happened twice, both readings are given, and said (ER-01)."""
    found = ask(graph, "Who was the next to visit Southland after Norland did?")
    assert found.answer.split("; ")[0] == "Westmark" or "Westmark" in found.answer
    assert any("more than once" in w for w in found.warnings)


def test_nothing_is_seen_before_it_was_observed(graph: KnowledgeBase) -> None:
    """As of a day, later observations change no answer (TK-05, ER-04)."""
    assert ask(graph, "Who last visited Southland?", as_of=None).answer == "Wyland"
    assert "Wyland" not in ask(graph, "Who last visited Southland?").answer
    assert ask(graph, "Who last visited Southland?", as_of="2015-01-01").refused


def test_no_path_is_no_answer(graph: KnowledgeBase) -> None:
    """Without a path mode ``reason`` refuses and says what was missing (ER-05)."""
    found = ask(graph, "Who painted Xanadu?")
    assert found.refused
    assert any("missing" in w for w in found.warnings)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("where did the husband of ada king go to university", "Hale University"),
        ("what award did ada king receive in 2005", "Golden Quill"),
        ("what was the first award of ada king", "Harbour Medal"),
        ("when did ada king's marriage to tom reed end", "1999"),
        ("who was mayor of port lorne after ada king", "Irma Holt"),
    ],
)
def test_along_paths(graph: KnowledgeBase, question: str, answer: str) -> None:
    """Questions that no one relation answers are answered along paths that tell their words (ER-04, ER-06)."""
    assert ask(graph, question).answer == answer


def test_the_confidence_of_a_path_is_the_product_of_its_parts(graph: KnowledgeBase) -> None:
    """Conf = s_init · ∏ s_rel · s_triplet (ER-06)."""
    found = reasoned(ask(graph, "where did the husband of ada king go to university"))
    path = found.answers[0].paths[0]
    assert len(path.steps) == 2
    product = path.relevance
    for step in path.steps:
        product *= step.relevance * step.fit
    assert path.confidence == pytest.approx(product)
    assert 0 < path.confidence <= 1


def test_text_is_answered_as_before(tmp_path: Path) -> None:
    """What sentences tell is not for the graph alone to answer in ``auto``: neither a count of nothing, nor a path."""
    with timeweave.open(tmp_path / "kb") as kb:
        told = (
            "Norland visited Southland in May 2010. In 2011 Westmark criticized Norland. Ada King is mayor of Norland."
        )
        kb.add([Document("news", told, date=dt.date(2012, 1, 1))])
        for question in ("How many countries did Norland visit in 2015?", "Who visited Southland in 2010?"):
            assert kb.ask(question).method != "path"


def test_the_paths_of_an_answer_are_marked_in_its_figure(graph: KnowledgeBase) -> None:
    """The figure shows the edges of the path marked with their ends, the answer's among them, and its confidence
    (ER-07).
    """
    found = ask(graph, "Who visited Southland first after Westmark did?")
    with graph._store.view(dt.date(2016, 2, 1)) as view:
        figures = [subgraph_of(found, view), subgraph_of(found.search, view)]
    for drawn in figures:
        marked = {(r.source, r.target) for r in drawn.relations if r.is_clue}
        assert marked == {("norland", "southland"), ("westmark", "southland")}
        assert any(not r.is_clue for r in drawn.relations)
        assert {e.id for e in drawn.entities if e.is_clue} == {"southland", "norland", "westmark"}
        assert "Norland" in drawn.title
    assert [drawn.marks for drawn in figures] == [Marks.ANSWER, Marks.CLUES]
    assert "<svg" in graph.figure(found)


def test_what_is_switched_off_is_off(graph: KnowledgeBase) -> None:
    """Each ablation and each baseline changes what is found: depth, times, operators over all facts (ER-08, ER-09)."""

    def said(question: str, options: ReasonOptions) -> str:
        with graph._store.view(dt.date(2016, 2, 1)) as view:
            sources = Sources(view, graph._indexes.reader(view), graph._embedder.get())
            found = reason(pose(Query(question), sources).request, options)
        return "" if found is None else answer_text(found)

    whole, two_hops = ReasonOptions(), "where did the husband of ada king go to university"
    assert said(two_hops, whole) == "Hale University"
    assert said(two_hops, ReasonOptions(depth=1)) != "Hale University"
    counted = "How many times did Norland visit Southland?"
    assert said(counted, whole) == "2"
    assert said(counted, ReasonOptions(exact=False)) != "2"
    dated = "Whom did Norland visit in April 2010?"
    assert said(dated, whole) == "Eastmark"
    assert "Southland" in said(dated, ReasonOptions(temporal=False))
    for name, options in BASELINES.items():
        assert said("ada king, spouse", options) == "Tom Reed", name
        assert said(counted, options) != "2", name


TOWNS = """
Port Lorne	mayor	Ada King	2001	2008
Port Lorne	mayor	Irma Holt	2009	2015
Port Lorne	mayor	Ned Arn	2016
Ada King	spouse	Tom Reed	1990	1999
Tom Reed	educated at	Hale University	1970	1974
Ned Arn	place of birth	Lower Wick
Irma Holt	place of birth	Upper Wick
Ada King	place of birth	Old Wick
Norgard	head of government	Ned Arn	2010
Norgard	capital	Norburg
Norburg	mayor	Rex Fox
Rex Fox	place of birth	Foxley
Ann Lee	country	Norgard
Ann Lee	father	Bob Lee
Bob Lee	father	Cal Lee
Tom Reed	educated at	Orr College	1976	1979
Ada King	spouse	Jon Bell	2003
Jon Bell	educated at	Bell School	1968	1970
Irma Holt	residence	Wick Hall
Ada King	member of chess club	Lorne Castle	1981	1989
Vic Orr	member of chess club	Lorne Castle	1990	1995
"""


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """A graph with a mayor of now, and facts without a time."""
    folder = tmp_path_factory.mktemp("towns")
    rows = "".join("\t".join([*row.split("\t"), "", ""][:5]) + "\n" for row in TOWNS.strip().splitlines())
    observed = rows.replace("\n", "\t2010-01-01\n")
    (folder / "towns.tsv").write_text(f"subject\trelation\tobject\tvalid_from\tvalid_until\tobserved\n{observed}")
    with timeweave.open(folder / "kb") as kb, warnings.catch_warnings():
        warnings.simplefilter("ignore", UndatedDocumentWarning)
        kb.add(folder / "towns.tsv")
        yield kb


@pytest.mark.parametrize("mode", ["reason", "auto"])
@pytest.mark.parametrize(
    ("question", "as_of", "answer"),
    [
        ("Where was the previous mayor of Port Lorne born?", None, "Upper Wick"),
        ("Where was the current mayor of Port Lorne born?", None, "Lower Wick"),
        ("Where was the current mayor of Port Lorne born?", "2012-06-01", "Upper Wick"),
        ("Where was the previous mayor of Port Lorne born?", "2012-06-01", "Old Wick"),
        ("Where was the current husband of Ada King educated?", None, "Bell School"),
        ("Where was the head of the government of Norgard born?", None, "Lower Wick"),
        ("Where was the mayor of the capital of Norgard born?", None, "Foxley"),
        ("Who is the mayor of the capital of the country of Ann Lee?", None, "Rex Fox"),
        ("Who is Ann Lee's father's father?", None, "Cal Lee"),
    ],
)
def test_step_by_step(towns: KnowledgeBase, mode: str, question: str, as_of: str | None, answer: str) -> None:
    """What a question describes is looked up, as of its day, and then what is asked of it (ER-01)."""
    found = ask(towns, question, mode, as_of=as_of)
    assert found.answer == answer
    assert len(reasoned(found).answers[0].paths[0].steps) >= 2


def test_of_several_that_a_step_may_mean_it_says_which(towns: KnowledgeBase) -> None:
    """Where nothing says which of several is meant, a warning names the one that was taken and the others (ER-01)."""
    found = ask(towns, "Where was the mayor of Port Lorne born?", as_of=None)
    (told,) = (w for w in found.warnings if w.startswith("'mayor' is read as"))
    assert all(name in told for name in ("Ada King", "Irma Holt", "Ned Arn"))
    current = ask(towns, "Where was the current mayor of Port Lorne born?", as_of=None)
    assert not any("is read as" in w for w in current.warnings)


@pytest.mark.parametrize("mode", ["reason", "auto"])
@pytest.mark.parametrize(
    ("question", "as_of", "answer"),
    [
        ("Who is the mayor of Port Lorne?", None, "Ned Arn"),
        ("Who is the mayor of Port Lorne?", "2012-06-01", "Irma Holt"),
        ("Which school is the husband of Ada King educated at?", None, "Bell School"),
        ("Who is a member of the chess club Lorne Castle?", None, "Ada King; Vic Orr"),
    ],
)
def test_the_present_tense_asks_for_what_holds(
    towns: KnowledgeBase, mode: str, question: str, as_of: str | None, answer: str
) -> None:
    """Of what has ended and what has not the latter is meant, all of it where all has ended (ER-01)."""
    assert ask(towns, question, mode, as_of=as_of).answer == answer


@pytest.mark.parametrize(
    "question",
    [
        "When did the previous husband of Ada King attend Orr College?",
        "Where did the first husband of Ada King go to university?",
        "Where was the mayor of Port Lorne in 2005 born?",
    ],
)
def test_what_steps_cannot_hold_is_read_otherwise(towns: KnowledgeBase, question: str) -> None:
    """A second name, a time or an order belongs to one of the steps, so that no chain is walked (ER-01)."""
    with towns._store.view(None) as view:
        sources = Sources(view, towns._indexes.reader(view), towns._embedder.get())
        plan = planned(pose(Query(question), sources).request)
        assert plan.form.chain is not None
        assert plan.along_chain() is None


def test_what_has_no_time_is_taken_to_hold_and_said_so(towns: KnowledgeBase) -> None:
    """A fact without a time answers for a time where none with one does, with a warning (ER-01)."""
    found = ask(towns, "Where does Irma Holt live now?", as_of=None)
    assert found.answer == "Wick Hall"
    assert "the graph tells no time of it, so that it is taken to hold" in found.warnings
    assert ask(towns, "Who was the mayor of Port Lorne in 1950?", as_of=None).refused


def test_a_path_does_not_turn_back_along_its_relation(towns: KnowledgeBase) -> None:
    """A relation leads on to others who stand in it alike only where they are asked for (ER-04)."""
    asked = {"Which club member is Ada King?": False, "Which fellow club member has Ada King?": True}
    for question, of_others in asked.items():
        with towns._store.view(None) as view:
            sources = Sources(view, towns._indexes.reader(view), towns._embedder.get())
            plan = planned(pose(Query(question), sources).request, ReasonOptions())
            guide = plan.guide()
            assert guide is not None
            _, verdicts, _ = walk(guide, plan)
        said = {text for v in verdicts if v.bundle.node.seed == "ada king" for text, _ in v.answers}
        assert ("Vic Orr" in said) == of_others


def test_how_long_a_path_tells(towns: KnowledgeBase) -> None:
    """How long something was so is told with its time, at the end of a path too (ER-05)."""
    assert ask(towns, "how long did the chess club have vic orr", as_of=None).answer == "5 years (1990 to 1995)"
    assert ask(towns, "For how long was Ada King mayor of Port Lorne?", as_of=None).answer == "7 years"
    assert ask(towns, "How long has Ned Arn been mayor of Port Lorne?", as_of=None).answer == "from 2016"
