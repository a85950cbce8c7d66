"""The mark-up within a line of AsciiDoc: of links and macros the words that a page shows, code as code."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from timeweave.documents import markdown

_MOST = 1_000  # characters within marks
_LABEL = r"\[(?P<{}>(?:[^\[\]\\\n]|\n(?![ \t]*\n)|\\.|\[[^\[\]\n]{{0,200}}\]){{0,1000}})\]"
_ROLE = r"(?:\[[^\[\]\n]{0,100}\])?"
_MARK = re.compile(
    rf"""\\(?P<escaped>[-*_`\#^~<\[{{+'"])
    | \+\+\+(?P<passed>.{{1,{_MOST}}}?)\+\+\+
    | (?P<quote>["'])`(?P<quoted>[^`\n]{{1,{_MOST}}})`(?P=quote)
    | ``(?P<codes>[^`]{{1,{_MOST}}})`` | (?<!\w)`(?P<code>[^`]{{1,{_MOST}}})`(?!\w)
    | (?<![\w+])\+(?P<plain>[^\s+](?:[^+\n]{{0,{_MOST}}}[^\s+])?)\+(?!\w)
    | (?:link:|xref:|mailto:)(?P<target>[^\s\[\]]{{0,{_MOST}}}){_LABEL.format("label")}
    | (?<![\w:/])(?P<address>(?:https?|ftp|irc)://[^\s\[\]<>]{{1,{_MOST}}})(?:{_LABEL.format("named")})?
    | <<(?P<section>[^<>,\n]{{1,200}})(?:,\s*(?P<called>[^<>]{{0,{_MOST}}}))?>>
    | (?P<note>footnote(?:ref)?):[\w-]{{0,60}}{_LABEL.format("noted")}
    | \b(?P<macro>image|icon|audio|video|anchor|indexterm2?|kbd|btn|menu|pass|stem|latexmath|asciimath)
      :(?P<of>[^\s\[\]:]{{0,{_MOST}}}){_LABEL.format("within")}
    | (?<![\w:/.-])(?P<named_so>[a-z][a-z_-]{{1,30}}):(?P<custom>[^\s\[\]:/“”"'][^\s\[\]]{{0,200}})(?<!:)
      {_LABEL.format("own")}
    | \[\[[^\[\]\n]{{1,200}}\]\] | \[\#[\w.-]{{1,100}}\](?![*_\#`]) | \(\(\([^()\n]{{1,200}}\)\)\)
    | {_ROLE}(?P<mark>\*\*|__|\#\#)(?P<strong>(?!\s)[^*_\#\n][^\n]{{0,{_MOST}}}?)(?P=mark)
    | {_ROLE}(?<![\w&;:}}])(?P<sign>[*_\#])(?P<words>(?![\s*_\#])(?:(?!(?P=sign)).){{1,{_MOST}}})(?<!\s)(?P=sign)(?!\w)
    | (?P<script>[\^~])(?P<raised>[^\s^~]{{1,60}})(?P=script)
    | \{{(?P<attribute>[\w-]{{1,60}})\}}
    | (?P<reference>&(?:\#\d{{1,7}}|\#[xX][\da-fA-F]{{1,6}}|[A-Za-z]\w{{1,30}});)
    | (?P<dash>(?<=\s)--(?=\s)|(?<=\w)--(?=\w)) | \((?P<letters>C|R|TM)\)""",
    re.X | re.S,
)
_OPTION = re.compile(r",\s*(?:\w+\s*=.*|%?\w+-option.*)$|\^$", re.S)
_LETTERS = {"C": "©", "R": "®", "TM": "™"}
_SIGNS = {
    "nbsp": " ", "zwsp": "", "empty": "", "blank": "", "sp": " ",
    "plus": "+", "asterisk": "*", "cpp": "C++",
    "vbar": "|", "startsb": "[", "endsb": "]", "caret": "^", "tilde": "~", "backslash": "\\", "backtick": "`",
    "amp": "&", "lt": "<", "gt": ">", "apos": "'", "quot": '"', "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    "deg": "°", "two-colons": "::", "two-semicolons": ";;", "hash": "#", "underscore": "_",
}  # fmt: skip
_FILLED = re.compile(rf"(?<!\w)`[^`]{{1,{_MOST}}}`(?!\w)|\\\{{|\{{(?P<name>[\w-]{{1,60}})\}}")
_MOST_FILLED = 1_000_000  # characters of values that attributes of one text stand for
_DEEPEST = 4  # marks within each other


class Inline:
    """Writes lines of one text; ``notes`` are the footnotes met on the way."""

    def __init__(self, attributes: Mapping[str, str]) -> None:
        self._attributes = attributes
        self._room = _MOST_FILLED
        self.notes: list[str] = []

    def written(self, text: str, depth: int = 0) -> str:
        """``text`` as words of Markdown."""
        text = self.filled(text)
        parts: list[str] = []
        end = 0
        for match in _MARK.finditer(text):
            parts += (markdown.escaped(text[end : match.start()]), self._mark(match, depth))
            end = match.end()
        return "".join((*parts, markdown.escaped(text[end:])))

    def filled(self, text: str) -> str:
        """``text`` with the values of its attributes in their places, but within code."""
        return _FILLED.sub(self._filled, text) if "{" in text else text

    def _filled(self, match: re.Match[str]) -> str:
        name = (match["name"] or "").casefold()
        value = None if name in _SIGNS else self._attributes.get(name)
        if value is None or len(value) > self._room:
            return match[0]
        self._room -= len(value)
        return value

    def _mark(self, match: re.Match[str], depth: int) -> str:
        kind = match.lastgroup or ""
        found = {name: value for name, value in match.groupdict().items() if value is not None}
        if kind == "escaped":
            return f"\\{found[kind]}"
        if kind in ("passed", "plain"):
            return markdown.escaped(re.sub(r"<[^<>]{1,200}>", "", found[kind]))
        if kind in ("code", "codes"):
            return markdown.inline_code(html.unescape(re.sub(r"^\+(.*)\+$", r"\1", found[kind])))
        if kind == "reference":
            return markdown.escaped(html.unescape(found[kind]))
        if kind == "dash":
            return "—"
        if kind == "letters":
            return _LETTERS[found[kind]]
        if kind == "attribute":
            return markdown.escaped(_SIGNS.get(found[kind].casefold(), match[0]))
        return self._words(found, depth)

    def _words(self, found: Mapping[str, str], depth: int) -> str:
        """Marks with words in them."""
        if depth >= _DEEPEST:
            return markdown.escaped(next((v for k, v in found.items() if k in _OF_WORDS), ""))
        if "note" in found:
            self.notes.append(self.written(found["noted"], depth + 1)) if found["noted"] else None
            return f"[^{len(self.notes)}]" if found["noted"] else ""
        if "macro" in found:
            return self._macro(found["macro"], found["of"], found["within"])
        if "quoted" in found:
            opening, closing = ("“", "”") if found["quote"] == '"' else ("‘", "’")
            return f"{opening}{self.written(found['quoted'], depth + 1)}{closing}"
        if "address" in found:
            address = found["address"]
            ending = "" if "named" in found else address[len(address.rstrip(".,;:!?)'\"")) :]
            named = _label(found.get("named", ""))
            shown = self.written(named, depth + 1) if named else markdown.escaped(address.removesuffix(ending))
            return shown + markdown.escaped(ending)
        if "custom" in found:
            return self._custom(found, depth)
        if "section" in found or "target" in found:
            label = (
                _label(found.get("called") or found.get("label") or "") or found.get("target", "").rpartition("#")[2]
            )
            return self.written(label or found.get("section", "").lstrip("_").replace("_", " "), depth + 1)
        words = next((v for k, v in found.items() if k in _OF_WORDS), "")
        return self.written(words, depth + 1)

    def _custom(self, found: Mapping[str, str], depth: int) -> str:
        """A macro of a site's own, "author:alee[Ann Lee]", "plugin:git[]": the words of its label, or what it names;
        anything else that looks like one ("key:value[0]") stands as it is.
        """
        label = found["own"].strip()
        if label[:1].isupper() and "=" not in label:
            return self.written(_label(label), depth + 1)
        name = found["custom"] if not label else f"{found['named_so']}:{found['custom']}[{label}]"
        return markdown.escaped(name)

    def _macro(self, macro: str, target: str, within: str) -> str:
        if macro == "menu":
            return markdown.escaped(" > ".join(filter(None, (target, within))))
        return markdown.escaped(within) if macro in ("kbd", "btn", "pass", "stem", "latexmath", "asciimath") else ""


_OF_WORDS = ("strong", "words", "raised", "quoted", "label", "named", "called", "noted", "within")


def _label(label: str) -> str:
    """The words of a label without the options that follow them."""
    label = label.replace("\\]", "]").strip()
    quoted = re.match(r'"([^"]*)"', label)
    return quoted[1] if quoted else _OPTION.sub("", label).strip()
