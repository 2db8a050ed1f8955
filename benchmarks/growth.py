"""``python -m benchmarks.growth``: generated trees of growing size; the cost must grow with them, no faster.

A unit is a family of pools: a base with a gate, a chain of wrappers that delegate to each other, heirs that override an
accessor, two objects that refer to each other, and code outside that reads. The protocol's own files stay as they are.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import Command, Took, take

PROTOCOL = """\
import torch


class Counter:
    def __init__(self, layers):
        self.events = [torch.cuda.Event() for _ in range(layers)]
        self.consumer_index = -1

    def set_consumer(self, index):
        self.consumer_index = index

    def wait_until(self, layer):
        if self.consumer_index >= 0:
            torch.cuda.current_stream().wait_event(self.events[layer])
"""
FAMILY = """\
import torch

from counter import Counter


class Pool{n}:
    def __init__(self, size, layer_num, start_layer=0):
        self.layer_num = layer_num
        self.start_layer = start_layer
        self.counter = None
        self.rows{n} = [torch.zeros(size, 8) for _ in range(layer_num)]
        self.peer = Peer{n}(self)

    def register_layer_transfer_counter(self, counter):
        self.counter = counter

    def get_rows(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)
        return self.rows{n}[layer_id - self.start_layer]

    def get_sum(self, layer_id):
        return self.get_rows(layer_id).sum()


class Peer{n}:
    def __init__(self, pool):
        self.pool = pool

    def get_rows(self, layer_id):
        return self.pool.get_rows(layer_id)


class HostPool{n}:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.rows{n}[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)


class Controller{n}:
    def __init__(self, pool):
        self.counter = Counter(pool.layer_num)
        pool.register_layer_transfer_counter(self.counter)
"""
HEIR = """\


class Heir{n}x{k}(Pool{n}):
    def get_rows(self, layer_id):
        if layer_id % 2:
            return super().get_rows(layer_id)
        return self.rows{n}[layer_id - self.start_layer].clone()
"""
WRAPPER = """\


class Wrapper{n}x{k}:
    def __init__(self, size, layer_num):
        self.inner = {inner}(size, layer_num)

    def register_layer_transfer_counter(self, counter):
        self.inner.register_layer_transfer_counter(counter)

    def get_rows(self, layer_id):
        return self.inner.get_rows(layer_id)

    def get_sum(self, layer_id):
        return self.inner.get_sum(layer_id)
"""
READER = """\
from pool{n} import Pool{n}


class Backend{n}:
    def __init__(self, pool: Pool{n}):
        self.pool = pool

    def forward(self, layer):
        return self.pool.rows{n}[layer.layer_id].clone()
"""


def write(folder: Path, families: int, heirs: int = 4, wrappers: int = 6) -> None:
    """Write a tree of so many families."""
    (folder / "counter.py").write_text(PROTOCOL, encoding="utf-8")
    for n in range(families):
        parts = [FAMILY.format(n=n), *(HEIR.format(n=n, k=k) for k in range(heirs))]
        inner = [f"Pool{n}", *(f"Wrapper{n}x{k}" for k in range(wrappers))]
        parts += [WRAPPER.format(n=n, k=k, inner=inner[k]) for k in range(wrappers)]
        (folder / f"pool{n}.py").write_text("".join(parts), encoding="utf-8")
        (folder / f"reader{n}.py").write_text(READER.format(n=n), encoding="utf-8")


def once(families: int) -> Took:
    """Check a new tree of so many families."""
    with tempfile.TemporaryDirectory(prefix="growth") as folder:
        tree = Path(folder, "tree")
        tree.mkdir()
        write(tree, families)
        call = (sys.executable, "-m", "gatecheck", "check", "--no-cache", "--output-format", "json", str(tree))
        return take(Command(f"{families} families", call, Path(folder)))


def main() -> int:
    """Print what each size took, and what one more family costs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=[2, 20, 200])
    empty = once(0)
    sys.stdout.write(f"{'families':>9}{'cpu s':>9}{'MB':>7}{'ms each':>9}{'kB each':>9}\n")
    for size in parser.parse_args().sizes:
        took = once(size)
        time, memory = 1000 * (took.cpu - empty.cpu) / size, 1024 * (took.memory - empty.memory) / size
        sys.stdout.write(f"{size:9}{took.cpu:9.2f}{took.memory:7.0f}{time:9.1f}{memory:9.0f}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
