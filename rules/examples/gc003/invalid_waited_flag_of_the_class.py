# expect: GC003 OncePool.get_rows
# expect: GC003 OncePool.get_values
"""Remembers that it has waited, at first in the class and then in the object; nothing ever makes it forget."""

from kit import MHATokenToKVPool


class OncePool(MHATokenToKVPool):
    landed = False
    waited = None

    def get_rows(self, layer_id, loc):
        if not self.landed:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(self.layer_num - 1)
            self.landed = True
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_values(self, layer_id, loc):
        if type(self).waited:
            return self.v_buffer[layer_id - self.start_layer][loc]
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(self.layer_num - 1)
        type(self).waited = True
        return self.v_buffer[layer_id - self.start_layer][loc]
