# expect: GC012 SweepPool.sweep
# Each round waits for its layer and then asks an accessor that waits for it again.
from kit import MHATokenToKVPool


class SweepPool(MHATokenToKVPool):
    def sweep(self, loc):
        rows = []
        for layer_id in range(self.start_layer, self.start_layer + self.layer_num):
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
            rows.append(self.get_key_buffer(layer_id)[loc])
        return rows
