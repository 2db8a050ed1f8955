# expect: GC004 FinishingPool.get_copied_first
# expect: GC003 FinishingPool.get_if_any
# What stands under `finally` runs before the caller sees the value, and a loop over a known range runs.
from kit import MHATokenToKVPool


class FinishingPool(MHATokenToKVPool):
    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_finally(self, layer_id):
        try:
            return self.k_buffer[layer_id - self.start_layer]
        finally:
            self._wait(layer_id)

    def get_first_that_is_there(self, layers):
        for layer_id in layers:
            try:
                break
            finally:
                self._wait(layer_id)
        else:
            return None
        return self.k_buffer[layer_id - self.start_layer]

    def get_copied_first(self, layer_id):
        try:
            return self.k_buffer[layer_id - self.start_layer].clone()
        finally:
            self._wait(layer_id)

    def get_twice(self, layer_id):
        for _ in range(2):
            self._wait(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def get_if_any(self, layer_id, n):
        for _ in range(n):
            self._wait(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def _refuse(self, layer_id):
        raise NotImplementedError

    def get_never(self, layer_id):
        return self._refuse(layer_id), self.all_keys[layer_id - self.start_layer]

    @property
    def all_keys(self):
        return self.k_buffer
