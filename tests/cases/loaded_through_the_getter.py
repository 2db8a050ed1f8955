# expect: GC001 GatheringPool.peek
# expect: GC001 EitherPool.peek_wide
"""A load copies into what the pool's getter hands out; the getter gathers the next layer meanwhile, into other memory.

During a gathered forward the getter hands out one of two slots in turn, or memory that all layers share: it is filled
from the layers behind a wait, and no load writes there. Layers of either of two kinds are both loaded.
"""

import torch
from kit import KVCache


class Slot:
    def __init__(self, tensors):
        self.tensors = tensors
        self.ready = torch.cuda.Event()


class GatheringPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.rows = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.slots = [Slot({"rows": torch.zeros(size, 8, device=device)}) for _ in range(2)]
        self.side = torch.cuda.Stream()
        self.gathered = False

    def begin(self, chosen):
        self.chosen = chosen
        self.gathered = True
        self._gather(self.start_layer)

    def end(self):
        self.gathered = False

    def _gather(self, layer_id):
        slot = self.slots[layer_id % 2]
        self.side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.side):
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
            torch.index_select(self.rows[layer_id - self.start_layer], 0, self.chosen, out=slot.tensors["rows"])
            slot.ready.record(self.side)

    def _slot(self, layer_id):
        slot = self.slots[layer_id % 2]
        torch.cuda.current_stream().wait_event(slot.ready)
        self._gather(layer_id + 1)
        return slot

    def get_rows(self, layer_id):
        if self.gathered:
            return self._slot(layer_id).tensors["rows"]
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.rows[layer_id - self.start_layer]

    def get_gathered(self, layer_id):
        return self._slot(layer_id).tensors["rows"].contiguous()

    def peek(self, layer_id):
        return self.rows[layer_id - self.start_layer]


class SharedPool(KVCache):
    """The same with one tensor for all layers, behind something that is not known."""

    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.lines = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.staged = torch.zeros(size, 8, device=device)

    def stage(self, layer_id, chosen):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        torch.index_select(self.lines[layer_id - self.start_layer], 0, chosen, out=self.staged)

    def get_lines(self, layer_id):
        if self.mode.is_staged():
            return self.staged
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.lines[layer_id - self.start_layer]

    def get_staged(self):
        return self.staged


class EitherPool(KVCache):
    def __init__(self, size, layer_num, device, wide, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.narrow = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.wide = [torch.zeros(size, 16, device=device) for _ in range(layer_num)]
        self.is_wide = wide

    def get_cells(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return (self.wide if self.is_wide else self.narrow)[layer_id - self.start_layer]

    def peek_wide(self, layer_id):
        return self.wide[layer_id - self.start_layer]


class RowsHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        torch.ops.fork.transfer(src=self.held[layer_id], dst=device_pool.get_rows(layer_id), to=device_indices)


class LinesHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.get_lines(layer_id)[device_indices] = self.held[layer_id][host_indices].cuda()


class CellsHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        torch.ops.fork.transfer(src=self.held[layer_id], dst=device_pool.get_cells(layer_id), to=device_indices)
