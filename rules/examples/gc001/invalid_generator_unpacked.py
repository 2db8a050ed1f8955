# expect: GC001 PairPool.norms
# expect: GC007 PairPool.get_kv_buffer
# expect: GC004 PairPool.late_norms
"""Several names take what a generator over some buffers yields: it runs there."""

from kit import MHATokenToKVPool


class PairPool(MHATokenToKVPool):
    def norms(self, layer_id):
        key, value = (t[layer_id - self.start_layer] for t in (self.k_buffer, self.v_buffer))
        return key.float().norm() + value.float().norm()

    def get_kv_buffer(self, layer_id):
        k, v = (t[layer_id - self.start_layer] for t in (self.k_buffer, self.v_buffer))
        return k.unflatten(-1, (2, 4)), v.unflatten(-1, (2, 4))

    def late_norms(self, layer_id):
        key, value = (t[layer_id - self.start_layer] for t in (self.k_buffer, self.v_buffer))
        total = key.float().norm() + value.float().norm()
        counter = self.layer_transfer_counter
        if counter is not None:
            counter.wait_until(layer_id - self.start_layer)
        return total

    def gated_norms(self, layer_id):
        rows = (t[layer_id - self.start_layer] for t in (self.k_buffer, self.v_buffer))
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        key, value = rows
        return key.float().norm() + value.float().norm()
