"""Which relations are one by several names: a link from each to the name that they go by together (EK-07).

EvoKG, section 4.2: a schema (subject type, relation, object type) is embedded and matched with the best schema known,
r* = argmax sim(s, s_r), taken for a synonym where the similarity is above θ. The table of relations is asked first, and
two words in the same form need no embedding. Measured on hand-judged pairs (`benchmarks/synonyms.py`), two things had
to be changed for the matches to be right. Types in the text make all relations of one pair of types alike: the text
has none, and types must agree instead. What cosines do not see speaks against a match: another direction ("capital",
"capital of"), and among shared words others that differ ("imposed sanctions on", "lifted sanctions on").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from timeweave.evolution.synonyms.forms import (
    are_opposed,
    differ_in_voice,
    form,
    is_same,
    is_turned,
    may_mean_one,
    meanings,
    without_shared,
)
from timeweave.lexicon.relations import Meaning, relations

THETA = 0.8
"""θ: the least cosine of two schemas that are taken for synonyms."""

_UNTYPED = 0.85  # θ where types do not tell the ends of a relation apart
_LITERAL = "literal"
_DIFFERING = 0.7  # the least cosine of what two names that share words do not share
_FRAME = "someone {} something"  # a sentence tells a verb from a noun

YOU, TABLE, FORM, MEANING = "you", "table", "form", "meaning"
"""Who says that two relations are one, the most trusted first."""

Embed = Callable[[Sequence[str]], np.ndarray]


@dataclass(frozen=True, slots=True)
class Schema:
    """(subject type, relation, object type): a type is person, place, body or literal, and empty where unknown."""

    relation: str
    subject: str = ""
    object: str = ""

    @property
    def is_of_one_kind(self) -> bool:
        """Whether types do not tell which end is which."""
        is_known = bool(self.subject and self.object) or _LITERAL in (self.subject, self.object)
        return self.subject == self.object or not is_known

    def agrees(self, other: Schema, *, turned: bool = False) -> bool:
        """Whether no type speaks against one relation; with ``turned`` against one seen from the other end."""
        ends = (other.object, other.subject) if turned else (other.subject, other.object)
        return all(not a or not b or a == b for a, b in zip((self.subject, self.object), ends, strict=True))


@dataclass(frozen=True, slots=True)
class Synonym:
    """``relation`` goes by the name of ``head``, with which it shares a ``score`` in [0, 1]; where it is ``turned`` its
    subject is the object there. ``by`` says who says so.
    """

    relation: str
    head: str
    score: float
    by: str
    turned: bool = False

    @property
    def why(self) -> str:
        """The reason, in words."""
        return _WHY[self.by]


_WHY = {
    YOU: "you said so",
    TABLE: "the table of relations says so",
    FORM: "the same words in another form",
    MEANING: "near in meaning, of the same types",
}


class Linker:
    """Links relations to ``heads``, the names that others go by, of which the first of equals is taken."""

    def __init__(self, embed: Embed) -> None:
        self._embed = embed
        self._vectors: dict[str, np.ndarray] = {}
        self._near: dict[str, dict[str, float]] = {}

    def learn(self, names: Iterable[str]) -> None:
        """Embed the schemas of relations at once, and see which are near to which."""
        wanted = sorted({*names} - self._near.keys())
        if not wanted:
            return
        self._learn([_FRAME.format(name) for name in wanted])
        known = sorted({*self._near, *wanted})
        rows = np.stack([self._vectors[_FRAME.format(name)] for name in known])
        cosines = np.minimum(np.round((rows @ rows.T).astype(float), 3), 1.0)
        self._near = {name: {} for name in known}
        for a, b in np.argwhere(cosines >= THETA):
            if a != b:
                self._near[known[a]][known[b]] = float(cosines[a, b])

    def concerned(self, schemas: Iterable[Schema]) -> set[str]:
        """The relations that may have a link at all, whatever their types."""
        names = {schema.relation for schema in schemas}
        self.learn(names)
        by_stems = Counter(form(name).stems for name in names)
        return {name for name in names if self._near[name] or meanings(name) or by_stems[form(name).stems] > 1}

    def link(self, schema: Schema, heads: Sequence[Schema], barred: Collection[str] = ()) -> Synonym | None:
        """The name that a relation goes by, if it is not its own and none of those that are ``barred``."""
        others = [head for head in heads if head.relation != schema.relation and head.relation not in barred]
        return self._in_table(schema, barred) or self._in_form(schema, others) or self._in_meaning(schema, others)

    @staticmethod
    def _in_table(schema: Schema, barred: Collection[str]) -> Synonym | None:
        fitting = {(m.name, turned) for m, turned in meanings(schema.relation) if _fits(m, schema, turned=turned)}
        if len(fitting) != 1:
            return None
        ((head, turned),) = fitting
        return None if head in (schema.relation, *barred) else Synonym(schema.relation, head, 1.0, TABLE, turned)

    @staticmethod
    def _in_form(schema: Schema, heads: Iterable[Schema]) -> Synonym | None:
        own = form(schema.relation)
        for head in heads:
            other = form(head.relation)
            if own.stems != other.stems:
                continue
            if is_same(own, other) and schema.agrees(head):
                return Synonym(schema.relation, head.relation, 1.0, FORM)
            if is_turned(own, other) and schema.agrees(head, turned=True):
                return Synonym(schema.relation, head.relation, 1.0, FORM, turned=True)
        return None

    def _in_meaning(self, schema: Schema, heads: Sequence[Schema]) -> Synonym | None:
        self.learn([schema.relation, *(head.relation for head in heads)])
        near_names = self._near[schema.relation]
        near = [
            (near_names[head.relation], head.relation)
            for head in heads
            if near_names.get(head.relation, 0.0) >= (_UNTYPED if _is_untyped(schema, head) else THETA)
            and schema.agrees(head)
            and self.may_be_one(schema, head)
        ]
        near.sort(key=lambda pair: -pair[0])
        best = next(((s, name) for s, name in near if self._differ_little(schema.relation, name)), None)
        return None if best is None else Synonym(schema.relation, best[1], best[0], MEANING)

    @staticmethod
    def may_be_one(one: Schema, other: Schema) -> bool:
        """Whether the words of two relations may tell the same of the same ends."""
        a, b = form(one.relation), form(other.relation)
        return (
            may_mean_one(a, b)
            and not are_opposed(one.relation, other.relation)
            and not (_is_untyped(one, other) and differ_in_voice(a, b))
        )

    def _differ_little(self, one: str, other: str) -> bool:
        a, b = form(one), form(other)
        if not set(a.stems) & set(b.stems):
            return True
        left, right = without_shared(a, b)
        return left == right or (bool(left and right) and self._cosine(left, right) >= _DIFFERING)

    def _cosine(self, one: str, other: str) -> float:
        self._learn([one, other])
        return round(min(float(self._vectors[one] @ self._vectors[other]), 1.0), 3)

    def _learn(self, texts: Sequence[str]) -> None:
        missing = sorted({text for text in texts if text not in self._vectors})
        if missing:
            self._vectors |= dict(zip(missing, self._embed(missing), strict=True))


def _is_untyped(one: Schema, other: Schema) -> bool:
    return one.is_of_one_kind or other.is_of_one_kind


def _fits(meaning: Meaning, schema: Schema, *, turned: bool) -> bool:
    ends = (schema.object, schema.subject) if turned else (schema.subject, schema.object)
    wanted = (meaning.subject, meaning.object)
    return all(
        not kinds or not end or end in kinds or _is_name(end, kinds) for end, kinds in zip(ends, wanted, strict=True)
    )


def _is_name(end: str, kinds: frozenset[str]) -> bool:
    return end != _LITERAL and ("name" in kinds or (end == "place" and "body" in kinds))


def linked(
    schemas: Sequence[Schema], linker: Linker, said: Mapping[str, Synonym], apart: Collection[frozenset[str]] = ()
) -> Mapping[str, Synonym]:
    """Each relation that goes by another's name, to the link: ``schemas`` with those first that others may go by. What
    is ``said`` by hand goes before what is found, and two that are said to be ``apart`` never go by one name.
    """
    heads = list(
        ({s.relation: s for s in of_table()} | {s.relation: s for s in schemas if is_known(s.relation)}).values()
    )
    linker.learn(schema.relation for schema in (*heads, *schemas))
    links = dict(said)
    for schema in schemas:
        name = schema.relation
        if name in said or is_known(name):
            continue
        others = {other for pair in apart if name in pair for other in pair - {name}}
        link = linker.link(schema, heads, others | {_followed(links[o], links).head for o in others & links.keys()})
        if link is None:
            heads.append(schema)
        else:
            links[name] = link
    return {name: _followed(links[name], links) for name in sorted(links)}


def of_table() -> list[Schema]:
    """The relations that texts are read by, which others may go by though no fact has them."""
    rows = [row for name, row in relations().rows.items() if name == row.name]
    return [Schema(row.name, _only(row.subject), _only(row.object)) for row in rows]


def is_known(relation: str) -> bool:
    """Whether the table of relations has a relation of this name."""
    table = relations()
    return relation in table.rows or table.values(relation) is not None


def _only(kinds: Sequence[str]) -> str:
    return kinds[0] if len(kinds) == 1 and kinds[0] != "name" else ""


def _followed(link: Synonym, links: Mapping[str, Synonym]) -> Synonym:
    """A link to where the link of its head leads, and so on."""
    passed = {link.relation}
    while link.head not in passed and (beyond := links.get(link.head)) is not None:
        passed.add(link.head)
        link = replace(link, head=beyond.head, turned=link.turned != beyond.turned)
    return link
