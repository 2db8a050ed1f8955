# expect: GC007 RenamedPool._plain
# expect: GC007 BorrowingPool.rows_of
"""A class body gives a function the name of an accessor that waits: an override like any other."""

from kit import MHATokenToKVPool


class RenamedPool(MHATokenToKVPool):
    def _plain(self, layer_id):
        return self.v_buffer[layer_id - self.start_layer]

    get_value_buffer = _plain


class Lender(MHATokenToKVPool):
    def rows_of(self, layer_id):
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]


class BorrowingPool(Lender):
    def rows_of(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    get_key_buffer = rows_of
