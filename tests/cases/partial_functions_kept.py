# expect: GC001 PartialPool.get_behind_nothing
# expect: GC001 PartialPool.get_by_a_partial
# expect: GC002 PartialPool.get_by_an_early_counter
# expect: GC003 PartialPool.get_by_an_optional_one
# A partial function that a constructor keeps runs what it was made of, as a lambda there does.
import functools
from functools import partial as given

from kit import MHATokenToKVPool


def wait(pool, layer_id):
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(layer_id - pool.start_layer)


def wait_on(counter, index):
    if counter is not None:
        counter.wait_until(index)


def do_nothing(pool, layer_id):
    return None


class PartialPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0, strict=False):
        super().__init__(size, layer_num, device, start_layer)
        self._of_function = given(wait, self)
        self._of_method = functools.partial(self._order, first=start_layer)
        self._of_nothing = functools.partial(do_nothing, self)
        # No counter is there yet: what the registration stores later does not reach this one.
        self._of_counter = functools.partial(wait_on, self.layer_transfer_counter)
        self._optional = functools.partial(wait, self) if strict else None
        self._of_layers = [functools.partial(wait, self, layer + start_layer) for layer in range(layer_num)]
        self._row = functools.partial(self._row_of, self.v_buffer)

    def _order(self, layer_id, first):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - first)

    def _row_of(self, table, layer_id):
        return table[layer_id - self.start_layer]

    def get_key_buffer(self, layer_id):
        self._of_function(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def get_value_buffer(self, layer_id):
        self._of_method(layer_id)
        return self.v_buffer[layer_id - self.start_layer]

    def get_by_layer(self, layer_id):
        self._of_layers[layer_id - self.start_layer]()
        return self.k_buffer[layer_id - self.start_layer]

    def get_behind_nothing(self, layer_id):
        self._of_nothing(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def get_by_an_early_counter(self, layer_id):
        self._of_counter(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    def get_by_an_optional_one(self, layer_id):
        if self._optional is not None:
            self._optional(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def get_by_a_partial(self, layer_id):
        return self._row(layer_id)
