"""A reader that goes past a pool more than once: every one of its calls is pointed at the pool, or none."""

from __future__ import annotations

from pathlib import Path

from gatecheck.findings import Safety, Strategy
from tests.fixes.small import ANY, SAFE, outcome, program, rules

PARTS = """\
class Part:
    def __init__(self, size, ids):
        self.parts = [torch.zeros(size, 8) for _ in ids]

    def move(self, src, dst):
        for part in self.parts:
            part[dst] = part[src]

    def fork(self, src):
        return [part[src].clone() for part in self.parts]

    def part_of(self, index):
        return self.parts[index]


class PartOwner(Pool):
    def __init__(self, size, layer_num, ids):
        super().__init__(size, layer_num)
        self.inner_pool = Part(size, ids)
        self.ids = {layer_id: index for index, layer_id in enumerate(ids)}

    def get_part(self, layer_id):
        if self.counter is not None:
            self.counter.wait_until(layer_id - self.start_layer)
        return self.inner_pool.part_of(self.ids[layer_id])


class PartHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        index = device_pool.ids[layer_id]
        device_pool.inner_pool.parts[index][device_indices] = self.host[index][host_indices].cuda(non_blocking=True)


class Reader:
    def __init__(self, pool: PartOwner):
        self.pool = pool

    def read(self, request, src):
"""
MOVE = """
    def inner_move(self, src, dst):
        if self.counter is not None:
            self.counter.wait_until(max(self.ids) - self.start_layer)
        self.inner_pool.move(src, dst)
"""
FORK = """
    def inner_fork(self, src):
        if self.counter is not None:
            self.counter.wait_until(max(self.ids) - self.start_layer)
        return self.inner_pool.fork(src)
"""
OWNED = "        return self.inner_pool.part_of(self.ids[layer_id])\n"


def test_the_calls_of_both_branches_are_pointed_at_the_owner(tmp_path: Path) -> None:
    body = """\
        if request.at is None:
            free = self.alloc()
            self.pool.inner_pool.move(src, free)  # to a new row
        else:
            self.pool.inner_pool.move(
                src, request.at
            )
"""
    text = program(PARTS + body)
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    assert outcome(tmp_path, text, SAFE)[0] == text
    new, done = outcome(tmp_path, text, ANY)
    assert new == text.replace("self.pool.inner_pool.move", "self.pool.inner_move").replace(OWNED, OWNED + MOVE)
    assert [(r.offer.strategy, r.offer.safety) for r in done.repairs] == [(Strategy.OWNER, Safety.UNSAFE)]
    assert rules(tmp_path, new) == []


def test_calls_of_two_methods_get_a_method_each(tmp_path: Path) -> None:
    body = """\
        inner = self.pool.inner_pool
        for row in src:
            inner.move(row, request.at)
        return inner.fork(request.at)
"""
    text = program(PARTS + body)
    new, done = outcome(tmp_path, text, ANY)
    wanted = text.replace("inner.move", "self.pool.inner_move").replace("inner.fork", "self.pool.inner_fork")
    assert new.replace(FORK, "").replace(MOVE, "") == wanted
    assert FORK in new
    assert MOVE in new
    assert len(done.repairs) == 1
    assert rules(tmp_path, new) == []


def test_calls_of_an_accessor_are_all_redirected(tmp_path: Path) -> None:
    body = """\
        if src is None:
            return self.pool.inner_pool.part_of(self.pool.ids[request.layer_id])
        return self.pool.inner_pool.part_of(self.pool.ids[request.layer_id])[src]
"""
    text = program(PARTS + body)
    new, done = outcome(tmp_path, text)
    assert new == text.replace(
        "self.pool.inner_pool.part_of(self.pool.ids[request.layer_id])", "self.pool.get_part(request.layer_id)"
    )
    assert [r.offer.safety for r in done.repairs] == [Safety.SAFE]


def test_a_call_beside_a_read_of_the_buffer_itself_is_not_offered_alone(tmp_path: Path) -> None:
    body = """\
        self.pool.inner_pool.move(src, request.at)
        found = []
        for part in self.pool.inner_pool.parts:
            found.append(part[src].clone())
        return found
"""
    text = program(PARTS + body)
    assert rules(tmp_path, text) == [("GC006", "Reader.read")]
    new, done = outcome(tmp_path, text, ANY)
    assert new == text
    assert done.after.report.findings[0].fix.strategy is None


def test_a_call_behind_a_wait_stays(tmp_path: Path) -> None:
    body = """\
        self.pool.inner_pool.move(src, request.at)
        torch.cuda.synchronize()
        return self.pool.inner_pool.fork(src)
"""
    text = program(PARTS + body)
    new, _ = outcome(tmp_path, text, ANY)
    assert new == text.replace("self.pool.inner_pool.move", "self.pool.inner_move").replace(OWNED, OWNED + MOVE)
