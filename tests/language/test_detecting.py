"""Languages, told where it is sure."""

from __future__ import annotations

import pytest

from timeweave.language.detecting import foreign_language, foreign_question, name_of

GERMAN = (
    "Der Stadtrat hat am 12. März 2024 beschlossen, die Straßenbahn zu verlängern. Die Kosten betragen 40 Millionen "
    "Euro, und der Bau soll 2026 beginnen."
)
FRENCH = (
    "Le conseil municipal a décidé le 12 mars 2024 de prolonger la ligne de tramway. Les travaux coûteront 40 millions "
    "d'euros et commenceront en 2026."
)


@pytest.mark.parametrize(("text", "code"), [(GERMAN, "de"), (FRENCH, "fr"), (GERMAN * 30, "de")])
def test_a_text_in_another_language(text: str, code: str) -> None:
    """Two sentences are enough."""
    assert foreign_language(text) == code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Guten Tag",
        "The council decided to lengthen the tram line, which costs 40 million euros. " * 2,
        "Volkswagen Aktiengesellschaft, Wolfsburg; Bayerische Motoren Werke, München: the two of them are in Germany.",
        "def main(argv):\n    return parse(argv)\n" * 10,
        f"He said: {GERMAN} That is what the council had decided, and it was the first of the two lines to be built. "
        "The second of them would follow when there was money for it, which the council had not found by then.",
    ],
)
def test_english_and_what_is_not_sure(text: str) -> None:
    """English with foreign names or a quotation, short text and code are not told to be foreign."""
    assert foreign_language(text) is None


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("Wer war der Vorstandsvorsitzende von Volkswagen im Jahr 2015?", "de"),
        ("Quand le directeur a-t-il quitté la société?", "fr"),
        ("¿Quién es el presidente de la empresa?", "es"),
        ("Кто был директором компании в 2019 году?", "ru"),
        ("2019年谁是首席执行官？", "zh"),
    ],
)
def test_a_question_in_another_language(asked: str, code: str) -> None:
    """Its words that are no names tell it."""
    assert foreign_question(asked) == code


@pytest.mark.parametrize(
    "asked",
    [
        "Who is CEO of Deutsche Bank AG Frankfurt?",
        "Volkswagen Aktiengesellschaft Wolfsburg revenue 2023",
        "latest acme ari rfc number",
        "rust edition 2024 release date announcement",
        "Wann?",
        "When did Société Générale name Slawomir Krupa?",
    ],
)
def test_an_english_question_is_left_alone(asked: str) -> None:
    """Foreign names, bare key words and short questions are no other language."""
    assert foreign_question(asked) is None


def test_languages_have_names() -> None:
    """By their code; an unknown one is its own name."""
    assert (name_of("de"), name_of("xx")) == ("German", "xx")
