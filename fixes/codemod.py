"""Applying edits to the text of a file: libcst finds the node, keeps every byte around it, and writes the change."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import libcst as cst
import msgspec

from gatecheck.facts.collect import SHELL
from gatecheck.facts.lower import Lowerer
from gatecheck.facts.outline import Outline, outline
from gatecheck.fixes.edits import INNERMOST, AddMethod, Edit, Insert, Move, Replace, Where

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gatecheck.fixes.source import Line

Suite = cst.IndentedBlock | cst.SimpleStatementSuite
_CLASS_HEAD = "class _:"
_LEFT_OUT = "gatecheck: left out "
_TYPES = re.compile(r"#\s*type:(?!\s*ignore\b)")


class Refused(msgspec.Struct, frozen=True):
    """Why an edit cannot be applied to this text, in one sentence."""

    reason: str


class _Chunk(msgspec.Struct, frozen=True):
    """The piece of a file that is parsed: its text between ``before`` and ``after``, and what was added to parse it.

    ``left_out`` are lines that stand in the text for definitions which are not parsed, each with what it stands for.
    """

    before: str
    head: str
    text: str
    after: str
    left_out: tuple[tuple[str, str], ...] = ()

    def filled(self, code: str) -> str:
        """The whole file, with the piece as it is now."""
        code = code[len(self.head) :]
        for line, definition in self.left_out:
            code = code.replace(line, definition)
        return self.before + code + self.after


def apply(text: str, edit: Edit, *, whole: bool) -> str | Refused:
    """The text after one edit; ``whole`` says that the facts of this file count their ordinals in all of it."""
    chunk = _cut(text, edit.where, whole=whole)
    if isinstance(chunk, Refused):
        return chunk
    config = cst.PartialParserConfig(default_newline=_newline(text))
    try:
        module = cst.parse_module(chunk.head + chunk.text, config)
    except cst.ParserSyntaxError:
        return Refused("the text of this definition cannot be parsed by itself")
    try:
        changed = _edited(module, _nodes(module, edit.where.chunk), edit)
        return changed if isinstance(changed, Refused) else chunk.filled(changed.code)
    except RecursionError:
        return Refused("this definition is nested too deeply to be changed")


def _newline(text: str) -> str:
    """The line end of a file is that of its first line."""
    position = text.find("\n")
    return "\r\n" if position > 0 and text[position - 1] == "\r" else "\n"


def _cut(text: str, where: Where, *, whole: bool) -> _Chunk | Refused:
    if whole:
        return _Chunk("", "", text, "")
    cut = outline(text)
    if where.chunk == SHELL:
        return _shell(text, cut)
    definition = cut.definitions[where.chunk - 1]
    before, after = cut.lines[: definition.first], cut.lines[definition.last + 1 :]
    head = _CLASS_HEAD + _newline(text) if definition.indented else ""
    return _Chunk("".join(before), head, cut.text_of(definition), "".join(after))


def _shell(text: str, cut: Outline) -> _Chunk | Refused:
    """The file without the definitions that have facts of their own: a line of its own stands for each."""
    out: list[str] = []
    left_out: list[tuple[str, str]] = []
    position = 0
    for definition in cut.definitions:
        first = cut.lines[definition.first]
        indent = first[: len(first) - len(first.lstrip(" \t"))]
        line = f"{indent}pass  # {_LEFT_OUT}{len(left_out)}.{_newline(text)}"
        out += (*cut.lines[position : definition.first], line)
        left_out.append((line, cut.text_of(definition)))
        position = definition.last + 1
    out += cut.lines[position:]
    if _LEFT_OUT in text:
        return Refused("the text of this file cannot be told from the marks that its definitions are left out with")
    return _Chunk("", "", "".join(out), "", tuple(left_out))


def _nodes(module: cst.Module, chunk: int) -> list[cst.CSTNode]:
    lowerer = Lowerer(chunk, keep=True)
    if chunk == SHELL:
        lowerer.statements(module.body)
        return lowerer.nodes
    node: cst.CSTNode = module.body[0]
    if isinstance(node, cst.ClassDef):
        node = node.body.body[0]
    assert isinstance(node, cst.FunctionDef)
    lowerer.stmt_FunctionDef(node)
    return lowerer.nodes


def _edited(module: cst.Module, nodes: list[cst.CSTNode], edit: Edit) -> cst.Module | Refused:
    if isinstance(edit, Replace):
        new = cst.parse_expression(edit.text)
        return _module(module.deep_replace(nodes[edit.at], new))
    if isinstance(edit, Insert):
        return _insert(module, nodes, edit)
    if isinstance(edit, Move):
        return _move(module, nodes, edit)
    return _add_method(module, nodes, edit)


def _module(node: object) -> cst.Module:
    assert isinstance(node, cst.Module)
    return node


def _insert(module: cst.Module, nodes: list[cst.CSTNode], edit: Insert) -> cst.Module | Refused:
    before = nodes[edit.before] if edit.before is not None else None
    innermost = edit.block == INNERMOST and before is not None
    suite = _innermost(module, before) if innermost else _suite(nodes[edit.block], before)
    if suite is None:
        return Refused("the place of the wait is not a statement of this block")
    opened = _parted(_opened(suite), before)
    position = _position(opened, before)
    new = _statements(edit.lines, opened, module)
    rest = list(opened.body[position:])
    if rest:
        new[0], rest[0] = _spaced(new[0], rest[0]) if position else _behind_types(new[0], rest[0])
    body = [*opened.body[:position], *new, *rest]
    return _module(module.deep_replace(suite, opened.with_changes(body=body)))


def _spaced(new: cst.BaseStatement, after: cst.BaseStatement) -> tuple[cst.BaseStatement, cst.BaseStatement]:
    """A new statement takes over the blank lines above the one that it is put before; its comment stays with that."""
    lines = list(getattr(after, "leading_lines", ()))
    blank = next((i for i, line in enumerate(lines) if line.comment is not None), len(lines))
    if not blank:
        return new, after
    return new.with_changes(leading_lines=lines[:blank]), after.with_changes(leading_lines=lines[blank:])


def _behind_types(new: cst.BaseStatement, after: cst.BaseStatement) -> tuple[cst.BaseStatement, cst.BaseStatement]:
    """A new first statement stands behind the comment that gives the types of a function: it must be the first line."""
    lines = list(getattr(after, "leading_lines", ()))
    comments = [line.comment.value if line.comment is not None else "" for line in lines]
    end = next((i for i, text in enumerate(comments, 1) if _TYPES.match(text)), 0)
    own = getattr(new, "leading_lines", ())
    return new.with_changes(leading_lines=[*lines[:end], *own]), after.with_changes(leading_lines=lines[end:])


def _suite(owner: cst.CSTNode, inside: cst.CSTNode | None) -> Suite | None:
    """The body of a compound statement, or of its ``else``, that holds a node."""
    body = getattr(owner, "body", None)
    if not isinstance(body, cst.IndentedBlock | cst.SimpleStatementSuite):
        return None
    if inside is None or _holds(body, inside):
        return body
    orelse = getattr(owner, "orelse", None)
    while orelse is not None:
        if isinstance(orelse, cst.Else | cst.If) and _holds(orelse.body, inside):
            return orelse.body if isinstance(orelse.body, cst.IndentedBlock | cst.SimpleStatementSuite) else None
        orelse = getattr(orelse, "orelse", None)
    return None


def _innermost(node: cst.CSTNode, inside: cst.CSTNode | None) -> Suite | None:
    """The last of the blocks around a node."""
    blocks = [each for each in _suites(node) if inside is not None and _holds(each, inside)]
    return blocks[-1] if blocks else None


def _holds(node: cst.CSTNode, wanted: cst.CSTNode) -> bool:
    return node is wanted or any(_holds(child, wanted) for child in node.children)


def _position(suite: cst.IndentedBlock, before: cst.CSTNode | None) -> int:
    if before is None:
        return len(suite.body)
    return next((i for i, child in enumerate(suite.body) if _holds(child, before)), len(suite.body))


def _parted(suite: cst.IndentedBlock, before: cst.CSTNode | None) -> cst.IndentedBlock:
    """A block in which a statement that shares its line with others before it begins a line of its own."""
    if before is None:
        return suite
    for i, line in enumerate(suite.body):
        small = line.body if isinstance(line, cst.SimpleStatementLine) else ()
        at = next((n for n, each in enumerate(small) if _holds(each, before)), 0)
        if at and isinstance(line, cst.SimpleStatementLine):
            last = small[at - 1].with_changes(semicolon=cst.MaybeSentinel.DEFAULT)
            first = line.with_changes(body=[*small[: at - 1], last], trailing_whitespace=cst.TrailingWhitespace())
            second = line.with_changes(body=small[at:], leading_lines=[])
            return suite.with_changes(body=[*suite.body[:i], first, second, *suite.body[i + 1 :]])
    return suite


def _opened(suite: Suite) -> cst.IndentedBlock:
    """A body on the line of its header becomes a block; its comment stays behind its statement."""
    if isinstance(suite, cst.IndentedBlock):
        return suite
    assert isinstance(suite, cst.SimpleStatementSuite)
    line = cst.SimpleStatementLine(body=suite.body, trailing_whitespace=suite.trailing_whitespace)
    return cst.IndentedBlock(body=[line])


def _statements(lines: Sequence[Line], block: cst.IndentedBlock, module: cst.Module) -> list[cst.BaseStatement]:
    """New statements, indented as the block is and deeper by the file's own unit."""
    unit = block.indent if block.indent is not None else module.default_indent
    text = "".join(f"{unit * line.depth}{line.text}\n" for line in lines)
    parsed = cst.parse_module(text, cst.PartialParserConfig(default_indent=unit))
    plain = parsed.visit(_Defaults(block.indent))
    assert isinstance(plain, cst.Module)
    return list(plain.body)


class _Defaults(cst.CSTTransformer):
    """Makes line ends and indents those of the module that the statements are put into."""

    def __init__(self, indent: str | None) -> None:
        super().__init__()
        self._indent = indent

    def leave_Newline(self, original_node: cst.Newline, updated_node: cst.Newline) -> cst.Newline:  # noqa: N802 - libcst's
        """Take the module's line end."""
        del original_node
        return updated_node.with_changes(value=None)

    def leave_IndentedBlock(  # noqa: N802 - libcst's
        self, original_node: cst.IndentedBlock, updated_node: cst.IndentedBlock
    ) -> cst.IndentedBlock:
        """Take the block's own unit."""
        del original_node
        return updated_node.with_changes(indent=self._indent)


def _move(module: cst.Module, nodes: list[cst.CSTNode], edit: Move) -> cst.Module | Refused:
    moved = _line_of(nodes[edit.block], nodes[edit.at])
    suite = _suite(nodes[edit.block], nodes[edit.before])
    together = _with_others(moved, [nodes[at] for at in edit.along]) if moved is not None else None
    if moved is None or together is None or not isinstance(suite, cst.IndentedBlock):
        return Refused("the wait shares its line with other statements and cannot be moved")
    home = moved[0]
    position = _position(suite, nodes[edit.before])
    if home is suite:
        early, late = (
            [s for s in part if s not in together] for part in (suite.body[:position], suite.body[position:])
        )
        body = _with([*early, *late], len(early), together)
        return _module(module.deep_replace(suite, suite.with_changes(body=body)))
    if len(home.body) == len(together):
        return Refused("the wait is all that its block does, so it cannot be taken out")
    body = _with(suite.body, position, together)
    shorter = home.with_changes(body=[s for s in home.body if s not in together])
    emptied = suite.with_changes(body=body).deep_replace(home, shorter)
    return _module(module.deep_replace(suite, emptied))


def _with_others(
    moved: tuple[cst.IndentedBlock, cst.BaseStatement], along: list[cst.CSTNode]
) -> list[cst.BaseStatement] | None:
    """A statement behind others of its block, each of which has its line for itself."""
    home, statement = moved
    others = [next((s for s in home.body if _holds(s, node)), None) for node in along]
    shared = (isinstance(s, cst.SimpleStatementLine) and len(s.body) > 1 for s in others)
    return None if any(shared) or None in others else [*(s for s in others if s is not None), statement]


def _with(
    body: Sequence[cst.BaseStatement], position: int, new: Sequence[cst.BaseStatement]
) -> list[cst.BaseStatement]:
    """The statements of a block with some more."""
    first, *others = new
    rest = list(body[position:])
    if rest and not position:
        first, rest[0] = _behind_types(first, rest[0])
    return [*body[:position], first, *others, *rest]


def _line_of(owner: cst.CSTNode, node: cst.CSTNode) -> tuple[cst.IndentedBlock, cst.BaseStatement] | None:
    """The outermost statement of a block that holds a node and is a gate by itself: alone on its lines."""
    for suite in reversed([block for block in _blocks(owner) if _holds(block, node)]):
        statement = next(child for child in suite.body if _holds(child, node))
        if isinstance(statement, cst.SimpleStatementLine) and len(statement.body) > 1:
            return None
        if isinstance(statement, cst.If) or not isinstance(_parent_block(owner, suite), cst.If):
            return suite, statement
    return None


def _parent_block(owner: cst.CSTNode, suite: cst.IndentedBlock) -> cst.CSTNode | None:
    if any(child is suite for child in owner.children):
        return owner
    return next((found for child in owner.children if (found := _parent_block(child, suite)) is not None), None)


def _add_method(module: cst.Module, nodes: list[cst.CSTNode], edit: AddMethod) -> cst.Module | Refused:
    sibling = nodes[edit.where.function]
    for suite in _blocks(module):
        index = next((i for i, child in enumerate(suite.body) if child is sibling), None)
        if index is not None:
            head, *rest = _statements(edit.lines, suite, module)
            head = head.with_changes(leading_lines=[cst.EmptyLine(indent=False)])
            body = [*suite.body[: index + 1], head, *rest, *suite.body[index + 1 :]]
            return _module(module.deep_replace(suite, suite.with_changes(body=body)))
    return Refused("the class of the new method is not a block")


def _blocks(node: cst.CSTNode) -> list[cst.IndentedBlock]:
    return [suite for suite in _suites(node) if isinstance(suite, cst.IndentedBlock)]


def _suites(node: cst.CSTNode) -> list[Suite]:
    found: list[Suite] = [node] if isinstance(node, cst.IndentedBlock | cst.SimpleStatementSuite) else []
    for child in node.children:
        found += _suites(child)
    return found
