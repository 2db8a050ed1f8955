# expect: GC013 BorrowingPool.get_waited_on_the_side
# expect: GC013 BorrowingPool.get_sometimes_waited_on_the_side
# An address that is returned leaves the block too: its reader launches on the stream that was current before.
import torch
from kit import MHATokenToKVPool


class BorrowingPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.side = torch.cuda.Stream()

    def _address(self, layer_id):
        with torch.cuda.stream(self.side):
            return self.k_buffer[layer_id - self.start_layer]

    def get_waited_before(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self._address(layer_id)

    def get_waited_before_a_block(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        with torch.cuda.stream(self.side):
            return self.k_buffer[layer_id - self.start_layer]

    def get_waited_behind_a_call(self, layer_id):
        self._address(layer_id)
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer].clone()

    def get_waited_on_the_side(self, layer_id):
        with torch.cuda.stream(self.side):
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
            return self.k_buffer[layer_id - self.start_layer]

    def get_sometimes_waited_on_the_side(self, layer_id, n):
        with torch.cuda.stream(self.side):
            for _ in range(n):
                if self.layer_transfer_counter is not None:
                    self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
            return self.k_buffer[layer_id - self.start_layer]
