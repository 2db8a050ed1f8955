from __future__ import annotations

from types import SimpleNamespace

import pytest

torch = pytest.importorskip("torch", reason="buffers are torch's")

from gatecheck.runtime_verify.contents import POISON, as_bytes, buffers_of, fill_host, poison  # noqa: E402
from gatecheck.runtime_verify.kernels import guarded_names  # noqa: E402
from gatecheck.runtime_verify.ledger import extent_of  # noqa: E402
from gatecheck.runtime_verify.reading import Snapshot, bytes_of, slice_of  # noqa: E402


class Pool:
    def __init__(self) -> None:
        self.k_buffer = [torch.zeros(8, 4) for _ in range(2)]
        self.views = [self.k_buffer[0][:2]]
        self.table = torch.zeros(3, dtype=torch.int64)
        self.back = self
        self.inner = {"state": torch.zeros(5, dtype=torch.bfloat16)}


Pool.__module__ = "sglang.pools"


def test_data_buffers_are_found_once_and_index_tables_left_out() -> None:
    pool = Pool()
    found = buffers_of((pool,), "cpu")
    assert sorted(tensor.numel() for tensor in found) == [5, 32, 32]
    assert buffers_of((pool,), "cuda") == ()


def test_objects_of_other_packages_are_not_walked() -> None:
    assert buffers_of((SimpleNamespace(tensor=torch.zeros(3)),), "cpu") == ()


def test_host_bytes_repeat_for_a_seed_and_never_look_like_poison() -> None:
    one, two = torch.zeros(1000), torch.zeros(1000)
    fill_host((one,), 3)
    fill_host((two,), 3)
    assert torch.equal(as_bytes(one), as_bytes(two))
    assert int(as_bytes(one).max()) < POISON
    poison((one,))
    assert set(as_bytes(one).tolist()) == {POISON}


def test_a_session_sees_its_rows_by_token_or_by_page() -> None:
    rows = slice_of(torch.tensor([4, 5, 6, 7]), page_size=4)
    tokens = torch.arange(16, dtype=torch.uint8).view(8, 2)
    pages = torch.arange(6, dtype=torch.uint8).view(3, 2)
    assert bytes_of(tokens, rows).tolist() == [[8, 9], [10, 11], [12, 13], [14, 15]]
    assert bytes_of(pages, rows).tolist() == [[2, 3]]
    assert bytes_of(torch.tensor(1.0), None).shape == (4,)


def test_snapshots_are_equal_byte_by_byte() -> None:
    one = Snapshot((torch.tensor([1, 2]),))
    assert one.same_as(Snapshot((torch.tensor([1, 2]),)))
    assert not one.same_as(Snapshot((torch.tensor([1, 3]),)))
    assert not one.same_as(Snapshot(()))


def test_layers_of_one_tensor_have_extents_apart() -> None:
    states = torch.zeros(3, 4, 2)
    first, second = extent_of(states[0]), extent_of(states[1])
    assert not first.meets(second)
    assert first.meets(extent_of(states))
    assert not extent_of(states[:0]).meets(first)


def test_kernel_imports_are_found_behind_guards() -> None:
    source = "if is_cuda():\n    from sgl_kernel.kvcacheio import copy as fast, move\nfrom json import dumps\n"
    assert list(guarded_names(source)) == ["fast", "move"]
