"""The process that imports the user's tree: reads a request on standard input, writes the outcome to a file.

It is a process of its own because it replaces torch's streams for good, and because the tree may do anything.
"""

from __future__ import annotations

import inspect
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import msgspec

from gatecheck.runtime_verify.records import CpuOutcome, CpuRequest, MissingPackage, PoolReport, Skipped


def main() -> int:
    """Answer one request; 0 unless the answer could not be written."""
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=CpuRequest)
    warnings.simplefilter("ignore")
    Path(sys.argv[1]).write_bytes(msgspec.json.encode(answer(request)))
    return 0


def answer(request: CpuRequest) -> CpuOutcome:
    """Import, build, prove; a missing package is an answer, not an error."""
    started = time.monotonic()
    try:
        import torch

        from gatecheck.runtime_verify import sglang_tree, simulation, standins
    except ModuleNotFoundError as error:
        package = str(error.name)
        return CpuOutcome(missing=MissingPackage(package, f"python -m pip install {package}"))
    finder = standins.install()
    device = simulation.install()
    try:
        tree = sglang_tree.load(Path(request.tree), lambda: simulation.intercept_jit(device))
    except sglang_tree.MissingPackageError as error:
        return CpuOutcome(missing=error.missing)
    simulation.finish_imports(device)
    pools, unbuilt = prove_all(request, device, tree)
    return CpuOutcome(
        version=tree.version,
        torch=str(torch.__version__),
        pools=tuple(pools),
        unbuilt=(*tree.failed, *unbuilt),
        stood_in=tuple(sorted(finder.used)),
        seconds=time.monotonic() - started,
    )


# Any: the simulation and the tree cannot be imported here, before torch is known to be there.
def prove_all(request: CpuRequest, device: Any, tree: Any) -> tuple[list[PoolReport], list[Skipped]]:
    """Every pool class of the tree, built and proved or listed."""
    from gatecheck.runtime_verify.recipes import Geometry
    from gatecheck.runtime_verify.stacks import Workshop, single_process_group

    single_process_group()
    workshop = Workshop(tree)
    reports: list[PoolReport] = []
    unbuilt: list[Skipped] = []
    for cls in workshop.candidates():
        if request.only and cls.__name__ not in request.only:
            continue
        for latent in (False, True) if takes_latent(cls) else (False,):
            geometry = Geometry(layers=request.layers, start_layer=request.start_layer, latent=latent)
            proved, refused = prove_one(device, workshop, cls, geometry)
            reports += proved
            unbuilt += refused
    owned = {name for report in reports for name in report.owned}
    return reports, [entry for entry in unbuilt if entry.name not in owned]


def prove_one(device: Any, workshop: Any, cls: type, geometry: Any) -> tuple[list[PoolReport], list[Skipped]]:
    """One pool class in one geometry: its reports, or why there are none."""
    from gatecheck.runtime_verify.probe import prove
    from gatecheck.runtime_verify.stacks import CannotBuildError

    try:
        with device.watching():
            stack = workshop.build(cls, geometry)
        reports = list(prove(device, stack))
    except CannotBuildError as error:
        return [], [Skipped(cls.__name__, str(error))]
    silent = [Skipped(report.pool, "nothing of it could be read") for report in reports if not report.accessors]
    return [report for report in reports if report.accessors], silent


def takes_latent(cls: type) -> bool:
    """Whether a hybrid pool can keep latent rows, which other accessors read."""
    return "use_mla" in inspect.signature(cls).parameters


if __name__ == "__main__":
    raise SystemExit(main())
