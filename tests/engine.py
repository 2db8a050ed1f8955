"""The whole linter, run inside this process through the function behind ``gatecheck check``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from gatecheck.config import OutputFormat
from gatecheck.plan import Options
from gatecheck.run import run


class Found(msgspec.Struct, frozen=True, order=True):
    """A finding as the JSON output shows it."""

    rule: str
    file: str
    line: int
    symbol: str
    confidence: str
    state: str
    message: str = ""
    buffer: str | None = None
    roots: tuple[str, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether it makes a run fail."""
        return self.state == "new" and self.confidence != "low"


class Failed(msgspec.Struct, frozen=True, order=True):
    """A file that could not be checked, and why."""

    file: str
    reason: str


class _Document(msgspec.Struct, frozen=True):
    findings: tuple[Found, ...]
    failed: tuple[Failed, ...]


@dataclass(frozen=True)
class Checked:
    """One run: exit code, findings, failures, and what was said beside the output."""

    code: int
    findings: tuple[Found, ...]
    failed: tuple[Failed, ...]
    sentences: tuple[str, ...]

    @property
    def pairs(self) -> frozenset[tuple[str, str]]:
        """Rule and symbol of every finding that counts."""
        return frozenset((each.rule, each.symbol) for each in self.findings if each.counts)


def check(*paths: Path | str, cwd: Path | str = ".", cache: Path | None = None, config: Path | None = None) -> Checked:
    """Check the paths as the command line would; facts are kept only where a cache is given."""
    outcome = run(
        Options(
            paths=tuple(str(path) for path in paths),
            cwd=str(cwd),
            config=str(config) if config is not None else None,
            cache_dir=str(cache) if cache is not None else None,
            use_cache=cache is not None,
            output_format=OutputFormat.JSON,
        )
    )
    if not outcome.text:
        return Checked(outcome.code, (), (), outcome.sentences)
    document = msgspec.json.decode(outcome.text, type=_Document)
    return Checked(outcome.code, document.findings, document.failed, outcome.sentences)
