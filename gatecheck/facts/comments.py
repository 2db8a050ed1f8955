"""The comments that address the tool, each with the statement and the definition that it stands on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from gatecheck.findings import Comment

if TYPE_CHECKING:
    from collections.abc import Mapping

    from libcst.metadata import CodeRange

_MARK = re.compile(r"#\s*gatecheck:\s*(.*)\Z", re.DOTALL)


def comments(path: str, text: str) -> tuple[Comment, ...]:
    """Every comment of a file that starts with ``gatecheck:``; none where the file does not parse."""
    if "gatecheck:" not in text:
        return ()
    try:
        wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
    except (cst.ParserSyntaxError, RecursionError):
        return ()
    finder = _Finder(path, wrapper.resolve(PositionProvider))
    wrapper.module.visit(finder)
    return tuple(finder.resolved(len(text.split("\n"))))


class _Finder(cst.CSTVisitor):
    """Collects comments, statements and definitions with their lines."""

    def __init__(self, path: str, positions: Mapping[cst.CSTNode, CodeRange]) -> None:
        super().__init__()
        self._path = path
        self._positions = positions
        self._comments: list[tuple[CodeRange, str]] = []
        self._statements: list[tuple[int, int]] = []
        self._definitions: list[tuple[int, int, int, str]] = []
        self._names: list[tuple[str, bool]] = []

    def visit_Comment(self, node: cst.Comment) -> None:
        found = _MARK.match(node.value)
        if found is not None:
            self._comments.append((self._positions[node], found.group(1).strip()))

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
        self._definitions.append((first, signature_end, span.end.line, self._symbol()))

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
        return [self._resolve(span, text, last_line) for span, text in self._comments]

    def _resolve(self, span: CodeRange, text: str, last_line: int) -> Comment:
        line = span.start.line
        around = [d for d in self._definitions if d[0] <= line <= d[2]]
        on = [d for d in around if d[0] <= line <= d[1]]
        scope = on[-1] if on else around[-1] if around else (1, 1, last_line, "<module>")
        spans = [s for s in self._statements if s[0] <= line <= s[1]]
        first, last = max(spans) if spans else (line, line)
        if on:
            first, last = scope[0], scope[1]
        return Comment(
            self._path, line, span.start.column + 1, span.end.column + 1, text, first, last, scope[3], bool(on),
            scope[0], scope[2],
        )  # fmt: skip
