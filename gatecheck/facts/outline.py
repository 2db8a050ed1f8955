"""Where the definitions of a module start and end, found without parsing it.

One regular expression walks over strings, comments, brackets and line ends, so that a logical line is known for what it
is whatever a string or a bracket holds. Nothing else of Python's grammar is needed to cut a module into chunks.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

# What stands before a token is a part of the match: that way nothing is tried in vain at every character of it.
_TOKEN = re.compile(
    r"""[^"'\#\[({\])}\\\n]*(?:"""
    r"""\"\"\"(?:[^"\\]|\\.|"(?!""))*\"\"\"|'''(?:[^'\\]|\\.|'(?!''))*'''|(\"\"\"|''')"""
    r"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\#[^\n]*|([\[({])|([\])}])|\\\r?\n|(\n)|.)""",
    re.DOTALL,
)
_UNENDED, _OPEN, _CLOSE, _LINE = range(1, 5)
_DEF = re.compile(r"([ \t]*)(?:(@)|(?:async[ \t]+)?(def|class)[ \t]+(\w+))")
_INDENT = re.compile(r"[ \t]*")


class Definition(msgspec.Struct, frozen=True, array_like=True):
    """Lines ``first`` to ``last`` (from 0, both inside, decorators included) hold one function or method.

    ``owner`` is the index of the top-level class that holds it, or -1 for a function of the module.
    """

    owner: int
    name: str
    first: int
    last: int
    indented: bool


class Outline(msgspec.Struct, frozen=True):
    """The lines of a module (with their ends) and the definitions that can be cut out of it."""

    lines: tuple[str, ...]
    definitions: tuple[Definition, ...]

    @staticmethod
    def of(text: str, definitions: tuple[Definition, ...]) -> Outline:
        """The outline of a module whose definitions are known."""
        return Outline(tuple(_split(text)), definitions)

    def text_of(self, definition: Definition) -> str:
        """The source of one definition, exactly as it stands."""
        return "".join(self.lines[definition.first : definition.last + 1])

    def shell(self) -> tuple[str, tuple[int, ...]]:
        """The module without its definitions, each replaced by ``pass``, and the line (from 1) of each line left."""
        out: list[str] = []
        numbers: list[int] = []
        position = 0
        for definition in self.definitions:
            out += self.lines[position : definition.first]
            numbers += range(position + 1, definition.first + 1)
            out.append(_indent(self.lines[definition.first]) + "pass\n")
            numbers.append(definition.first + 1)
            position = definition.last + 1
        out += self.lines[position:]
        numbers += range(position + 1, len(self.lines) + 1)
        return "".join(out), tuple(numbers)


def logical_lines(text: str) -> list[int]:
    """Offsets at which a logical line starts; blank and comment-only lines count as lines of their own."""
    return [0, *_line_ends(text)]


def _line_ends(text: str) -> Iterator[int]:
    """Offsets behind the end of each logical line."""
    depth = 0
    for match in _TOKEN.finditer(text):
        kind = match.lastindex
        if kind is None:
            continue
        if kind == _LINE:
            if depth == 0:
                yield match.end()
        elif kind == _OPEN:
            depth += 1
        elif kind == _CLOSE:
            depth = max(0, depth - 1)
        else:
            break


def head_of(text: str) -> str | None:
    """A definition up to the colon in front of its body; None where the body starts on the same line."""
    start = 0
    for end in _line_ends(text):
        found = _DEF.match(text, start)
        if found is not None and found.group(3):
            return text[:end] if text[start:end].rstrip().endswith(":") else None
        start = end
    return None


class _Block(msgspec.Struct, frozen=True):
    """The start of one logical line that has code on it."""

    line: int
    indent: int
    kind: str
    name: str


def _blocks(text: str) -> list[_Block]:
    """The logical lines that have code on them, without those inside of a definition: none of them can end it."""
    blocks: list[_Block] = []
    line = counted = 0
    inside = "\n"
    for start in logical_lines(text):
        if text.startswith(inside, start):
            continue
        first = start + len(_indent(text, start))
        if first >= len(text) or text[first] in "#\r\n":
            continue
        line += text.count("\n", counted, start)
        counted = start
        found = _DEF.match(text, start)
        kind = (found.group(2) or found.group(3)) if found else ""
        name = (found.group(4) or "") if found else ""
        indent = len(text[start:first].expandtabs())
        blocks.append(_Block(line, indent, kind or "", name))
        inside = " " * (indent + 1) if kind == "def" else "\n"
    return blocks


def _indent(text: str, start: int = 0) -> str:
    """The blanks with which a line starts."""
    found = _INDENT.match(text, start)
    return found.group() if found else ""


def outline(text: str) -> Outline:
    """Cut a module: every function at top level and every method directly in a top-level class."""
    lines = tuple(_split(text))
    blocks = _blocks(text)
    found: list[Definition] = []
    classes = -1
    inside_class = False
    index = 0
    while index < len(blocks):
        head = index
        while blocks[index].kind == "@" and index + 1 < len(blocks):
            index += 1
        block = blocks[index]
        if block.indent == 0:
            inside_class = block.kind == "class"
            classes += inside_class
            member_indent = -1
        if inside_class and block.indent > 0 and member_indent < 0:
            member_indent = block.indent
        cuttable = block.kind == "def" and (block.indent == 0 or (inside_class and block.indent == member_indent))
        if not cuttable:
            index += 1
            continue
        end = index + 1
        while end < len(blocks) and blocks[end].indent > block.indent:
            end += 1
        last = (blocks[end].line if end < len(blocks) else len(lines)) - 1
        last = _trim(lines, last, block.line)
        owner = classes if block.indent else -1
        found.append(Definition(owner, block.name, blocks[head].line, last, block.indent > 0))
        index = end
    return Outline(lines, tuple(found))


def _split(text: str) -> list[str]:
    """Split at line feeds only: ``str.splitlines`` also splits where no line of Python ends."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])


def _trim(lines: tuple[str, ...], last: int, first: int) -> int:
    """Leave trailing blank and comment lines to the shell: they stand before what follows."""
    while last > first and (not lines[last].strip() or lines[last].lstrip().startswith("#")):
        last -= 1
    return last
