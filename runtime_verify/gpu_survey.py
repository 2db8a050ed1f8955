"""Every pool class of a tree, built on the GPU and proved there, with stale rates for those that can be trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
import torch

from gatecheck.runtime_verify.accessors import accessors_of
from gatecheck.runtime_verify.constructing import CannotBuildError
from gatecheck.runtime_verify.gpu_device import Device
from gatecheck.runtime_verify.gpu_proof import RootProof
from gatecheck.runtime_verify.gpu_rates import Rates
from gatecheck.runtime_verify.host_memory import Registered
from gatecheck.runtime_verify.recipes import Geometry
from gatecheck.runtime_verify.records import GpuRequest, PoolReport, Skipped, StaleRate, Verdict
from gatecheck.runtime_verify.sglang_tree import Tree
from gatecheck.runtime_verify.stacks import Stack, Workshop, single_process_group
from gatecheck.runtime_verify.survey import survey


class FoundOnGpu(msgspec.Struct, frozen=True):
    """What a survey saw on a GPU."""

    pools: tuple[PoolReport, ...]
    unbuilt: tuple[Skipped, ...]
    rates: tuple[StaleRate, ...]


def on_gpu(request: GpuRequest, tree: Tree, tell: Callable[[str], None]) -> FoundOnGpu:
    """Prove everything; ``tell`` hears each step."""
    single_process_group()
    registered = Registered()
    survey_of = Survey(request, Workshop(tree, registered.forget), tell)
    geometry = Geometry(layers=request.layers, device="cuda", io_backend=request.io_backend)
    found = survey(survey_of.workshop, geometry, request.only, survey_of.prove)
    return FoundOnGpu(found.pools, (*found.unbuilt, *survey_of.unmeasured), tuple(survey_of.rates))


class Survey:
    """Builds, proves and measures one class after the other, and frees the device in between."""

    def __init__(self, request: GpuRequest, workshop: Workshop, tell: Callable[[str], None]) -> None:
        self.request = request
        self.workshop = workshop
        self.tell = tell
        self.rates: list[StaleRate] = []
        self.unmeasured: list[Skipped] = []

    def prove(self, cls: type, geometry: Geometry) -> Iterator[PoolReport]:
        """The reports of one class.

        Raises:
            CannotBuildError: it cannot be built, or does not load.
        """
        self.tell(f"{cls.__name__}: building")
        device = opened(self.workshop.build(cls, geometry))
        reports = [RootProof(device, root, self.tell).report() for root in device.stack.roots]
        del device
        torch.cuda.empty_cache()
        if self.request.sessions:
            self.measure(cls, geometry, reports)
        yield from reports

    def measure(self, cls: type, geometry: Geometry, reports: list[PoolReport]) -> None:
        """The stale rates of the accessors that have a verdict."""
        trusted = [report for report in reports if report.trusted]
        proved = {(r.pool, a.name) for r in trusted for a in r.accessors if a.verdict is not Verdict.INCONCLUSIVE}
        if not proved:
            return
        many = msgspec.structs.replace(geometry, sessions=self.request.sessions)
        try:
            rates = Rates(self.workshop.build(cls, many), self.request.delay_ms)
            for root in rates.stack.roots:
                wanted = [a for a in accessors_of(type(root)) if (type(root).__name__, a.name) in proved]
                self.rates += rates.measure(root, wanted, self.tell)
        except Exception as error:  # noqa: BLE001 - rates illustrate; verdicts that stand must not fall with them
            self.unmeasured.append(Skipped(cls.__name__, f"no stale rates: {type(error).__name__}: {error}"))
        torch.cuda.empty_cache()


def opened(stack: Stack) -> Device:
    """The stack with what a probe needs on the device.

    Raises:
        CannotBuildError: the stack does not load.
    """
    try:
        device = Device(stack)
        device.finish(device.load())
    except CannotBuildError:
        raise
    except Exception as error:
        raise CannotBuildError(f"no load: {type(error).__name__}: {error}") from error
    return device


def describe_device() -> str:
    """The GPU and the torch that it is driven by."""
    return f"{torch.cuda.get_device_name()}, torch {torch.__version__}"
