# expect: GC001 DecoratedPool.get_measured
# expect: GC001 DecoratedPool.get_by_kernel
# expect: GC001 DecoratedPool.get_by_either
# expect: GC001 DecoratedPool.get_filled_deep
# expect: GC001 DecoratedPool.get_generated
# expect: GC001 DecoratedPool.get_by_local_function
# A decorator may wait for what it wraps; a kernel is no Python that could, and reads what it is given.
import functools

import torch
import triton
from kit import MHATokenToKVPool


def after_the_load(function):
    @functools.wraps(function)
    def wrapped(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return function(self, layer_id)

    return wrapped


def measured(function):
    @functools.wraps(function)
    def wrapped(self, layer_id):
        print(layer_id)
        return function(self, layer_id)

    return wrapped


@triton.jit
def gather_kernel(rows, out):
    pass


class DecoratedPool(MHATokenToKVPool):
    @after_the_load
    def _row(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    @measured
    def _measured_row(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    @triton.jit
    def compiled(self, layer_id):
        return self.k_buffer[layer_id]

    def get_behind_the_decorator(self, layer_id):
        return self._row(layer_id)

    def get_measured(self, layer_id):
        return self._measured_row(layer_id)

    def get_by_kernel(self, layer_id):
        out = torch.empty(8)
        gather_kernel(self.k_buffer[layer_id - self.start_layer], out)
        return out

    def get_by_kernel_after_wait(self, layer_id):
        row = self._row(layer_id)
        out = torch.empty(8)
        gather_kernel(row, out)
        return out

    def _refuse(self, layer_id):
        raise NotImplementedError

    def _refuse_too(self, layer_id):
        raise ValueError

    def _plain(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def get_by_either(self, layer_id, known):
        take = self._plain if known else self._refuse
        return take(layer_id)

    def get_by_neither(self, layer_id, known):
        take = self._refuse if known else self._refuse_too
        take(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def _fill(self, layer_id, out):
        gather_kernel(self.k_buffer[layer_id - self.start_layer], out)

    def get_filled_deep(self, layer_id):
        out = torch.empty(8)
        self._fill(layer_id, out)
        return out

    def fill_nothing_that_leaves(self, layer_id):
        out = torch.empty(8)
        self._fill(layer_id, out)

    def get_generated(self, layer_id):
        out = torch.zeros(2, 8)
        out[0] = self.k_buffer[layer_id - self.start_layer].sum()
        total = sum(row.sum() for row in [self.v_buffer[layer_id - self.start_layer]] if row is not None)
        return out, total

    def get_by_local_function(self, layer_id):
        def take(pool=self):
            return pool.k_buffer[layer_id - self.start_layer]

        return take().clone()

    def get_by_super_in_a_function(self, layer_id):
        def take():
            return super(DecoratedPool, self).get_key_buffer(layer_id)

        return take()
