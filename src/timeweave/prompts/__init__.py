"""What is asked of language models: versioned templates, and data fenced off from instructions."""

from __future__ import annotations

from timeweave.prompts.fencing import fenced
from timeweave.prompts.loading import Filled, Prompt, load

__all__ = ["Filled", "Prompt", "fenced", "load"]
