# expect: none
"""Each arm has a wait of its own, one through a helper and one spelled out."""

from kit import MHATokenToKVPool


class BranchPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc, fused):
        local = layer_id - self.start_layer
        if fused:
            keys = self.get_key_buffer(layer_id)
        else:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(local)
            keys = self.k_buffer[local]
        return keys[loc]
