# expect: GC003 Finally.put
# expect: GC003 Finally.left_early
"""What stands before a wait may fail, and what stands under ``finally`` reads all the same."""

from kit import MHATokenToKVPool


class Finally(MHATokenToKVPool):
    def put(self, layer_id, step, out):
        try:
            step.prepare()
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        finally:
            out.copy_(self.k_buffer[layer_id - self.start_layer])

    def left_early(self, layer_id, step, out):
        try:
            step.prepare()
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
            return step
        finally:
            out.copy_(self.v_buffer[layer_id - self.start_layer])
