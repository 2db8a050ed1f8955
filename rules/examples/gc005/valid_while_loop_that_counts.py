# expect: none
"""A ``while`` loop counts up to the layer that is read; a ``for`` loop counts its layers by hand."""

from kit import MHATokenToKVPool


class CountingPool(MHATokenToKVPool):
    def up_to(self, layer_id, loc):
        event = 0
        while event <= layer_id - self.start_layer:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(event)
            event += 1
        return self.k_buffer[layer_id - self.start_layer][loc]

    def of_each(self, loc):
        rows = []
        event = 0
        for keys in self.k_buffer:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(event)
            rows.append(keys[loc])
            event += 1
        return rows
