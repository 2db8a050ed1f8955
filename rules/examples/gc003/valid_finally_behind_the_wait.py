# expect: none
"""The block waits before anything in it can fail, or what ``finally`` uses comes from behind a wait."""

from kit import MHATokenToKVPool


class Finally(MHATokenToKVPool):
    def _ready(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def directly(self, layer_id, step, out):
        try:
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
            step.prepare()
        finally:
            out.copy_(self.k_buffer[layer_id - self.start_layer])

    def by_a_helper(self, layer_id, step, out):
        try:
            self._ready(layer_id)
            step.prepare()
        finally:
            out.copy_(self.k_buffer[layer_id - self.start_layer])

    def with_its_rows(self, layer_id, step, out):
        try:
            step.prepare()
            rows = self.get_key_buffer(layer_id)
        finally:
            out.copy_(rows)

    def described(self, layer_id, step):
        try:
            step.prepare()
            self._ready(layer_id)
            return self.k_buffer[layer_id - self.start_layer]
        finally:
            step.done(self.k_buffer[layer_id - self.start_layer].shape)
