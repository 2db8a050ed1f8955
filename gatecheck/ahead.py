"""Lowers definitions in processes of its own before anybody asks for them: parsing is what costs most of a cold run.

The workers are forks, so that nothing has to be handed to them. Each appends what it has lowered to a file that has no
name; what is being worked on stands in memory that all share. A definition that no worker has reached is lowered by
whoever asks for it, in the same way: what comes out does not hang on the number of processes.
"""

from __future__ import annotations

import contextlib
import gc
import mmap
import os
import signal
import struct
import sys
import tempfile
import threading
import time
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_FRAME = struct.Struct("<II")
_FREE, _TAKEN = 0, 1
_PATIENCE = 2.0
"""Seconds that a definition may take in a worker before it is done here as well."""
_NAP = 0.0002


class Ahead:
    """Work on numbered items, in order, by ``workers`` processes."""

    def __init__(self, items: int, work: Callable[[int], bytes], workers: int) -> None:
        self._claims = mmap.mmap(-1, max(items, 1))
        self._done: dict[int, bytes] = {}
        self._workers: list[_Worker] = []
        with contextlib.suppress(OSError):
            for _ in range(workers):
                self._workers.append(_start(range(items), work, self._claims))

    def take(self, item: int) -> bytes | None:
        """What a worker has made of an item; None if it is for the caller to do."""
        self._collect()
        if item not in self._done and self._claims[item] == _TAKEN:
            self._wait_for(item)
        self._claims[item] = _TAKEN
        return self._done.pop(item, None) or None

    def close(self) -> None:
        """End the workers, whatever they are at."""
        for worker in self._workers:
            worker.end()
        self._workers = []

    def _wait_for(self, item: int) -> None:
        until = time.monotonic() + _PATIENCE
        while item not in self._done and self._workers and time.monotonic() < until:
            time.sleep(_NAP)
            self._collect()

    def _collect(self) -> None:
        for worker in self._workers:
            self._done.update(worker.made())
        ended = [worker for worker in self._workers if worker.has_ended()]
        for worker in ended:
            self._done.update(worker.made())
            worker.end()
            self._workers.remove(worker)


class _Worker:
    """One process and the file that it writes."""

    def __init__(self, pid: int, file: BinaryIO) -> None:
        self._pid = pid
        self._file = file
        self._read = 0
        self._gone = False

    def made(self) -> Iterator[tuple[int, bytes]]:
        """What has been finished since the last call."""
        written = os.fstat(self._file.fileno()).st_size
        if written == self._read:
            return
        data = os.pread(self._file.fileno(), written - self._read, self._read)
        at = 0
        while at + _FRAME.size <= len(data):
            item, size = _FRAME.unpack_from(data, at)
            if at + _FRAME.size + size > len(data):
                break
            at += _FRAME.size
            yield item, data[at : at + size]
            at += size
        self._read += at

    def has_ended(self) -> bool:
        """Whether the process is gone; its number may stand for another one from then on."""
        if not self._gone:
            try:
                self._gone = os.waitpid(self._pid, os.WNOHANG)[0] == self._pid
            except ChildProcessError:
                self._gone = True
        return self._gone

    def end(self) -> None:
        """Stop the process and wait for it."""
        if not self.has_ended():
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(self._pid, signal.SIGKILL)
                os.waitpid(self._pid, 0)
        self._file.close()


def processes(jobs: int) -> int:
    """How many processes may work at once: so many, or for 0 one for each core; one where they cannot be forked."""
    if not hasattr(os, "fork") or sys.platform == "darwin" or threading.active_count() > 1:
        return 1
    return jobs or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)


def _start(items: Sequence[int], work: Callable[[int], bytes], claims: mmap.mmap) -> _Worker:
    file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - the worker's owner closes it
    parent = os.getpid()
    pid = os.fork()
    if pid:
        return _Worker(pid, file)
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        gc.freeze()
        for item in items:
            if claims[item] == _FREE and os.getppid() == parent:
                claims[item] = _TAKEN
                made = work(item)
                file.write(_FRAME.pack(item, len(made)) + made)
    finally:
        os._exit(0)
