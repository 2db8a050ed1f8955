# expect: none
"""``store`` on the line, with what writes."""

from kit import MHATokenToKVPool


class TargetPool(MHATokenToKVPool):
    def destination(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]  # gatecheck: store the fused rope kernel writes here
