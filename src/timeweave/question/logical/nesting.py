"""What a question asks of what it describes: "the coach of the team that Ann Lee plays for", as a chain of steps.

Read off the dependency parse: from a name up to what is asked, each definite noun that it describes is a step, with the
verb of its relative clause, and last the verb of the question; "a demand of Ann Lee" describes a deed, and is none. How
the steps fall into relations of a graph ("head of the government" is one) the words do not tell; `Chain.readings` gives
all ways.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from timeweave.lexicon import reasoning as table
from timeweave.lexicon.deeds import LIGHT_VERBS
from timeweave.question.logical.form import Chain, ChainStep, Succession
from timeweave.question.logical.roles import t_lemma

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_MOST = 5  # steps; a question with more is misread
_SUBJECT = ("nsubj", "nsubjpass", "dobj", "dative", "agent")
_OF_NOUN = ("compound", "amod", "nmod", "nummod")


def read_chain(doc: Doc, numbers: Mapping[str, int]) -> Chain | None:
    """The longest chain from a name of the question, whose stand-ins ``numbers`` tells, to what it asks; none where
    it asks something of the name itself.
    """
    names = [t for t in doc if t.text in numbers]
    found = [(_steps(name, numbers), name) for name in names]
    steps, name = max(found, key=lambda pair: len(pair[0]), default=([], None))
    if name is None or not 2 <= len(steps) <= _MOST:
        return None
    if all(s.succession is Succession.ANY for s in steps) and any(t.lower_ in table.CURRENT for t in doc):
        steps[0] = replace(steps[0], succession=Succession.CURRENT)
    return Chain(numbers[name.text], tuple(steps))


def _steps(name: Token, numbers: Mapping[str, int]) -> list[ChainStep]:
    """From a name outwards: what each phrase that it stands in tells; nothing where one describes no single thing."""
    node, found = name, []
    while (above := _above(node)) is not None:
        if node is not name and not _is_definite(node, of_deed=above.tag_.startswith("VB")):
            return []
        if not above.tag_.startswith("VB"):
            found.append(_step(_noun(above, numbers), [above], node))
            node = above
        elif above.dep_ in ("relcl", "acl") and above.head.tag_.startswith("NN"):
            words = [*_noun(above.head, numbers), *_verb(above, node, numbers)]
            found.append(_step(words, [above.head, above], node))
            node = above.head
        else:
            words = _asked_by(above, node, numbers)
            return [*found, _step(words, [], node)] if words else found
    return found


def _is_definite(noun: Token, *, of_deed: bool) -> bool:
    """Whether a noun stands for a thing that its description singles out: "the employer of", "Ann Lee's employer"; with
    a verb that needs a word that says so, for "made demands of" tells of a deed.
    """
    articles = [t.lower_ for t in noun.lefts if t.dep_ == "det"]
    owned = any(t.dep_ == "poss" for t in noun.lefts)
    return owned or any(said in table.DEFINITE for said in articles) or not (articles or of_deed)


def _above(node: Token) -> Token | None:
    """The noun or verb in whose phrase a token stands: "employer" of "Ann Lee's employer"."""
    head = node.head
    if head is node:
        return None
    if node.dep_ in ("pobj", "pcomp"):
        head = head.head
        while head.dep_ in ("prep", "agent") and head.head is not head:
            head = head.head
    elif node.dep_ != "poss" and node.dep_ not in (*_SUBJECT, "attr"):
        return None
    return head if head.tag_.startswith(("NN", "VB")) or head.dep_ == "ROOT" else None


def _noun(noun: Token, numbers: Mapping[str, int]) -> list[Token]:
    parts = [t for t in noun.lefts if t.dep_ in _OF_NOUN]
    return [t for t in (*parts, noun) if _tells(t, numbers)]


def _verb(verb: Token, node: Token, numbers: Mapping[str, int]) -> list[Token]:
    """A verb with its particle, and its object where that is not what is described."""
    own = [t for t in verb.children if t.dep_ in ("prt", "acomp", "oprd")]
    objects = [t for t in verb.rights if t.dep_ in ("dobj", "attr") and t.tag_.startswith("NN") and t.i != node.i]
    return [t for t in (verb, *own, *_nouns(objects, numbers)) if _tells(t, numbers)]


def _asked_by(verb: Token, node: Token, numbers: Mapping[str, int]) -> list[Token]:
    """What a question's own verb asks of what is described: "born", "attend school"; nothing where it only is."""
    sought = [t.head for t in verb.doc if t.tag_ == "WDT" and t.dep_ == "det" and t.head.i != node.i]
    if t_lemma(verb) == "be":
        beside = (*verb.children, *node.children)
        words = [t for t in beside if t.dep_ in ("acl", "acomp", "advcl") and t.tag_ in ("VBN", "VBD", "JJ")]
    else:
        objects = [t for t in verb.children if t.dep_ in _SUBJECT and t.i != node.i and not _is_asking(t)]
        is_light = t_lemma(verb) in LIGHT_VERBS  # "go to university"
        behind = [u for t in verb.rights if is_light and t.dep_ == "prep" for u in t.children if u.dep_ == "pobj"]
        words = [verb, *_nouns([t for t in (*objects, *behind) if t.i not in {s.i for s in sought}], numbers)]
    return [t for t in (*words, *_nouns(sought, numbers)) if _tells(t, numbers)]


def _nouns(nouns: Iterable[Token], numbers: Mapping[str, int]) -> list[Token]:
    return [t for noun in nouns for t in _noun(noun, numbers)]


def _is_asking(token: Token) -> bool:
    return token.tag_ in ("WP", "WDT", "WRB", "WP$")


def _tells(token: Token, numbers: Mapping[str, int]) -> bool:
    """Whether a word tells what leads on: no name, no unit of time, no word for what holds now or held before."""
    said = token.lower_
    return not (
        token.text in numbers
        or _is_asking(token)
        or said in table.UNITS
        or said in table.CURRENT
        or said in table.PREVIOUS
        or t_lemma(token) in ("be", "do")
    )


def _step(words: Sequence[Token], heads: Sequence[Token], inner: Token) -> ChainStep:
    told = " ".join(t_lemma(t) if t.tag_.startswith("VB") else t.lower_ for t in words)
    return ChainStep(told, _succession(heads, inner))


def _succession(heads: Sequence[Token], inner: Token) -> Succession:
    """Whether of several that followed one another the one of now or the one before is meant."""
    beside = [t for head in heads for t in (head.subtree if head.tag_.startswith("VB") else head.children)]
    told_before = {t.i for t in inner.subtree}
    beside = [t for t in beside if t.i not in told_before]
    if any(t.lower_ in table.PREVIOUS for t in beside):
        return Succession.PREVIOUS
    if any(t.lower_ == "before" and any(u.lower_ in table.CURRENT for u in t.subtree) for t in beside):
        return Succession.PREVIOUS
    return Succession.CURRENT if any(t.lower_ in table.CURRENT for t in beside) else Succession.ANY
