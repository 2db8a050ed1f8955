# expect: GC003 AskingPool.get_where_it_is_something_else
# expect: GC003 AskingPool.get_where_another_has_one
# expect: GC003 AskingPool.get_where_it_is_given
# Asked of what class its own counter is, a pool asks whether it has one: all that this tree waits for are of one class.
from types import NoneType

from kit import LayerDoneCounter, MHATokenToKVPool


class AskingPool(MHATokenToKVPool):
    def get_by_class(self, layer_id):
        if isinstance(self.layer_transfer_counter, LayerDoneCounter):
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    def get_by_one_of_two(self, layer_id):
        counter = self.layer_transfer_counter
        if not isinstance(counter, (int, LayerDoneCounter)):
            return self.k_buffer[layer_id - self.start_layer]
        counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    def get_unless_none(self, layer_id):
        counter = self.layer_transfer_counter
        if not isinstance(counter, type(None)):
            counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    def get_unless_none_by_name(self, layer_id):
        if not isinstance(self.layer_transfer_counter, NoneType):
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    def get_by_method(self, layer_id):
        if hasattr(self.layer_transfer_counter, "wait_until"):
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    def get_asked_twice(self, layer_id, waited=None):
        if isinstance(waited, type(None)) and self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer] if waited is None else waited

    def get_where_it_is_something_else(self, layer_id):
        if isinstance(self.layer_transfer_counter, dict):
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    def get_where_another_has_one(self, layer_id, other):
        if isinstance(other, LayerDoneCounter):
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    def get_where_it_is_given(self, layer_id, counter=None):
        if isinstance(counter, LayerDoneCounter):
            counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]
