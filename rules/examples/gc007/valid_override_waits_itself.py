# expect: none
"""The override spells the wait out in another way than the base."""

from kit import MHATokenToKVPool


class SpelledPool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        index = layer_id - self.start_layer
        counter = getattr(self, "layer_transfer_counter", None)
        if counter:
            counter.wait_until(index)
        return self.k_buffer[index].view(-1, 2, 4)
