# expect: GC001 ScopedPool.get_in_a_silent_scope
# expect: GC004 ScopedPool.get_before_the_wait
# A generator function is a context manager by what its decorator is, whatever that is called here.
import contextlib
from contextlib import asynccontextmanager as async_scope
from contextlib import contextmanager as scope

from kit import MHATokenToKVPool

managed = contextlib.contextmanager


def wait(pool, layer_id):
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)


@scope
def loaded(pool, layer_id):
    wait(pool, layer_id)
    yield


@managed
def loaded_too(pool, layer_id):
    wait(pool, layer_id)
    yield


@scope
def silent(pool, layer_id):
    yield


@scope
def late(pool, layer_id):
    yield
    wait(pool, layer_id)


class ScopedPool(MHATokenToKVPool):
    @async_scope
    async def _loaded(self, layer_id):
        wait(self, layer_id)
        yield self.k_buffer[layer_id - self.start_layer]

    def get_key_buffer(self, layer_id):
        with loaded(self, layer_id):
            return self.k_buffer[layer_id - self.start_layer]

    def get_by_an_alias(self, layer_id):
        with loaded_too(self, layer_id):
            return self.k_buffer[layer_id - self.start_layer]

    async def get_awaited(self, layer_id):
        async with self._loaded(layer_id) as row:
            return row.clone()

    def get_by_a_local_name(self, layer_id):
        from contextlib import contextmanager as around

        @around
        def here():
            wait(self, layer_id)
            yield

        with here():
            return self.k_buffer[layer_id - self.start_layer]

    def get_in_a_silent_scope(self, layer_id):
        with silent(self, layer_id):
            return self.k_buffer[layer_id - self.start_layer]

    def get_before_the_wait(self, layer_id):
        with late(self, layer_id):
            row = self.k_buffer[layer_id - self.start_layer].clone()
        return row
