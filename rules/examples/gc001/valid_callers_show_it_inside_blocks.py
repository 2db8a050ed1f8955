# expect: none
# Every caller has shown that its batch only decodes: in a loop, in front of a failure, in one expression, by comparing.
from enum import IntEnum, auto

from kit import MHATokenToKVPool


class ForwardMode(IntEnum):
    EXTEND = auto()
    DECODE = auto()

    def is_decode(self):
        return self == ForwardMode.DECODE


class DecodePool(MHATokenToKVPool):
    def decode_rows(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]


class Backend:
    def __init__(self, pool: DecodePool):
        self.pool = pool

    def in_a_loop(self, q, layers, batch):
        for layer_id in layers:
            if not batch.forward_mode.is_decode():
                continue
            q = q @ self.pool.decode_rows(layer_id).T
        return q

    def in_front_of_a_failure(self, q, layer_id, batch):
        try:
            if batch.forward_mode.is_extend():
                return None
            return q @ self.pool.decode_rows(layer_id).T
        finally:
            q.done()

    def behind_a_try(self, q, layer_id, batch):
        try:
            assert batch.forward_mode.is_decode()
        except AssertionError:
            return None
        else:
            return q @ self.pool.decode_rows(layer_id).T

    def in_one_expression(self, q, layer_id, batch):
        return batch.forward_mode.is_decode() and q @ self.pool.decode_rows(layer_id).T

    def bound_on_the_way(self, q, layer_id, batch):
        if decoding := batch.forward_mode.is_decode():
            return q @ self.pool.decode_rows(layer_id).T
        return decoding

    def as_long_as_it_decodes(self, q, layer_id, batch):
        while batch.forward_mode.is_decode():
            q = q @ self.pool.decode_rows(layer_id).T
        return q

    def compared(self, q, layer_id, batch):
        if batch.forward_mode == ForwardMode.DECODE:
            return q @ self.pool.decode_rows(layer_id).T
        return q @ self.pool.get_key_buffer(layer_id).T

    def false_to_begin_with(self, q, layer_id, batch):
        decoding = False
        if batch is not None:
            decoding = batch.forward_mode.is_decode()
        if decoding:
            return q @ self.pool.decode_rows(layer_id).T
        return q @ self.pool.get_key_buffer(layer_id).T
