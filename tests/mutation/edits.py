"""Changes to the text of a file by the positions of its syntax tree; everything else stays as it is."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Source:
    """A file: its text and its tree."""

    text: str
    tree: ast.Module

    @cached_property
    def lines(self) -> list[str]:
        """Return the lines of the text with their ends."""
        return self.text.splitlines(keepends=True)

    @staticmethod
    def of(text: str) -> Source:
        """Parse a text."""
        return Source(text, ast.parse(text))

    def segment(self, node: ast.stmt | ast.expr) -> str:
        """Return the text of a node."""
        lines = self.lines[node.lineno - 1 : node.end_lineno]
        last = len(lines[-1].encode()) if node.end_col_offset is None else node.end_col_offset
        lines[-1] = lines[-1].encode()[:last].decode()
        return "".join((lines[0].encode()[node.col_offset :].decode(), *lines[1:]))

    def replace(self, node: ast.stmt | ast.expr | ast.arg, new: str) -> str:
        """Return the text with another text for one node."""
        lines = self.lines
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        head = lines[first].encode()[: node.col_offset].decode()
        tail = lines[last].encode()[node.end_col_offset or 0 :].decode()
        return "".join((*lines[:first], head, new, tail, *lines[last + 1 :]))

    def insert_before(self, node: ast.stmt, lines: str) -> str:
        """Return the text with lines added in front of a statement, decorators included."""
        first = min((node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ())))) - 1
        kept = self.lines
        return "".join(
            (*kept[:first], *(f"{' ' * node.col_offset}{each}\n" for each in lines.splitlines()), *kept[first:])
        )

    def insert_after(self, node: ast.stmt, text: str) -> str:
        """Return the text with a text added behind a statement."""
        kept = self.lines
        last = node.end_lineno or node.lineno
        return "".join((*kept[:last], text, *kept[last:]))


def indented(text: str, column: int) -> str:
    """Return the lines of a text with all but the first moved to a column."""
    first, *rest = text.splitlines()
    return "\n".join((first, *(" " * column + each for each in rest)))
