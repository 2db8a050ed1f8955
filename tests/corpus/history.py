"""Waits that came, went or moved between releases, and what is found on either side.

``python -m tests.corpus.history [ID ...]`` prints the table; the entries are in ``history.json``.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import msgspec

from tests.corpus.releases import scan
from tests.saying import say


class Flagged(str, Enum):
    """Whether the bad release must, may or must never be found out."""

    MUST = "must"
    MAY = "may"
    NEVER = "never"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One symbol in two releases; a release is None where there is none on that side."""

    id: str
    rule: str | None
    file: str
    symbol: str
    bad: str | None
    fixed: str | None
    flagged: Flagged
    why: str

    def __post_init__(self) -> None:
        if (self.flagged is Flagged.MUST) > (self.rule is not None and self.bad is not None):
            raise ValueError(f"{self.id} must be found, but the rule or the release is missing")


class History(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    about: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Outcome:
    """What was found at the symbol of an entry, in the bad and in the fixed release."""

    entry: Entry
    bad: tuple[str, ...]
    fixed: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether both sides are as the entry says."""
        wanted = {Flagged.MUST: self.entry.rule in self.bad, Flagged.MAY: True, Flagged.NEVER: not self.bad}
        return wanted[self.entry.flagged] and not self.fixed


ENTRIES = msgspec.json.decode(Path(__file__).with_name("history.json").read_bytes(), type=History).entries


def outcome(entry: Entry) -> Outcome:
    """Check both releases of the entry."""
    return Outcome(entry, _at(entry, entry.bad), _at(entry, entry.fixed))


def _at(entry: Entry, version: str | None) -> tuple[str, ...]:
    if version is None:
        return ()
    run = scan(version)
    if run.trouble:
        raise RuntimeError(f"{version}: {run.trouble[0]}")
    place = (entry.file, entry.symbol)
    return tuple(sorted(each.rule for each in run.counted if (each.file, each.symbol) == place))


def line(result: Outcome) -> str:
    """Return one line of the table."""
    entry = result.entry
    bad = f"{entry.bad or '-':13} {' '.join(result.bad) or 'silent':12}"
    fixed = f"{entry.fixed or '-':13} {' '.join(result.fixed) or 'silent':12}"
    verdict = "ok" if result.holds else "WRONG"
    return f"{entry.id:44} {entry.rule or '-':6} {entry.flagged.value:6} {bad} {fixed} {verdict}"


def main(arguments: list[str]) -> int:
    """Print the table of the entries named, or of all, and return 1 where one does not hold."""
    chosen = [entry for entry in ENTRIES if not arguments or entry.id in arguments]
    wrong = 0
    for entry in chosen:
        result = outcome(entry)
        say(line(result))
        wrong += not result.holds
    say(f"{len(chosen) - wrong} of {len(chosen)} hold")
    return 1 if wrong or not chosen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
