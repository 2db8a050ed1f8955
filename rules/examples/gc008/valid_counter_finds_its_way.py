# expect: none
# Counters that their makers hand on: by a variable, through a helper, an attribute, by name, or to who builds the maker.
from kit import LayerDoneCounter


class ByVariable:
    def __init__(self, pool, layer_num):
        counter = LayerDoneCounter(layer_num)
        self.done = counter
        pool.register_layer_transfer_counter(counter)


class ThroughHelper:
    def __init__(self, pools, layer_num):
        self.done = LayerDoneCounter(layer_num)
        wire(pools, self.done)


def wire(pools, counter):
    for pool in pools:
        pool.register_layer_transfer_counter(counter)


class ByAttribute:
    def __init__(self, pool, layer_num):
        self.done = LayerDoneCounter(layer_num)
        pool.layer_transfer_counter = self.done


class ByName:
    def __init__(self, layer_num):
        self.finished = LayerDoneCounter(layer_num)


class ForItsBuilder:
    def __init__(self, layer_num):
        self.done = LayerDoneCounter(layer_num)


class ToAStranger:
    def __init__(self, layer_num, observer):
        self.seen = LayerDoneCounter(layer_num)
        observer.watch(self.seen)


class WaitsByItself:
    def __init__(self, layer_num):
        self.own = LayerDoneCounter(layer_num)

    def rows(self, pool, layer_id):
        self.own.wait_until(layer_id)
        return pool.get_key_buffer(layer_id)


class NeverBuilt:
    def __init__(self, layer_num):
        self.unused = LayerDoneCounter(layer_num)


def serve(pool, pools, observer, layer_num):
    ByVariable(pool, layer_num)
    ThroughHelper(pools, layer_num)
    ByAttribute(pool, layer_num)
    ToAStranger(layer_num, observer)
    WaitsByItself(layer_num)
    named = ByName(layer_num)
    pool.register_layer_transfer_counter(getattr(named, "finished", None))
    made = ForItsBuilder(layer_num)
    pool.register_layer_transfer_counter(made.done)
