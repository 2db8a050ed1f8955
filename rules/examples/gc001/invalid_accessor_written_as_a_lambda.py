# expect: GC001 ShortPool.copy_of
"""A lambda in the body of a class is a method like any other."""

from kit import MHATokenToKVPool


class ShortPool(MHATokenToKVPool):
    copy_of = lambda self, layer_id: self.k_buffer[layer_id - self.start_layer].clone()  # noqa: E731
    keys_of = lambda self, layer_id: self.get_key_buffer(layer_id)  # noqa: E731
    _twin_of = lambda self, layer_id: self.v_buffer[layer_id - self.start_layer]  # noqa: E731
    order = sorted
    by_size = lambda: 0  # noqa: E731
