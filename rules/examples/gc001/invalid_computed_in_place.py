# expect: GC001 InPlace.decay
# expect: GC001 InPlace.scale
# expect: GC001 InPlace.shrink
# expect: GC004 InPlace.scaled_first
# expect: GC006 shift
"""What is computed in place from what stood there reads it, and what it writes back is as stale."""

from kit import MHATokenToKVPool


class InPlace(MHATokenToKVPool):
    def decay(self, layer_id, loc, factor):
        self.v_buffer[layer_id - self.start_layer][loc] *= factor

    def scale(self, layer_id, factor):
        self.k_buffer[layer_id - self.start_layer].mul_(factor)

    def shrink(self, layer_id, factor):
        rows = self.k_buffer[layer_id - self.start_layer]
        rows /= factor

    def scaled_first(self, layer_id, factor):
        self.k_buffer[layer_id - self.start_layer].mul_(factor)
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)


def shift(pool: MHATokenToKVPool, layer_id, loc, by):
    rows = pool.v_buffer[layer_id - pool.start_layer]
    rows[loc] += by
