"""What stands behind a name as its legal form belongs to it."""

from __future__ import annotations

from collections import Counter

from timeweave.extraction.pipeline import extract
from timeweave.language.joined_names import Recognised
from timeweave.language.legal_forms import with_legal_forms
from timeweave.records import Document

TEXT = "Harrow Optics: results\n\nHarrow Optics plc sold a mill to Brill, Inc. and to Anna Keller, a baker in AG."


def test_a_name_with_its_legal_form_is_that_of_a_company() -> None:
    found = Counter({Recognised("Harrow Optics", "PERSON"): 2, Recognised("Anna Keller", "PERSON"): 1})
    found |= Counter({Recognised("Brill", "ORG"): 1, Recognised("Optics", "ORG"): 1})
    assert with_legal_forms(TEXT, found) == Counter(
        {
            Recognised("Harrow Optics", "ORG"): 2,
            Recognised("Harrow Optics plc", "ORG"): 1,
            Recognised("Anna Keller", "PERSON"): 1,
            Recognised("Brill", "ORG"): 1,
            Recognised("Brill, Inc", "ORG"): 1,
            Recognised("Optics", "ORG"): 1,
        }
    )


def test_figures_are_of_the_company_whose_title_leaves_its_legal_form_out() -> None:
    text = "Harrow Optics: results for 2022\n\nHarrow Optics plc reported revenue of £127.9 million for 2022."
    facts = extract(Document("d", text)).facts
    assert [(f.subject, f.relation, str(f.valid)) for f in facts] == [("harrow optics", "revenue", "2022")]
