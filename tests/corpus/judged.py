"""Findings on real releases against the judgement of somebody who read the source.

``python -m tests.corpus.judged [VERSION ...]`` prints the difference; the judgements are in ``judged/VERSION.toml``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import msgspec

from tests.corpus.releases import Run, scan
from tests.saying import say

FOLDER = Path(__file__).parent / "judged"


class Verdict(str, Enum):
    """A race that happens, one that the release's own checks forbid, or no race at all."""

    TRUE = "true"
    LATENT = "latent"
    FALSE = "false"


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One finding, by rule, file and symbol, and why it is what it is; a true one tells what runs before what.

    ``low`` is for those that are expected with low confidence, and do not count: races that happen, too.
    """

    rule: str
    file: str
    symbol: str
    verdict: Verdict
    why: str
    interleaving: str = ""
    low: bool = False

    def __post_init__(self) -> None:
        if (self.verdict is Verdict.TRUE) != bool(self.interleaving):
            raise ValueError(f"{self.symbol}: an interleaving is told for true findings, and only for them")

    @property
    def key(self) -> tuple[str, str, str]:
        """What the judgement is about."""
        return self.rule, self.file, self.symbol


class Judged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The judgements on one release."""

    finding: tuple[Judgement, ...] = ()


@dataclass(frozen=True)
class Difference:
    """What stands between the findings of a run and the judgements."""

    unjudged: tuple[str, ...]
    lost: tuple[str, ...]
    false: tuple[str, ...]
    risen: tuple[str, ...]
    gone: tuple[str, ...]

    @property
    def fails(self) -> bool:
        """Whether somebody has to act: findings that are no longer made are fine, but for races that happen."""
        return bool(self.unjudged or self.lost or self.false or self.risen)


def versions() -> tuple[str, ...]:
    """Return the releases with judgements."""
    return tuple(sorted((path.stem for path in FOLDER.glob("*.toml")), key=_order))


def load(version: str) -> tuple[Judgement, ...]:
    """Return the judgements on a release."""
    judged = msgspec.toml.decode((FOLDER / f"{version}.toml").read_bytes(), type=Judged).finding
    if len({each.key for each in judged}) < len(judged):
        raise ValueError(f"{version}: two judgements on one finding")
    return judged


def difference(run: Run, judged: tuple[Judgement, ...]) -> Difference:
    """Compare the findings with the judgements."""
    found = {(each.rule, each.file, each.symbol): each for each in run.checked.findings}
    counted = {(each.rule, each.file, each.symbol) for each in run.counted}
    known = {each.key: each for each in judged}
    return Difference(
        unjudged=tuple(
            f"{each.rule} {each.confidence} {each.file}:{each.line} {each.symbol}: {each.message}"
            for key, each in sorted(found.items())
            if key not in known
        ),
        lost=_told(
            key
            for key, each in known.items()
            if each.verdict is Verdict.TRUE and key not in (found if each.low else counted)
        ),
        false=_told(key for key, each in known.items() if each.verdict is Verdict.FALSE and key in counted),
        risen=_told(key for key, each in known.items() if each.low and key in counted),
        gone=_told(key for key, each in known.items() if each.verdict is not Verdict.TRUE and key not in found),
    )


def _told(keys: Iterable[tuple[str, str, str]]) -> tuple[str, ...]:
    return tuple(sorted(" ".join(key) for key in keys))


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(part.removeprefix("post")) for part in version.split("."))


def main(arguments: list[str]) -> int:
    """Print the difference for each release and return 1 where one needs somebody's judgement."""
    code = 0
    for version in arguments or versions():
        run = scan(version)
        seen = difference(run, load(version)) if (FOLDER / f"{version}.toml").exists() else difference(run, ())
        say(f"{version}: {len(run.counted)} findings, {run.seconds:.1f} s", *(f"    {each}" for each in run.trouble))
        for name in ("unjudged", "lost", "false", "risen", "gone"):
            say(*(f"  {name}: {each}" for each in getattr(seen, name)))
        code |= seen.fails or bool(run.trouble)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
