# expect: none
"""Every case waits, the last one for all that is left."""

from kit import MHATokenToKVPool


class ModePool(MHATokenToKVPool):
    def _wait(self, index):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(index)

    def get_rows(self, layer_id, loc, mode):
        match mode:
            case "extend" | "mixed":
                self._wait(layer_id - self.start_layer)
            case "all":
                self._wait(self.layer_num - 1)
            case _:
                self._wait(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]
