"""Repairing small programs in memory."""

from __future__ import annotations

from pathlib import Path

from gatecheck import check
from gatecheck.config import Settings
from gatecheck.findings import Safety
from gatecheck.fixes.apply import Outcome, Wanted, repair
from gatecheck.sources import SourceFile, Tree
from tests.small_protocol import PROTOCOL

SAFE = frozenset({Safety.SAFE})
ANY = frozenset({Safety.SAFE, Safety.UNSAFE})


def request(folder: Path, text: str, settings: Settings | None = None) -> check.Request:
    """A tree of one file; its bytes are exactly those of the text."""
    file = folder / "pool.py"
    file.write_bytes(text.encode())
    tree = Tree(str(folder), (SourceFile("pool.py", str(file)),), writable=True)
    return check.Request(tree, settings or Settings())


def outcome(folder: Path, text: str, safeties: frozenset[Safety] = SAFE) -> tuple[str, Outcome]:
    """The text of the file after a repair in memory, and what was done."""
    asked = request(folder, text)
    first = check.examine(asked)
    done = repair(first, Wanted(safeties), lambda before, changed: check.again(asked, before, changed))
    return dict(done.texts).get("pool.py", first.texts.by_path["pool.py"]), done


def rules(folder: Path, text: str) -> list[tuple[str, str]]:
    """What is found in a program."""
    return [(f.rule, f.symbol) for f in check.check(request(folder, text)).findings]


def inserted(old: str, new: str) -> list[str]:
    """The lines that were put in; fails where any other line changed."""
    rest = iter(old.splitlines())
    upcoming = next(rest, None)
    found: list[str] = []
    for line in new.splitlines():
        if line == upcoming:
            upcoming = next(rest, None)
        else:
            found.append(line)
    assert upcoming is None, f"a line is gone: {upcoming!r}"
    return found


def program(body: str) -> str:
    """The protocol, with a class below it."""
    return PROTOCOL + "\n\n" + body


WAIT = ["        if self.counter is not None:", "            self.counter.wait_until(layer_id - self.start_layer)"]
