"""What a knowledge base is opened with: arguments before the environment before `timeweave.toml` before none.

The file lies in the knowledge base's folder, or beside that folder; what it does not say may stand in the user's own,
in ``~/.config/timeweave``. A file of the data may come from anybody: the addresses and the models to be run that it
names count once the user has approved it (`timeweave.settings.trust`), and of two budgets the smaller holds.

    embedder = "minilm-l6-int8"

    [llm]                                   # for indexing, answering and judging, where those say nothing else
    model = "openai:MODEL"
    url = "http://localhost:8080/v1"
    budget_tokens = 1_000_000

    [llm.index]
    model = "local:models/small.gguf"

    [extraction]
    entity_types = ["person", "organisation", "place"]
    gleanings = 1
    concepts = true                         # facts of common nouns too: "photosynthesis", "the budget"

    [hybrid]                                # of mode hybrid; `timeweave tune` writes the first six
    alpha = 1.0
    beta = 1.0
    gamma = 0.5
    delta_base = 2.5
    tau_min = 90
    tau_max = 730
    reranker = "models/cross-encoder"

    [[relation]]                            # before the rows of timeweave/lexicon/relations.toml, as they are written
    name = "endorsed"
    time = "once"
    says = ["endorse", "throw support behind"]

The paths of a local model and of a reranker in it are relative to the file's folder. Keys of providers have no place in
it: they are read from the provider's own environment variable, by its client.
"""

from __future__ import annotations

from timeweave.settings.loading import load, use_of
from timeweave.settings.settings_file import FILE, settings_file
from timeweave.settings.values import (
    LOCAL,
    NONE,
    ExtractionSettings,
    HybridSettings,
    ModelSettings,
    Settings,
    Use,
)

__all__ = [
    "FILE",
    "LOCAL",
    "NONE",
    "ExtractionSettings",
    "HybridSettings",
    "ModelSettings",
    "Settings",
    "Use",
    "load",
    "settings_file",
    "use_of",
]
