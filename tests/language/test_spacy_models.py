"""How spaCy comes: without its command line, which is there for whoever asks for it."""

from __future__ import annotations

import subprocess
import sys


def test_a_parse_loads_nothing_of_the_command_line() -> None:
    """Neither what downloads nor what runs projects; `spacy.info` and `spacy.cli` are the real ones afterwards."""
    code = (
        "import sys\n"
        "from timeweave.language.parsing import parse\n"
        "print([t.lemma_ for t in parse('Acme bought Zuna.')])\n"
        "print([m for m in ('weasel', 'requests', 'jinja2', 'spacy.cli', 'spacy.cli.info') if m in sys.modules])\n"
        "import spacy, spacy.cli\n"
        "print(spacy.info(silent=True)['spacy_version'] == spacy.__version__, callable(spacy.cli.download))"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.splitlines()
    assert told[0] == "['Acme', 'buy', 'Zuna', '.']"
    assert told[1] == "[]"
    assert told[-1] == "True True"
