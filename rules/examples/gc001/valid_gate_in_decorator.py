# expect: none
"""The wait is in a decorator that stands above each accessor."""

from functools import wraps

from kit import MHATokenToKVPool


def after_load(accessor):
    @wraps(accessor)
    def ordered(self, layer_id, *args, **kwargs):
        counter = self.layer_transfer_counter
        if counter is not None:
            counter.wait_until(layer_id - self.start_layer)
        return accessor(self, layer_id, *args, **kwargs)

    return ordered


class DecoratedPool(MHATokenToKVPool):
    @after_load
    def get_key_rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]

    @after_load
    def get_value_rows(self, layer_id, loc):
        return self.v_buffer[layer_id - self.start_layer][loc]
