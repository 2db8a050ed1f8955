# expect: GC001 BasePool.get_plain
# expect: GC001 CallingPool.get_by_keywords
# expect: GC001 CallingPool.get_by_a_star
# expect: GC001 CallingPool.get_by_both_stars
# expect: GC001 CallingPool.get_by_default
# expect: GC001 CallingPool.get_by_recursion
# expect: GC001 CallingPool.get_by_object
# expect: GC001 CallingPool.get_by_class_method
# expect: GC001 CallingPool.get_by_static_method
# expect: GC001 CallingPool.get_of_a_record
# expect: GC001 CallingPool.get_of_a_record_by_place
# expect: GC001 CallingPool.get_of_a_default
# expect: GC001 CallingPool.get_by_super_with_arguments
# expect: GC001 CallingPool.get_by_unbound_method
# expect: GC001 CallingPool.get_by_either_function
# expect: GC001 CallingPool.get_by_partial
# expect: GC001 CallingPool.get_after_a_mapped_call
# expect: GC001 CallingPool.get_through_rest_of_a_record
# A read is found however its address is passed on: by place, by name, unpacked, as a default, through an object.
from dataclasses import dataclass
from functools import partial

from kit import MHATokenToKVPool

FIRST = 0


@dataclass
class Rows:
    key: object
    value: object = None
    number: int = FIRST


class Gather:
    def __init__(self, factor):
        self.factor = factor

    def __call__(self, rows):
        return rows * self.factor


class BasePool(MHATokenToKVPool):
    def get_plain(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]


class CallingPool(BasePool):
    def get_plain(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.k_buffer[layer_id - self.start_layer]

    def _both(self, first, second=None, *, scale=1, **rest):
        return first * scale

    def _each(self, *rows, **named):
        return [row.clone() for row in rows], [row.clone() for row in named.values()]

    def _first(self, layer_id=FIRST, shift=1 + 1):
        return self.k_buffer[layer_id]

    def _deep(self, layer_id, depth):
        if depth:
            return self._deep(layer_id, depth - 1)
        return self.k_buffer[layer_id - self.start_layer]

    @classmethod
    def _scaled(cls, rows):
        return rows * 2

    @staticmethod
    def _halved(rows):
        return rows / 2

    def get_by_keywords(self, layer_id):
        return self._both(**{"second": None, "first": self.k_buffer[layer_id - self.start_layer]})

    def get_by_a_star(self, layer_id):
        return self._both(*[self.k_buffer[layer_id - self.start_layer]])

    def get_by_both_stars(self, layer_id, more, named):
        return self._each(self.k_buffer[layer_id - self.start_layer], *more, **named)

    def get_by_default(self):
        return self._first().clone()

    def get_by_recursion(self, layer_id, depth):
        return self._deep(layer_id, depth)

    def get_by_object(self, layer_id):
        gather = Gather(2)
        return gather(self.k_buffer[layer_id - self.start_layer])

    def get_by_class_method(self, layer_id):
        return self._scaled(self.k_buffer[layer_id - self.start_layer])

    def get_by_static_method(self, layer_id):
        return self._halved(self.k_buffer[layer_id - self.start_layer])

    def get_of_a_record(self, layer_id):
        rows = Rows(key=self.k_buffer[layer_id - self.start_layer])
        return rows.key + 1

    def get_of_a_record_by_place(self, layer_id):
        rows = Rows(self.k_buffer[layer_id - self.start_layer], layer_id)
        return rows.key

    def get_of_a_default(self, layer_id):
        rows = Rows(None)
        return self.k_buffer[rows.number].clone()

    def get_through_rest_of_a_record(self, layer_id, values):
        rows = Rows(self.k_buffer[layer_id - self.start_layer], *values)
        return rows.key.clone()

    def get_by_super_with_arguments(self, layer_id):
        return super(CallingPool, self).get_plain(layer_id)

    def get_by_unbound_method(self, layer_id):
        return BasePool.get_plain(self, layer_id)

    def get_by_the_waiting_method(self, layer_id):
        return CallingPool.get_plain(self, layer_id)

    def get_by_either_function(self, layer_id, scaled):
        work = self._scaled if scaled else self._halved
        return work(self.k_buffer[layer_id - self.start_layer])

    def get_by_partial(self, layer_id):
        work = partial(self._both, scale=2)
        return work(self.k_buffer[layer_id - self.start_layer], scale=3)

    def get_after_a_mapped_call(self, layer_id):
        rows = list(map(self._scaled, [self.k_buffer[layer_id - self.start_layer]]))
        return rows[0]
