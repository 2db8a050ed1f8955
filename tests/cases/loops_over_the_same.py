# expect: GC003 ListPool.get_some_waited_for
# expect: GC003 ListPool.get_one_layer_behind
# expect: GC003 ListPool.get_one_behind_a_comprehension
# expect: GC003 ListPool.get_one_behind_a_loop
# expect: GC003 ListPool.get_of_another
# expect: GC003 ListPool.get_of_another_in_pairs
# expect: GC003 ListPool.get_if_in_another
# expect: GC003 ListPool.get_highest_of_another
# expect: GC005 ListPool.get_next_waited_for
# expect: GC001 ListPool.get_before_the_loop
# One loop waits for the items of a list; another one over the same list makes no round where the first made none.
import torch
from kit import MHATokenToKVPool


class ListPool(MHATokenToKVPool):
    def __init__(self, size, n, device, ids, kinds):
        super().__init__(size, n, device)
        self.ids = ids
        self.some = [i for i in ids if i in kinds]
        self.table = {g: i for i, g in enumerate(ids)}

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def _wait_many(self, some):
        for i in some:
            self._wait(i)

    def _row(self, i):
        return self.k_buffer[i - self.start_layer]

    def get_each(self, layer_ids, loc):
        for i in layer_ids:
            self._wait(i)
        return [self._row(i) for i in layer_ids]

    def get_stacked(self, layer_ids, loc):
        for i in layer_ids:
            self._wait(i)
        rows = [self._row(i) for i in layer_ids]
        return torch.stack(rows)

    def get_own(self, loc):
        for i in self.ids:
            self._wait(i)
        return [self._row(i)[loc] for i in self.ids]

    def get_own_chosen(self, loc):
        for i in self.some:
            self._wait(i)
        return [self._row(i)[loc] for i in self.some]

    def get_waited_by_a_helper(self, layer_ids, loc):
        self._wait_many(layer_ids)
        return [self._row(i)[loc] for i in layer_ids]

    def get_behind_a_none_check(self, layer_ids, loc):
        if self.layer_transfer_counter is not None:
            for i in layer_ids:
                self.layer_transfer_counter.wait_until(i - self.start_layer)
        return [self._row(i)[loc] for i in layer_ids]

    def get_sorted(self, layer_ids, loc):
        for i in sorted(set(layer_ids)):
            self._wait(i)
        return torch.cat([self._row(i)[loc] for i in layer_ids])

    def put_numbered(self, layer_ids, loc, out):
        for _, i in enumerate(layer_ids):
            self._wait(i)
        for n, i in enumerate(layer_ids):
            out[n].copy_(self._row(i)[loc])

    def put_numbered_later(self, layer_ids, loc, out):
        for i in layer_ids:
            self._wait(i)
        for n, i in enumerate(layer_ids):
            out[n].copy_(self._row(i)[loc])

    def get_in_pairs(self, layer_ids, locs):
        for i in layer_ids:
            self._wait(i)
        return [self._row(i)[loc] for i, loc in zip(layer_ids, locs, strict=True)]

    def get_both_in_pairs(self, layer_ids, locs):
        for i, loc in zip(layer_ids, locs, strict=True):
            self._wait(i)
        return [self._row(i)[loc] for i, loc in zip(layer_ids, locs, strict=True)]

    def get_sum(self, layer_ids, loc):
        for i in layer_ids:
            self._wait(i)
        return sum(self._row(i)[loc] for i in layer_ids)

    def get_in_turn(self, layer_ids, loc):
        for i in layer_ids:
            self._wait(i)
        for i in layer_ids:
            yield self._row(i)[loc]

    def get_filtered(self, layer_ids, loc):
        for i in layer_ids:
            if i in self.ids:
                self._wait(i)
        return [self._row(i)[loc] for i in layer_ids if i in self.ids]

    def get_first_of_them(self, layer_ids, loc):
        for i in layer_ids:
            self._wait(i)
        return self._row(layer_ids[0])[loc]

    def get_last_of_some(self, layer_ids, loc):
        if not layer_ids:
            return None
        for i in layer_ids:
            self._wait(i)
        return self._row(layer_ids[-1])[loc]

    def get_last_of_counted(self, layer_ids, loc):
        for i in layer_ids:
            self._wait(i)
        if len(layer_ids) == 0:
            return None
        return self._row(layer_ids[-1])[loc]

    def get_if_listed(self, layer_id, loc):
        for i in self.ids:
            self._wait(i)
        if layer_id not in self.ids:
            return None
        return self._row(layer_id)[loc]

    def get_by_items(self, loc):
        for g, i in self.table.items():
            self._wait(g)
        return {g: self.k_buffer[i][loc] for g, i in self.table.items()}

    def get_these_or_own(self, loc, layer_ids=None):
        layer_ids = layer_ids or self.ids
        for i in layer_ids:
            self._wait(i)
        return [self._row(i)[loc] for i in layer_ids]

    def get_own_unless_given(self, loc, layer_ids=None):
        if layer_ids is None:
            layer_ids = self.ids
        for i in layer_ids:
            self._wait(i)
        return [self._row(i)[loc] for i in layer_ids]

    def get_of_groups(self, groups, loc):
        for group in groups:
            for i in group:
                self._wait(i)
        out = []
        for group in groups:
            for i in group:
                out.append(self._row(i)[loc])
        return out

    def get_by_number(self, layer_ids, loc):
        for n in range(len(layer_ids)):
            self._wait(layer_ids[n])
        return [self._row(i)[loc] for i in layer_ids]

    def get_of_layer_objects(self, layers, loc):
        for layer in layers:
            self._wait(layer.layer_id)
        return [self._row(layer.layer_id)[loc] for layer in layers]

    def get_part_of_them(self, layer_ids, keep, loc):
        for i in layer_ids:
            self._wait(i)
        some = [i for i in layer_ids if i in keep]
        return [self._row(i)[loc] for i in some]

    def get_all_but_the_first(self, layer_ids, loc):
        for i in layer_ids:
            self._wait(i)
        return [self._row(i)[loc] for i in layer_ids[1:]]

    def get_chunks(self, layer_id, chunks):
        for chunk in chunks:
            self._wait(layer_id)
        return [self._row(layer_id)[chunk] for chunk in chunks]

    def get_some_waited_for(self, layer_ids, keep, loc):
        for i in layer_ids:
            if i in keep:
                self._wait(i)
        return [self._row(i)[loc] for i in layer_ids]

    def get_one_layer_behind(self, layer_ids, layer_id, loc):
        for i in layer_ids:
            self._wait(layer_id)
        return self._row(layer_id)[loc]

    def get_one_behind_a_comprehension(self, layer_ids, layer_id, loc):
        for i in layer_ids:
            self._wait(i)
        names = [str(i) for i in layer_ids]
        return self._row(layer_id)[loc], names

    def get_one_behind_a_loop(self, layer_ids, layer_id, loc):
        for i in layer_ids:
            self._wait(layer_id)
        for i in layer_ids:
            print(i)
        return self._row(layer_id)[loc]

    def get_of_another(self, layer_ids, all_ids, loc):
        for i in layer_ids:
            self._wait(i)
        return [self._row(i) for i in all_ids]

    def get_of_another_in_pairs(self, layer_ids, all_ids, loc):
        for i in layer_ids:
            self._wait(i)
        return [self._row(i)[one] for i, one in zip(all_ids, loc, strict=True)]

    def get_next_waited_for(self, layer_ids, loc):
        for i in layer_ids:
            self._wait(i + 1)
        return [self._row(i)[loc] for i in layer_ids]

    def get_before_the_loop(self, layer_ids, loc):
        rows = [self._row(i)[loc] for i in layer_ids]
        for i in layer_ids:
            self._wait(i)
        return rows

    def get_highest(self, layer_ids, loc):
        for i in layer_ids:
            self._wait(i)
        return self._row(max(layer_ids))[loc]

    def get_if_in_another(self, layer_id, ids, loc):
        for i in ids:
            self._wait(i)
        if layer_id not in self.ids:
            return None
        return self._row(layer_id)[loc]

    def get_highest_of_another(self, layer_ids, other, loc):
        for i in layer_ids:
            self._wait(i)
        return self._row(max(other))[loc]
