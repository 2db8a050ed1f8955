# expect: none
"""A comment for a rule that this run does not report is left alone."""

from kit import MHATokenToKVPool


class TwicePool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.get_key_buffer(layer_id)[loc]  # gatecheck: ignore[GC012] the second wait costs nothing
