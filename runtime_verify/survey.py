"""Every pool class of a tree, built and proved, or listed with the reason why not."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from gatecheck.runtime_verify.constructing import CannotBuildError, names_of
from gatecheck.runtime_verify.probe import prove
from gatecheck.runtime_verify.recipes import Geometry
from gatecheck.runtime_verify.records import CpuRequest, PoolReport, Skipped
from gatecheck.runtime_verify.sglang_tree import Tree
from gatecheck.runtime_verify.simulation import Simulation
from gatecheck.runtime_verify.stacks import Stack, Workshop, single_process_group
from gatecheck.runtime_verify.variants import variants_of


class Found(msgspec.Struct, frozen=True):
    """What a survey saw."""

    pools: tuple[PoolReport, ...]
    unbuilt: tuple[Skipped, ...]


def on_cpu(request: CpuRequest, device: Simulation, tree: Tree) -> Found:
    """Prove everything on simulated streams."""

    def build(cls: type, geometry: Geometry) -> Stack:
        with device.watching():
            return workshop.build(cls, geometry)

    single_process_group()
    workshop = Workshop(tree)
    geometry = Geometry(layers=request.layers, start_layer=request.start_layer)
    return survey(workshop, geometry, request.only, lambda cls, sized: prove(device, build(cls, sized)))


def survey(
    workshop: Workshop,
    geometry: Geometry,
    only: tuple[str, ...],
    proof: Callable[[type, Geometry], Iterator[PoolReport]],
) -> Found:
    """Run ``proof`` for every pool class and variant."""
    reports: list[PoolReport] = []
    unbuilt: list[Skipped] = []
    candidates = [cls for cls in workshop.candidates() if not only or cls.__name__ in only]
    for cls in candidates:
        for sized in variants(cls, geometry):
            try:
                made = list(proof(cls, sized))
            except CannotBuildError as error:
                form = f" ({sized.variant.name})" if sized.variant.name else ""
                unbuilt.append(Skipped(cls.__name__ + form, str(error)))
                continue
            reports += [report for report in made if report.accessors]
            unbuilt += [Skipped(report.pool, "nothing of it could be read") for report in made if not report.accessors]
    unbuilt += [name_unknown(name) for name in only if name not in {cls.__name__ for cls in candidates}]
    owners = {name: report.pool for report in reports for name in report.owned}
    broken = (*workshop.tree.failed, *(owned_or_not(entry, owners) for entry in unbuilt))
    return Found(tuple(reports), broken)


def owned_or_not(entry: Skipped, owners: dict[str, str]) -> Skipped:
    """The entry, with a word on the proved pool that such an object lives in, if there is one."""
    owner = owners.get(entry.name.split(" ", maxsplit=1)[0])
    return entry if owner is None else Skipped(entry.name, f"proved below {owner}; by itself: {entry.reason}")


def name_unknown(name: str) -> Skipped:
    """A pool that was asked for and that the tree does not have."""
    return Skipped(name, "the tree has no pool class of this name")


def variants(cls: type, geometry: Geometry) -> Iterator[Geometry]:
    """The geometries to build a class in, one for each form that its constructor offers."""
    for variant in variants_of(names_of(cls)):
        yield msgspec.structs.replace(geometry, variant=variant)
