# expect: GC005 EndPool.last_but_one
# expect: GC005 EndPool.last_behind_the_one_before
# expect: GC005 EndPool.last_but_one_by_length
# expect: GC005 EndPool.past_the_end
# expect: GC005 EndPool.last_id
# expect: GC005 EndPool.loop_to_the_last_but_one
# expect: GC005 EndPool.middle
# expect: GC005 EndPool.before_the_middle
# expect: GC005 EndPool.middle_for_one
# expect: GC005 EndPool.last_but_one_of_another
# expect: GC005 EndPool.first_id
"""One layer is read, or all are, behind an event near the end of the table that is not the last."""

from kit import MHATokenToKVPool


class EndPool(MHATokenToKVPool):
    def _wait(self, index):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(index)

    def last_behind_the_one_before(self):
        self._wait(self.layer_num - 2)
        return self.k_buffer[-1]

    def last_but_one(self, layer_id, loc):
        self._wait(self.layer_num - 2)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def last_but_one_by_length(self, layer_id, loc):
        self._wait(len(self.k_buffer) - 2)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def past_the_end(self, layer_id, loc):
        self._wait(self.layer_num)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def last_id(self, layer_id, loc):
        self._wait(self.start_layer + self.layer_num - 1)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def loop_to_the_last_but_one(self, layer_id, loc):
        for i in range(self.layer_num - 1):
            self._wait(i)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def middle(self, loc):
        self._wait(self.layer_num // 2)
        return [b[loc] for b in self.k_buffer]

    def before_the_middle(self, loc):
        self._wait(len(self.k_buffer) // 2 - 1)
        return [b[loc] for b in self.k_buffer]

    def middle_for_one(self, layer_id, loc):
        self._wait(self.layer_num // 2)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def last_but_one_of_another(self, layer_id, loc):
        self._wait(len(self.v_buffer) - 2)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def first_id(self, layer_id, loc):
        self._wait(self.start_layer)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def half_of_them(self, loc):
        half = self.layer_num // 2
        self._wait(half - 1)
        return [b[loc] for b in self.k_buffer[:half]]
