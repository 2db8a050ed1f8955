# expect: GC005 TailPool.last_layer
# expect: GC005 TailPool.any_layer
"""The wait blocks until a count has come past its index, as before 0.5.2: below nought it returns at once."""

import threading

import torch


class LayerDoneCounter:
    def __init__(self, num_layers):
        self.counter = num_layers
        self.condition = threading.Condition()

    def increment(self):
        with self.condition:
            self.counter += 1
            self.condition.notify_all()

    def wait_until(self, threshold):
        with self.condition:
            while self.counter <= threshold:
                self.condition.wait()

    def reset(self):
        with self.condition:
            self.counter = 0


class KVCache:
    def __init__(self, size, layer_num, device, start_layer=0):
        self.size = size
        self.layer_num = layer_num
        self.device = device
        self.start_layer = start_layer
        self.layer_transfer_counter = None

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter


class TailPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.rows = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def _wait(self, index):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(index)

    def last_layer(self):
        self._wait(-1)
        return self.rows[-1]

    def any_layer(self, layer_id):
        self._wait(-1)
        return self.rows[layer_id - self.start_layer]

    def last_layer_waited(self):
        self._wait(self.layer_num - 1)
        return self.rows[-1]

    def last_layer_by_length(self):
        self._wait(len(self.rows) - 1)
        return self.rows[-1]


class TailPoolHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.rows[layer_id][device_indices] = self.host[layer_id][host_indices].cuda()


class HiCacheController:
    def __init__(self, kvcache, host_pools):
        self.host_pools = host_pools
        self.load_stream = torch.cuda.Stream()
        self.layer_done_counter = LayerDoneCounter(kvcache.layer_num)
        kvcache.register_layer_transfer_counter(self.layer_done_counter)

    def start_loading(self, device_pool, host_indices, device_indices, producer):
        with torch.cuda.stream(self.load_stream):
            for layer_id in range(device_pool.layer_num):
                for host_pool in self.host_pools:
                    host_pool.load_to_device_per_layer(device_pool, host_indices, device_indices, layer_id)
                self.load_stream.synchronize()
                self.layer_done_counter.increment()
