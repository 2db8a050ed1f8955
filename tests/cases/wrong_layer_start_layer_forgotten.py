# expect: GC005 StagePool.get_key_buffer
# Events count from the first layer of the stage; the layer's global number names another one, or none.
from kit import MHATokenToKVPool


class StagePool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id)
        return self.k_buffer[layer_id - self.start_layer]
