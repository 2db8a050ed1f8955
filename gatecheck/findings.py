"""What the analysis hands to the outside: findings, failures, limits, and the report that holds them.

Every record is frozen and rejects impossible values; renderers, fixes and the run-time proof see nothing else.
"""

from __future__ import annotations

from enum import Enum

import msgspec


class Confidence(str, Enum):
    """How sure the analysis is; DESIGN calls ``low`` latent. Only high and medium fail a run."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Severity(str, Enum):
    """What a finding means for the exit code: a note never fails a run."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class State(str, Enum):
    """Whether a finding is new, silenced by a comment, or known from a baseline."""

    NEW = "new"
    SUPPRESSED = "suppressed"
    BASELINED = "baselined"


class ManagedKind(str, Enum):
    """The evidence that a buffer is loaded by the host side, strongest first."""

    LOADED = "loaded"
    DECLARED = "declared"
    BELIEVED = "believed"


class Strategy(str, Enum):
    """Where a fix puts the wait."""

    IN_METHOD = "in-method"
    OWNER = "owner"
    CALL_SITE = "call-site"
    INJECT = "inject"


class Safety(str, Enum):
    """Whether ``--fix`` applies it (safe), ``--unsafe-fixes`` (unsafe), or nobody (none)."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    NONE = "none"


class Place(msgspec.Struct, frozen=True, order=True):
    """A span of source: POSIX path relative to the report's root, lines and columns from 1, ends exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __post_init__(self) -> None:
        if self.line < 1 or self.column < 1:
            raise ValueError(f"a place starts at line 1, column 1: {self}")
        if (self.end_line, self.end_column) < (self.line, self.column):
            raise ValueError(f"a place ends behind its start: {self}")


class Step(msgspec.Struct, frozen=True):
    """One step of the way from an entry to the read."""

    place: Place
    symbol: str
    note: str


class Managed(msgspec.Struct, frozen=True):
    """Why a buffer counts as loaded layer by layer."""

    kind: ManagedKind
    detail: str


class FixOffer(msgspec.Struct, frozen=True):
    """The fix on offer; ``strategy`` is None where there is none, and ``reason`` then says why."""

    strategy: Strategy | None
    safety: Safety
    reason: str

    def __post_init__(self) -> None:
        if (self.strategy is None) != (self.safety is Safety.NONE):
            raise ValueError(f"a fix without a strategy is no fix, and the other way round: {self}")


class Repaired(msgspec.Struct, frozen=True):
    """A finding that a fix took away, what was done about it, and what has been checked of the result."""

    rule: str
    file: str
    symbol: str
    fix: FixOffer
    checked: tuple[str, ...]


NO_FIX = FixOffer(None, Safety.NONE, "no fix is known for this rule")


class Finding(msgspec.Struct, frozen=True):
    """One defect at one place. ``roots`` are the concrete pool classes it holds for, sorted."""

    rule: str
    name: str
    severity: Severity
    confidence: Confidence
    place: Place
    symbol: str
    message: str
    fingerprint: str
    roots: tuple[str, ...] = ()
    buffer: str | None = None
    managed_because: Managed | None = None
    trace: tuple[Step, ...] = ()
    sibling: Step | None = None
    fix: FixOffer = NO_FIX
    state: State = State.NEW
    suppressed_because: str | None = None

    def __post_init__(self) -> None:
        if not (self.rule.startswith("GC") and self.rule[2:].isdigit()):
            raise ValueError(f"not a rule code: {self.rule!r}")
        if (self.suppressed_because is not None) != (self.state is State.SUPPRESSED):
            raise ValueError("only a suppressed finding carries the reason of its suppression")

    @property
    def fails(self) -> bool:
        """Whether this finding makes a run end with 1."""
        return self.state is State.NEW and self.severity is not Severity.NOTE and self.confidence is not Confidence.LOW


class Failure(msgspec.Struct, frozen=True, order=True):
    """A file that could not be read or parsed, or an internal error; relative POSIX path and one sentence."""

    file: str
    reason: str


class Limit(msgspec.Struct, frozen=True, order=True):
    """A place where the analysis gave up (too deep, too dynamic): never a finding, shown on request."""

    file: str
    line: int
    symbol: str
    reason: str


class Comment(msgspec.Struct, frozen=True, order=True):
    """A comment that addresses the tool, with what it stands on.

    ``text`` starts behind the ``gatecheck:`` and is stripped. ``first_line`` to ``last_line`` is the statement that the
    comment stands on, or the whole signature where it stands on a ``def`` (``on_def``); ``symbol`` is the
    enclosing definition as findings name it, or ``<module>``; ``scope_first`` to ``scope_last`` are the lines of that
    definition (of the one it stands on where ``on_def``).
    """

    file: str
    line: int
    column: int
    end_column: int
    text: str
    first_line: int
    last_line: int
    symbol: str
    on_def: bool
    scope_first: int
    scope_last: int


class Report(msgspec.Struct, frozen=True):
    """One run. ``root`` is an absolute path; every path in findings, failures and limits is relative to it.

    ``protocol`` is False where no file of the scan names a wait, so that a clean run can say that it saw nothing.
    ``fixed`` is what a fix took away; None where no fix was asked for.
    """

    root: str
    findings: tuple[Finding, ...] = ()
    failed: tuple[Failure, ...] = ()
    limits: tuple[Limit, ...] = ()
    files: int = 0
    parsed: int = 0
    cached: int = 0
    seconds: float = 0.0
    protocol: bool = True
    timings: tuple[tuple[str, float], ...] = ()
    fixed: tuple[Repaired, ...] | None = None
