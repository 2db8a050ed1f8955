# expect: GC012 HelpedPool.get_rows
# The helper has waited; the two lines below it were left over.
from kit import MHATokenToKVPool


class HelpedPool(MHATokenToKVPool):
    def _wait_for(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_rows(self, layer_id, loc):
        self._wait_for(layer_id)
        local = layer_id - self.start_layer
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(local)
        return self.k_buffer[local][loc]

    def get_one(self, layer_id, loc):
        self._wait_for(layer_id)
        return self.v_buffer[layer_id - self.start_layer][loc]
