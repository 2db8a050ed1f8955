# expect: GC901 P.put
# A method that only writes is no read in the first place.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def put(self, layer_id, loc, rows):  # gatecheck: store writes only
        self.k_buffer[layer_id - self.start_layer][loc] = rows
