"""``verify gpu``: runs the proof on a GPU in a process of its own, shows how far it is, and ends it cleanly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from gatecheck.runtime_verify.records import GpuRequest, Outcome, ProofReport, Step
from gatecheck.runtime_verify.static_side import findings_of, put_beside

CHILD = "gatecheck.runtime_verify.gpu_child"
LOG_LINES = 30
# How long an interrupted child may take to release the loader and free the device, in seconds.
FAREWELL = 20.0
ENVIRONMENT = {"PYTHONUNBUFFERED": "1"}


class Ended(msgspec.Struct, frozen=True):
    """A child that is gone: its exit code, what it wrote (None: nothing) and the end of its log."""

    code: int
    outcome: Outcome | None
    log: str


def verify_gpu(request: GpuRequest, tell: Callable[[str], None], linted: str | None = None) -> ProofReport:
    """Prove a tree on the GPU; ``tell`` hears each step. The path ``linted`` is checked by the linter meanwhile.

    Raises:
        KeyboardInterrupt: after the child has let go of the device.
    """
    with ThreadPoolExecutor(max_workers=1) as beside:
        answer = None if linted is None else beside.submit(findings_of, linted)
        report = report_of(request, run_child(request, tell))
        return report if answer is None else put_beside(report, answer.result)


def report_of(request: GpuRequest, ended: Ended) -> ProofReport:
    """What a child that is gone has shown."""
    if ended.outcome is None:
        what = f"the process on the GPU ended with {ended.code} and without an answer"
        return ProofReport("gpu", request.tree, failure=what, log=ended.log)
    outcome = ended.outcome
    return ProofReport(
        level="gpu",
        tree=request.tree,
        version=outcome.version,
        device=outcome.device,
        pools=outcome.pools,
        unbuilt=outcome.unbuilt,
        stood_in=outcome.stood_in,
        rates=outcome.rates,
        missing=outcome.missing,
        seconds=outcome.seconds,
    )


def run_child(request: GpuRequest, tell: Callable[[str], None]) -> Ended:
    """Start the child, pass its steps on, and wait for its end."""
    with tempfile.TemporaryDirectory(prefix="gatecheck-") as scratch:
        answer = Path(scratch) / "outcome.json"
        log = Path(scratch) / "log"
        with log.open("wb") as sink:
            child = subprocess.Popen(  # noqa: S603 - this interpreter and this package
                [sys.executable, "-m", CHILD, str(answer)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=sink,
                env={**os.environ, **ENVIRONMENT},
                start_new_session=True,
            )
            try:
                follow(child, msgspec.json.encode(request), tell)
            finally:
                farewell(child)
        outcome = msgspec.json.decode(answer.read_bytes(), type=Outcome) if answer.is_file() else None
        return Ended(child.returncode, outcome, end_of(log))


def follow(child: subprocess.Popen[bytes], request: bytes, tell: Callable[[str], None]) -> None:
    """Hand the request over and pass on every step; lines that are no steps come from the tree and are dropped."""
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(request)
    child.stdin.close()
    for line in child.stdout:
        step = step_in(line)
        if step is not None:
            tell(step.text)
    child.wait()


def step_in(line: bytes) -> Step | None:
    """The step in a line of output, or None for a line of the tree's own."""
    try:
        return msgspec.json.decode(line, type=Step)
    except msgspec.DecodeError:
        return None


def farewell(child: subprocess.Popen[bytes]) -> None:
    """Make sure that the child is gone: first an interrupt, which lets it free the device, then a kill."""
    if child.poll() is not None:
        return
    for word, seconds in ((signal.SIGINT, FAREWELL), (signal.SIGKILL, FAREWELL)):
        os.killpg(child.pid, word)
        try:
            child.wait(seconds)
        except subprocess.TimeoutExpired:
            continue
        return


def end_of(log: Path) -> str:
    """The last lines of a log."""
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-LOG_LINES:])
