# expect: GC003 P.a
"""An error that is suppressed may come before the wait."""

from contextlib import suppress

from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def a(self, layer_id, loc, table):
        with suppress(KeyError):
            table.touch(layer_id)
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]
