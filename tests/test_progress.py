"""Progress: on a terminal only, and only for work that takes a while."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = "import time; from gatecheck.progress import shown\nwith shown('checking'):\n    time.sleep(float({}))\n"


def said(seconds: float, **environment: str) -> bytes:
    """Return what a program of this length says to the terminal that is its standard error."""
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    command = [sys.executable, "-c", PROGRAM.format(seconds)]
    subprocess.run(command, stderr=follower, env={**os.environ, "TERM": "xterm", **environment}, check=True)
    os.close(follower)
    try:
        return os.read(leader, 4096)
    except OSError:
        # Linux reports a terminal that was closed without a word as an error.
        return b""
    finally:
        os.close(leader)


def test_long_work_shows_seconds_and_wipes_them() -> None:
    text = said(1.4)
    assert "checking … 1 s".encode() in text
    assert text.endswith(b"\r\x1b[K")


def test_short_work_and_dumb_terminals_show_nothing() -> None:
    assert said(0) == b""
    assert said(1.2, TERM="dumb") == b""


def test_a_pipe_gets_nothing() -> None:
    command = [sys.executable, "-c", PROGRAM.format(1.2)]
    assert subprocess.run(command, capture_output=True, check=True).stderr == b""
