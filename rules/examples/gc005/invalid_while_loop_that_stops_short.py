# expect: GC005 CountingPool.up_to
# expect: GC005 CountingPool.of_each
"""A ``while`` loop counts to the layer before the one that is read; a ``for`` loop counts its layers from one."""

from kit import MHATokenToKVPool


class CountingPool(MHATokenToKVPool):
    def up_to(self, layer_id, loc):
        event = 0
        while event < layer_id - self.start_layer:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(event)
            event += 1
        return self.k_buffer[layer_id - self.start_layer][loc]

    def of_each(self, loc):
        rows = []
        event = 1
        for keys in self.k_buffer:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(event)
            rows.append(keys[loc])
            event += 1
        return rows
