"""Starts, watches and stops one SGLang server: a process group of its own, on an address of this machine only."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec

import gatecheck
from gatecheck.runtime_verify.server_process import DELAY, SITE, STAND_INS

HOST = "127.0.0.1"
LOG_LINES = 40
FAREWELL = 15.0
# The second port of a server, for its own processes, lies this far behind the first.
SECOND_PORT = 7
PORTS = (21000, 45000)
PORT_TRIES = 200


class Launch(msgspec.Struct, frozen=True):
    """How servers are started. ``command`` is what runs in place of ``python -m sglang.launch_server`` (for tests)."""

    model: str
    folder: str
    pool_tokens: int = 24576
    start_timeout: float = 600.0
    delay_ms: float = 30.0
    arguments: tuple[str, ...] = ()
    stand_ins: tuple[str, ...] = ()
    command: tuple[str, ...] = (sys.executable, "-m", "sglang.launch_server")


class Server:
    """A running server; made by ``started``."""

    def __init__(self, name: str, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.name = name
        self.process = process
        self.base = f"http://{HOST}:{port}"
        self.log = log

    def wait_until_ready(self, seconds: float) -> str:
        """An empty text once it answers ``/health``, else why it never will."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            code = self.process.poll()
            if code is not None:
                return f"the server ended with {code} before it was ready"
            if answers(f"{self.base}/health"):
                return ""
            time.sleep(0.5)
        return f"the server was not ready after {seconds:.0f} s"

    def died(self) -> str:
        """Why it is gone, or an empty text."""
        code = self.process.poll()
        return "" if code is None else f"the server ended with {code} while it was asked"

    def end_of_log(self) -> str:
        """The last lines that it wrote."""
        return "\n".join(self.log.read_text(encoding="utf-8", errors="replace").splitlines()[-LOG_LINES:])


def answers(address: str) -> bool:
    """Whether a GET is answered."""
    try:
        with urllib.request.urlopen(address, timeout=5):  # noqa: S310 - an address on this machine
            return True
    except (urllib.error.URLError, OSError):
        return False


@contextlib.contextmanager
def started(name: str, tree: str, launch: Launch, *, delayed: bool) -> Iterator[Server]:
    """A server for as long as the block runs; its whole process group is ended afterwards, whatever happens."""
    folder = Path(launch.folder)
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / f"{name}.log"
    port = free_port()
    with log.open("wb") as sink:
        process = subprocess.Popen(  # noqa: S603 - the user's own tree
            [*launch.command, *arguments(launch, port)],
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            env=environment(tree, launch, delayed=delayed),
            cwd=folder,
            start_new_session=True,
        )
    try:
        yield Server(name, process, port, log)
    finally:
        stop(process)


def arguments(launch: Launch, port: int) -> list[str]:
    """The server's options: HiCache on, a device pool too small for all prefixes, nothing that changes results."""
    return [
        *("--model-path", launch.model, "--skip-tokenizer-init", "--host", HOST, "--port", str(port)),
        *("--nccl-port", str(port + SECOND_PORT), "--random-seed", "1", "--skip-server-warmup"),
        *("--page-size", "64", "--max-total-tokens", str(launch.pool_tokens), "--context-length", "4096"),
        *("--max-running-requests", "64", "--chunked-prefill-size", "8192", "--disable-cuda-graph"),
        *("--enable-hierarchical-cache", "--hicache-ratio", "4", "--hicache-write-policy", "write_through"),
        *("--hicache-mem-layout", "layer_first", "--enable-cache-report"),
        *launch.arguments,
    ]


def environment(tree: str, launch: Launch, *, delayed: bool) -> dict[str, str]:
    """The server's environment: its tree first, and a start-up hook in a folder of the run's own."""
    site = Path(launch.folder) / "site"
    site.mkdir(parents=True, exist_ok=True)
    (site / "sitecustomize.py").write_text(SITE, encoding="utf-8")
    here = str(Path(gatecheck.__file__).resolve().parents[1])
    paths = [str(site), tree, here, os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        "PYTHONUNBUFFERED": "1",
        STAND_INS: ",".join(launch.stand_ins),
        DELAY: str(launch.delay_ms if delayed else 0),
    }


def free_port() -> int:
    """A port of this machine that nobody listens on, with its second port free as well.

    Servers derive further ports from theirs by adding up to some ten thousand, so it must not lie high.

    Raises:
        OSError: no port of the range is free.
    """
    chance = random.Random(os.getpid() + time.monotonic_ns())  # noqa: S311 - no secret; runs must not collide
    for _ in range(PORT_TRIES):
        port = chance.randrange(*PORTS)
        if is_free(port) and is_free(port + SECOND_PORT):
            return port
    raise OSError(f"no port from {PORTS[0]} to {PORTS[1]} is free")


def is_free(port: int) -> bool:
    """Whether a listener could be put on the port now."""
    with socket.socket() as listener:
        try:
            listener.bind((HOST, port))
        except OSError:
            return False
    return True


def stop(process: subprocess.Popen[bytes]) -> None:
    """End the whole process group: a word first, then by force."""
    for word in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, word)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(FAREWELL)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
