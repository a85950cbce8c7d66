"""A question is read in its own room: elsewhere its text goes to an embedder, statistics, prompts and messages only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import timeweave

ROOT = Path(timeweave.__file__).parent
ROOMS = ("question.", "temporal.")  # the latter reads the times of a question

ALLOWED = {
    # what it is asked with, and the public form of what comes back
    "knowledge_base.KnowledgeBase.ask",
    "knowledge_base.KnowledgeBase.search",
    "wire.search_to_json",
    # tables of language that the room calls with the text
    "extraction.relations.role_verbs.roles_asked",
    "extraction.relations.role_verbs.says_by_verb",
    "extraction.relations.role_verbs.words_of_duty",
    # embedders and rerankers
    "embedding.cross_encoder.CrossEncoder.__call__",
    "embedding.cross_encoder.CrossEncoder._cut",
    "embedding.reader.Reader.__call__",
    "embedding.reader.ReadingOnce.__call__",
    "inquiring.Inquiries._find",
    "opening._InstalledReranker.__call__",
    "retrieval.hybrid.reranking.read_again",
    "retrieval.passages.rereading.reread",
    "retrieval.tgrag.tgrag_global.read_abstract",
    # prompts, and what an answer to them is held against
    "answering.summaries.synthesis._account",
    "answering.summaries.synthesis._ask",
    "answering.summaries.synthesis._ground",
    "answering.summaries.synthesis._on_points",
    "answering.written._ground",
    "answering.written.write",
    "retrieval.reason.prompted._asked",
    # messages for people
    "answering.multi_document.answering._entity",
    "answering.multi_document.answering.answer_across_documents",
    "answering.refusal.unanswered",
    "answering.refusal.unasked",
    "drawing.subgraph._title",
    # other questions than those of this store
    "demo.plain.PlainRetrieval.nearest",
    "tuning.gathering.Gathering._judged",
}
QUESTIONS = {"Question", "ReportedQuestion"}
RESULTS = {"SearchResult"}


def users() -> dict[str, list[str]]:
    """The functions outside the room that get the text of a question, each with how."""
    found: dict[str, list[str]] = {}
    for path in sorted(ROOT.rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if not f"{module}.".startswith(ROOMS):
            for name, function in functions(ast.parse(path.read_text()), module):
                if uses := list(uses_of(function)):
                    found.setdefault(name, []).extend(uses)
    return found


def functions(node: ast.AST, name: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module, with those inside them left to them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield f"{name}.{child.name}", child
        elif isinstance(child, ast.ClassDef):
            yield from functions(child, f"{name}.{child.name}")


def uses_of(function: ast.FunctionDef) -> Iterator[str]:
    """How a function gets at the text: as ``question: str``, as ``Question.text``, as ``SearchResult.question``."""
    arguments = [
        a for node in ast.walk(function) if isinstance(node, ast.arguments) for a in (*node.args, *node.kwonlyargs)
    ]
    types = {a.arg: ast.unparse(a.annotation) for a in arguments if a.annotation is not None}
    questions = {"question", "reported"} | {name for name, kind in types.items() if kind in QUESTIONS}
    results = {"result", "search"} | {name for name, kind in types.items() if kind in RESULTS}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            questions |= {t.id for t, v in pairs(node) if isinstance(t, ast.Name) and last(v) in {"question", "asked"}}
    if types.get("question") == "str":
        yield "question: str"
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            held = last(node.value)
            of_result = isinstance(node.value, ast.Attribute) and held == "asked" and last(node.value.value) in results
            if (node.attr == "text" and (held in questions or of_result)) or (
                node.attr == "question" and held in results
            ):
                yield ast.unparse(node)


def pairs(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is assigned to what, taken apart where both are tuples."""
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=True)
        else:
            yield target, node.value


def last(node: ast.expr) -> str:
    """The name of a variable, or of the attribute that an expression ends in."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def test_a_question_is_read_in_its_room() -> None:
    """No function outside the room touches the text of a question, but for those that are named here, each of which
    does.
    """
    found = users()
    assert {name: uses for name, uses in found.items() if name not in ALLOWED} == {}
    assert ALLOWED - found.keys() == set()


def test_ways_round_are_seen() -> None:
    """A question under another name, taken from a result, or handed on as text is seen all the same."""
    code = """
def a(asking): return asking.question.text
def b(asking): return asking.result.question
def c(q: Question): return q.text
def d(asking):
    asked, kind = asking.question, asking.kind
    return asked.text
def e(result): return result.asked.text
def f(question: str): return question
def g(found: SearchResult): return found.question
def h(asking): return asking.question.kind
def i(asked: Measure): return asked.text
"""
    seen = {name.removeprefix(".") for name, f in functions(ast.parse(code), "") if list(uses_of(f))}
    assert seen == set("abcdefg")
