# expect: none
# The loads run on the stream that the reads run on: stream order is enough.
from kit import MHATokenToKVPool, MHATokenToKVPoolHost


class Inline:
    def __init__(self, size, layer_num, device):
        self.pool = MHATokenToKVPool(size, layer_num, device)
        self.host = MHATokenToKVPoolHost(self.pool, size)

    def load(self, src, dst):
        for i in range(self.pool.layer_num):
            self.host.load_to_device_per_layer(self.pool, src, dst, i)

    def attend(self, layer_id, q):
        return q @ self.pool.get_key_buffer(layer_id).T
