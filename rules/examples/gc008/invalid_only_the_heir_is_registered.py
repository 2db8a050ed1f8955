# expect: GC008 Mover
# Whoever builds the heir registers its counter; the base class is built as well, and there nobody does.
from kit import LayerDoneCounter


class Mover:
    def __init__(self, layer_num):
        self.done = LayerDoneCounter(layer_num)

    def finish(self, producer, layer_id):
        self.done.events[producer].complete(layer_id)


class PairMover(Mover):
    pass


def build(layer_num):
    return "pair", PairMover(layer_num)


class Kept:
    mover: PairMover


def of_pair(pool, layer_num):
    _, mover = build(layer_num)
    pool.register_layer_transfer_counter(mover.done)


def of_kept(kept: Kept, pool):
    pool.register_layer_transfer_counter(kept.mover.done)


def of_cache(cache, pool, layer_num):
    cache.mover = PairMover(layer_num)
    pool.register_layer_transfer_counter(cache.mover.done)


def of_one(pool, layer_num):
    pool.mover = Mover(layer_num)
