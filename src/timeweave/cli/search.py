"""`timeweave search`: evidence for a question."""

from __future__ import annotations

from timeweave import wire
from timeweave.cli.output import show_search
from timeweave.cli.questions import question_command
from timeweave.knowledge_base import KnowledgeBase

NAME = "search"
run = question_command(
    KnowledgeBase.search,
    wire.search_to_json,
    show_search,
    "Find evidence: spans of documents that speak of what and when the question asks.",
)
