"""What ``verify server`` hands from the workload to the comparison and to its report."""

from __future__ import annotations

from enum import Enum

import msgspec


class Ending(str, Enum):
    """How a request ended."""

    ANSWERED = "answered"
    TIMED_OUT = "timed out"
    FAILED = "failed"


class Answer(msgspec.Struct, frozen=True):
    """One request of one session. ``round`` 0 fills the cache; later rounds repeat the session's prefix.

    ``host_tokens`` are the prompt tokens that came back from the host's pool; logprobs are compared bit by bit.
    """

    session: int
    round: int
    ending: Ending
    tokens: tuple[int, ...] = ()
    logprobs: tuple[float, ...] = ()
    host_tokens: int = 0
    reason: str = ""


class Shape(msgspec.Struct, frozen=True):
    """The workload: each of ``sessions`` sends a prefix, then ``rounds`` follow-ups that start with it.

    The prefixes together must not fit into the device's pool, so that follow-ups have to come back from the host.
    """

    sessions: int = 64
    rounds: int = 3
    prefix: int = 1024
    follow_up: int = 40
    new_tokens: int = 8
    vocabulary: int = 2000
    seed: int = 7
    timeout: float = 120.0


class Side(msgspec.Struct, frozen=True):
    """One server of a run: a tree, with or without a delayed loader."""

    name: str
    tree: str
    delayed: bool = False


class SideRun(msgspec.Struct, frozen=True):
    """One server's answers, or why it gave none, with the end of its log."""

    side: Side
    answers: tuple[Answer, ...] = ()
    failure: str = ""
    log: str = ""
    log_path: str = ""


class Sessions(msgspec.Struct, frozen=True):
    """One server against the reference, in requests after round 0 and in sessions.

    A session is wrong if one of its answers differs, timed out if one was not answered in time and none differs, else
    clean. ``host_hits`` counts requests whose prefix came from the host.
    """

    name: str
    against: str
    requests: int = 0
    equal: int = 0
    first_token_differs: int = 0
    wrong: int = 0
    timed_out: int = 0
    clean: int = 0
    host_hits: int = 0
    failed: int = 0


class ServerReport(msgspec.Struct, frozen=True):
    """One run of ``verify server``. ``expected`` names the rows that must be all equal for the patch to stand."""

    shape: Shape
    reference: str
    runs: tuple[SideRun, ...] = ()
    rows: tuple[Sessions, ...] = ()
    expected: tuple[str, ...] = ()
    failure: str = ""
    seconds: float = 0.0

    @property
    def conclusive(self) -> bool:
        """Whether every row had host hits; without them nothing was loaded and nothing was tested."""
        return bool(self.rows) and all(row.host_hits for row in self.rows)

    @property
    def exit_code(self) -> int:
        """1 for a wrong or timed-out session where none is expected, 3 where a side gave no answer, else 0."""
        watched = [row for row in self.rows if row.name in self.expected]
        if any(row.wrong or row.timed_out for row in watched):
            return 1
        missing = self.failure or any(run.failure for run in self.runs) or any(row.failed for row in self.rows)
        return 3 if missing or not self.conclusive or not watched else 0
