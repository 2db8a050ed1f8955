"""What a verdict says of the accessor that it is about."""

from __future__ import annotations

import pytest

from gatecheck.flow.base import Read
from gatecheck.flow.cases import COVERED, UNGATED
from gatecheck.flow.gates import WHOLE_DEVICE
from gatecheck.flow.state import Wait
from gatecheck.flow.values import ALL_LAYERS, CURRENT_STREAM
from gatecheck.flow.verdicts import Access

READ = Read(0, "rows", None, "consume", ("f", 0), frozenset(), frozenset(), frozenset(), CURRENT_STREAM)


def access(verdict: str, token: str) -> Access:
    return Access(0, "f", READ, verdict, Wait(ALL_LAYERS, token, None, ("f", 0)))


@pytest.mark.parametrize(("token", "believes"), [("registered", True), (WHOLE_DEVICE, False)])
def test_to_stop_the_device_is_no_belief_in_a_load(token: str, believes: bool) -> None:
    seen = access(COVERED, token)
    assert seen.waits
    assert seen.believes is believes


def test_what_does_not_wait_believes_nothing() -> None:
    assert not access(UNGATED, "registered").believes
