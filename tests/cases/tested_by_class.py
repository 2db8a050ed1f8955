# expect: GC001 TestedPool.get_of_a_tensor
# expect: GC001 TestedPool.get_of_a_list
# expect: GC001 TestedPool.get_of_a_number
# expect: GC001 TestedPool.get_of_an_unknown_class
# expect: GC003 TestedPool.get_of_an_heir
# expect: GC003 TestedPool.get_of_either
# expect: GC001 TestedPool.get_if_it_is_no_function
# expect: GC001 TestedPool.get_new_memory
# expect: GC003 TestedPool.get_narrowed
# A test of a value's class closes the ways on which the value is known to be of another.
import torch
from kit import KVCache, MHATokenToKVPool


class Plain:
    def __init__(self, rows):
        self.rows = rows


class Gated(Plain):
    pass


class Outer(MHATokenToKVPool):
    pass


class Further(Outer):
    pass


class TestedPool(KVCache):
    def __init__(self, size, layer_num, device, outer: Outer, start_layer=0, gated=False):
        super().__init__(size, layer_num, device, start_layer)
        self.k_buffer = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.part = Plain(self.k_buffer)
        self.either = Gated(self.k_buffer) if gated else Plain(self.k_buffer)
        self.limit = 4
        self.outer = outer

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def _row(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def get_of_its_own_class(self, layer_id):
        if isinstance(self.part, Plain):
            self._wait(layer_id)
        return self._row(layer_id)

    def get_of_another_class(self, layer_id):
        if not isinstance(self.part, Gated):
            self._wait(layer_id)
        return self._row(layer_id)

    def get_of_a_tensor(self, layer_id):
        row = self._row(layer_id)
        if not isinstance(row, torch.Tensor):
            self._wait(layer_id)
        return row

    def get_of_a_list(self, layer_id):
        if not isinstance(self.k_buffer, (list, tuple)):
            self._wait(layer_id)
        return self._row(layer_id)

    def get_of_a_number(self, layer_id):
        limit = 4
        if not isinstance(limit, int) or isinstance(limit, list):
            self._wait(layer_id)
        return self._row(layer_id)

    def get_of_an_unknown_class(self, layer_id, kind):
        if isinstance(self._row(layer_id), kind) or isinstance(layer_id, kind):
            return None
        return self._row(layer_id)

    def get_of_an_heir(self, layer_id):
        if isinstance(self.outer, Further):
            return self._row(layer_id)
        self._wait(layer_id)
        return self._row(layer_id)

    def get_of_either(self, layer_id):
        if isinstance(self.either, Gated):
            self._wait(layer_id)
        return self.either.rows[layer_id - self.start_layer]

    def get_narrowed(self, layer_id):
        part = self.either
        if isinstance(part, Gated):
            self._wait(layer_id)
            return part.rows[layer_id - self.start_layer]
        return part.rows[layer_id - self.start_layer]

    def get_if_it_is_no_function(self, layer_id):
        if isinstance(self._row, torch.Tensor):
            self._wait(layer_id)
        return self._row(layer_id)

    def get_new_memory(self, layer_id):
        out = torch.zeros(8, device="cuda").to("cuda").view(8)
        if not isinstance(out, torch.Tensor):
            self._wait(layer_id)
        out.add(1).mul_(2)
        return self._row(layer_id).add(out)

    def new_memory(self):
        return self.k_buffer[0].new_empty(8), (self.k_buffer[0] + 1).new_zeros(8), (self.k_buffer[0] + 1).numel()


class TestedHost:
    def __init__(self, device_pool: TestedPool, size):
        self.device_pool = device_pool
        self.k_host = [torch.zeros(size, 8, pin_memory=True) for _ in range(device_pool.layer_num)]

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.k_buffer[layer_id][device_indices] = self.k_host[layer_id][host_indices]


def build(size, layer_num):
    return TestedPool(size, layer_num, "cuda", Outer(size, layer_num, "cuda"))
