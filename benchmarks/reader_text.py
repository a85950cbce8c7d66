"""Questions written over published text, with the sentences that answer them and those that are found with them.

``reader_questions.jsonl.gz`` has 8,682 questions by readers (language models of a size that the product never needs)
who saw forty sentences of a document at a time and wrote down which of them answer: ``set``, ``document``, ``type``,
``question``, ``answer``, ``right`` (sentences that answer by themselves), ``near`` (those that only seem to). One in
seven was written so that nothing answers it. Others then read each question beside what answers it and five more
sentences, those that the reader of that day took for the likeliest, and wrote ``also`` (which of the five answer too),
moved from ``right`` to ``near`` what does not answer, and added the question ``reworded`` and a ``contrast`` to it
(after Gardner et al. 2020): a question as close to it as can be, which ``sentence`` seems to answer and none of the
lines shown does. For a question that nothing answers the contrast is one that ``sentence`` does answer (``answers``).

The texts are of the repositories below, as Markdown files in FOLDER/SET, each called by
its path with ``_`` for ``/``; ``cnn`` are articles of RealTimeQA from 2023. No blog, no minutes and no conversation
that answers are measured on is among them.

agri: project-meucci/thimm.github.io (podcasts but Farmerama), boston: codeforboston/codeforboston.org, changelog,
founders, gotime, jsparty, practicalai: thechangelog/transcripts, comcomm: nodejs/community-committee, digitalgov:
GSA/digitalgov.gov, electron: electron/governance, exercism: exercism/blog, finos: finos/community, foreman:
theforeman/theforeman.org, haskell: haskellfoundation/haskellfoundation.github.io, jekyll: jekyll/jekyll, leadership:
rust-lang/leadership-council, mtlynch: mtlynch/mtlynch.io, napari: napari/meeting-notes, nixos-weekly:
NixOS/nixos-weekly, nodebuild: nodejs/build, numpy: numpy/archive, openttd: OpenTTD/website, optech:
bitcoinops/bitcoinops.github.io, rubygems: rubygems/rubygems.github.io, sklearn: scikit-learn/blog, w3ctag:
w3ctag/meetings, wasm: WebAssembly/meetings.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import texts
from sklearn.feature_extraction.text import TfidfVectorizer

import timeweave
from timeweave.answering.context.reading import evidence_lines
from timeweave.embedding.minilm import load
from timeweave.embedding.reader import Excerpt, Reader

QUESTIONS = Path(__file__).with_name("reader_questions.jsonl.gz")
OTHERS = 24  # sentences found with a question that do not answer it
TEMPTING = 5  # of these
_READ = 16  # of these, nearest first, are read to find the tempting ones
_LOOKED_AT = 40
_LEAST = 4  # words of a sentence
_LONGEST = 600  # characters that are embedded


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the sentences that answer it and others; ``tempting`` are the others that most seem to answer it,
    the first above all where the question ``tempts_with_first``.
    """

    set: str
    question: str
    right: Sequence[Excerpt]
    tempting: Sequence[Excerpt]
    others: Sequence[Excerpt]
    tempts_with_first: bool = False


def written(folder: Path) -> Iterator[Asked]:
    """The questions over the sets that FOLDER holds."""
    by_set: dict[str, list[dict]] = defaultdict(list)
    for row in texts.read_lines(QUESTIONS):
        by_set[row["set"]].append(row)
    for name, asked in by_set.items():
        if (folder / name).is_dir():
            yield from _with_others(name, asked, _sentences(folder / name))


def _sentences(folder: Path) -> list[tuple[str, Excerpt]]:
    """Every sentence of a folder of documents as it is read, with its document."""
    found: list[tuple[str, Excerpt]] = []
    with tempfile.TemporaryDirectory() as scratch, timeweave.open(Path(scratch) / "kb") as kb:
        kb.add(folder)
        with kb._store.view(None) as view:
            for info in view.documents():
                text = view.text(info.ordinal)
                whole = SimpleNamespace(document_id=info.id, start=0, end=len(text), text=text)
                lines = evidence_lines(SimpleNamespace(evidence=[whole]), view)
                found += [(info.id, line.excerpt) for line in lines]
    return found


def _with_others(name: str, asked: Sequence[dict], sentences: Sequence[tuple[str, Excerpt]]) -> Iterator[Asked]:
    """The questions of a set, with the sentences nearest to each by words and by meaning, half and half."""
    embedder, reader = load(), Reader()
    terms = TfidfVectorizer(sublinear_tf=True, stop_words="english", token_pattern=r"\b\w+\b")
    words = terms.fit_transform([f"{e.about} {e.text}" for _, e in sentences])
    meanings = _unit(embedder.embed([e.text[:_LONGEST] for _, e in sentences]))
    questions = [row["question"] for row in asked]
    alike = (terms.transform(questions) @ words.T).toarray()
    near = _unit(embedder.embed(questions)) @ meanings.T
    for row, by_words, by_meaning in zip(asked, alike, near, strict=True):
        order = np.argsort(-(by_meaning + by_words / max(by_words.max(), 1e-6)))[:_LOOKED_AT]
        own = [e for document, e in sentences if document == row["document"]]
        nearest = [sentences[i][1] for i in order]
        right = [*(e for e in own if e.text in row["right"]), *(e for e in nearest if e.text in row.get("also", ()))]
        seeming = [e for e in own if e.text in row.get("near", ()) and e not in right]
        others = [e for e in dict.fromkeys(nearest) if _is_other(e, row) and e not in seeming][: OTHERS - len(seeming)]
        if right or not row["right"]:
            likeliest = np.argsort(-reader(row["question"], others[:_READ]))[:TEMPTING].tolist()
            tempting = [*seeming, *(others[i] for i in likeliest)][:TEMPTING]
            rest = [e for e in others if e not in tempting]
            yield from _worded(Asked(name, row["question"], right, tempting, rest), row)


def _worded(asked: Asked, row: dict) -> Iterator[Asked]:
    """A question, the same in other words, and its contrast where the sentence that it is about is found."""
    yield asked
    yield replace(asked, question=row["reworded"])
    contrast = row.get("contrast")
    if contrast is None:
        return
    others = [*asked.tempting, *asked.others]
    about = [e for e in (*asked.right, *others) if e.text == contrast.get("sentence")][:1]
    if not about:
        return
    rest = [e for e in others if e not in about]
    if contrast["answers"]:
        yield Asked(asked.set, contrast["question"], about, rest[:TEMPTING], rest[TEMPTING:])
    else:
        rest = [*about, *(e for e in asked.right if e not in about), *rest]
        yield Asked(asked.set, contrast["question"], [], rest[:TEMPTING], rest[TEMPTING:], tempts_with_first=True)


def _is_other(excerpt: Excerpt, row: dict) -> bool:
    """Whether a sentence does not answer a question, as far as its words tell."""
    answer = row["answer"].casefold().strip()
    told = len(answer) > 2 and answer in excerpt.text.casefold()
    answers = excerpt.text in row["right"] or excerpt.text in row.get("also", ())
    return not told and not answers and len(excerpt.text.split()) >= _LEAST


def _unit(vectors: np.ndarray) -> np.ndarray:
    vectors = np.asarray(vectors, np.float32)
    return vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9)
