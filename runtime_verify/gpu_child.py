"""The process that imports the user's tree on a GPU: a request on standard input, the outcome in a file.

Standard output carries one line of JSON for each step, so that the parent can show how far it is. An interrupt ends the
current pass, releases the loader and frees the device before the process ends.
"""

from __future__ import annotations

import os
import sys
import time
import warnings
from pathlib import Path

import msgspec

from gatecheck.runtime_verify.records import GpuRequest, MissingPackage, Outcome, Step

INTERRUPTED = 130
# A module that is loaded while a stream is held would block the host; and with the usual eight connections a held
# stream would hold others that share one with it.
ENVIRONMENT = {"CUDA_MODULE_LOADING": "EAGER", "CUDA_DEVICE_MAX_CONNECTIONS": "32"}


def main() -> int:
    """Answer one request; 130 after an interrupt."""
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=GpuRequest)
    warnings.simplefilter("ignore")
    os.environ.update(ENVIRONMENT)
    try:
        Path(sys.argv[1]).write_bytes(msgspec.json.encode(answer(request)))
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def tell(text: str) -> None:
    """Say what is being done."""
    sys.stdout.buffer.write(msgspec.json.encode(Step(text)) + b"\n")
    sys.stdout.buffer.flush()


def answer(request: GpuRequest) -> Outcome:
    """Import, build, prove, measure; a missing package or GPU is an answer, not an error."""
    started = time.monotonic()
    try:
        import torch
        from cuda.bindings import driver  # noqa: F401 - needed later, and better missed now

        from gatecheck.runtime_verify import gpu_survey, sglang_tree, standins
    except ModuleNotFoundError as error:
        package = str(error.name).split(".", maxsplit=1)[0]
        return Outcome(missing=MissingPackage(package, install_command(package)))
    if not torch.cuda.is_available():
        return Outcome(missing=MissingPackage("torch", "python -m pip install torch", "it sees no CUDA device"))
    tell("importing the tree")
    finder = standins.install()
    try:
        tree = sglang_tree.load(Path(request.tree), lambda: None)
    except sglang_tree.MissingPackageError as error:
        return Outcome(missing=error.missing)
    found = gpu_survey.on_gpu(request, tree, tell)
    return Outcome(
        version=tree.version,
        device=gpu_survey.describe_device(),
        rates=found.rates,
        pools=found.pools,
        unbuilt=found.unbuilt,
        stood_in=tuple(sorted(finder.used)),
        seconds=time.monotonic() - started,
    )


def install_command(package: str) -> str:
    """The command that installs a package by its import name."""
    return f"python -m pip install {'cuda-bindings' if package == 'cuda' else package}"


if __name__ == "__main__":
    raise SystemExit(main())
