# expect: none
"""The helper waits on the way on which it hands out a layer; on the other it hands out nothing."""

from kit import MHATokenToKVPool


class PartialPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, kept_ids):
        super().__init__(size, layer_num, device)
        self.kept_ids = frozenset(kept_ids)

    def _keys_or_none(self, layer_id):
        if layer_id not in self.kept_ids:
            return None
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    def get_rows(self, layer_id, loc):
        keys = self._keys_or_none(layer_id)
        if keys is None:
            raise KeyError(layer_id)
        return keys[loc]

    def get_view(self, layer_id):
        keys = self._keys_or_none(layer_id)
        return keys.view(-1, 2, 4) if keys is not None else None
