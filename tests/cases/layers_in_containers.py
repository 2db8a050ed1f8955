# expect: GC001 ContainerPool.get_kind
# expect: GC001 ContainerPool.get_kind_or_nothing
# expect: GC001 ContainerPool.get_every_kind
# expect: GC001 ContainerPool.get_pairs
# expect: GC001 ContainerPool.get_by_keys
# expect: GC001 ContainerPool.get_popped
# expect: GC001 ContainerPool.get_grown
# expect: GC001 ContainerPool.get_first_and_rest
# expect: GC001 ContainerPool.get_numbered
# expect: GC001 ContainerPool.get_zipped
# expect: GC001 ContainerPool.get_doubled
# expect: GC001 ContainerPool.get_merged
# expect: GC001 ContainerPool.get_appended
# expect: GC001 ContainerPool.get_of_either
# expect: GC001 ContainerPool.get_extreme
# expect: GC001 ContainerPool.get_joined
# expect: GC001 ContainerPool.get_spread
# expect: GC001 ContainerPool.get_under_a_known_name
# expect: GC001 ContainerPool.get_first_of_some
# expect: GC001 ContainerPool.get_next
# A layer stays a layer in whatever container it is put and however it is taken out; names, numbers and lengths are none.
from kit import MHATokenToKVPool


class ContainerPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.kinds = {"k": self.k_buffer, "v": self.v_buffer}
        self.pair = (self.k_buffer, self.v_buffer)

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_kind(self, layer_id):
        return self.kinds.get("k")[layer_id - self.start_layer]

    def get_kind_after_wait(self, layer_id):
        self._wait(layer_id)
        return self.kinds.get("k")[layer_id - self.start_layer]

    def get_kind_or_nothing(self, kind, layer_id):
        table = self.kinds.get(kind)
        return table[layer_id - self.start_layer] if table is not None else None

    def get_every_kind(self, layer_id):
        return [table[layer_id - self.start_layer] for table in self.kinds.values()]

    def get_every_kind_after_wait(self, layer_id):
        self._wait(layer_id)
        return [table[layer_id - self.start_layer] for table in self.kinds.values()]

    def get_pairs(self, layer_id):
        return {kind: table[layer_id - self.start_layer] for kind, table in self.kinds.items()}

    def get_by_keys(self, layer_id):
        rows = []
        for kind in self.kinds:
            rows.append(self.kinds[kind][layer_id - self.start_layer].clone())
        return rows

    def get_names(self):
        return [kind.upper() for kind in self.kinds.keys()]

    def get_counts(self):
        return len(self.kinds), len(self.pair), len(self.k_buffer)

    def get_popped(self, layer_id):
        rows = {"k": self.k_buffer[layer_id - self.start_layer]}
        return rows.pop("k")

    def get_grown(self, layer_id):
        rows = {"k": None}
        rows["k"] = self.k_buffer[layer_id - self.start_layer]
        rows[layer_id] = self.v_buffer[layer_id - self.start_layer]
        return rows

    def get_first_and_rest(self, layer_id):
        rows = [self.k_buffer[layer_id - self.start_layer], self.v_buffer[layer_id - self.start_layer]]
        first, *rest = rows
        return rest[0] + 1

    def get_numbered(self, layer_id):
        rows = {}
        for number, table in enumerate(self.pair):
            rows[number] = table[layer_id - self.start_layer]
        return rows

    def get_zipped(self, layer_id):
        rows = []
        for name, table in zip(("k", "v"), self.pair):
            rows += [table[layer_id - self.start_layer]]
        return rows

    def get_doubled(self, layer_id):
        return [self.k_buffer[layer_id - self.start_layer]] * 2

    def get_merged(self, layer_id):
        rows = {}
        rows.update({"k": self.k_buffer[layer_id - self.start_layer]})
        return {"n": layer_id, **rows}

    def get_appended(self, layer_id):
        rows = []
        rows.extend([self.k_buffer[layer_id - self.start_layer]])
        rows.extend(())
        return tuple(rows)

    def get_of_either(self, layer_id, keys):
        table = self.k_buffer if keys else self.v_buffer
        for number, row in enumerate(table):
            if number == layer_id - self.start_layer:
                return row.clone()
        return None

    def get_extreme(self, layer_id):
        return max(self.k_buffer[layer_id - self.start_layer].unbind())

    def get_joined(self, layer_id):
        rows = (self.k_buffer[layer_id - self.start_layer],) + (self.v_buffer[layer_id - self.start_layer],)
        return rows[1]

    def get_spread(self, layer_id):
        rows = [self.k_buffer[layer_id - self.start_layer]]
        return (layer_id, *rows, *self.get_names())

    def get_under_a_known_name(self, layer_id):
        rows = dict()
        rows["k"] = self.k_buffer[layer_id - self.start_layer]
        return rows["k"]

    def get_first_of_some(self, layer_id):
        rows = [self.k_buffer[layer_id - self.start_layer], self.v_buffer[layer_id - self.start_layer]]
        return rows[:1]

    def get_next(self, layer_id):
        return next(table[layer_id - self.start_layer] for table in self.pair)
