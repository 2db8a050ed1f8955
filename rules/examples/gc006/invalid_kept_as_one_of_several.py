# expect: GC006 Last.read
# expect: GC006 Keeper.read
# expect: GC006 Swap.read
# expect: GC006 Nest.read
# A whole buffer is kept as one of several: behind or in front of what takes the rest, or inside another group.
from kit import MHATokenToKVPool


class Keeper:
    def __init__(self, pool: MHATokenToKVPool):
        self.rows, *self.rest = pool.k_buffer, 1, 2

    def read(self, i):
        return self.rows[i].sum()


class Last:
    def __init__(self, pool: MHATokenToKVPool):
        self.first, *self.rest, self.last = 1, 2, 3, pool.k_buffer

    def read(self, i):
        return self.last[i].sum()

    def none(self, i):
        return self.first + i


class Swap:
    def __init__(self, pool: MHATokenToKVPool):
        self.first, self.second = 3, pool.v_buffer

    def read(self, i):
        return self.second[i].sum()

    def none(self, i):
        return self.first + i


class Nest:
    def __init__(self, pool: MHATokenToKVPool):
        self.n, (self.x, self.y) = 3, (4, pool.v_buffer)

    def read(self, i):
        return self.y[i].sum()

    def none(self, i):
        return self.x + i
