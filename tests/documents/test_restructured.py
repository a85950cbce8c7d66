"""reStructuredText: blocks, roles, directives and fields, and nothing from outside of the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from timeweave.records import Document, Markup

Write = Callable[[str, str | bytes], Path]
Only = Callable[..., Document]

PAGE = """\
=====================
The ferries of Ulmish
=====================

:Author: Ann Lee <ann@lee.example>
:Date: 2021-05-04

See :func:`~ferry.sail`, :ref:`the piers <piers>`, `Pablo Moor <https://x.example/p>`_ and :pep:`484`.

.. toctree::
   :maxdepth: 2

   hidden-page

.. versionadded:: 3.2
   The *harbour* opened in May 2020.

.. note::

   Bo Stern left on 3 June 2020.

.. raw:: html

   <script>evil()</script>

.. include:: {secret}

.. csv-table::
   :file: {secret}

======  =====
Year    Boats
======  =====
2019    12
2020    14
======  =====

.. local-box:: with an argument

   Its words stay. [1]_

.. [1] Counted in 2019.

Piers
-----

* one pier

  - a nested one
"""


def test_a_page_of_sphinx_is_read_as_its_reader_sees_it(write: Write, only: Only, tmp_path: Path) -> None:
    """Words of roles and directives stay, what a page is made of does not; fields of the head say what it is."""
    secret = write("secret.txt", "do not tell")
    document = only(write("ferries.rst", PAGE.format(secret=secret)))
    assert (document.title, str(document.date), document.metadata["author"]) == (
        "The ferries of Ulmish",
        "2021-05-04",
        "Ann Lee",
    )
    assert document.markup is Markup.MARKDOWN
    text = document.text
    for kept in (
        "See ferry.sail, the piers, Pablo Moor and PEP 484.",
        "The harbour opened in May 2020.",
        "Bo Stern left on 3 June 2020.",
        "| 2020 | 14 |",
        "Its words stay.",
        "[^1]: Counted in 2019.",
        "### Piers",
        "- one pier\n  - a nested one",
    ):
        assert kept in text, kept
    for gone in ("hidden-page", "evil", "do not tell", "::", "`", "x.example"):
        assert gone not in text, gone


def test_what_is_no_restructured_text_is_kept_as_it_is(write: Write, only: Only) -> None:
    """A line that docutils refuses for its length loses nothing."""
    words = "The ferry sails. " * 2_000
    assert only(write("long.rst", words)).text.split() == words.split()


def test_words_of_what_docutils_refuses_stay(write: Write, only: Only) -> None:
    """Options that it does not know, tables that are drawn askew; versions say what they are."""
    page = (
        ".. note::\n   :odd: 3\n\n   The mill of Varde burnt in 2020.\n\n.. deprecated:: 3.1\n   Use the ferry.\n\n"
        "=====  =====\nYear   Boats\n=====  =====\n2019xx   1222222\n=====  =====\n\n"
        ".. glossary::\n\n   Zeta\n      It opened in Hull in 2021.\n"
    )
    text = only(write("odd.rst", page)).text
    for kept in ("The mill of Varde burnt in 2020.", "Deprecated since version 3.1", "1222222", "It opened in Hull"):
        assert kept in text, kept


def test_what_grows_without_bound_is_not_grown(write: Write, only: Only) -> None:
    """A few lines that stand for one another, which would be millions; roles of one file are not those of the next."""
    bomb = "|a0| sails\n\n" + "\n".join(f".. |a{i}| replace:: |a{i + 1}| |a{i + 1}| |a{i + 1}|" for i in range(14))
    assert "sails" in only(write("bomb.rst", f"{bomb}\n.. |a14| replace:: lol\n")).text
    only(write("role.rst", ".. role:: ref(raw)\n   :format: html\n\nA page.\n"))
    assert "the guide words" in only(write("next.rst", "See :ref:`the guide words`.\n")).text
