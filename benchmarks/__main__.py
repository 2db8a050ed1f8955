"""``python -m benchmarks TREE``: gatecheck beside ruff, ast-grep, semgrep and Fixit, on one tree in alternating runs.

The other linters run one rule each, installed in a scratch environment. Medians are printed and appended to
``results.jsonl`` with the machine and all versions. Processor time is told beside the clock, since it stays meaningful
on a machine that others use as well.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.measure import Command, Failed, Took, middle, take

HERE = Path(__file__).parent
TOOLS = ("ruff", "ast-grep-cli", "semgrep", "fixit")
EDITED = "mem_cache/memory_pool.py"
BESIDE = "managers/scheduler.py"
"""A file that every run looks into, with methods that no run opens."""
SEMGREP = "semgrep, one rule"


@dataclass(frozen=True)
class Run:
    """A command, what is done before each time it runs, and the line that its time is a share of."""

    command: Command
    before: Callable[[], None]
    against: str | None = None


def environment(folder: Path) -> Path:
    """A virtual environment with the other linters and this project's present state; where its programs are."""
    programs = folder / "bin"
    if not programs.is_dir():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)  # noqa: S603
    install = [str(programs / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*install, *TOOLS, str(HERE.parent)], check=True)  # noqa: S603
    return programs


def table(programs: Path, tree: Path, scratch: Path) -> list[Run]:
    """Every line of the table; ``tree`` is a copy that may be edited."""
    cache = scratch / "cache"
    mem_cache = tree / "mem_cache"

    def gatecheck(name: str, *arguments: str) -> Command:
        call = (str(programs / "gatecheck"), "check", "--output-format", "json", *arguments)
        return Command(name, call, scratch)

    def nothing() -> None:
        """Leave everything as the run before left it."""

    def fresh() -> None:
        shutil.rmtree(cache, ignore_errors=True)

    def edit() -> None:
        _edit(tree / EDITED, "edit_of_the_bench = {}")

    def comment() -> None:
        _edit(tree / EDITED, "# edit_of_the_bench {}")

    def edit_elsewhere() -> None:
        _edit(tree / BESIDE, "edit_of_the_bench = {}")

    kept = ("--cache-dir", str(cache))
    rule = str(HERE / "rules/semgrep.yaml")
    scan = ("scan", "--config", rule, "--metrics=off", "--disable-version-check", "--no-git-ignore", "-q")
    pattern = ("run", "--pattern", "$C.wait_until($L)", "--lang", "python")
    return [
        Run(
            Command("ruff, no cache", (str(programs / "ruff"), "check", "-n", "-q", "--isolated", str(tree)), scratch),
            nothing,
        ),
        Run(Command("ast-grep, one rule", (str(programs / "ast-grep"), *pattern, str(tree)), scratch), nothing),
        Run(Command(SEMGREP, (str(programs / "semgrep"), *scan, str(tree)), scratch), nothing),
        Run(Command("semgrep, mem_cache", (str(programs / "semgrep"), *scan, str(mem_cache)), scratch), nothing),
        Run(gatecheck("cold, no cache", "--no-cache", str(tree)), nothing, SEMGREP),
        Run(gatecheck("cold, filling the cache", *kept, str(tree)), fresh, SEMGREP),
        Run(gatecheck("warm, nothing changed", *kept, str(tree)), nothing),
        Run(gatecheck("warm, a comment edited", *kept, str(tree)), comment),
        Run(gatecheck("warm, edited beside the pools", *kept, str(tree)), edit_elsewhere),
        Run(gatecheck("warm, one method edited", *kept, str(tree)), edit),
        Run(gatecheck("mem_cache, cold", "--no-cache", str(mem_cache)), nothing, "semgrep, mem_cache"),
    ]


def fixit(programs: Path, tree: Path, scratch: Path) -> Run:
    """Fixit with one rule: it takes minutes, so that it runs once, and only if asked for."""
    call = (str(programs / "fixit"), "-q", "--rules", "fixit.rules.no_static_if_condition:NoStaticIfCondition", "lint")
    return Run(Command("Fixit, one rule", (*call, str(tree)), scratch), lambda: None)


def _edit(file: Path, line: str) -> None:
    """Put a line at the head of the first method that has a line of its own, with another number each time."""
    text = file.read_text(encoding="utf-8")
    before = re.compile(" *" + re.escape(line).replace(r"\{\}", r"(\d+)") + r"\n")
    found = before.search(text)
    number = int(found[1]) + 1 if found is not None else 0
    new = f"        {line.format(number)}\n"
    text = re.sub(r"(\n    def \w+\(self[^\n]*\):\n)", rf"\1{new}", before.sub("", text), count=1)
    file.write_text(text, encoding="utf-8")


def measure(runs: list[Run], rounds: int) -> dict[str, Took]:
    """Run every line once a round, so that a busy minute of the machine meets them all."""
    taken: dict[str, list[Took]] = {run.command.name: [] for run in runs}
    for number in range(rounds):
        for run in runs:
            run.before()
            _say(f"round {number + 1} of {rounds}: {run.command.name}")
            taken[run.command.name].append(take(run.command))
    return {name: middle(times) for name, times in taken.items()}


def report(runs: list[Run], took: dict[str, Took]) -> list[str]:
    """The table as lines of text."""
    lines = [f"{'':28}{'seconds':>9}{'cpu s':>9}{'MB':>7}  ratio (clock, cpu)"]
    for run in runs:
        name = run.command.name
        mine = took[name]
        ratio = ""
        if run.against is not None:
            other = took[run.against]
            ratio = f"  {mine.wall / other.wall:.2f}, {mine.cpu / other.cpu:.2f} of {run.against}"
        lines.append(f"{name:28}{mine.wall:9.2f}{mine.cpu:9.2f}{mine.memory:7.0f}{ratio}")
    return lines


def _versions(programs: Path) -> dict[str, str]:
    listed = subprocess.run(  # noqa: S603
        [str(programs / "python"), "-m", "pip", "list", "--format", "json", "--disable-pip-version-check"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    wanted = {*TOOLS, "sglang-gatecheck", "libcst", "msgspec"}
    return {each["name"]: each["version"] for each in json.loads(listed.stdout) if each["name"] in wanted}


def _machine() -> dict[str, object]:
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {
        "system": platform.platform(),
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "load": load,
        "time": dt.datetime.now(dt.timezone.utc).isoformat(timespec="seconds"),
    }


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")


def main() -> int:
    """Measure, print and append."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("tree", type=Path, help="the package sglang/srt of a release")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--environment", type=Path, default=HERE / ".environment")
    parser.add_argument("--fixit", action="store_true", help="also run Fixit, which takes minutes")
    parser.add_argument("--results", type=Path, default=HERE / "results.jsonl")
    given = parser.parse_args()
    programs = environment(given.environment.absolute())
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        scratch = Path(folder)
        tree = scratch / "srt"
        shutil.copytree(given.tree, tree)
        machine = _machine()
        runs = table(programs, tree, scratch)
        try:
            took = measure(runs, given.rounds)
            if given.fixit:
                runs.append(fixit(programs, tree, scratch))
                took |= measure(runs[-1:], 1)
        except Failed as failure:
            _say(str(failure))
            return 1
    sys.stdout.write("\n".join(report(runs, took)) + "\n")
    entry = {"tree": str(given.tree.parent.parent.name), **machine, "versions": _versions(programs)}
    entry["took"] = {name: asdict(each) for name, each in took.items()}
    with given.results.open("a", encoding="utf-8") as out:
        out.write(json.dumps(entry) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
