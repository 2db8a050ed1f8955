"""Replaces the names that a program gives by random ones, and leaves those that it takes from elsewhere.

The leading underscores of a name are kept, for Python gives them a meaning. So are double-underscored names, Python's
own, and those that belong to torch: what hangs on ``torch``, its keywords, and the methods of its objects.
"""

from __future__ import annotations

import ast
import builtins
import io
import keyword
import random
import string
import tokenize
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

# fmt: off
FOREIGN = frozenset({
    "torch", "device", "pin_memory", "non_blocking", "is_decode", "is_extend", "replay", "jit",
    "T", "add", "clone", "contiguous", "copy_", "cpu", "cuda", "data", "data_ptr", "float", "index_copy_", "mul_",
    "narrow", "nbytes", "new_empty", "new_zeros", "numel", "real", "select", "shape", "sum", "to", "unbind",
    "unsqueeze", "view", "zero_", "record", "record_event", "set_stream", "synchronize", "wait_event", "wait_stream",
    "copy", "extend", "items", "keys", "pop", "setter", "update", "upper", "values",
    "ExitStack", "Optional", "contextmanager", "enter_context", "partial", "suppress", "wraps",
})
# fmt: on
"""Names of torch's and Python's objects, and the two questions of a batch's mode, as far as the programs use them."""
CONFIGURED = {
    "wait-methods": ("wait_until",),
    "arm-methods": ("set_consumer",),
    "load-methods": ("load_to_device_per_layer", "load_to_device_per_layer_physical", "load_page_per_layer"),
}


@dataclass(frozen=True)
class Renaming:
    """From the old names to the new ones."""

    names: Mapping[str, str]

    def __call__(self, name: str) -> str:
        return self.names.get(name, name)

    def symbol(self, dotted: str) -> str:
        """Return ``Class.method`` under its new names."""
        return ".".join(map(self, dotted.split(".")))

    def source(self, text: str) -> str:
        """Return the program under the new names; comments, layout and everything else stay."""
        lines = text.splitlines(keepends=True)
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
        for token in reversed(tokens):
            new = self._token(token)
            if new != token.string:
                row, (first, last) = token.start[0] - 1, (token.start[1], token.end[1])
                lines[row] = lines[row][:first] + new + lines[row][last:]
        return "".join(lines)

    def configuration(self) -> str:
        """Return the table that tells the linter how the three words of the protocol are called now."""
        rows = (f"{key} = {[self(word) for word in words]}" for key, words in CONFIGURED.items())
        return "\n".join(("[tool.gatecheck]", *rows, ""))

    def _token(self, token: tokenize.TokenInfo) -> str:
        if token.type == tokenize.NAME:
            return self(token.string)
        if token.type == tokenize.STRING and token.string[1:-1] in self.names:
            return token.string[0] + self(token.string[1:-1]) + token.string[-1]
        return token.string


def renaming(paths: Iterable[Path], seed: int, *, everything: bool, kept: frozenset[str] = frozenset()) -> Renaming:
    """Choose new names for the classes, functions, attributes and modules; or for parameters and variables as well.

    ``kept`` are further names that belong to somebody else.
    """
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    given = {path.stem for path in trees}
    foreign = set(FOREIGN | kept)
    for tree in trees.values():
        nodes = list(ast.walk(tree))
        given.update(name for node in nodes for name in _given(node, everything=everything))
        foreign.update(name for node in nodes for name in _of_torch(node))
    chance = random.Random(seed)
    return Renaming({name: _new(name, chance) for name in sorted(given - foreign) if not _is_fixed(name)})


def _given(node: ast.AST, *, everything: bool) -> list[str]:
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return [node.name]
    if isinstance(node, ast.Attribute) and (everything or isinstance(node.ctx, ast.Store)):
        return [node.attr]
    if everything and isinstance(node, ast.arg):
        return [node.arg]
    if everything and isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return [node.id]
    return []


def _of_torch(node: ast.AST) -> list[str]:
    """Return the names of a chain of attributes that begins at the module ``torch``."""
    chain = []
    while isinstance(node, ast.Attribute):
        chain.append(node.attr)
        node = node.value
    return chain if isinstance(node, ast.Name) and node.id == "torch" else []


def _is_fixed(name: str) -> bool:
    known = keyword.iskeyword(name) or hasattr(builtins, name) or name in {"self", "append", "get"}
    return known or name.startswith("__")


def _new(name: str, chance: random.Random) -> str:
    underscores = name[: len(name) - len(name.lstrip("_"))]
    return underscores + "".join(chance.choices(string.ascii_lowercase, k=9))
