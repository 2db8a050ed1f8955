"""Writes a tiny package ``sglang`` with real-shaped pools, host pools, controller and cache, for proofs in tests."""

from __future__ import annotations

from pathlib import Path

SERVER_ARGS = """
class ServerArgs:
    def __init__(self, model_path, hicache_ratio=2.0, hicache_mem_layout="layer_first", hicache_io_backend="direct"):
        self.hicache_ratio = hicache_ratio
        self.hicache_io_backend = hicache_io_backend


def set_global_server_args_for_scheduler(server_args):
    pass
"""

CONTROLLER = """
import torch

device_module = torch.get_device_module()


class LayerLoadingEvent:
    def __init__(self, num_layers):
        self.load_events = [device_module.Event() for _ in range(num_layers)]
        self.start_event = device_module.Event()

    def complete(self, layer_index):
        self.load_events[layer_index].record()

    def wait(self, layer_index):
        device_module.current_stream().wait_event(self.load_events[layer_index])


class LayerDoneCounter:
    def __init__(self, num_layers):
        self.num_layers = num_layers
        self.events = [LayerLoadingEvent(num_layers) for _ in range(3)]
        self.producer_index = -1
        self.consumer_index = -1

    def update_producer(self):
        self.producer_index = (self.producer_index + 1) % 3
        assert self.events[self.producer_index].load_events[-1].query()
        return self.producer_index

    def set_consumer(self, index):
        self.consumer_index = index

    def wait_until(self, threshold):
        if self.consumer_index >= 0:
            self.events[self.consumer_index].wait(threshold)


class HiCacheController:
    def __init__(self, allocator, host_pool, page_size):
        self.allocator = allocator
        self.mem_pool_device = allocator.get_kvcache()
        self.mem_pool_host = host_pool
        self.page_size = page_size
        self.layer_done_counter = LayerDoneCounter(self.mem_pool_device.layer_num)
        self.mem_pool_device.register_layer_transfer_counter(self.layer_done_counter)
        self.load_queue, self.ack_load_queue = [], []
        self.load_stream = device_module.Stream()

    def load(self, host_indices):
        device_indices = self.allocator.alloc(len(host_indices))
        self.load_queue.append((host_indices, device_indices))
        return device_indices

    def start_loading(self):
        producer = self.layer_done_counter.update_producer()
        event = self.layer_done_counter.events[producer]
        event.start_event.record()
        with device_module.stream(self.load_stream):
            event.start_event.wait(self.load_stream)
            for layer in range(self.mem_pool_device.layer_num):
                for host_indices, device_indices in self.load_queue:
                    self.mem_pool_host.load_to_device_per_layer(
                        self.mem_pool_device, host_indices, device_indices, layer
                    )
                event.complete(layer)
        self.load_queue.clear()
        return producer
"""

HOST = """
import torch

from sglang.srt.utils import is_cuda

if is_cuda():
    from sgl_kernel.kvcacheio import transfer_kv_direct


class PoolHost:
    def __init__(self, device_pool):
        self.k_buffer = [torch.zeros_like(buffer) for buffer in device_pool.k_buffer]

    def alloc(self, count):
        return torch.arange(count)

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        transfer_kv_direct(
            src_layers=[self.k_buffer[layer_id]],
            dst_layers=[device_pool.k_buffer[layer_id]],
            src_indices=host_indices,
            dst_indices=device_indices,
            page_size=1,
        )
"""

REST = {
    "__init__.py": "__version__ = '9.9.9'\n",
    "srt/__init__.py": "",
    "srt/utils.py": "def is_cuda():\n    return False\n",
    "srt/server_args.py": SERVER_ARGS,
    "srt/managers/__init__.py": "",
    "srt/managers/cache_controller.py": CONTROLLER,
    "srt/mem_cache/__init__.py": "",
    "srt/mem_cache/memory_pool_host.py": HOST,
    "srt/mem_cache/cache_init_params.py": """
import dataclasses


@dataclasses.dataclass
class CacheInitParams:
    disable: bool
    req_to_token_pool: object
    token_to_kv_pool_allocator: object
    page_size: int
""",
    "srt/mem_cache/allocator.py": """
import torch


class PagedTokenToKVPoolAllocator:
    def __init__(self, size, page_size, kvcache):
        self.size, self.page_size, self.kvcache = size, page_size, kvcache

    def get_kvcache(self):
        return self.kvcache

    def alloc(self, count):
        return torch.arange(self.page_size, self.page_size + count)

    def free(self, indices):
        pass
""",
    "srt/mem_cache/hiradix_cache.py": """
from sglang.srt.managers.cache_controller import HiCacheController
from sglang.srt.mem_cache.memory_pool import Unsupported
from sglang.srt.mem_cache.memory_pool_host import PoolHost


class HiRadixCache:
    def __init__(self, params, server_args):
        pool = params.token_to_kv_pool_allocator.get_kvcache()
        if isinstance(pool, Unsupported):
            raise ValueError("HiRadixCache only supports Pool")
        host = PoolHost(pool)
        self.cache_controller = HiCacheController(params.token_to_kv_pool_allocator, host, params.page_size)
""",
}

OTHER_DEVICE = """
import no_such_device

from sglang.srt.mem_cache.memory_pool import Pool


class OtherPool(
    Pool, no_such_device.KVCache
):
    pass
"""

POOL = """
import abc

import torch


class Part:
    def passed_on(self, pool, row, req_to_token, *, use_ragged):
        return pool.k_buffer[row][req_to_token]


class KVCache(abc.ABC):
    def __init__(self, size, page_size, layer_num, start_layer=None):
        self.size, self.page_size, self.layer_num = size, page_size, layer_num
        self.start_layer = start_layer or 0
        self.k_buffer = [torch.zeros((size, 2, 8)) for _ in range(layer_num)]
        self.layer_transfer_counter = None
        self.side = torch.get_device_module().Stream()
        self.part = Part()

    @abc.abstractmethod
    def get_kv_size_bytes(self):
        ...

    def register_layer_transfer_counter(self, counter):
        self.layer_transfer_counter = counter

    def _wait(self, layer_id, shift=0):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer + shift)


class Pool(KVCache):
    def get_kv_size_bytes(self):
        return 0
"""

UNSUPPORTED = """

class Unsupported(KVCache):
    def get_kv_size_bytes(self):
        return 0


class Formed(Unsupported):
    def __init__(self, size, page_size, layer_num, start_layer=None, use_mla=False):
        if use_mla:
            raise ValueError("no latent rows")
        super().__init__(size, page_size, layer_num, start_layer)


class PassingOn(Unsupported):
    def __init__(self, **named):
        super().__init__(**named)


class Demanding(KVCache):
    def __init__(self, size, flux_capacitor):
        super().__init__(size, 64, 4)

    def get_kv_size_bytes(self):
        return 0
"""


def write(folder: Path, accessors: str) -> Path:
    """The package below ``folder``, with ``accessors`` (indented by four) as the body of its one pool."""
    other = {"srt/hardware/__init__.py": "", "srt/hardware/other_pool.py": OTHER_DEVICE}
    files = {**REST, **other, "srt/mem_cache/memory_pool.py": POOL + accessors + UNSUPPORTED}
    for name, text in files.items():
        path = folder / "sglang" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
