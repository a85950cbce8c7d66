"""Which of the names that the recogniser finds are names, and of what: judged, learned from, and measured.

    python benchmarks/names.py fit       trains ``name_classes.json``, the model that the package ships
    python benchmarks/names.py measure   beside the recogniser alone, on sets of text that are left out in turn

``names.jsonl.gz`` holds what was judged: names drawn at random from what the recogniser found in documents of the sets
of text that other benchmarks use, each as its document has it (`timeweave.language.name_signs.Sighting`), with the
class that a reader gave it who saw it in two places. NONE is no name at all, CUT one that is wrongly cut. Of 200 that
two readers judged 193 have one class. The sets of `UNSEEN` are never learned from.
``names_drawn.jsonl`` holds entities of their stores, drawn before the model and after (when the bound was 0.7), mixed,
and judged by readers who did not know which are which: ``debris`` as in `debris.py`, common phrases included.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import machine
import numpy as np
import texts
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.preprocessing import StandardScaler

from timeweave.embedding.minilm import load
from timeweave.language import name_classes
from timeweave.language.name_classes import NO_NAME, WEIGHT_UNIT
from timeweave.language.name_signs import Sighting, signs

JUDGED = Path(__file__).with_name("names.jsonl.gz")
SHIPPED = Path(name_classes.__file__).with_name("name_classes.json")
DRAWN = Path(__file__).with_name("names_drawn.jsonl")
UNSEEN = frozenset({"weeknotes", "incidents", "openssf-tac", "openjs-cpc", "review-club", "village-pump", "farmerama"})
FOLDS = 8
PENALTY = 0.003  # of the weights, inverse: chosen on the folds among 0.001, 0.003 and 0.01
OF_MEANING = 20.0  # what the 384 numbers of a meaning weigh beside the signs before all are brought to one scale
RARE = 5  # times a sign must be met


class Judged:
    """The rows of `JUDGED`: ``found`` are the signs of each, ``meanings`` its 384 numbers, ``classes`` what it is."""

    def __init__(self) -> None:
        data = gzip.decompress(JUDGED.read_bytes())
        rows = [json.loads(line) for line in data.splitlines()]
        self.digest = hashlib.sha256(data).hexdigest()[:16]
        self.sets = np.array([row["set"] for row in rows])
        self.classes = np.array([row["label"] for row in rows])
        self.seen = [sighting_of(row) for row in rows]
        self.found = [signs(seen) for seen in self.seen]
        self.meanings = load().embed([row["surface"] for row in rows])


def sighting_of(row: dict) -> Sighting:
    """A row as the document had it."""
    return Sighting(
        row["surface"],
        row["votes"],
        [(before, behind) for before, behind in row["places"]],
        frozenset(row["small"]),
        row["written_small"],
        row["part_of"],
        row["holds"],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("fit", "measure"))
    judged = Judged()
    if parser.parse_args().what == "fit":
        learned = np.flatnonzero(~np.isin(judged.sets, sorted(UNSEEN)))
        SHIPPED.write_text(json.dumps(fit(judged, learned), separators=(",", ":")) + "\n", encoding="utf-8")
    else:
        print(json.dumps(measured := measure(judged), indent=2))
        print(machine.write("names", measured))


def fit(judged: Judged, rows: np.ndarray) -> name_classes.ModelJson:
    """Multinomial logistic regression with L2 penalty over those rows."""
    met = Counter(name for row in rows.tolist() for name in judged.found[row])
    names = sorted(name for name, count in met.items() if count >= RARE)
    column = {name: place for place, name in enumerate(names)}
    values = np.zeros((len(rows), len(names)))
    for place, row in enumerate(rows.tolist()):
        for name, value in judged.found[row].items():
            if name in column:
                values[place, column[name]] = value
    scaler = StandardScaler()
    scaled = scaler.fit_transform(np.hstack([values, OF_MEANING * judged.meanings[rows]]))
    model = LogisticRegression(C=PENALTY, max_iter=1_000).fit(scaled, judged.classes[rows])
    weights = model.coef_ / scaler.scale_
    bias = model.intercept_ - weights @ scaler.mean_
    return {
        "made_from": judged.digest,
        "classes": [str(c) for c in model.classes_],
        "bias": thousandths(bias),
        "signs": {name: thousandths(weights[:, place]) for name, place in column.items()},
        "meaning": [thousandths(row) for row in OF_MEANING * weights[:, len(names) :].T],
    }


def thousandths(numbers: Iterable[float]) -> list[int]:
    """As the shipped file has weights."""
    return [round(float(number) / WEIGHT_UNIT) for number in numbers]


def measure(judged: Judged) -> dict:
    """The recogniser alone and with the model, over sets that it has not learned from, and over those of `UNSEEN`; and
    the same without what names mean.
    """
    rows = np.arange(len(judged.sets))
    is_unseen = np.isin(judged.sets, sorted(UNSEEN))
    said = verdicts(judged)
    measured = {
        "left out in turn": figures(judged, rows[~is_unseen], said),
        "never learned from": figures(judged, rows[is_unseen], said),
    }
    measured["entities of stores never learned from"] = drawn()
    judged.meanings = np.zeros_like(judged.meanings)
    measured["left out in turn, without meanings"] = figures(judged, rows[~is_unseen], verdicts(judged))
    return measured


def drawn() -> dict:
    """Of the entities of `DRAWN`, before and after: how many are debris, and how many of the rest have their type."""
    rows = list(texts.read_lines(DRAWN))
    sides = {side: [row for row in rows if row["side"] == side] for side in ("before", "after")}
    return {
        side: {
            "entities": len(found),
            "debris": share(np.array([row["debris"] for row in found])),
            "type right": share(np.array([row["type_right"] for row in found if not row["debris"]])),
        }
        for side, found in sides.items()
    }


def verdicts(judged: Judged) -> Mapping[int, name_classes.Verdict]:
    """What is said of each row by a model that has not learned from its set."""
    names = sorted({*judged.sets.tolist()} - UNSEEN)
    said: dict[int, name_classes.Verdict] = {}
    for left_out in [*(names[fold::FOLDS] for fold in range(FOLDS)), sorted(UNSEEN)]:
        rows = np.flatnonzero(np.isin(judged.sets, left_out))
        others = np.flatnonzero(~np.isin(judged.sets, [*left_out, *UNSEEN]))
        model = name_classes.from_json(fit(judged, others))
        places = rows.tolist()
        found = [judged.found[row] for row in places]
        told = name_classes.judge(model, [judged.seen[row] for row in places], found, judged.meanings[rows])
        said |= dict(zip(places, told, strict=True))
    return said


def figures(judged: Judged, rows: np.ndarray, said: Mapping[int, name_classes.Verdict]) -> dict:
    """How many are no names before and after, how many names are lost, and how many have the right type; names that
    two persons make are counted as they were found.
    """
    truth = judged.classes[rows]
    is_name = ~np.isin(truth, sorted(NO_NAME))
    told = [said[row] for row in rows.tolist()]
    doubt = np.array([t.doubt for t in told])
    kind = np.array([t.kind for t in told])
    votes = [judged.seen[row].votes for row in rows.tolist()]
    voted = np.array([max(found, key=lambda t, found=found: (found[t], t)) for found in votes])
    found = {
        "names": len(rows),
        "no names": share(~is_name),
        "area under the curve, no names": round(float(roc_auc_score(~is_name, doubt)), 3),
        "type right, recogniser": share(voted[is_name] == truth[is_name]),
        "type right, model": share(kind[is_name] == truth[is_name]),
        "as shipped": passed(is_name, np.array([t.doubt <= t.bound for t in told])),
    }
    return found | {f"at {bound}": passed(is_name, doubt <= bound) for bound in (0.5, 0.6, 0.7, 0.8)}


def passed(is_name: np.ndarray, kept: np.ndarray) -> dict:
    """What passing over all that is not ``kept`` does."""
    return {
        "passed over": share(~kept),
        "of these no names": share(~is_name[~kept]),
        "no names left": share(~is_name[kept]),
        "names lost": share(~kept[is_name]),
    }


def share(mask: np.ndarray) -> float:
    return round(float(mask.mean()), 3) if len(mask) else 0.0


if __name__ == "__main__":
    main()
