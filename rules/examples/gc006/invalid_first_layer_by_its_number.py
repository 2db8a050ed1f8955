# expect: GC006 is_filled
# expect: GC006 Sender.push
# expect: GC006 Sender.push_ends
# expect: GC006 Sender.push_some
# expect: GC001 ProbedPool.is_filled
# A layer that is written as a number is read like any other: for a decision, or by who is given what was copied.
import torch
from kit import MHATokenToKVPool


def is_filled(pool: MHATokenToKVPool, loc):
    if torch.isnan(pool.k_buffer[0][loc]).any():
        return False
    return True


class Sender:
    def __init__(self, pool: MHATokenToKVPool, sock):
        self.pool = pool
        self.sock = sock

    def push(self, loc):
        first = self.pool.k_buffer[0]
        self.sock.send(first[loc])

    async def push_ends(self, loc):
        await self.sock.send(self.pool.k_buffer[-1][loc].cpu())

    def push_some(self, loc):
        for layer in (0, 1, 2):
            self.sock.send(self.pool.v_buffer[layer][loc] * 2)


class ProbedPool(MHATokenToKVPool):
    def is_filled(self, loc):
        return 1 if self.k_buffer[1][loc].any() else 0
