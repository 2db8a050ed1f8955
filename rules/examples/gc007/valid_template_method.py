# expect: none
"""The base waits and calls a hook; the heirs override the hook only."""

from kit import MHATokenToKVPool


class TemplatePool(MHATokenToKVPool):
    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self._view(self.k_buffer[layer_id - self.start_layer])

    def _view(self, keys):
        return keys


class TransposedPool(TemplatePool):
    def _view(self, keys):
        return keys.transpose(0, 1).contiguous()
