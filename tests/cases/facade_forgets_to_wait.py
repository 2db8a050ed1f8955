# expect: GC001 Outer.get_scale
# The facade belongs to the pool that built it: the pool's accessor is to blame, not the facade.
from kit import MHATokenToKVPool
class View:
    def __init__(self, pool):
        self.pool = pool
    def get_scale(self, layer_id):
        return self.pool.k_buffer[layer_id - self.pool.start_layer].sum()
class Outer(MHATokenToKVPool):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.view = View(self)
    def get_scale(self, layer_id):
        return self.view.get_scale(layer_id)
