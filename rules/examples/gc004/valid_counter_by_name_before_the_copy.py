# expect: none
# The counter, or the event's number, has a name of its own; the wait on it comes before the copy.
from kit import MHATokenToKVPool


class NamedPool(MHATokenToKVPool):
    def rows(self, layer_id, loc):
        counter = self.layer_transfer_counter
        if counter is not None:
            counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc].clone()


def rows_of(pool: MHATokenToKVPool, layer_id, loc):
    event = layer_id - pool.start_layer
    if pool.layer_transfer_counter is not None:
        pool.layer_transfer_counter.wait_until(event)
    return pool.v_buffer[layer_id - pool.start_layer][loc].clone()
