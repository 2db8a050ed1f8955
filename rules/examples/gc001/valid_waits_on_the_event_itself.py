# expect: none
"""The event of the consumer's slot is waited for without the counter's own method."""

from kit import MHATokenToKVPool


class DirectPool(MHATokenToKVPool):
    def get_key_rows(self, layer_id, loc):
        counter = self.layer_transfer_counter
        if counter is not None and counter.consumer_index >= 0:
            counter.events[counter.consumer_index].wait(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]
