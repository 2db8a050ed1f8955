"""``verify server``: real servers of two trees, the same sessions on each, and what differs."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from gatecheck.runtime_verify import workload
from gatecheck.runtime_verify.model import make
from gatecheck.runtime_verify.server_compare import Names, compare
from gatecheck.runtime_verify.server_records import ServerReport, Sessions, Shape, Side, SideRun
from gatecheck.runtime_verify.servers import Launch, Server, started

AFTER = "after"
AFTER_DELAYED = "after, loader delayed"
AFTER_AGAIN = "after, asked again"
BEFORE = "before"
BEFORE_DELAYED = "before, loader delayed"


class Plan(msgspec.Struct, frozen=True):
    """What is run. ``launch.model`` empty means a random model made on the spot."""

    before: str
    after: str
    shape: Shape
    launch: Launch

    def sides(self) -> tuple[Side, ...]:
        """The servers: the patched tree first, which is the reference."""
        return (
            Side(AFTER, self.after),
            Side(AFTER_DELAYED, self.after, delayed=True),
            Side(BEFORE, self.before),
            Side(BEFORE_DELAYED, self.before, delayed=True),
        )


def verify_server(plan: Plan, tell: Callable[[str], None]) -> ServerReport:
    """Run all servers on this machine at once, ask each in turn, and compare."""
    began = time.monotonic()
    tell("making the model")
    launch = with_model(plan.launch)
    with contextlib.ExitStack() as stack:
        servers = [
            (side, stack.enter_context(started(file_name(side), side.tree, launch, delayed=side.delayed)))
            for side in plan.sides()
        ]
        tell(f"starting {len(servers)} servers")
        problems = ready(servers, launch.start_timeout)
        runs = [
            asked(side, server, problem, plan.shape, tell)
            for (side, server), problem in zip(servers, problems, strict=True)
        ]
    return reported(plan, runs, time.monotonic() - began)


def with_model(launch: Launch) -> Launch:
    """The launch with a model: the user's, or one made beside the logs."""
    if launch.model:
        return launch
    folder = Path(launch.folder) / "model"
    make(folder)
    return msgspec.structs.replace(launch, model=str(folder))


def file_name(side: Side) -> str:
    """The side's name as part of a path."""
    return side.name.replace(", ", "-").replace(" ", "-")


def ready(servers: Sequence[tuple[Side, Server]], seconds: float) -> list[str]:
    """Why each server is not ready; empty texts where it is."""
    with ThreadPoolExecutor(len(servers)) as pool:
        return list(pool.map(lambda entry: entry[1].wait_until_ready(seconds), servers))


def asked(side: Side, server: Server, problem: str, shape: Shape, tell: Callable[[str], None]) -> SideRun:
    """One server's answers; its log's end where something went wrong."""
    path = str(server.log)
    if problem:
        return SideRun(side, failure=problem, log=server.end_of_log(), log_path=path)
    answers = workload.run(server.base, shape, lambda text: tell(f"{side.name}: {text}"))
    died = server.died()
    return SideRun(side, answers, died, server.end_of_log() if died else "", path)


def reported(plan: Plan, runs: Sequence[SideRun], seconds: float) -> ServerReport:
    """Every side against the patched tree."""
    known = {run.side.name: run for run in runs}
    reference = known[AFTER]
    rows: tuple[Sessions, ...] = ()
    if not reference.failure:
        rows = tuple(
            compare(Names(run.side.name, AFTER), run.answers, reference.answers) for run in runs if not run.failure
        )
    failure = "the patched tree's server gave no answer" if reference.failure else ""
    return ServerReport(plan.shape, AFTER, tuple(runs), rows, (AFTER, AFTER_DELAYED), failure, seconds)
