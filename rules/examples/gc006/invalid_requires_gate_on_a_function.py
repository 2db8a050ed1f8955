# expect: GC006 Head.run_short
# A module function with the mark: two of its callers keep the contract, the third waits on one branch only.
from kit import MHATokenToKVPool


def paged_rows(pool: MHATokenToKVPool, layer_id, pages):  # gatecheck: requires-gate called once a layer, behind the wait
    return pool.k_buffer[layer_id - pool.start_layer].view(-1, 16, 8)[pages]


class Head:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def run(self, layer_id, pages):
        if self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return paged_rows(self.pool, layer_id, pages).sum()

    def run_after_values(self, layer_id, pages):
        values = self.pool.get_value_buffer(layer_id)
        return paged_rows(self.pool, layer_id, pages) * values.view(-1, 16, 8)[pages]

    def run_short(self, layer_id, pages):
        if len(pages) > 1 and self.pool.layer_transfer_counter is not None:
            self.pool.layer_transfer_counter.wait_until(layer_id - self.pool.start_layer)
        return paged_rows(self.pool, layer_id, pages).sum()
