"""The static answer: ``gatecheck check`` on the same tree, in a process of its own, read from its JSON."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import msgspec

from gatecheck.runtime_verify.compare import compare, without_store_targets
from gatecheck.runtime_verify.records import Comparison, ProofReport, StaticFinding

LONGEST_CHECK = 600
SCHEMA = "gatecheck/1"


class _Document(msgspec.Struct, frozen=True):
    schema: str
    findings: tuple[StaticFinding, ...]


class NoStaticAnswerError(Exception):
    """The linter gave no answer; the text says what it gave instead."""


def findings_of(path: str) -> tuple[StaticFinding, ...]:
    """All findings of the linter, of every confidence.

    Raises:
        NoStaticAnswerError: it did not run to its end.
    """
    command = [sys.executable, "-m", "gatecheck", "check", path, "--output-format", "json", "--exit-zero"]
    try:
        run = subprocess.run(command, capture_output=True, check=False, timeout=LONGEST_CHECK)  # noqa: S603 - fixed words and the user's own path
    except subprocess.TimeoutExpired as error:
        raise NoStaticAnswerError(f"gatecheck check took more than {LONGEST_CHECK} s") from error
    try:
        return msgspec.json.decode(run.stdout, type=_Document).findings
    except msgspec.DecodeError as error:
        said = (run.stderr.decode(errors="replace").strip().splitlines() or [str(error)])[-1]
        raise NoStaticAnswerError(f"gatecheck check ended with {run.returncode}: {said}") from error


def put_beside(report: ProofReport, answer: Callable[[], tuple[StaticFinding, ...]]) -> ProofReport:
    """The report with the linter's answer beside the verdicts; as it is where nothing was proved."""
    if not report.pools:
        return report
    try:
        comparison = compare(report.pools, answer())
    except NoStaticAnswerError as error:
        return msgspec.structs.replace(report, comparison=no_answer(error))
    pools = without_store_targets(report.pools, comparison)
    kept = {(pool.pool, accessor.name) for pool in pools for accessor in pool.accessors}
    rates = tuple(rate for rate in report.rates if (rate.pool, rate.accessor) in kept)
    return msgspec.structs.replace(report, comparison=comparison, pools=pools, rates=rates)


def no_answer(error: NoStaticAnswerError) -> Comparison:
    """A comparison that could not be made, which is no agreement."""
    return Comparison(failure=str(error))
