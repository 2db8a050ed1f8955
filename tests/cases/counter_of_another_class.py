# expect: GC003 PickyPool.get_by_class
# Where a connector has a counter of its own, a pool that asks for one class passes over the other.
from kit import LayerDoneCounter, MHATokenToKVPool


class ConnectorCounter:
    def __init__(self, connector):
        self.connector = connector

    def wait_until(self, layer_id):
        self.connector.wait_layer(layer_id)


class Connector:
    def __init__(self, pool: MHATokenToKVPool):
        pool.register_layer_transfer_counter(ConnectorCounter(self))


class PickyPool(MHATokenToKVPool):
    def get_by_class(self, layer_id):
        if isinstance(self.layer_transfer_counter, LayerDoneCounter):
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    def get_by_both(self, layer_id):
        if isinstance(self.layer_transfer_counter, (LayerDoneCounter, ConnectorCounter)):
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.v_buffer[layer_id - self.start_layer]
