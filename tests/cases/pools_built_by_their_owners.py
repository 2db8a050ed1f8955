# expect: GC001 OfATable.get_rows
# expect: GC001 OwnerByDefault.get_rows_early
# A pool that its owner builds by another word than its name, for which that owner waits; the table is used outside too.
import torch
from kit import KVCache


class Rows(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.rows = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]


class GivenByDefault(Rows):
    def get_rows(self, layer_id):
        return self.rows[layer_id]


class KeptByAClass(Rows):
    def get_rows(self, layer_id):
        return self.rows[layer_id]


class CalledOtherwise(Rows):
    def get_rows(self, layer_id):
        return self.rows[layer_id]


class CalledSoElsewhere(Rows):
    def get_rows(self, layer_id):
        return self.rows[layer_id]


class HandedToItsOwner(Rows):
    def get_rows(self, layer_id):
        return self.rows[layer_id]


class OfATable(Rows):
    def get_rows(self, layer_id):
        return self.rows[layer_id]


if torch.cuda.is_available():
    Chosen = CalledOtherwise
else:
    Chosen = CalledSoElsewhere
TABLE = {"table": OfATable}


class Owner(KVCache):
    def __init__(self, size, layer_num, device, kind):
        super().__init__(size, layer_num, device)
        self.inner = kind(size, layer_num, device)
        self.other = kind(size, layer_num, device)

    def get_rows(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_rows(layer_id - self.start_layer)


class OwnerByDefault(Owner):
    def __init__(self, size, layer_num, device, kind=GivenByDefault):
        super().__init__(size, layer_num, device, kind)
        self.inner = kind(size, layer_num, device)
        self.other = kind(size, layer_num, device)

    def get_rows_early(self, layer_id):
        return self.inner.get_rows(layer_id - self.start_layer)


class OwnerByItsClass(Owner):
    kind = KeptByAClass

    def __init__(self, size, layer_num, device):
        KVCache.__init__(self, size, layer_num, device)
        self.inner = self.kind(size, layer_num, device)
        self.other = self.kind(size, layer_num, device)


class OwnerByAnotherName(Owner):
    def __init__(self, size, layer_num, device):
        KVCache.__init__(self, size, layer_num, device)
        self.inner = Chosen(size, layer_num, device)
        self.other = Chosen(size, layer_num, device)


class OwnerByATable(Owner):
    def __init__(self, size, layer_num, device):
        KVCache.__init__(self, size, layer_num, device)
        self.inner = TABLE[device](size, layer_num, device)
        self.other = TABLE[device](size, layer_num, device)


class RowsHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        pool = device_pool.inner if layer_id % 2 else device_pool.other
        pool.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)


class BareHost:
    def load_to_device_per_layer(self, device_pool: Rows, host_indices, device_indices, layer_id):
        device_pool.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)


def build(size, layer_num, device):
    return Owner(size, layer_num, device, kind=HandedToItsOwner)


def build_by_table(size, layer_num, device):
    return TABLE["table"](size, layer_num, device)
