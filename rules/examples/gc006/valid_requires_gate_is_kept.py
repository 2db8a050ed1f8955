# expect: none
# Every caller of the marked method has waited, each in its own way; the marked one itself is not asked.
from kit import MHATokenToKVPool


class Contract(MHATokenToKVPool):
    def unlocked(self, layer_id):  # gatecheck: requires-gate the caller holds the layer
        return self.v_buffer[layer_id - self.start_layer]

    def get_scaled(self, layer_id, scale):
        self._hold(layer_id)
        return self.unlocked(layer_id) * scale

    def _hold(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)


def attend(pool: Contract, layer_id, q):
    keys = pool.get_key_buffer(layer_id)
    return q @ keys.T @ pool.unlocked(layer_id)


def attend_all(pool: Contract, q):
    counter = pool.layer_transfer_counter
    if counter is not None:
        counter.wait_until(counter.num_layers - 1)
    return [q @ pool.unlocked(i) for i in range(pool.layer_num)]
