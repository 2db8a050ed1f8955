# expect: none
"""A dash before the reason is fine."""

from kit import MHATokenToKVPool


class DashedPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][
            loc
        ]  # gatecheck: ignore[GC001] - loads end before the forward
