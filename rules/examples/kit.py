"""What examples and cases stand on, once each: counter, pools, host side, controller and worker."""

import torch


class LayerLoadingEvent:
    def __init__(self, num_layers):
        self.load_events = [torch.cuda.Event() for _ in range(num_layers)]

    def complete(self, layer_index):
        self.load_events[layer_index].record()

    def wait(self, layer_index):
        torch.cuda.current_stream().wait_event(self.load_events[layer_index])


class LayerDoneCounter:
    def __init__(self, num_layers):
        self.num_layers = num_layers
        self.events = [LayerLoadingEvent(num_layers) for _ in range(3)]
        self.consumer_index = -1

    def set_consumer(self, index):
        self.consumer_index = index

    def wait_until(self, threshold):
        if self.consumer_index < 0:
            return
        self.events[self.consumer_index].wait(threshold)


class KVCache:
    def __init__(self, size, layer_num, device, start_layer=0):
        self.size = size
        self.layer_num = layer_num
        self.device = device
        self.start_layer = start_layer
        self.layer_transfer_counter = None

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter


class MHATokenToKVPool(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.k_buffer = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.v_buffer = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def _get_key_buffer(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def get_key_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self._get_key_buffer(layer_id)

    def get_value_buffer(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.v_buffer[layer_id - self.start_layer]

    def get_kv_buffer(self, layer_id):
        return self.get_key_buffer(layer_id), self.get_value_buffer(layer_id)

    def set_kv_buffer(self, layer, loc, cache_k, cache_v):
        self.k_buffer[layer.layer_id - self.start_layer][loc] = cache_k
        self.v_buffer[layer.layer_id - self.start_layer][loc] = cache_v

    def get_contiguous_buf_infos(self):
        return [b.data_ptr() for b in self.k_buffer + self.v_buffer]


class MHATokenToKVPoolHost:
    def __init__(self, device_pool, size):
        self.device_pool = device_pool
        self.k_host = [torch.zeros(size, 8, pin_memory=True) for _ in range(device_pool.layer_num)]
        self.v_host = [torch.zeros(size, 8, pin_memory=True) for _ in range(device_pool.layer_num)]

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.k_buffer[layer_id][device_indices] = self.k_host[layer_id][host_indices].to(
            device_pool.device, non_blocking=True
        )
        device_pool.v_buffer[layer_id][device_indices] = self.v_host[layer_id][host_indices].to(
            device_pool.device, non_blocking=True
        )


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
                self.layer_done_counter.events[producer].complete(layer_id)


class TpWorker:
    def __init__(self, model_runner, controller):
        self.model_runner = model_runner
        self.controller = controller

    def forward_batch_generation(self, batch):
        self.controller.layer_done_counter.set_consumer(batch.hicache_consumer_index)
        return self.model_runner.forward(batch)
