# expect: GC007 NopeMixin.get_key_buffer
"""A mixin stands before the waiting class and answers by itself."""

from kit import MHATokenToKVPool


class NopeMixin:
    rope_dim = 2

    def get_key_buffer(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer][..., : -self.rope_dim]


class NopePool(NopeMixin, MHATokenToKVPool):
    pass
