# expect: GC001 P.a
"""The rows are copied by a function that is mapped over the layers."""

from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def a(self, loc):
        return list(map(lambda buf: buf[loc], self.k_buffer))

    def b(self, loc):
        c = self.layer_transfer_counter
        if c is not None:
            c.wait_until(c.num_layers - 1)
        return list(map(lambda buf: buf[loc], self.k_buffer))
