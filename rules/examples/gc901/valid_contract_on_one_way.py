# expect: none
# One of two ways leaves the waiting to the caller.
from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def rows(self, layer_id, fast):  # gatecheck: requires-gate on the fast way the caller has waited
        if fast:
            return self.k_buffer[layer_id - self.start_layer]
        return self.get_key_buffer(layer_id)
