# expect: GC001 AheadPool.begin
# expect: GC001 AheadPool.get_ahead
"""The next layer is gathered into memory of the pool's own, on a stream of its own, before anybody asks for it."""

import torch
from kit import MHATokenToKVPool


class Slot:
    def __init__(self, tensors):
        self.tensors = tensors
        self.ready = torch.cuda.Event()
        self.holds = None


class AheadPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.stream = torch.cuda.Stream()
        self.slots = [Slot({name: torch.zeros(size, 8, device=device) for name in ("k", "v")}) for _ in range(2)]

    def begin(self, rows):
        self.rows = rows
        self._fetch(self.start_layer)

    def get_ahead(self, layer_id):
        slot = self.slots[layer_id % 2]
        torch.cuda.current_stream().wait_event(slot.ready)
        self._fetch(layer_id + 1)
        return slot.tensors["k"]

    def _fetch(self, layer_id):
        slot = self.slots[layer_id % 2]
        if slot.holds == layer_id:
            return
        layer = layer_id - self.start_layer
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            for rows, name in ((self.k_buffer[layer], "k"), (self.v_buffer[layer], "v")):
                torch.index_select(rows, 0, self.rows, out=slot.tensors[name])
            slot.ready.record(self.stream)
        slot.holds = layer_id
