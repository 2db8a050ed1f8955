# expect: GC006 Runner.step
# The marked method is reached through a private helper of the pool: the outside caller that has not waited is named.
from kit import MHATokenToKVPool


class Ladder(MHATokenToKVPool):
    def _bare(self, layer_id):  # gatecheck: requires-gate internal
        return self.k_buffer[layer_id - self.start_layer]

    def _normalised(self, layer_id):
        return self._bare(layer_id) / 8

    def get_normalised(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self._normalised(layer_id)


class Runner:
    def __init__(self, pool: Ladder):
        self.pool = pool

    def step(self, layer_id):
        return self.pool._normalised(layer_id)

    def good_step(self, layer_id):
        return self.pool.get_normalised(layer_id)
