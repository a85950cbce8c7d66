"""Initials that mean one thing everywhere, whatever else a document names that begins with them."""

from __future__ import annotations

from timeweave.lexicon.families import words

OF_KINDS = frozenset(
    words(
        "API APIs SDK SDKs CLI GUI UI UX RFC RFCs PR PRs URL URLs URI PDF PDFs FAQ FAQs IDE IDEs ORM"
        " DBA QA CoC OKR OKRs KPI KPIs NGO NGOs CEO CFO CTO COO CIO SaaS LLM LLMs WG"
    )
)
"""Initials of what there are many of: which one is meant only the text knows."""

COMMON_INITIALS = frozenset(
    word.upper()
    for word in words(
        "ad ai am ap ar av ba bc bs bt cd co cv dc dj dr eu ev fa fc fm ft gb gp hp hq hr ia "
        "id ip ir iq it jr kg km la lp ma mc md ms mp mr nb ng nj nt ny oh ok os pa pc ph pm po pr ps qa ra rv sa sf "
        "sr tb tv uk un us ut va vc vp vr wi"
    )
)
