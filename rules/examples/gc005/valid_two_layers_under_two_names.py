# expect: none
"""Two layers are read: each is waited for, one of them only where it is another, or one of them may be the later one."""

from kit import MHATokenToKVPool


class TwoLayersPool(MHATokenToKVPool):
    def both(self, near, far, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(near - self.start_layer)
            self.layer_transfer_counter.wait_until(far - self.start_layer)
        return self.k_buffer[near - self.start_layer][loc], self.v_buffer[far - self.start_layer][loc]

    def other_if_it_is_one(self, near, far, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(near - self.start_layer)
            if far != near:
                self.layer_transfer_counter.wait_until(far - self.start_layer)
        return self.k_buffer[near - self.start_layer][loc], self.v_buffer[far - self.start_layer][loc]

    def earlier(self, near, source, loc):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(near - self.start_layer)
        return self.k_buffer[near - self.start_layer][loc], self.v_buffer[source - self.start_layer][loc]
