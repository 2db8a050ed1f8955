# expect: none
# One wait on each way, here in a loop, there in one of two branches; two layers are two waits.
from kit import MHATokenToKVPool


class OncePool(MHATokenToKVPool):
    def _wait_for(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_either(self, layer_id, wide):
        if wide:
            return self.get_key_buffer(layer_id).view(-1, 2, 4)
        self._wait_for(layer_id)
        return self.k_buffer[layer_id - self.start_layer]

    def get_all(self, layer_ids, loc):
        rows = []
        total = 0
        for layer_id in layer_ids:
            self._wait_for(layer_id)
            rows.append(self.k_buffer[layer_id - self.start_layer][loc])
            total = total + 1
        return rows, total

    def get_two(self, first, second):
        return self.get_key_buffer(first), self.get_value_buffer(second)
