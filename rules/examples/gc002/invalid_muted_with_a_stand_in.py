# expect: GC002 SplitPool.get_values
# A stand-in whose wait does nothing takes the place of None: the inner pool is muted with it, and what it waits for is
# nothing. The owner has waited for the layer's own event.
import torch
from kit import KVCache


class NothingToWaitFor:
    """Stands in while no layer is loaded."""

    def wait_until(self, threshold: int) -> None:
        """Return at once."""


NOTHING = NothingToWaitFor()


class Rows(KVCache):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.layer_transfer_counter = NOTHING
        self.k_rows = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]
        self.v_rows = [torch.zeros(size, 8, device=device) for _ in range(layer_num)]

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter or NOTHING

    def get_keys(self, layer_id):
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_rows[layer_id - self.start_layer]

    def get_values(self, layer_id):
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.v_rows[layer_id - self.start_layer]


class RowsHost:
    def load_to_device_per_layer(self, device_pool: Rows, host_indices, device_indices, layer_id):
        device_pool.k_rows[layer_id][device_indices] = self.k_rows[layer_id][host_indices].cuda()
        device_pool.v_rows[layer_id][device_indices] = self.v_rows[layer_id][host_indices].cuda()


class SplitPool(KVCache):
    def __init__(self, size, layers, device):
        self.start_layer = 0
        self.places = {layer: place for place, layer in enumerate(layers)}
        self.inner = Rows(size, len(layers), device)
        self.layer_transfer_counter = NOTHING

    def register_layer_transfer_counter(self, layer_transfer_counter):
        self.layer_transfer_counter = layer_transfer_counter or NOTHING
        self.inner.register_layer_transfer_counter(None)

    def get_keys(self, layer_id):
        self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.inner.get_keys(self.places[layer_id])

    def get_values(self, layer_id):
        return self.inner.get_values(self.places[layer_id])


class Waits:
    """What readers are given: somebody else says how it waits."""

    def wait_until(self, threshold: int) -> None:
        """Wait for a layer."""


class Reader:
    def __init__(self, pool: Rows, waits: Waits):
        self.pool = pool
        self.waits = waits

    def read(self, x, layer_id):
        self.waits.wait_until(layer_id - self.pool.start_layer)
        return x @ self.pool.k_rows[layer_id - self.pool.start_layer]
