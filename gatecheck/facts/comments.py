"""The comments that address the tool, each with the statement and the definition that it stands on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import libcst as cst
import msgspec
from libcst.metadata import MetadataWrapper, PositionProvider

from gatecheck.findings import Comment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from libcst.metadata import CodeRange

_ADDRESS = re.compile(r"(?:\A|(?<=\s))#\s*gatecheck:\s*")


def comments(path: str, text: str) -> tuple[Comment, ...]:
    """Every comment of a file that starts with ``gatecheck:``, or has a part that does so behind code.

    None where the file does not parse.
    """
    if "gatecheck:" not in text:
        return ()
    try:
        wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
    except (cst.ParserSyntaxError, RecursionError):
        return ()
    finder = _Finder(path, wrapper.resolve(PositionProvider))
    wrapper.module.visit(finder)
    return tuple(finder.resolved(len(text.split("\n"))))


def _addressed(value: str, *, behind_code: bool) -> Iterator[tuple[int, int, str]]:
    """The parts of a comment that address the tool, each with its columns inside the comment.

    A comment that has its line to itself must begin so: what stands in the middle of one is code that was put aside.
    """
    starts = list(_ADDRESS.finditer(value))
    if not behind_code and (not starts or starts[0].start()):
        return
    ends = [start.start() for start in starts[1:]] + [len(value)]
    for start, end in zip(starts, ends, strict=True):
        said = value[start.end() : end].rstrip()
        yield start.start(), start.end() + len(said), said


class _Definition(msgspec.Struct, frozen=True):
    """A function or a class: its first line, the last ones of its signature and of its body, and its symbol.

    ``column`` is that of the definition itself: what stands further in behind its last line is still said inside it.
    """

    column: int
    first: int
    signature: int
    last: int
    symbol: str
    is_class: bool


class _Finder(cst.CSTVisitor):
    """Collects comments, statements and definitions with their lines."""

    def __init__(self, path: str, positions: Mapping[cst.CSTNode, CodeRange]) -> None:
        super().__init__()
        self._path = path
        self._positions = positions
        self._behind_code = False
        self._comments: list[tuple[int, int, int, str]] = []
        self._statements: list[tuple[int, int]] = []
        self._definitions: list[_Definition] = []
        self._names: list[tuple[str, bool]] = []

    def visit_EmptyLine(self, node: cst.EmptyLine) -> None:
        del node
        self._behind_code = False

    def visit_TrailingWhitespace(self, node: cst.TrailingWhitespace) -> None:
        del node
        self._behind_code = True

    def visit_Comment(self, node: cst.Comment) -> None:
        if "gatecheck:" not in node.value:
            return
        at = self._positions[node].start
        for first, last, said in _addressed(node.value, behind_code=self._behind_code):
            self._comments.append((at.line, at.column + first + 1, at.column + last + 1, said))

    def visit_SimpleStatementLine(self, node: cst.SimpleStatementLine) -> None:
        self._statement(node)

    def _statement(self, node: cst.CSTNode) -> None:
        span = self._positions[node]
        self._statements.append((span.start.line, span.end.line))

    def _header(self, node: cst.If | cst.For | cst.While | cst.With) -> None:
        first = self._positions[node].start.line
        self._statements.append((first, max(first, self._positions[node.body].start.line - 1)))

    visit_If = visit_For = visit_While = visit_With = _header

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        self._define(node, is_class=False)

    def visit_ClassDef(self, node: cst.ClassDef) -> None:
        self._define(node, is_class=True)

    def _define(self, node: cst.FunctionDef | cst.ClassDef, *, is_class: bool) -> None:
        span = self._positions[node]
        body = self._positions[node.body].start.line
        signature_end = body if isinstance(node.body, cst.SimpleStatementSuite) else max(span.start.line, body - 1)
        self._names.append((node.name.value, is_class))
        first = min((self._positions[d].start.line for d in node.decorators), default=span.start.line)
        self._definitions.append(
            _Definition(span.start.column, first, signature_end, span.end.line, self._symbol(), is_class)
        )

    def leave_FunctionDef(self, original_node: cst.FunctionDef) -> None:
        del original_node
        self._names.pop()

    def leave_ClassDef(self, original_node: cst.ClassDef) -> None:
        del original_node
        self._names.pop()

    def _symbol(self) -> str:
        """``Class.method`` or the bare function; what is nested in a function belongs to it."""
        cls = ""
        for name, is_class in self._names:
            if not is_class:
                return f"{cls}.{name}" if cls else name
            cls = name
        return cls

    def resolved(self, last_line: int) -> list[Comment]:
        """The comments, each with what it stands on."""
        return [self._resolve(*found, last_line) for found in self._comments]

    def _resolve(self, line: int, column: int, end_column: int, text: str, last_line: int) -> Comment:
        around = [d for d in self._definitions if d.first <= line <= d.last or self._trails(d, line, column)]
        on = [d for d in around if not d.is_class and line <= d.signature]
        scope = on[-1] if on else around[-1] if around else _Definition(0, 1, 1, last_line, "<module>", is_class=False)
        spans = [s for s in self._statements if s[0] <= line <= s[1]]
        first, last = (scope.first, scope.signature) if on else max(spans) if spans else (line, line)
        return Comment(
            self._path, line, column, end_column, text, first, last, scope.symbol, bool(on), scope.first, scope.last
        )

    def _trails(self, definition: _Definition, line: int, column: int) -> bool:
        """Whether a comment stands behind the last statement of a body, and still belongs there by its indentation."""
        if line <= definition.last or column - 1 <= definition.column:
            return False
        begun = [*(first for first, _ in self._statements), *(d.first for d in self._definitions)]
        return not any(definition.last < first <= line for first in begun)
