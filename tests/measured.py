"""The tables of figures that the documentation shows, made of what the benchmarks wrote."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import measured_twe

RESULTS = Path(__file__).resolve().parents[1] / "benchmarks" / "results"
NEWS = {
    "realtimeqa": "RealTimeQA, as of each question's day",
    "multihop_rag": "MultiHop-RAG",
    "multihop_static": "HotpotQA and MuSiQue",
}


def measured(name: str) -> dict:
    """What a benchmark wrote."""
    return json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))


def news() -> dict[str, dict]:
    """Title → results, of the sets that were measured."""
    return {title: measured(name) for name, title in NEWS.items() if (RESULTS / f"{name}.json").exists()}


def pages() -> dict[str, dict]:
    """Title → results, of the sets over pages that tell a story."""
    return {"TimeQA": measured("timeqa"), "MenatQA": measured("menatqa")}


def shown(figure: dict) -> str:
    """A mean with its interval."""
    if figure["mean"] is None:
        return "–"
    low, high = figure["ci95"]
    return f"{figure['mean']:.3f} ({low:.3f}–{high:.3f})"


def bare(figure: dict) -> str:
    return "–" if figure["mean"] is None else f"{figure['mean']:.3f}"


def readme_rows() -> list[str]:
    """The rows of the README's table."""
    return [row(*cells) for cells in (*_quality_rows(), *measured_twe.readme_rows(), *_model_rows(), *_speed_rows())]


def confidence_table() -> str:
    """How sure answers are, a set a row: calibration error by folds and left out, and what is given at the bound (of
    text as it was published by trees that have not seen the set).
    """
    wrote = measured("arbiter")
    bound = f"at {wrote['min_confidence']}"
    heads = ("set", "questions", "error by folds", "error left out", "right of answerable", "right of those given")
    rows = [row(*heads, "unanswerable refused"), row(*["---"] * (len(heads) + 1))]
    told = [(n, seen, wrote["left out"][n], n in wrote["open"]) for n, seen in wrote["by folds"].items()]
    told.append(("all published text", wrote["open, left out"], wrote["open, left out"], True))
    for name, seen, unseen, is_open in told:
        given = (unseen if is_open else seen)[bound]
        refused = given["refused_unanswerable"]
        rows.append(
            row(
                f"{name} (left out)" if is_open else name,
                f"{seen['questions']:,}",
                *(f"{x['expected_calibration_error']:.3f}" for x in (seen, unseen)),
                f"{given['right']:.2f}",
                f"{given['right_among_given']:.2f}",
                "–" if refused is None else f"{refused:.2f}",
            )
        )
    return "".join(f"{line}\n" for line in rows)


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _quality_rows() -> Iterator[tuple[str, str, str]]:
    ect = measured("ect_qa")
    for name, by_budget in ect["evidence"].items():
        if name in ("bm25, sentences", "dense, sentences"):
            continue
        cells = [by_budget[budget][part] for part in ("all", "full_text") for budget in ("1000", "2000")]
        what = "evidence found within 1,000, 2,000 tokens; where all lies in whole transcripts"
        yield what, f"ECT-QA, {name}", "{}, {}; {}, {}".format(*map(bare, cells))
    answers = ect["answers"]
    cells = [answers[key] for key in ("elements", "elements_full_text", "refused_unanswerable", "refused_answerable")]
    what = "elements of the answer right; in whole transcripts; unanswerable refused; answerable refused"
    yield what, "ECT-QA, timeweave", "; ".join(map(bare, cells))
    what = "a short answer contains gold; unanswerable refused; answerable refused"
    for data, result in pages().items():
        yield _evidence_row("gold span within 400 tokens", data, {n: [f] for n, f in result["evidence"].items()})
        yield what, f"{data}, timeweave", "; ".join(map(bare, _said(result)))
    yield what, "MenatQA, pages not looked at", "; ".join(map(bare, _said(measured("menatqa")["held_out"])))
    for title, result in news().items():
        budgets = ", ".join(f"{int(b):,}" for b in result["evidence"]["timeweave"])
        by_system = {n: list(by_budget.values()) for n, by_budget in result["evidence"].items()}
        yield _evidence_row(f"{result['measure']} within {budgets} tokens", title, by_system)
        if result.get("refused_null", {}).get("n"):
            cells = [result[key] for key in ("answer_contains_gold", "right_of_given", "refused_null")]
            what = "right answers; right among those given; questions without evidence refused"
            yield what, f"{title}, timeweave", "; ".join(map(bare, cells))


def _said(result: dict) -> list[dict]:
    return [result[key] for key in ("answer_contains_gold", "refused_unanswerable", "refused_answerable")]


def _evidence_row(what: str, data: str, by_system: dict[str, list[dict]]) -> tuple[str, str, str]:
    """Timeweave, and in brackets plain retrieval by words and by both."""
    kept = ("timeweave", "bm25", "bm25 + dense")
    cells = [", ".join(map(bare, by_system[name])) for name in kept]
    return what, f"{data}: timeweave (BM25; BM25 + dense)", f"{cells[0]} ({cells[1]}; {cells[2]})"


def _speed_rows() -> Iterator[tuple[str, str, str]]:
    ingest = measured("ingest")
    seconds, memory = ingest["seconds_median"], ingest["peak_memory_mb"]
    yield "96 transcripts, 275,000 words, from file to store", "all included", f"{seconds:.0f} s, {memory} MB"
    for size, by_scope in measured("scale")["sizes"].items():
        scoped, unscoped = by_scope["scope_1_percent"]["search_ms_p50"], by_scope["unscoped"]["search_ms_p50"]
        what = f"search over {int(size):,} statements, p50, embedding the question included"
        yield what, "in 1 % of the time; unscoped", f"{scoped:.0f} ms; {unscoped:.0f} ms"
    timed = measured("latency")["systems"]["timeweave"]
    cells = (
        f"{timed[f'{what}_{when}']['8']['ms_p50']:.0f} ms" for what in ("search", "ask") for when in ("first", "again")
    )
    what = "search, first and again, then ask, for a question of eight cells (entity and period), p50"
    yield what, "ECT-QA, 397 documents", "{}, {}; {}, {}".format(*cells)
    parts = {"held_out": "documents not looked at while writing rules", "all": "documents, all there are"}
    for part, which in parts.items():
        figures = measured("tempeval")[part]
        what = "time expressions found (relaxed F1), value right (value F1)"
        data = f"TempEval-3, {figures['documents']} {which}"
        yield what, data, f"{figures['relaxed_f1']:.3f}, {figures['value_f1']:.3f}"


def _model_rows() -> Iterator[tuple[str, str, str]]:
    """What a language model is asked for; and the questions about whole periods, which need none."""
    cost, asked = measured("update_cost"), measured("global_questions")
    data = "ECT-QA, counted at a test server"
    per_token = f"{cost['index_tokens_per_corpus_token']} ({cost['paper_index_tokens_per_corpus_token']})"
    yield "tokens of a language model for each token indexed (Temporal GraphRAG as published)", data, per_token
    calls = cost["reports_if_made_anew_at_every_insert"]
    what = "reports written for a new quarter (if all were made anew)"
    yield what, data, f"{calls['calls_here']} ({calls['calls']})"
    shares = [asked["quarters_represented"][name]["mean"] for name in ("timeweave", "bm25", "bm25 + dense")]
    what = "quarters named that are represented in 24,000 tokens"
    data = "ECT-QA, abstract questions: timeweave (BM25; BM25 + dense)"
    yield what, data, "{:.3f} ({:.3f}; {:.3f})".format(*shares)


def quality_tables() -> str:
    """The figures of docs/quality.md: evidence, answers, ablations, kinds of questions, each with its interval."""
    blocks = (
        *(_ect_evidence(), _ect_ablations(), _ect_types(), _other_evidence(), _answers()),
        *(_table(*table) for table in measured_twe.tables()),
        *(_global_questions(), _update_cost()),
    )
    return "\n".join("\n".join(block) + "\n" for block in blocks)


def _table(title: str, header: Iterable[str], rows: Iterable[Iterable[str]]) -> Iterator[str]:
    header = list(header)
    yield f"**{title}**"
    yield ""
    yield row(*header)
    yield row(*("---" for _ in header))
    yield from (row(*cells) for cells in rows)


def _ect_evidence() -> Iterator[str]:
    ect = measured("ect_qa")
    sizes = ect["questions"]
    rows = [
        (name, f"{int(budget):,}", shown(part["all"]), shown(part["full_text"]), shown(part["complete"]))
        for name, by_budget in ect["evidence"].items()
        for budget, part in by_budget.items()
    ]
    title = (
        f"ECT-QA: evidence found, {sizes['answerable']} questions, {sizes['in_full_text']} of them in whole transcripts"
    )
    return _table(title, ("system", "tokens", "all", "in whole transcripts", "questions with all of it"), rows)


def _ect_ablations() -> Iterator[str]:
    rows = [
        (mode, f"{int(budget):,}", variant, shown(part["all"]), shown(part["full_text"]), f"{part['tokens']:,}")
        for mode, by_budget in measured("ect_qa")["ablations"].items()
        for budget, by_variant in by_budget.items()
        for variant, part in by_variant.items()
    ]
    title = "ECT-QA: evidence found with parts switched off; 12,000 tokens are the context of the paper"
    header = ("mode", "tokens", "variant", "all", "in whole transcripts", "tokens returned")
    return _table(title, header, rows)


def _ect_types() -> Iterator[str]:
    ect = measured("ect_qa")
    elements = ect["answers"]["elements_by_type"]
    rows = [
        (name.replace("|", ", "), str(figure["n"]), shown(figure), shown(elements[name]))
        for name, figure in ect["evidence_by_type"].items()
    ]
    return _table("ECT-QA: by type of question", ("type", "questions", "evidence", "elements"), rows)


def _other_evidence() -> Iterator[str]:
    sets = {
        title: {name: {str(result["budget_tokens"]): f} for name, f in result["evidence"].items()}
        for title, result in pages().items()
    }
    sets |= {title: result["evidence"] for title, result in news().items()}
    rows = [
        (title, name, f"{int(budget):,}", shown(figure), str(figure["n"]))
        for title, by_system in sets.items()
        for name, by_budget in by_system.items()
        for budget, figure in by_budget.items()
    ]
    rows += [
        (
            f"{title.split(',')[0]}, {part}",
            name,
            f"{max(map(int, result['evidence']['timeweave'])):,}",
            shown(f),
            str(f["n"]),
        )
        for title, result in news().items()
        for part, by_system in result["evidence_by_part"].items()
        for name, f in by_system.items()
        if name in ("timeweave", "bm25 + dense", "bm25 + dense, sentences")
    ]
    return _table("Other sets: evidence found", ("data", "system", "tokens", "found", "questions"), rows)


def _answers() -> Iterator[str]:
    ect = measured("ect_qa")
    names = {
        "elements": "elements right",
        "elements_full_text": "elements right, in whole transcripts",
        "rouge_l": "ROUGE-L",
        "token_f1": "token F1",
        "refused_unanswerable": "refused, unanswerable",
        "refused_answerable": "refused, answerable",
    }
    rows = [("ECT-QA", "scope labels right", ect["scope_labels"])]
    rows += [("ECT-QA", title, ect["answers"][key]) for key, title in names.items()]
    said = {
        "answer_contains_gold": "gold in a short answer",
        "right_of_given": "right among the answers given",
        "majority_choice": "choice named most often in the evidence is right",
        "refused_unanswerable": "refused, unanswerable",
        "refused_null": "refused, without evidence",
        "refused_answerable": "refused, answerable",
    }
    sets = pages() | {"MenatQA, pages not looked at": measured("menatqa")["held_out"]} | news()
    rows += [
        (title, what, result[key]) for title, result in sets.items() for key, what in said.items() if key in result
    ]
    rows += [
        (f"{title.split(',')[0]}, {part}", said["answer_contains_gold"], figure)
        for title, result in news().items()
        for part, figure in result["answer_by_part"].items()
    ]
    cells = [(data, what, shown(figure), str(figure["n"])) for data, what, figure in rows if figure["n"]]
    return _table("Answers", ("data", "what", "figure", "questions"), cells)


def _global_questions() -> Iterator[str]:
    asked = measured("global_questions")
    rows = [(name, shown(figure), str(figure["n"])) for name, figure in asked["quarters_represented"].items()]
    return _table("ECT-QA, abstract questions: quarters represented", ("what", "share", "questions"), rows)


def _update_cost() -> Iterator[str]:
    cost = measured("update_cost")
    steps = {
        "index": "index, all reports",
        "update": "a new quarter",
        "correction": "a correction of 2021",
        "all_anew": "all anew",
    }
    rows = []
    for key, title in steps.items():
        step = cost[key]
        for stage, spent in step["by_stage"].items():
            figures = (f"{spent[name]:,}" for name in ("calls", "prompt_tokens", "completion_tokens"))
            rows.append((title, f"{step['documents']:,}", f"{step['touched_nodes']:,}", stage, *figures))
    header = ("step", "documents", "time nodes touched", "stage", "calls", "prompt tokens", "completion tokens")
    return _table("Calls and tokens of a language model", header, rows)
