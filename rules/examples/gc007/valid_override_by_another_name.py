# expect: none
"""A function takes the place of an accessor under its name, and waits as that one did; another is replaced unread."""

from kit import MHATokenToKVPool


class RenamedPool(MHATokenToKVPool):
    def _ordered(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.v_buffer[layer_id - self.start_layer]

    get_value_buffer = _ordered


class BarePool(MHATokenToKVPool):
    def get_value_buffer(self, layer_id):
        return self._hand_out(layer_id)

    def _bare(self, layer_id):
        return self.v_buffer[layer_id - self.start_layer]

    def _hand_out(self, layer_id):
        raise NotImplementedError


class WaitingPool(BarePool):
    def _waits_first(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self._bare(layer_id)

    _hand_out = _waits_first
