# expect: none
# Counters that are handed on by a method of their own, by way of a nested function, a form, a list and the like.
from typing import Any, Protocol, Union

from kit import LayerDoneCounter


class OwnCounter(LayerDoneCounter):
    def attach(self, pool):
        pool.register_layer_transfer_counter(self)

    def select(self, i):
        self.set_consumer(i)


class Attaches:
    def __init__(self, pool, layer_num):
        self.own = OwnCounter(layer_num)
        self.own.attach(pool)

    def step(self, i):
        self.own.select(i)


class Wiring:
    @staticmethod
    def wire(counter, pool):
        pool.register_layer_transfer_counter(counter)
        counter.set_consumer(0)


class ByStatic:
    def __init__(self, pool, layer_num):
        self.mine = LayerDoneCounter(layer_num)
        Wiring.wire(self.mine, pool)


class ByCondition:
    def __init__(self, pool, layer_num, on):
        counter = LayerDoneCounter(layer_num)
        counter.set_consumer(0)
        self.theirs = counter if on else None
        pool.register_layer_transfer_counter(counter)


class HasCounter(Protocol):
    finished: Any


class ByProtocol:
    def __init__(self, layer_num):
        self.finished = LayerDoneCounter(layer_num)


def join(holder: HasCounter, pool):
    pool.register_layer_transfer_counter(holder.finished)
    holder.finished.set_consumer(0)


class Log:
    def append(self, x):
        print(x)


class ByList:
    def __init__(self, layer_num):
        self.listed = LayerDoneCounter(layer_num)
        self.every = []
        self.every.append(self.listed)

    def join(self, pool):
        for c in self.every:
            c.set_consumer(0)
            pool.register_layer_transfer_counter(c)


class ByLambda:
    def __init__(self, layer_num, pool):
        self.late = LayerDoneCounter(layer_num)
        self.do = lambda: pool.register_layer_transfer_counter(self.late)
        self.sel = lambda: self.late.set_consumer(1)


class ByTuple:
    def __init__(self, layer_num, pool):
        self.part, self.n = LayerDoneCounter(layer_num), 3
        pool.register_layer_transfer_counter(self.part)
        self.part.set_consumer(0)


class ByAlias:
    def __init__(self, layer_num, pool):
        first = LayerDoneCounter(layer_num)
        second = first
        self.alias = second
        pool.register_layer_transfer_counter(first)
        first.set_consumer(0)


class ByWalrus:
    def __init__(self, layer_num, pool):
        self.wal = (w := LayerDoneCounter(layer_num))
        pool.register_layer_transfer_counter(w)
        w.set_consumer(0)


class ByComputedName:
    __slots__ = ("slot",)

    def __init__(self, layer_num, pool):
        self.slot = LayerDoneCounter(layer_num)
        for name in self.__slots__:
            pool.register_layer_transfer_counter(getattr(self, name))


class ByNestedFunction:
    def __init__(self, layer_num, pool):
        self.inner = LayerDoneCounter(layer_num)

        def register(counter):
            pool.register_layer_transfer_counter(counter)

        register(self.inner)


class ByBoundMethod:
    def __init__(self, layer_num, pool):
        self.bound = LayerDoneCounter(layer_num)
        register = pool.register_layer_transfer_counter
        register(self.bound)


def register(counter):
    print(counter)


class Pair:
    pass


class ByPair:
    def __init__(self, layer_num):
        self.paired = LayerDoneCounter(layer_num)


def pair(layer_num) -> Union[Pair, None]:
    return ByPair(layer_num), ByPair(layer_num)


def join_first(pool, layer_num):
    first, second = pair(layer_num)
    pool.register_layer_transfer_counter(first.paired)


def serve(pool, layer_num):
    join_first(pool, layer_num)
    ByComputedName(layer_num, pool)
    ByNestedFunction(layer_num, pool)
    ByBoundMethod(layer_num, pool)
    Attaches(pool, layer_num)
    ByStatic(pool, layer_num)
    ByCondition(pool, layer_num, True)
    join(ByProtocol(layer_num), pool)
    ByList(layer_num).join(pool)
    ByLambda(layer_num, pool)
    ByTuple(layer_num, pool)
    ByAlias(layer_num, pool)
    ByWalrus(layer_num, pool)
