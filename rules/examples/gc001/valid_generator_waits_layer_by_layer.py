# expect: none
"""The generator waits for each layer right before it hands the layer out."""

from kit import MHATokenToKVPool


class ScanPool(MHATokenToKVPool):
    def iter_layers(self):
        for index, keys in enumerate(self.k_buffer):
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(index)
            yield keys

    def iter_rows(self, loc):
        for keys in self.iter_layers():
            yield keys[loc]
