# expect: GC003 WayPool.get_while
# expect: GC003 WayPool.get_while_changing
# expect: GC001 WayPool.get_in_the_second_round
# expect: GC003 WayPool.get_while_else
# expect: GC003 WayPool.get_matched
# expect: GC001 WayPool.get_matched_part
# expect: GC003 WayPool.get_broken_out
# expect: GC003 WayPool.get_continued
# expect: GC003 WayPool.get_caught
# expect: GC003 WayPool.get_if_walrus
# expect: GC003 WayPool.get_many_ways
# expect: GC004 WayPool.get_deleted
# expect: GC001 WayPool.get_by_local_class
# expect: GC001 WayPool.get_added
# expect: GC001 WayPool.set_added
# expect: GC001 WayPool.get_annotated
# expect: GC001 WayPool.get_negated
# Which ways there are through a method: a wait counts on those on which it is certainly made.
import torch
from kit import MHATokenToKVPool


class WayPool(MHATokenToKVPool):
    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def _row(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def get_while(self, layer_id, again):
        while again():
            self._wait(layer_id)
        return self._row(layer_id)

    def get_while_true(self, layer_id, again):
        while True:
            self._wait(layer_id)
            if again():
                break
        return self._row(layer_id)

    def get_while_false(self, layer_id):
        while False:
            return self._row(layer_id)
        else:
            self._wait(layer_id)
        return self._row(layer_id)

    def get_while_changing(self, layer_id, count):
        number = 0
        while number < count:
            self._wait(layer_id)
            number = count - 1 if number else 1
        return self._row(layer_id)

    def get_in_the_second_round(self, layer_id, again):
        rows = None
        total = 0
        while again():
            if rows is not None:
                total = total + rows.sum()
            rows = self._row(layer_id)
        return total

    def get_while_else(self, layer_id, again):
        while again():
            if layer_id:
                break
        else:
            self._wait(layer_id)
        return self._row(layer_id)

    def get_matched(self, layer_id, mode):
        match mode:
            case "extend":
                self._wait(layer_id)
            case "decode":
                pass
        return self._row(layer_id)

    def get_matched_part(self, layer_id, mode):
        match mode:
            case {"rows": rows}:
                return self.k_buffer[layer_id - self.start_layer][rows]
            case _:
                return None

    def get_broken_out(self, layers):
        for layer_id in layers:
            if layer_id > 3:
                break
            self._wait(layer_id)
        return self._row(layer_id)

    def get_continued(self, layer_id, skip):
        for turn in (0, 1):
            if skip(turn):
                continue
            self._wait(layer_id)
        return self._row(layer_id)

    def get_caught(self, layer_id, table):
        try:
            number = table[layer_id]
            self._wait(number)
        except KeyError as error:
            number = layer_id
            print(error)
        return self._row(number)

    def get_raised(self, layer_id):
        if layer_id < 0:
            raise
        if layer_id > self.layer_num:
            raise IndexError(layer_id)
        assert layer_id is not None, "a layer"
        self._wait(layer_id)
        return self._row(layer_id)

    def get_if_walrus(self, layer_id, find):
        if (number := find(layer_id)) is not None:
            self._wait(number)
        else:
            number = 0
        return self._row(number)

    def get_many_ways(self, layer_id, a, b, c):
        if a:
            self._wait(layer_id)
        x = 1 if a else 2
        if b:
            x = x + 3
        if c:
            x = x * 5
        return self._row(layer_id)[x:]

    def get_deleted(self, layer_id):
        rows = self._row(layer_id).clone()
        self._wait(layer_id)
        spare = rows
        del rows
        del self.spare, layer_id
        return spare

    def get_by_local_class(self, layer_id):
        class Holder:
            rows = None

        holder = Holder()
        holder.rows = self._row(layer_id)
        return holder

    def get_added(self, layer_id):
        total = torch.zeros(8)
        total += self._row(layer_id)
        return total

    def set_added(self, layer_id, value):
        self.k_buffer[layer_id - self.start_layer] += value
        self.k_buffer[layer_id - self.start_layer][0] -= value

    def get_annotated(self, layer_id):
        rows: torch.Tensor
        rows = self._row(layer_id)
        return rows

    def get_negated(self, layer_id):
        return ~self._row(layer_id)

    def get_described(self, layer_id):
        return f"{layer_id}: {self._row(layer_id).shape}"

    def get_flags(self, layer_id):
        return ~layer_id, not layer_id, -layer_id, layer_id or "none", (layer_id and 0) or None
