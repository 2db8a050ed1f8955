# expect: GC006 SideBackend.forward_extend
"""What the backend keeps is a pool, because of what the runner keeps, because of what its configurator returns."""

from dataclasses import dataclass

from kit import KVCache


class OtherStore:
    def __init__(self, size):
        self.k_buffer = [None] * size


@dataclass
class Configured:
    kv_cache: KVCache
    size: int


class Configurator:
    def configure(self) -> Configured:
        return make_all(self)  # noqa: F821


class Runner:
    def prepare(self):
        self.configurator = Configurator()
        result = self.configurator.configure()
        self.kv_cache = result.kv_cache


class SideBackend:
    def __init__(self, runner: Runner):
        self.kv_cache = runner.kv_cache

    def forward_extend(self, q, layer):
        keys = self.kv_cache.k_buffer[layer.layer_id - self.kv_cache.start_layer]
        return q @ keys.T
