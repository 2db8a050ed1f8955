"""Runs a command in a process of its own and says what it took."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median


@dataclass(frozen=True)
class Took:
    """Seconds on the clock, seconds of processor time with all children, and the most memory of one process, in MB."""

    wall: float
    cpu: float
    memory: float


@dataclass(frozen=True)
class Command:
    """One line of the table: what is run, where, and with which exit codes it has done its work."""

    name: str
    arguments: tuple[str, ...]
    folder: Path
    good: frozenset[int] = frozenset({0, 1})


class Failed(Exception):  # noqa: N818 - a bench that cannot run is no error of the program
    """A command did not do its work; its figures would mean nothing."""


def take(command: Command) -> Took:
    """Run a command once."""
    started = time.perf_counter()
    with (command.folder / "output.txt").open("w+b") as output:
        process = subprocess.Popen(command.arguments, stdout=output, stderr=subprocess.STDOUT, cwd=command.folder)  # noqa: S603 - our own words
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in command.good:
            output.seek(0)
            said = output.read().decode(errors="replace")[-600:]
            raise Failed(f"{command.name} ended with {process.returncode}: {said}")
    unit = 1024 if sys.platform != "darwin" else 1024 * 1024
    return Took(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)


def middle(runs: list[Took]) -> Took:
    """The median of each figure."""
    return Took(median(r.wall for r in runs), median(r.cpu for r in runs), median(r.memory for r in runs))
