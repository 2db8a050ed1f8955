# expect: GC001 Facade.get_of_the_pool
# expect: GC001 NestedFacade.get_of_the_nested_pool
# expect: GC001 LayerPool.get_layer
# expect: GC001 LayerPool.get_generator
# expect: GC003 LayerPool.get_decorated
# expect: GC001 StoringPool.get_fast
# expect: GC001 StoringPool.move_rows
# expect: GC001 HalfStoringPool.get_fast
# expect: GC006 Backend.copy_rows
# What holds a pool: an object that is handed in, one that holds it further down, one layer of several.
from abc import ABC, abstractmethod

import torch
from kit import KVCache, MHATokenToKVPool


class Settings:
    limit = 4


class AbstractPool(KVCache, ABC):
    @abstractmethod
    def get_rows(self, layer_id): ...


class HeldPool(MHATokenToKVPool):
    pass


class Holder:
    def __init__(self, pool: HeldPool):
        self.pool = pool


class Facade(KVCache):
    def __init__(self, layer_num, pool: HeldPool, settings: Settings, other: AbstractPool, more: "Settings" = None):
        super().__init__(0, layer_num, "cuda")
        self.pool = pool
        self.settings = settings
        self.other = other
        self.more = more

    def get_of_the_pool(self, layer_id):
        return self.pool.k_buffer[layer_id - self.start_layer]

    def get_limits(self, layer_id):
        return self.settings.limit, self.other.get_rows(layer_id), self.more.limit


class NestedFacade(KVCache):
    def __init__(self, layer_num, holder: Holder):
        super().__init__(0, layer_num, "cuda")
        self.holder = holder

    def get_of_the_nested_pool(self, layer_id):
        return self.holder.pool.k_buffer[layer_id - self.start_layer]


class Rows:
    def __init__(self, size):
        self.rows = torch.zeros(size, 8)


class Layer:
    def __init__(self, size):
        self.inner = Rows(size)


def ready(function):
    def wrapped(self, layer_id):
        if layer_id < 0:
            self.layer_transfer_counter.wait_until(layer_id)
        return self.layers[layer_id].inner.rows

    return wrapped


class LayerPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.layers = [Layer(size) for _ in range(layer_num)]

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)

    def get_layer(self, layer_id):
        return self.layers[layer_id]

    def get_layer_after_wait(self, layer_id):
        self._wait(layer_id)
        return self.layers[layer_id]

    def get_generator(self, layers):
        return (self.layers[layer_id].inner.rows for layer_id in layers if layer_id > 0)

    @ready
    def get_decorated(self, layer_id):
        return None

    def get_refusal(self, layer_id):
        def refuse():
            raise RuntimeError(layer_id)

        return refuse

    def get_if_passed(self, layer_id, counter=None):
        if counter is not None:
            counter.wait_until(layer_id)
        return self.layers[layer_id].inner.rows


def ask(pool: LayerPool, arguments):
    return pool.get_if_passed(*arguments)


class LayerHost:
    def __init__(self, device_pool, size):
        self.device_pool = device_pool
        self.host = [torch.zeros(size, 8) for _ in range(device_pool.layer_num)]

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.layers[layer_id].inner.rows[device_indices] = self.host[layer_id][host_indices]


class StoringPool(MHATokenToKVPool):
    def move_rows(self, source, target):
        self.k_buffer[0][target] = self.k_buffer[0][source]

    def get_fast(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]


class EmptyPool(StoringPool):
    """Nothing is ever stored in it: the method that stores most refuses."""

    def set_kv_buffer(self, layer, loc, cache_k, cache_v):
        raise NotImplementedError

    def move_rows(self, source, target):
        self.moved = source

    def get_fast(self, layer_id):
        return self.v_buffer[layer_id - self.start_layer]


class HalfStoringPool(StoringPool):
    def set_kv_buffer(self, layer, loc, cache_k, cache_v):
        self.k_buffer[layer.layer_id][loc] = cache_k

    def move_rows(self, source, target):
        raise NotImplementedError

    def get_fast(self, layer_id):
        return self.v_buffer[layer_id - self.start_layer]


def store(pool, layer, loc, rows):
    pool.set_kv_buffer(layer, loc, rows, rows)
    pool.set_kv_buffer(layer, loc + 1, rows, rows)


class Backend:
    def __init__(self, runner):
        self.token_pool = runner.token_pool

    def copy_rows(self, layer_id):
        if isinstance(self.token_pool, HeldPool):
            return self.token_pool.k_buffer[layer_id].clone()
        return None

    def copy_of_an_unknown(self, layer_id, other):
        if isinstance(other, torch.Tensor) or isinstance(other.pool, Settings):
            return other[layer_id].clone()
        return None
