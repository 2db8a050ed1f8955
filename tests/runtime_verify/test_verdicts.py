from __future__ import annotations

import msgspec
import pytest

from gatecheck.runtime_verify.records import Verdict
from gatecheck.runtime_verify.verdicts import Content, Observation, judge

HELD = Observation(layer=5, event=3, ran=False, control=True, content=Content.LOADED, released_by=3, waited=(3,))


@pytest.mark.parametrize(
    ("changes", "verdict", "reason"),
    [
        ({}, Verdict.ORDERED, ""),
        ({"released_by": 7}, Verdict.ORDERED, ""),
        ({"ran": True, "content": Content.POISON, "released_by": None}, Verdict.UNORDERED, ""),
        ({"content": Content.POISON}, Verdict.UNORDERED, ""),
        ({"content": Content.MIXED}, Verdict.UNORDERED, ""),
        ({"ran": True}, Verdict.INCONCLUSIVE, "loaded bytes"),
        ({"ran": True, "content": Content.MIXED}, Verdict.INCONCLUSIVE, "neither"),
        ({"released_by": None}, Verdict.INCONCLUSIVE, "still blocked"),
        ({"control": False}, Verdict.INCONCLUSIVE, "needs no load"),
        ({"watchdog": True}, Verdict.INCONCLUSIVE, "watchdog"),
        ({"watchdog": True, "ran": True, "content": Content.POISON}, Verdict.INCONCLUSIVE, "watchdog"),
    ],
)
def test_each_way_a_held_read_can_end(changes: dict[str, object], verdict: Verdict, reason: str) -> None:
    judged = judge(msgspec.structs.replace(HELD, **changes))
    assert judged.verdict is verdict
    assert reason in judged.reason


def test_the_layer_that_released_a_read_is_told() -> None:
    assert judge(msgspec.structs.replace(HELD, released_by=7)).waited == (7,)
