# expect: GC003 KeepingPool.by_layer
# expect: GC003 KeepingPool.looked_up
# expect: GC003 KeepingPool.asked_first
# expect: GC003 KeepingPool.forgiven
# expect: GC003 KeepingPool.in_one_attribute
# expect: GC003 KeepingPool.in_a_list
# expect: GC003 KeepingPool.through_a_helper
# expect: GC003 KeepingPool.rows
# expect: GC003 KeepingPool.made_at_once
# expect: GC003 KeepingPool.under_another_name
"""Views are kept by hand; the wait stands where one is made, and the next forward finds it without a wait."""

from kit import MHATokenToKVPool


class KeepingPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self._keys, self._values, self._pages, self._both, self._named = {}, {}, {}, {}, {}
        self._listed = [None] * layer_num
        self._last = None
        self._all = None

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def by_layer(self, layer_id):
        if layer_id not in self._keys:
            self._wait(layer_id)
            self._keys[layer_id] = self.k_buffer[layer_id - self.start_layer].view(-1, 2, 4)
        return self._keys[layer_id]

    def looked_up(self, layer_id):
        if (hit := self._values.get(layer_id)) is not None:
            return hit
        self._values[layer_id] = view = self.get_value_buffer(layer_id)
        return view

    def asked_first(self, layer_id):
        if ("both", layer_id) in self._both:
            return self._both["both", layer_id]
        self._both["both", layer_id] = (self.get_key_buffer(layer_id), self.get_value_buffer(layer_id))
        return self._both["both", layer_id]

    def forgiven(self, layer_id):
        try:
            return self._pages[layer_id]
        except KeyError:
            self._pages[layer_id] = self.get_key_buffer(layer_id)
            return self._pages[layer_id]

    def in_one_attribute(self):
        if self._last is None:
            self._last = self.get_key_buffer(self.layer_num - 1 + self.start_layer)
        return self._last

    def in_a_list(self, layer_id):
        index = layer_id - self.start_layer
        if self._listed[index] is None:
            self._listed[index] = self.get_key_buffer(layer_id)
        return self._listed[index]

    def through_a_helper(self, layer_id):
        return self._kept_by_helper(layer_id)

    def _kept_by_helper(self, layer_id):
        if not hasattr(self, "_by_helper"):
            self._by_helper = self.get_key_buffer(layer_id)
        return self._by_helper

    def rows(self, layer_id, loc):
        keys = getattr(self, "_for_rows", None)
        if keys is None:
            keys = self._for_rows = self.get_key_buffer(layer_id)
        return keys[loc]

    def made_at_once(self, layer_id):
        if self._all is None:
            self._wait(layer_id)
            self._all = [keys.view(-1, 2, 4) for keys in self.k_buffer]
        return self._all[layer_id - self.start_layer]

    def under_another_name(self, layer_id):
        named = self._named
        if layer_id not in named:
            if len(named) > 64:
                named.clear()
            named[layer_id] = self.get_key_buffer(layer_id)
        return named[layer_id]
