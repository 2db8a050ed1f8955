# expect: GC006 Fused.attend
# The private twin of an accessor is for those who have waited.
from kit import MHATokenToKVPool


class Fused:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def attend(self, layer_id, q):
        return q @ self.pool._get_key_buffer(layer_id).T

    def attend_after_values(self, layer_id, q):
        values = self.pool.get_value_buffer(layer_id)
        return (q @ self.pool._get_key_buffer(layer_id).T) @ values
