# expect: GC001 P.rows
# expect: GC901 P.rows
# expect: GC006 probe
# expect: GC901 probe
# Behind the last statement of a body, a comment that is indented like it belongs to the function still.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]
        # gatecheck: ignore[GC001] loaded before the forward

    def other(self):
        return 1


def probe(pool: MHATokenToKVPool, layer_id, loc):
    return pool.k_buffer[layer_id][loc]
    # gatecheck: ignore[GC006] only at the start
