# expect: none
"""The result of ``super()`` is dropped, but its wait has been made."""

from kit import MHATokenToKVPool


class PaddedPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        super().get_key_buffer(layer_id)
        return self.k_buffer[layer_id - self.start_layer].view(-1, 2, 4)
