"""`timeweave tune`: the weights of mode hybrid, learned from labelled questions."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from timeweave import wire
from timeweave.cli.options import DEFAULT_KB, AsOf, Json, KnowledgeBasePath, as_of_day
from timeweave.cli.output import complain, console, number_of, print_indented, progress_bar, table, write_json
from timeweave.opening import open_knowledge_base
from timeweave.outcomes import Failure

if TYPE_CHECKING:
    from rich.progress import Progress

    from timeweave.knowledge_base import KnowledgeBase
    from timeweave.tuning import LabelledQuestion, Learned, Quality, Tuned


def run(
    questions: Annotated[
        Path, typer.Option("--questions", metavar="FILE", help="JSON Lines with question, and documents or evidence.")
    ],
    kb: KnowledgeBasePath = DEFAULT_KB,
    folds: Annotated[int, typer.Option("--folds", min=2, help="Parts of the questions for cross-validation.")] = 5,
    trials: Annotated[
        int | None, typer.Option("--trials", metavar="N", min=10, help="Weights tried for each fold: by default 60.")
    ] = None,
    as_of: AsOf = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Tell what is learned; write nothing.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write it even where the defaults do better.")] = False,
    as_json: Json = False,
) -> None:
    """Learn the weights of mode hybrid from labelled questions, and write them to timeweave.toml."""
    from timeweave.tuning import read_labelled, write_weights  # other commands do without

    labelled, bad = read_labelled(questions)
    _name(bad)
    day = as_of_day(as_of)
    with open_knowledge_base(kb, create=False) as base:
        tuned = _tune(base, [q if q.as_of else replace(q, as_of=day) for q in labelled], folds, trials)
    learned = tuned.learned
    if not as_json:
        _show(tuned)  # before what may fail
    worthwhile = (learned.is_better and learned.is_other) or force
    written = write_weights(learned.weights, kb) if worthwhile and not dry_run else None
    lacking = [replace(one, source=str(questions)) for one in tuned.failed]
    failed = [*bad, *lacking]
    if as_json:
        write_json(wire.tuned_to_json(replace(tuned, failed=tuple(failed)), written))
    else:
        _show_outcome(written, learned, dry_run)
    _name(lacking)
    if failed:
        raise typer.Exit(1)


def _tune(base: KnowledgeBase, questions: list[LabelledQuestion], folds: int, trials: int | None) -> Tuned:
    bar: Progress = progress_bar()
    with bar:
        reading = bar.add_task("questions read", total=len(questions))
        learning = bar.add_task("folds learned", total=folds + 1)
        return base.tune(
            questions,
            folds=folds,
            trials=trials,
            progress=lambda _, count: bar.update(reading, completed=count),
            steps=lambda done, of: bar.update(learning, completed=done, total=of),
        )


def _name(failed: list[Failure]) -> None:
    for one in failed:
        complain(f"{one.source}:{one.line}: {one.error}")


def _show(tuned: Tuned) -> None:
    learned, out = tuned.learned, console()
    read = number_of(tuned.questions, "questions")
    out.print(f"{read}, {len(learned.folds)} folds, {tuned.trials} trials for each, and for all")
    out.print()
    rows = table("ranked by", "MRR", "Recall@5", "mean")
    for column in rows.columns[1:]:
        column.justify = "right"
    rows.add_row("the defaults", *_figures(learned.defaults))
    rows.add_row("weights learned from the other folds", *_figures(learned.held_out))
    rows.add_row("weights learned from all, on the same", *_figures(learned.tuned))
    out.print(rows)
    gain = learned.held_out.mean - learned.defaults.mean
    said = f"on questions not learned from: {gain:+.3f} ± {learned.error:.3f} (standard error), "
    print_indented(out, Text(f"{said}{learned.spread:.3f} standard deviation between folds", style="dim"), 0)
    out.print()
    weights = table("weight", "default", "learned")
    for column in weights.columns[1:]:
        column.justify = "right"
    for name, value in asdict(learned.weights).items():
        weights.add_row(name, f"{getattr(learned.start, name):g}", f"{value:g}")
    out.print(weights)


def _figures(quality: Quality) -> tuple[str, str, str]:
    return f"{quality.mrr:.3f}", f"{quality.recall:.3f}", f"{quality.mean:.3f}"


def _show_outcome(written: Path | None, learned: Learned, dry_run: bool) -> None:
    out = console()
    out.print()
    if written is not None:
        out.print(f"wrote [hybrid] to {written}")
    elif dry_run:
        out.print("a dry run: nothing was written")
    elif not learned.is_better:
        out.print("nothing was written: on questions not learned from the defaults do better (`--force` writes it)")
    else:
        out.print("nothing was written: no other weights do better than the defaults")
