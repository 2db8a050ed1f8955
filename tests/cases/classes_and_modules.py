# expect: GC001 ClassyPool.get_of_a_table
# expect: GC001 ClassyPool.get_by_static_alias
# expect: GC001 ClassyPool.get_by_class_super
# expect: GC001 ClassyPool.get_by_lambda_twice
# expect: GC001 ClassyPool.get_by_old_iteration
# expect: GC001 ClassyPool.get_tables_by_name
# expect: GC001 ClassyPool.get_attribute_of_method
# expect: GC001 ClassyPool.get_all_but_none
# expect: GC001 ClassyPool.get_with_more
# expect: GC001 ClassyPool.get_of_layers
# expect: GC001 ClassyPool.get_of_an_unknown_name
# Classes and functions are found by whatever name they are kept under: in a module, a class, a dict of them.
import kit
import torch
from kit import KVCache


class Wide:
    def __init__(self, rows):
        self.rows = rows

    def take(self, layer_id):
        return self.rows[layer_id] * 2


class Narrow(Wide):
    def take(self, layer_id):
        return self.rows[layer_id] / 2


KINDS = {"wide": Wide, "narrow": Narrow}
MORE = {**KINDS, "wide": Wide}
SIZES = {"wide": 8}
LIMIT = kit.LIMIT


class Base:
    @classmethod
    def scale(cls, rows):
        return rows * 2


class Scaled(Base):
    @classmethod
    def scale(cls, rows):
        return super().scale(rows)

    @classmethod
    def missing(cls, rows):
        return super().missing(rows)


class OldSequence:
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, number):
        return self.rows[number]


def halved(rows):
    return rows / 2


class ClassyPool(KVCache):
    scale = Scaled
    double = lambda self, rows: rows * 2

    def __init__(self, size, layer_num, device, start_layer=0, kind="wide"):
        super().__init__(size, layer_num, device, start_layer)
        self.k_buffer = [torch.zeros(size, SIZES["wide"], device=device) for _ in range(layer_num)]
        self.tables = {"k": torch.zeros(layer_num, size, 8), "v": torch.zeros(layer_num, size, 8)}
        self.taker = KINDS[kind](self.k_buffer)
        self.other_taker = MORE[kind](self.k_buffer)
        self.sequence = OldSequence(self.k_buffer)

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    @staticmethod
    def _halved(rows):
        return rows / 2

    also_halved = _halved

    def get_of_a_table(self, layer_id):
        return self.taker.take(layer_id - self.start_layer)

    def get_of_a_table_after_wait(self, layer_id):
        self._wait(layer_id)
        return self.taker.take(layer_id - self.start_layer)

    def get_by_static_alias(self, layer_id):
        return self.also_halved(self.k_buffer[layer_id - self.start_layer])

    def get_by_class_super(self, layer_id):
        return self.scale.scale(self.k_buffer[layer_id - self.start_layer])

    def get_by_lambda_twice(self, layer_id):
        return self.double(self.double(self.k_buffer[layer_id - self.start_layer]))

    def get_by_old_iteration(self):
        return [row.clone() for row in self.sequence]

    def get_tables_by_name(self, layer_id):
        rows = {name: table[layer_id - self.start_layer] for name, table in self.tables.items()}
        rows["again"] = self.tables.get("k")[layer_id - self.start_layer].clone()
        return rows

    def get_tables_by_name_after_wait(self, layer_id):
        self._wait(layer_id)
        return [table[layer_id - self.start_layer] for table in self.tables.values()]

    def get_attribute_of_method(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer].real.T.contiguous.__call__()

    def get_all_but_none(self, layer_id, flag):
        rows = None if flag else self.k_buffer
        return rows[layer_id - self.start_layer]

    def get_with_more(self, layer_id, *more, **names):
        return self.k_buffer[layer_id - self.start_layer], more, names

    def get_of_layers(self, layers):
        out = {}
        for layer_id in layers:
            out[layer_id] = self.k_buffer[layer_id - self.start_layer][:4].clone()
        return out.copy(), list(out.keys()), out.values()

    def get_of_an_unknown_name(self, other, name, layer_id):
        found = getattr(other, name)
        return found(self.k_buffer[layer_id - self.start_layer])

    def get_local_names(self):
        return locals(), LIMIT, kit.LayerDoneCounter, kit.missing


class ClassyHost:
    def __init__(self, device_pool, size):
        self.device_pool = device_pool
        self.host = torch.zeros(device_pool.layer_num, size, 8, pin_memory=True)

    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.k_buffer[layer_id][device_indices] = self.host[layer_id][host_indices]
        for table in device_pool.tables.values():
            table[layer_id][device_indices] = self.host[layer_id][host_indices]
