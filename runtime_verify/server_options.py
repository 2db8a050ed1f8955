"""From the options of ``verify server`` to a plan."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec

from gatecheck.runtime_verify.server import Plan
from gatecheck.runtime_verify.server_records import Shape
from gatecheck.runtime_verify.servers import Launch


class _Options(msgspec.Struct, frozen=True):
    sessions: int
    rounds: int
    prefix: int
    model: str
    pool_tokens: int
    start_timeout: int
    delay_ms: int
    arguments: tuple[str, ...]
    stand_ins: tuple[str, ...]


def plan_of(before: Path, after: Path, options: Mapping[str, object]) -> Plan:
    """The plan; logs go to a folder that stays, so that they can be read after a failure."""
    wanted = {name: options[name] for name in _Options.__struct_fields__}
    given = msgspec.convert(wanted, _Options)
    folder = options["logs"] or tempfile.mkdtemp(prefix="gatecheck-server-")
    launch = Launch(
        given.model,
        str(Path(str(folder)).resolve()),
        given.pool_tokens,
        float(given.start_timeout),
        float(given.delay_ms),
        given.arguments,
        given.stand_ins,
    )
    shape = Shape(given.sessions, given.rounds, given.prefix)
    return Plan(str(before), str(after), shape, launch)
