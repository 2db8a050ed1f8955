# expect: GC005 EnumPool.in_the_loop
# expect: GC005 EnumPool.before_the_loop
# expect: GC005 EnumPool.in_the_loop_over_pairs
"""The loop counts its layers from one, and events are counted from zero."""

from kit import MHATokenToKVPool


class EnumPool(MHATokenToKVPool):
    def in_the_loop(self, loc):
        rows = []
        for number, keys in enumerate(self.k_buffer, start=1):
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(number)
            rows.append(keys[loc])
        return rows

    def before_the_loop(self, loc):
        if self.layer_transfer_counter is not None:
            for number, _ in enumerate(self.k_buffer, 1):
                self.layer_transfer_counter.wait_until(number)
        return [keys[loc] for keys in self.k_buffer]

    def in_the_loop_from_zero(self, loc):
        rows = []
        for number, keys in enumerate(self.k_buffer, start=1):
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(number - 1)
            rows.append(keys[loc])
        return rows

    def before_the_loop_from_zero(self, loc):
        if self.layer_transfer_counter is not None:
            for number, _ in enumerate(self.k_buffer, 1):
                self.layer_transfer_counter.wait_until(number - 1)
        return [keys[loc] for keys in self.k_buffer]

    def in_the_loop_over_pairs(self, loc):
        rows = []
        for number, (keys, values) in enumerate(zip(self.k_buffer, self.v_buffer), start=1):
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(number)
            rows.append((keys[loc], values[loc]))
        return rows

    def in_the_loop_over_pairs_from_zero(self, loc):
        rows = []
        for number, (keys, values) in enumerate(zip(self.k_buffer, self.v_buffer)):
            if self.layer_transfer_counter is not None:
                self.layer_transfer_counter.wait_until(number)
            rows.append((keys[loc], values[loc]))
        return rows
