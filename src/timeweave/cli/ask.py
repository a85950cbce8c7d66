"""`timeweave ask`: an answer with citations."""

from __future__ import annotations

from timeweave import wire
from timeweave.cli.output import show_answer
from timeweave.cli.questions import question_command
from timeweave.knowledge_base import KnowledgeBase

NAME = "ask"
run = question_command(
    KnowledgeBase.ask,
    wire.answer_to_json,
    show_answer,
    "Answer a question from evidence, with citations, or refuse and say what was missing.",
)
