# expect: GC001 Maybe.copied
# expect: GC001 Maybe.known_or_read
# expect: GC001 Maybe.chosen
# expect: GC006 total
"""What ``and``, ``or`` or a conditional expression may give, is read as soon as somebody uses it."""

from kit import MHATokenToKVPool


class Maybe(MHATokenToKVPool):
    def copied(self, layer_id, wanted):
        return wanted and self.k_buffer[layer_id - self.start_layer].clone()

    def known_or_read(self, layer_id, known, loc):
        rows = known or self.v_buffer[layer_id - self.start_layer][loc]
        return rows

    def chosen(self, layer_id, wanted, other):
        return self.k_buffer[layer_id - self.start_layer].clone() if wanted else other


def total(pool: MHATokenToKVPool, layer_id, wanted):
    return wanted and pool.k_buffer[layer_id - pool.start_layer].sum()
