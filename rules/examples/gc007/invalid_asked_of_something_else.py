# expect: GC007 QueuePool.get_key_buffer
"""A queue is idle; that says nothing of the mode of the batch, whatever the method is called."""

from kit import MHATokenToKVPool


class WriteQueue:
    def __init__(self):
        self.waiting = []

    def is_idle(self):
        return not self.waiting


class QueuePool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.queue = WriteQueue()

    def get_key_buffer(self, layer_id):
        if self.queue.is_idle():
            return self.k_buffer[layer_id - self.start_layer].clone()
        return super().get_key_buffer(layer_id)
