# expect: GC006 DebtPool.get_pair
# The marked method leaves the waiting to its callers, those inside the pool included: one accessor waits, the other not.
from kit import MHATokenToKVPool


class DebtPool(MHATokenToKVPool):
    def raw_key(
        self,
        layer_id,
    ):  # gatecheck: requires-gate whoever fuses two reads waits once
        return self.k_buffer[layer_id - self.start_layer]

    def get_scores(self, layer_id, q):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return q @ self.raw_key(layer_id).T

    def get_pair(self, layer_id, loc):
        return self.raw_key(layer_id)[loc], self.get_value_buffer(layer_id)[loc]
