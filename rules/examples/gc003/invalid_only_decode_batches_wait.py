# expect: GC003 Pool.only_for_decode
# expect: GC003 Pool.only_for_mixed
# The way of the batches that can load is the one without a wait.
from kit import MHATokenToKVPool


class Pool(MHATokenToKVPool):
    def wait_for(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def only_for_decode(self, layer_id, batch):
        if batch.forward_mode.is_decode():
            self.wait_for(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def only_for_mixed(self, layer_id, batch):
        if batch.forward_mode.is_mixed():
            self.wait_for(layer_id)
        return self.k_buffer[layer_id - self.start_layer]
