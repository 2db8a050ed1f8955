"""Work that is done before it is asked for, by other processes."""

from __future__ import annotations

import os
import time

import pytest

from gatecheck.ahead import Ahead, processes

pytestmark = pytest.mark.skipif(processes(2) < 2, reason="no processes can be forked here")


def test_what_a_worker_has_made_is_handed_over_once() -> None:
    ahead = Ahead(3, lambda item: b"made %d" % item, 1)
    time.sleep(0.2)
    assert [ahead.take(item) for item in (2, 0, 1)] == [b"made 2", b"made 0", b"made 1"]
    assert ahead.take(1) is None
    ahead.close()


def test_all_items_come_out_whoever_does_them() -> None:
    ahead = Ahead(200, lambda item: str(item).encode(), 3)
    assert [ahead.take(item) or str(item).encode() for item in range(200)] == [str(n).encode() for n in range(200)]
    ahead.close()


def test_what_is_asked_for_first_is_not_done_by_a_worker_as_well() -> None:
    def slowly(item: int) -> bytes:
        time.sleep(0.3 if item == 0 else 0)
        return b"worker"

    ahead = Ahead(2, slowly, 1)
    time.sleep(0.1)
    assert ahead.take(1) is None
    time.sleep(0.4)
    assert ahead.take(1) is None
    ahead.close()


def test_nothing_made_is_left_to_whoever_asks() -> None:
    ahead = Ahead(1, lambda _: b"", 1)
    time.sleep(0.2)
    assert ahead.take(0) is None
    ahead.close()


def test_a_worker_that_dies_leaves_its_work_to_others() -> None:
    ahead = Ahead(2, lambda item: os._exit(1) if item == 0 else b"made", 1)
    time.sleep(0.2)
    began = time.monotonic()
    assert [ahead.take(0), ahead.take(1)] == [None, None]
    assert time.monotonic() - began < 1
    ahead.close()


def test_closing_ends_the_workers_at_once() -> None:
    ahead = Ahead(1, _asleep, 2)
    ahead.close()
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def _asleep(_: int) -> bytes:
    time.sleep(60)
    return b""
