# expect: none
"""Waits in a helper, which checks once more which kind of pool it is before it does."""

from kit import MHATokenToKVPool


class LandingPool(MHATokenToKVPool):
    def land(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)


class Backend:
    def __init__(self, layer_id):
        self.layer_id = layer_id

    def _land(self, holder):
        pool = holder.pool
        assert isinstance(pool, LandingPool)
        pool.land(self.layer_id)

    def take(self, holder, loc):
        pool = holder.pool
        assert isinstance(pool, LandingPool)
        self._land(holder)
        return pool.k_buffer[self.layer_id - pool.start_layer][loc]
