"""Edits a release in many places that a run is to be answered for, and asks whether a new run says the same.

``python -m tests.corpus.edits VERSION [SEED]`` prints how many definitions were edited and what differs. Those that
the run never opened lose lines and gain calls of words that nobody asked for; those that it opened gain comments.
"""

from __future__ import annotations

import random
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from keyword import iskeyword
from pathlib import Path
from unittest import mock

import msgspec

from gatecheck import check, narrow
from gatecheck.alike import Texts, compiles, followed
from gatecheck.check import Examined, Request
from gatecheck.config import Settings
from gatecheck.facts.outline import Definition, outline
from gatecheck.findings import Report
from gatecheck.run import default_cache
from gatecheck.sources import Tree, Where, resolve
from tests.saying import say

_WORD = re.compile(r"[A-Za-z_]\w*")
_INDENT = re.compile(r"[ \t]*")
_SHARE = 0.6


@dataclass(frozen=True)
class Edited:
    """How many definitions and files were edited, and whether the answer and a new run are alike."""

    definitions: int
    files: int
    answered: Report
    fresh: Report

    @property
    def differs(self) -> bool:
        """Whether the two say anything else."""
        return _said(self.answered) != _said(self.fresh)


class Editor:
    """Makes edits in what one run has seen."""

    def __init__(self, seen: Examined, seed: int) -> None:
        assert seen.selection is not None
        assert seen.looked is not None
        self._selection = seen.selection
        self._looked = seen.looked
        self._random = random.Random(seed)
        self._texts = seen.texts.by_path
        heard = frozenset().union(*msgspec.structs.astuple(seen.looked.questions))
        words = {word for path in seen.looked.opened for word in _WORD.findall(self._texts[path])}
        unheard = words - heard - seen.selection.telling - seen.selection.hints
        self._unheard = sorted(word for word in unheard if not iskeyword(word))

    def edits(self) -> Iterator[tuple[str, str, int]]:
        """Files with another text each, and how many definitions are other ones in it."""
        for path, opened in self._looked.opened.items():
            text, count = self._edited(self._texts[path], opened)
            told = self._selection.told(text) == self._selection.told(self._texts[path])
            texts = Texts(path, self._texts[path], text)
            if count and told and followed(texts, opened, self._looked.questions) is not None:
                yield path, text, count

    def _edited(self, text: str, opened: frozenset[int]) -> tuple[str, int]:
        cut = outline(text)
        lines, count = list(cut.lines), 0
        for chunk, definition in reversed(list(enumerate(cut.definitions, start=1))):
            before = cut.lines[definition.first : definition.last + 1]
            after = before
            if self._random.random() < _SHARE:
                after = self._commented(before) if chunk in opened else self._rewritten(before, definition)
            lines[definition.first : definition.last + 1] = after
            count += after != before
        return "".join(lines), count

    def _commented(self, lines: tuple[str, ...]) -> tuple[str, ...]:
        at = self._random.randrange(1, len(lines)) if len(lines) > 1 else 0
        before, after = "".join(lines), (*lines[:at], f"{_indent(lines[at])}# {self._word()}\n", *lines[at:])
        same = at > 0 and self._looked.questions.answers(before) == self._looked.questions.answers("".join(after))
        return after if same else lines

    def _rewritten(self, lines: tuple[str, ...], definition: Definition) -> tuple[str, ...]:
        kept = lines
        for at in range(len(lines) - 1, 0, -1):
            if self._random.random() < 1 - _SHARE:
                kept = self._if_same(kept, (*kept[:at], *kept[at + 1 :]), definition)
        at = self._random.randrange(1, len(kept) + 1)
        call = f"{_indent(kept[min(at, len(kept) - 1)])}{self._word()} = self.{self._word()}({self._word()})\n"
        return self._if_same(kept, (*kept[:at], call, *kept[at:]), definition)

    def _if_same(self, old: tuple[str, ...], new: tuple[str, ...], definition: Definition) -> tuple[str, ...]:
        text = "".join(new)
        whole = f"class _:\n{text}" if definition.indented else text
        answers = self._looked.questions.answers
        return new if answers("".join(old)) == answers(text) and compiles(whole) else old

    def _word(self) -> str:
        return self._random.choice(self._unheard)


def _indent(line: str) -> str:
    found = _INDENT.match(line)
    return found[0] if found is not None else ""


def _said(report: Report) -> bytes:
    plain = msgspec.structs.replace(report, root="", seconds=0, timings=(), parsed=0, cached=0)
    return msgspec.json.encode(plain)


def edit(version: str, seed: int, folder: Path) -> Edited:
    """Edit a copy of a release in ``folder`` and check it twice: from what was kept of the release, and afresh."""
    release = _tree(f"pypi:sglang=={version}", folder)
    shutil.copytree(release.root, folder / "tree")
    tree = _tree(str(folder / "tree"), folder)
    asked = Request(tree, Settings(), 0, str(folder / "kept"))
    check.check(asked)
    changed = list(Editor(check.examine(asked), seed).edits())
    for path, text, _ in changed:
        (folder / "tree" / path).write_text(text, encoding="utf-8")
    with mock.patch.object(narrow, "MOST_FOLLOWED", sys.maxsize):
        answered = check.check(asked)
    assert answered.parsed == 0, "the edited tree was not answered"
    return Edited(sum(count for *_, count in changed), len(changed), answered, check.check(Request(tree, Settings())))


def _tree(where: str, folder: Path) -> Tree:
    found = resolve(Where((where,), str(folder), cache_dir=default_cache()))
    assert isinstance(found, Tree)
    return found


def main(arguments: list[str]) -> int:
    """Edit one release and print what came of it."""
    version, seed = arguments[0], int(arguments[1]) if len(arguments) > 1 else 0
    with tempfile.TemporaryDirectory() as folder:
        edited = edit(version, seed, Path(folder))
    say(f"{version}: {edited.definitions} definitions in {edited.files} files edited")
    say("the answer is another than that of a new run" if edited.differs else "the answer is that of a new run")
    return int(edited.differs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
