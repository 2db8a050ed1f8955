# expect: GC005 CountPool.get_below
# expect: GC005 CountPool.get_down_from_below
# expect: GC005 CountPool.get_next_waited_for
# expect: GC005 CountPool.get_counted_before_the_read
# expect: GC004 CountPool.get_before_the_wait
# expect: GC003 CountPool.get_behind_the_loop
# expect: GC005 ForPool.get_by_hand_too_late
# expect: GC005 ForPool.get_from_one
# expect: GC005 ForPool.get_beside_a_range_from_one
# A variable that each round moves by one stands for every layer in turn, as in a loop over a range.
from kit import MHATokenToKVPool


class CountPool(MHATokenToKVPool):
    def _wait(self, i):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(i)

    def get_up_to(self, layer_id, loc):
        i = 0
        while i <= layer_id - self.start_layer:
            self._wait(i)
            i += 1
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_below_the_next(self, layer_id, loc):
        i = 0
        while layer_id - self.start_layer + 1 > i:
            self._wait(i)
            i = i + 1
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_counted_first(self, layer_id, loc):
        i = -1
        while i < layer_id - self.start_layer:
            i += 1
            self._wait(i)
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_down_from(self, layer_id, loc):
        i = layer_id - self.start_layer
        while i >= 0:
            self._wait(i)
            i -= 1
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_all(self, loc):
        i = 0
        while i < self.layer_num:
            self._wait(i)
            i += 1
        return [keys[loc] for keys in self.k_buffer]

    def get_until_broken(self, layer_id, loc):
        i = 0
        while True:
            if i > layer_id - self.start_layer:
                break
            self._wait(i)
            i += 1
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_with_the_test_last(self, layer_id, loc):
        i = 0
        while True:
            self._wait(i)
            if i == layer_id - self.start_layer:
                break
            i += 1
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_every_other(self, layer_id, loc):
        i = 0
        while i <= layer_id - self.start_layer:
            self._wait(i)
            i += 2
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_by_a_second_number(self, layer_id, loc):
        i = 0
        j = 0
        while i <= layer_id - self.start_layer:
            self._wait(j)
            i += 1
            j += 1
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_inside(self, first, last, loc):
        i = first
        out = []
        while i < last:
            self._wait(i - self.start_layer)
            out.append(self.k_buffer[i - self.start_layer][loc])
            i += 1
        return out

    def get_range_later(self, first, last, loc):
        i = first
        while i < last:
            self._wait(i - self.start_layer)
            i += 1
        return [self.k_buffer[i - self.start_layer][loc] for i in range(first, last)]

    def get_counted_later(self, first, last, loc):
        i = first
        while i < last:
            self._wait(i - self.start_layer)
            i += 1
        out = []
        i = first
        while i < last:
            out.append(self.k_buffer[i - self.start_layer][loc])
            i += 1
        return out

    def get_of_ids(self, ids, loc):
        n = 0
        while n < len(ids):
            self._wait(ids[n] - self.start_layer)
            n += 1
        return [self.k_buffer[i - self.start_layer][loc] for i in ids]

    def get_until(self, layer_id, loc):
        i = 0
        while not i > layer_id - self.start_layer:
            self._wait(i)
            i += 1
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_until_equal(self, layer_id, loc):
        i = 0
        while i != layer_id - self.start_layer + 1:
            self._wait(i)
            i += 1
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_below(self, layer_id, loc):
        i = 0
        while i < layer_id - self.start_layer:
            self._wait(i)
            i += 1
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_down_from_below(self, layer_id, loc):
        i = layer_id - self.start_layer - 1
        while i >= 0:
            self._wait(i)
            i -= 1
        return self.k_buffer[layer_id - self.start_layer][loc]

    def get_next_waited_for(self, first, last, loc):
        i = first
        out = []
        while i < last:
            self._wait(i - self.start_layer + 1)
            out.append(self.k_buffer[i - self.start_layer][loc])
            i += 1
        return out

    def get_counted_before_the_read(self, first, last, loc):
        i = first
        out = []
        while i < last:
            self._wait(i - self.start_layer)
            i += 1
            out.append(self.k_buffer[i - self.start_layer][loc])
        return out

    def get_before_the_wait(self, first, last, loc):
        i = first
        out = []
        while i < last:
            out.append(self.k_buffer[i - self.start_layer][loc])
            self._wait(i - self.start_layer)
            i += 1
        return out

    def get_behind_the_loop(self, layer_id, chunks, n):
        i = 0
        while i < n:
            self._wait(layer_id - self.start_layer)
            chunks.append(self.k_buffer[layer_id - self.start_layer][i].clone())
            i += 1
        return self.k_buffer[layer_id - self.start_layer]


class ForPool(MHATokenToKVPool):
    def _wait(self, i):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(i)

    def get_each(self, loc):
        i = 0
        rows = []
        for keys in self.k_buffer:
            self._wait(i)
            rows.append(keys[loc])
            i += 1
        return rows

    def get_each_later(self, loc):
        i = 0
        for keys in self.k_buffer:
            self._wait(i)
            i += 1
        return [keys[loc] for keys in self.k_buffer]

    def get_by_hand(self, ids, loc):
        i = 0
        rows = []
        for _ in ids:
            self._wait(i)
            rows.append(self.k_buffer[i][loc])
            i += 1
        return rows

    def get_by_hand_too_late(self, ids, loc):
        i = 0
        rows = []
        for _ in ids:
            self._wait(i)
            i += 1
            rows.append(self.k_buffer[i][loc])
        return rows

    def get_from_one(self, loc):
        i = 1
        rows = []
        for keys in self.k_buffer:
            self._wait(i)
            rows.append(keys[loc])
            i += 1
        return rows

    def get_unless_skipped(self, ids, loc, skip):
        i = 0
        rows = []
        for one in ids:
            if skip(one):
                continue
            self._wait(i)
            rows.append(self.k_buffer[i][loc])
            i += 1
        return rows

    def get_beside_a_range(self, first, last, loc):
        i = first - self.start_layer
        rows = []
        for layer_id in range(first, last):
            self._wait(i)
            rows.append(self.k_buffer[layer_id - self.start_layer][loc])
            i += 1
        return rows

    def get_beside_a_range_from_one(self, first, last, loc):
        i = 1
        rows = []
        for layer_id in range(last):
            self._wait(i)
            rows.append(self.k_buffer[layer_id][loc])
            i += 1
        return rows

    def get_backwards(self, n, loc):
        i = self.layer_num - 1
        rows = []
        for _ in range(self.layer_num):
            self._wait(i)
            rows.append(self.k_buffer[i][loc])
            i -= 1
        return rows

    def get_backwards_later(self, n, loc):
        i = self.layer_num - 1
        for _ in range(self.layer_num):
            self._wait(i)
            i -= 1
        return [keys[loc] for keys in self.k_buffer]
