"""What must hold of a file's text after an edit, whatever the analysis says: nothing but the fix has changed."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from typing import TYPE_CHECKING

from gatecheck.fixes.edits import AddMethod, Insert, Move, Replace

if TYPE_CHECKING:
    from gatecheck.fixes.edits import Edit

_TYPES = re.compile(r"#\s*type:")
_NO_TOKENS = (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT)


def objection(old: str, new: str, edit: Edit) -> str | None:
    """Why the new text is not the old one with this edit and nothing else, in one sentence; None where it is."""
    if isinstance(edit, Move):
        # Out of a block or into one, a line keeps all but its indent.
        same = _lines(old) == _lines(new)
        return None if same else "more than the place of the wait would change"
    removed, added = difference(old, new)
    if isinstance(edit, Insert | AddMethod):
        wanted = " ".join(line.text for line in edit.lines)
        # A statement that shares its line with others begins a line of its own behind what is put before it.
        kept = removed.strip() in {"", ";"} and tokens(added) == tokens(wanted)
        return None if kept else "more than new lines would change"
    assert isinstance(edit, Replace)
    return None if "\n" not in removed + added else "more than one expression would change"


def _lines(text: str) -> Counter[str]:
    return Counter(line.strip() for line in text.splitlines())


def damage(old: str, new: str) -> str | None:
    """What all edits of a file together have broken, in one sentence; None where nothing is."""
    if parses(old) and not parses(new):
        return "the file would not parse any more"
    if parses(old, types=True) and not parses(new, types=True):
        return "a type comment would no longer stand where it must"
    before, after = comments(old), comments(new)
    if before is None or after is None:
        return "the file cannot be split into tokens after the edit"
    return None if before == after else "a comment would be lost"


def parses(text: str, *, types: bool = False) -> bool:
    """Whether a text is Python to this interpreter; one that is newer than it may not be, before and after an edit.

    ``types`` asks whether that holds with its type comments too, where it may have some.
    """
    if types and not _TYPES.search(text):
        return True
    try:
        ast.parse(text, type_comments=types)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        # Python's parser runs out of memory, as it says, on an expression that is nested too deeply for it.
        return False
    return True


def difference(old: str, new: str) -> tuple[str, str]:
    """What was taken out and what was put in, between the longest beginning and the longest end that are the same."""
    limit = min(len(old), len(new))
    start = _common(old, new, limit)
    # A new line may begin with the letters of the one that it is put before: words are never cut.
    while start and (old[start - 1].isalnum() or old[start - 1] == "_"):
        start -= 1
    end = _common(old[::-1], new[::-1], limit - start)
    return old[start : len(old) - end], new[start : len(new) - end]


def comments(text: str) -> Counter[str] | None:
    """Every comment, counted; None where the text is not Python."""
    try:
        found = tokenize.generate_tokens(io.StringIO(text).readline)
        return Counter(t.string for t in found if t.type == tokenize.COMMENT)
    except (tokenize.TokenError, SyntaxError):
        return None


def tokens(text: str) -> Counter[str]:
    """The tokens of a piece of source, counted, without those that only shape it."""
    flat = " ".join(text.split())
    try:
        found = list(tokenize.generate_tokens(io.StringIO(flat).readline))
    except (tokenize.TokenError, SyntaxError):
        return Counter(flat.split())
    return Counter(t.string for t in found if t.type not in _NO_TOKENS)


def _common(left: str, right: str, limit: int) -> int:
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if left[:middle] == right[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
