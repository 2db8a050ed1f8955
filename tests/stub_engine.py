"""An engine for tests of what surrounds the real one: every ``def NAME(): ... # UNGATED`` line is a GC001."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from gatecheck import check as engine
from gatecheck.check import Examined, Request, Texts
from gatecheck.findings import Failure, Finding, Place, Report
from gatecheck.fingerprint import fingerprint
from gatecheck.sources import SourceFile, read
from tests.records import finding

_READ = re.compile(r"def (\w+)\(.*# UNGATED")


def check(request: Request) -> Report:
    """Return one finding for each marked line, and a failure for each file that is no text."""
    found: list[Finding] = []
    failed: list[Failure] = []
    for file in request.tree.files:
        text = read(file)
        if isinstance(text, Failure):
            failed.append(text)
        else:
            found += _findings(file, text)
    return Report(request.tree.root, tuple(found), tuple(failed), files=len(request.tree.files))


def examined(looks: Callable[[Request], Report]) -> Callable[[Request], Examined]:
    """Return the engine that sees what this function sees, and knows no fixes."""
    return lambda request: Examined(looks(request), (), Texts({}, ()), ())


def install(monkeypatch: pytest.MonkeyPatch, looks: Callable[[Request], Report] = check) -> None:
    """Put the function in the place of the real engine."""
    monkeypatch.setattr(engine, "examine", examined(looks))


def _findings(file: SourceFile, text: str) -> list[Finding]:
    return [
        finding(
            place=Place(file.path, number, 1, number, 2),
            symbol=match[1],
            fingerprint=fingerprint("GC001", file.path, match[1]),
            trace=(),
            sibling=None,
        )
        for number, line in enumerate(text.splitlines(), start=1)
        if (match := _READ.search(line))
    ]
