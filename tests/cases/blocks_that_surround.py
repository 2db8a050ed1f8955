# expect: GC003 BlockPool.get_in_a_silent_block
# expect: GC001 BlockPool.get_after_a_foreign_block
# expect: GC013 BlockPool.get_on_an_entered_stream
# expect: GC013 BlockPool.get_on_a_plain_stream
# A block may wait when it is entered or left, put the work on another stream, or swallow what is raised in it.
import contextlib

import torch
from kit import MHATokenToKVPool


class Waiting:
    def __init__(self, pool, layer_id):
        self.pool = pool
        self.layer_id = layer_id

    def __enter__(self):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(self.layer_id - self.pool.start_layer)
        return self.pool

    def __exit__(self, kind, error, trace):
        return None


class OnlyEnters:
    def __init__(self, pool, layer_id):
        self.pool = pool
        self.layer_id = layer_id

    def __enter__(self):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(self.layer_id - self.pool.start_layer)


class Refusing:
    def __enter__(self):
        raise RuntimeError("closed")

    def __exit__(self, kind, error, trace):
        return None


class BlockPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def _row(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    @contextlib.contextmanager
    def _waited(self, layer_id):
        self._wait(layer_id)
        yield self

    def get_entered(self, layer_id):
        with Waiting(self, layer_id) as pool:
            return pool.k_buffer[layer_id - self.start_layer]

    def get_entered_only(self, layer_id):
        with OnlyEnters(self, layer_id):
            return self._row(layer_id)

    def get_never_entered(self, layer_id):
        with Refusing():
            return self._row(layer_id)

    def get_on_a_stack(self, layer_id):
        with contextlib.ExitStack() as stack:
            stack.enter_context(Waiting(self, layer_id))
            return self._row(layer_id)

    def get_of_a_managed_stack(self, layer_id):
        with contextlib.ExitStack() as stack:
            stack.enter_context(self._waited(layer_id))
            return self._row(layer_id)

    def get_managed(self, layer_id):
        with self._waited(layer_id) as pool:
            return pool.k_buffer[layer_id - self.start_layer]

    def get_in_a_silent_block(self, layer_id):
        with contextlib.suppress(RuntimeError):
            self._wait(layer_id)
        return self._row(layer_id)

    def get_after_a_foreign_block(self, layer_id, lock):
        with lock as held, held.inner():
            pass
        return self._row(layer_id)

    def get_on_an_entered_stream(self, layer_id):
        self._wait(layer_id)
        with contextlib.ExitStack() as stack:
            stack.enter_context(torch.cuda.stream(self.side))
            return self._row(layer_id).clone()

    def get_on_a_plain_stream(self, layer_id):
        self._wait(layer_id)
        with self.side:
            return self._row(layer_id).clone()

    def get_after_a_stream(self, layer_id):
        self._wait(layer_id)
        with self.side as stream:
            stream.record_event()
        return self._row(layer_id).clone()
