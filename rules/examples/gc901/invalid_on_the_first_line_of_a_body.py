# expect: GC001 P.rows
# expect: GC001 P.target
# expect: GC901 P.rows
# expect: GC901 P.target
# A comment that has the first line of a body to itself stands on no statement, and not on the def above.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def rows(self, layer_id, loc):
        # gatecheck: requires-gate the caller waits
        return self.k_buffer[layer_id - self.start_layer][loc]

    def target(self, layer_id):
        # gatecheck: ignore[GC001] loaded before the forward
        return self.v_buffer[layer_id - self.start_layer]
