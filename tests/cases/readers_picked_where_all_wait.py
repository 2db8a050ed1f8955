# expect: none
# The same where each of them waits, where only decoding batches get the one that reads, and where the other is taken.
from kit import MHATokenToKVPool


class Raw:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def attend(self, layer_id, loc):
        return self.pool.k_buffer[layer_id - self.pool.start_layer][loc]


class Gated:
    def __init__(self, pool: MHATokenToKVPool):
        self.pool = pool

    def attend(self, layer_id, loc):
        return self.pool.get_key_buffer(layer_id)[loc]


def settle(pool, layer_id):
    counter = pool.layer_transfer_counter
    if counter is not None:
        counter.wait_until(layer_id - pool.start_layer)


def make(pool: MHATokenToKVPool, kind):
    if kind == "raw":
        return Raw(pool)
    return Gated(pool)


class PicksInAHelper:
    def __init__(self, pool: MHATokenToKVPool, some: list[Raw], one: Raw):
        self.pool = pool
        self.raw = Raw(pool)
        self.gated = Gated(pool)

    def _pick(self, mode):
        backend = self.gated
        if mode.is_extend():
            backend = self.raw
        return backend

    def waits(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        return self._pick(mode).attend(layer_id, loc)

    def waits_too(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        return self._pick(mode).attend(layer_id, loc)


class PicksThroughAnotherHelper:
    def __init__(self, pool: MHATokenToKVPool, some: list[Raw], one: Raw):
        self.pool = pool
        self.raw = one

    def _any(self):
        return self.raw

    def _pick(self, mode):
        return self._any()

    def waits(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        backend = self._pick(mode)
        return backend.attend(layer_id, loc)

    def waits_too(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        backend = self._pick(mode)
        return backend.attend(layer_id, loc)


class PicksByAProperty:
    def __init__(self, pool: MHATokenToKVPool, some: list[Raw], one: Raw):
        self.pool = pool
        self.raw = one

    @property
    def current(self):
        return self.raw

    def waits(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        return self.current.attend(layer_id, loc)

    def waits_too(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        return self.current.attend(layer_id, loc)


class LooksUpInADict:
    def __init__(self, pool: MHATokenToKVPool, some: list[Raw], one: Raw):
        self.pool = pool
        self.by = {"raw": one, "gated": Gated(pool)}

    def waits(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        return self.by["raw"].attend(layer_id, loc)

    def waits_too(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        return self.by["raw"].attend(layer_id, loc)


class KeepsAListHandedIn:
    def __init__(self, pool: MHATokenToKVPool, some: list[Raw], one: Raw):
        self.pool = pool
        self.some = some

    def waits(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        return self.some[mode.turn].attend(layer_id, loc)

    def waits_too(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        return self.some[mode.turn].attend(layer_id, loc)


class FillsAList:
    def __init__(self, pool: MHATokenToKVPool, some: list[Raw], one: Raw):
        self.pool = pool
        self.some = []
        for _ in range(2):
            self.some.append(Raw(pool))

    def waits(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        return [each.attend(layer_id, loc) for each in self.some]

    def waits_too(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        return [each.attend(layer_id, loc) for each in self.some]


class HasItMade:
    def __init__(self, pool: MHATokenToKVPool, some: list[Raw], one: Raw):
        self.pool = pool
        self.made = make(pool, "raw")

    def waits(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        return self.made.attend(layer_id, loc)

    def waits_too(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        return self.made.attend(layer_id, loc)


class RawForDecodingOnly:
    def __init__(self, pool: MHATokenToKVPool, some: list[Raw], one: Raw):
        self.pool = pool
        self.raw = one
        self.gated = Gated(pool)

    def _pick(self, mode):
        if mode.is_decode():
            return self.raw
        return self.gated

    def waits(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        return self._pick(mode).attend(layer_id, loc)

    def decodes(self, layer_id, loc, mode):
        return self._pick(mode).attend(layer_id, loc)


class RawForDecodingInPlace:
    def __init__(self, pool: MHATokenToKVPool, some: list[Raw], one: Raw):
        self.pool = pool
        self.raw = one
        self.gated = Gated(pool)

    def waits(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        backend = self.raw if mode.is_decode() else self.gated
        return backend.attend(layer_id, loc)

    def decodes(self, layer_id, loc, mode):
        backend = self.raw if mode.is_decode() else self.gated
        return backend.attend(layer_id, loc)


class LooksUpTheOther:
    def __init__(self, pool: MHATokenToKVPool, some: list[Raw], one: Raw):
        self.pool = pool
        self.by = {"raw": one, "gated": Gated(pool)}

    def waits(self, layer_id, loc, mode):
        settle(self.pool, layer_id)
        return self.by["gated"].attend(layer_id, loc)

    def need_not(self, layer_id, loc, mode):
        return self.by["gated"].attend(layer_id, loc)

