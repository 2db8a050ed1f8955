"""A sign of life on a terminal for work that takes longer than a second; nothing in a pipe."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator

_ERASE = "\r\x1b[K"


@contextlib.contextmanager
def shown(what: str) -> Iterator[None]:
    """Show ``what`` and the seconds since the beginning, from the first second on, until the block ends.

    A timer signal is used and no thread, so that worker processes can be forked safely meanwhile.
    """
    if not _is_watched():
        yield
        return
    start = time.monotonic()

    def tick(_signal: int, _frame: object) -> None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write(f"{_ERASE}{what} … {time.monotonic() - start:.0f} s")
            sys.stderr.flush()

    previous = signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, 1, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
        if time.monotonic() - start >= 1:
            sys.stderr.write(_ERASE)
            sys.stderr.flush()


def _is_watched() -> bool:
    usable = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    return usable and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
