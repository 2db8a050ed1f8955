# expect: GC012 TwicePool.get_key_buffer
# The override waits and hands on to an accessor that waits for the same layer.

from kit import MHATokenToKVPool


class TwicePool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return super().get_key_buffer(layer_id).view(-1, 2, 4)
