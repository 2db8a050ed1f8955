# expect: GC901 P.slot_of
# expect: GC901 P.write
# A number is no fetch, and an assignment to elements reads nothing.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def slot_of(self, layer_id):
        place = layer_id - self.start_layer  # gatecheck: store the kernel writes here
        return place

    def write(self, layer_id, where, rows):
        self.v_buffer[layer_id - self.start_layer][where] = rows  # gatecheck: store this only writes
