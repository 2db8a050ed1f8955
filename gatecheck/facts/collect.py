"""One file: from its text to its facts, a chunk at a time."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING, Protocol

import libcst as cst
import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.lower import Lowerer
from gatecheck.facts.outline import Outline, head_of, outline
from gatecheck.findings import Failure

if TYPE_CHECKING:
    from collections.abc import Callable

_METHOD_HEAD = "class _:\n"
SHELL = 0


class Chunk(msgspec.Struct, frozen=True):
    """One definition, cut out of its module: where it stands, its source and its place among the others."""

    path: str
    module: str
    source: str
    name: str
    index: int
    method: bool


class Parser(Protocol):
    """Where :func:`defer` gets lowered text from."""

    def outline(self, text: str) -> Outline:
        """Where the definitions of a module stand."""

    def shell(self, text: str) -> tuple[r.Stmt, ...] | None:
        """The statements around the definitions of a module; None if they do not parse."""

    def deferred(self, chunk: Chunk) -> r.Function:
        """What stands in for a definition until it is parsed."""


def collect(path: str, text: str, wanted: Callable[[str], bool]) -> r.FileFacts | Failure:
    """Lower a module. Definitions whose text is not ``wanted`` are left out; their names stay free.

    A chunk that does not parse alone sends the whole file to the parser once more: only what it refuses is an error.
    """
    try:
        return _collect_chunks(path, text, wanted)
    except (cst.ParserSyntaxError, RecursionError):
        return _collect_whole(path, text)


def chunk_of(path: str, text: str, cut: Outline, index: int) -> Chunk:
    """One definition of a module that has been cut, by its place among the others (from 1)."""
    definition = cut.definitions[index - 1]
    return Chunk(path, text, cut.text_of(definition), definition.name, index, definition.indented)


def defer(path: str, text: str, parser: Parser) -> r.FileFacts | Failure:
    """Lower what stands around the definitions of a module, and each definition when somebody asks for it."""
    cut = parser.outline(text)
    # Definitions are cut at line feeds, which a text with other line ends has none of.
    shell = parser.shell(cut.shell()[0]) if "\n" in text or "\r" not in text else None
    if shell is None:
        return _collect_whole(path, text)
    functions: dict[int, list[r.Stmt]] = {}
    for index, definition in enumerate(cut.definitions):
        chunk = chunk_of(path, text, cut, index + 1)
        functions.setdefault(definition.owner, []).append(parser.deferred(chunk))
    return r.FileFacts(path, _attach(shell, functions))


def lower_shell(text: str) -> tuple[r.Stmt, ...]:
    """Lower what stands around the definitions of a module."""
    return Lowerer(SHELL).statements(cst.parse_module(text).body)


def lower_chunk(chunk: Chunk) -> r.Function:
    """Parse and lower one definition."""
    return lower_definition(parse_chunk(chunk.source, method=chunk.method), Lowerer(chunk.index), method=chunk.method)


def lower_head(chunk: Chunk) -> r.Function | None:
    """Parse and lower one definition without its body; None where the two share a line."""
    head = head_of(chunk.source)
    if head is None:
        return None
    indent = head[: len(head) - len(head.lstrip(" \t"))]
    return lower_chunk(msgspec.structs.replace(chunk, source=f"{head}{indent} pass\n"))


def refusal(path: str, text: str) -> Failure | None:
    """Why a module is no Python, as far as the parser can tell."""
    whole = _collect_whole(path, text)
    return whole if isinstance(whole, Failure) else None


def parse_chunk(text: str, *, method: bool) -> cst.Module:
    """Parse one definition; a method keeps its indentation inside a class of its own (one line is added before it)."""
    return cst.parse_module(_METHOD_HEAD + text if method else text)


def lower_definition(module: cst.Module, lowerer: Lowerer, *, method: bool) -> r.Function:
    """Lower the one definition of a parsed chunk."""
    node = module.body[0]
    if method:
        assert isinstance(node, cst.ClassDef)
        node = node.body.body[0]  # type: ignore[assignment]
    assert isinstance(node, cst.FunctionDef)
    return lowerer.stmt_FunctionDef(node)


def _collect_chunks(path: str, text: str, wanted: Callable[[str], bool]) -> r.FileFacts:
    cut = outline(text)
    functions: dict[int, list[r.Stmt]] = {}
    for index, definition in enumerate(cut.definitions):
        source = cut.text_of(definition)
        if wanted(source):
            module = parse_chunk(source, method=definition.indented)
            lowered = lower_definition(module, Lowerer(index + 1), method=definition.indented)
            functions.setdefault(definition.owner, []).append(lowered)
    return r.FileFacts(path, _attach(lower_shell(cut.shell()[0]), functions))


def _attach(shell: tuple[r.Stmt, ...], functions: dict[int, list[r.Stmt]]) -> tuple[r.Stmt, ...]:
    """Put cut definitions back: methods into the n-th class, functions behind the module's statements."""
    out: list[r.Stmt] = []
    classes = -1
    for statement in shell:
        if isinstance(statement, r.ClassDef):
            classes += 1
            body = statement.body + tuple(functions.get(classes, ()))
            out.append(msgspec.structs.replace(statement, body=body))
        else:
            out.append(statement)
    return (*out, *functions.get(-1, ()))


def _collect_whole(path: str, text: str) -> r.FileFacts | Failure:
    try:
        module = cst.parse_module(text)
        return r.FileFacts(path, Lowerer(SHELL).statements(module.body), whole=True)
    except cst.ParserSyntaxError as error:
        return Failure(path, _syntax_error(text, error))
    except RecursionError:
        return Failure(path, "nested too deeply to be parsed")


def _syntax_error(text: str, error: cst.ParserSyntaxError) -> str:
    """Say where a module stops being Python: as the interpreter does, whose line is exact; else as the parser does."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except SyntaxError as exact:
        return f"line {exact.lineno or 1}: not valid Python: {exact.msg}"
    except (ValueError, RecursionError, MemoryError):
        pass
    return f"line {error.raw_line}: not valid Python for the parser: {error.message.splitlines()[0]}"


__all__ = [
    "SHELL",
    "Chunk",
    "Outline",
    "Parser",
    "collect",
    "defer",
    "lower_chunk",
    "lower_definition",
    "lower_head",
    "lower_shell",
    "parse_chunk",
    "refusal",
]
