# expect: none
# Makers that stay where they are made, and are asked there to register and to select: in one of many ways.
from kit import LayerDoneCounter


class Maker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)

    def attach(self, pool):
        pool.register_layer_transfer_counter(self.layer_done_counter)
        self.layer_done_counter.set_consumer(0)


class AskedByAnybody:
    def __init__(self, layer_num):
        self.made = Maker(layer_num)


def ask(cache, pool):
    cache.made.attach(pool)


class ByVariable:
    def __init__(self, layer_num):
        self.local = LocalMaker(layer_num)

    def attach(self, pool):
        local = self.local
        local.attach(pool)


class LocalMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)

    def attach(self, pool):
        pool.register_layer_transfer_counter(self.layer_done_counter)
        self.layer_done_counter.set_consumer(0)


class FirstAVariable:
    def __init__(self, layer_num, pool):
        first = FirstMaker(layer_num)
        self.first = first
        pool.register_layer_transfer_counter(first.layer_done_counter)
        first.layer_done_counter.set_consumer(0)


class FirstMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)


class ByCondition:
    def __init__(self, layer_num, pool, other):
        self.either = EitherMaker(layer_num)
        (other or self.either).attach(pool)


class EitherMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)

    def attach(self, pool):
        pool.register_layer_transfer_counter(self.layer_done_counter)
        self.layer_done_counter.set_consumer(0)


class Later:
    def __init__(self, layer_num):
        self.later = LaterMaker(layer_num)
        self.run = lambda pool: self.later.start(pool)


class LaterMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)

    def start(self, pool):
        self._attach(pool)

    def _attach(self, pool):
        pool.register_layer_transfer_counter(self.layer_done_counter)
        self.layer_done_counter.set_consumer(0)


class InASetter:
    def __init__(self, layer_num):
        self.inner = InnerMaker(layer_num)

    @property
    def pool(self):
        return self._pool

    @pool.setter
    def pool(self, pool):
        self._pool = pool
        self.inner.attach(pool)


class InnerMaker:
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)

    def attach(self, pool):
        pool.register_layer_transfer_counter(self.layer_done_counter)
        self.layer_done_counter.set_consumer(0)


class Attaches:
    def attach(self, pool):
        pool.register_layer_transfer_counter(self.layer_done_counter)
        self.layer_done_counter.set_consumer(0)


class HeirMaker(Attaches):
    def __init__(self, layer_num):
        self.layer_done_counter = LayerDoneCounter(layer_num)

    def attach(self, pool):
        super().attach(pool)


class OfAnHeir:
    def __init__(self, layer_num, pool):
        self.heir = HeirMaker(layer_num)
        self.heir.attach(pool)


def serve(pool, layer_num, other):
    ask(AskedByAnybody(layer_num), pool)
    ByVariable(layer_num).attach(pool)
    FirstAVariable(layer_num, pool)
    ByCondition(layer_num, pool, other)
    Later(layer_num).run(pool)
    InASetter(layer_num).pool = pool
    OfAnHeir(layer_num, pool)
