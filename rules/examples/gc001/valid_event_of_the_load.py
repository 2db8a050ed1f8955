# expect: none
"""The event of the layer is waited for itself: by the host, and by the current stream."""

from kit import MHATokenToKVPool


class P(MHATokenToKVPool):
    def a(self, layer_id, loc):
        counter = self.layer_transfer_counter
        if counter is not None and counter.consumer_index >= 0:
            counter.events[counter.consumer_index].load_events[layer_id - self.start_layer].synchronize()
        return self.k_buffer[layer_id - self.start_layer][loc]

    def b(self, layer_id, loc):
        import torch

        counter = self.layer_transfer_counter
        if counter is not None and counter.consumer_index >= 0:
            torch.cuda.current_stream().wait_event(
                counter.events[counter.consumer_index].load_events[layer_id - self.start_layer]
            )
        return self.k_buffer[layer_id - self.start_layer][loc]
