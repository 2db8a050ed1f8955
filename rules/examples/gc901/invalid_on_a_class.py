# expect: GC901 P
# expect: GC901 Q
# expect: GC001 P.rows
# A class is no place for it: whatever is added to the class later would be silenced with the rest.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):  # gatecheck: ignore[GC001] loaded before the forward
    def rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]


class Q(MHATokenToKVPool):  # gatecheck: store all of it is written only
    def put(self, layer_id, loc, k):
        self.k_buffer[layer_id - self.start_layer][loc] = k
