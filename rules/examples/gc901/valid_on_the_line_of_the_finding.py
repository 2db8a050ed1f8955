# expect: none
"""On the line, on another line of the same statement, on the ``def``: all three silence the finding."""

import torch
from kit import MHATokenToKVPool


class ExplainedPool(MHATokenToKVPool):
    def get_rows(self, layer_id, loc):
        return self.k_buffer[layer_id - self.start_layer][loc]  # gatecheck: ignore[GC001] loaded before the forward

    def get_both(self, layer_id, loc):
        return torch.cat(
            (
                self.k_buffer[layer_id - self.start_layer][loc],
                self.v_buffer[layer_id - self.start_layer][loc],
            ),
        )  # gatecheck: ignore[GC001] loaded before the forward

    def get_values(self, layer_id, loc):  # gatecheck: ignore[GC001] loaded before the forward
        values = self.v_buffer[layer_id - self.start_layer]
        return values[loc]
