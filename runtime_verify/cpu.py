"""``verify cpu``: runs the proof in a process of its own, and puts the linter's answer beside it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import msgspec

from gatecheck.runtime_verify.records import CpuRequest, Outcome, ProofReport
from gatecheck.runtime_verify.static_side import findings_of, put_beside

CHILD = "gatecheck.runtime_verify.child"
LOG_LINES = 30


class CpuOptions(msgspec.Struct, frozen=True):
    """``linted`` is the path that the linter is given, or None for no comparison; ``timeout`` in seconds."""

    request: CpuRequest
    linted: str | None
    timeout: float = 1800.0


def verify_cpu(options: CpuOptions) -> ProofReport:
    """Prove a tree on the CPU."""
    tree = options.request.tree
    try:
        outcome, log = run_child(options.request, options.timeout)
    except subprocess.TimeoutExpired:
        return ProofReport("cpu", tree, failure=f"the proof took more than {options.timeout:.0f} s")
    if outcome is None:
        return ProofReport("cpu", tree, failure="the process that imports the tree ended without an answer", log=log)
    report = ProofReport(
        level="cpu",
        tree=tree,
        version=outcome.version,
        device=outcome.device,
        pools=outcome.pools,
        unbuilt=outcome.unbuilt,
        stood_in=outcome.stood_in,
        missing=outcome.missing,
        seconds=outcome.seconds,
    )
    linted = options.linted
    return report if linted is None else put_beside(report, lambda: findings_of(linted))


def run_child(request: CpuRequest, timeout: float) -> tuple[Outcome | None, str]:
    """The child's answer (None if it died) and the end of what it printed.

    Raises:
        subprocess.TimeoutExpired: it took longer than ``timeout`` seconds and was killed.
    """
    with tempfile.TemporaryDirectory(prefix="gatecheck-") as scratch:
        answer = Path(scratch) / "outcome.json"
        run = subprocess.run(  # noqa: S603 - this interpreter and this package
            [sys.executable, "-m", CHILD, str(answer)],
            input=msgspec.json.encode(request),
            capture_output=True,
            check=False,
            timeout=timeout,
        )
        log = "\n".join(run.stderr.decode(errors="replace").splitlines()[-LOG_LINES:])
        outcome = msgspec.json.decode(answer.read_bytes(), type=Outcome) if answer.is_file() else None
        return outcome, log
