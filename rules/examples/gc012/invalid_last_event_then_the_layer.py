# expect: GC012 WholePool.get_last
# Whoever has waited for the last event has waited for each layer.
from kit import MHATokenToKVPool


class WholePool(MHATokenToKVPool):
    def get_last(self, layer_id):
        counter = self.layer_transfer_counter
        if counter is not None:
            counter.wait_until(counter.num_layers - 1)
        return self.get_value_buffer(layer_id)[-1]
