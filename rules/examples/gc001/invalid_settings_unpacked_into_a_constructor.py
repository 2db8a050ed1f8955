# expect: GC001 Outer.get_extra
"""What is unpacked for one setting of the inner pool may not be there: the setting keeps its default then."""

import torch
from kit import KVCache


class Inner(KVCache):
    def __init__(self, size, layer_num, device, late=False):
        super().__init__(size, layer_num, device)
        self.extra = None
        if not late:
            self.extra = [torch.zeros(size, 4, device=device) for _ in range(layer_num)]


class Outer(KVCache):
    def __init__(self, size, layer_num, device, late=False):
        super().__init__(size, layer_num, device)
        settings = {"late": True} if late else {}
        self.inner = Inner(size, layer_num, device, **settings)

    def get_extra(self, layer_id):
        if self.inner.extra is None:
            raise RuntimeError("no extra rows")
        return self.inner.extra[layer_id - self.start_layer]


class Host:
    def load_to_device_per_layer(self, device_pool: Inner, h, d, layer_id):
        device_pool.extra[layer_id][d] = self.host[layer_id][h].cuda()
