"""The process that imports the user's tree for ``verify cpu``: a request on standard input, the outcome in a file.

It is a process of its own because it replaces torch's streams for good, and because the tree may do anything.
"""

from __future__ import annotations

import sys
import time
import warnings
from pathlib import Path

import msgspec

from gatecheck.runtime_verify.records import CpuRequest, MissingPackage, Outcome


def main() -> int:
    """Answer one request; 0 unless the answer could not be written."""
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=CpuRequest)
    warnings.simplefilter("ignore")
    Path(sys.argv[1]).write_bytes(msgspec.json.encode(answer(request)))
    return 0


def answer(request: CpuRequest) -> Outcome:
    """Import, build, prove; a missing package is an answer, not an error."""
    started = time.monotonic()
    try:
        import torch

        from gatecheck.runtime_verify import sglang_tree, simulation, standins, survey
    except ModuleNotFoundError as error:
        package = str(error.name)
        return Outcome(missing=MissingPackage(package, f"python -m pip install {package}"))
    finder = standins.install()
    device = simulation.install()
    try:
        tree = sglang_tree.load(Path(request.tree), lambda: simulation.intercept_jit(device))
    except sglang_tree.MissingPackageError as error:
        return Outcome(missing=error.missing)
    simulation.finish_imports(device)
    found = survey.on_cpu(request, device, tree)
    return Outcome(
        version=tree.version,
        device=f"simulated streams on torch {torch.__version__}",
        pools=found.pools,
        unbuilt=found.unbuilt,
        stood_in=tuple(sorted(finder.used)),
        seconds=time.monotonic() - started,
    )


if __name__ == "__main__":
    raise SystemExit(main())
