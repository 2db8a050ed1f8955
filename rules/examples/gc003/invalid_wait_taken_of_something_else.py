# expect: GC003 SwitchedPool.get_rows
"""Whether the wait is taken hangs on a switch, which says nothing of the counter."""

from kit import MHATokenToKVPool


class SwitchedPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc, eager=False):
        wait = self.layer_transfer_counter.wait_until if eager else None
        if wait is not None:
            wait(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]
