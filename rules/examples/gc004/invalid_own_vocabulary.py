# expect: GC004 River.sample
"""A sample is drawn too early, in a code base of its own."""

import torch


class Sluices:
    def __init__(self, count):
        self.table = {slot: [torch.cuda.Event() for _ in range(count)] for slot in range(2)}
        self.slot = -1

    def set_consumer(self, slot):
        self.slot = slot

    def wait_until(self, reach):
        if self.slot < 0:
            return
        self.table[self.slot][reach].wait()


class River:
    def __init__(self, width, reaches, device):
        self.water = torch.zeros(reaches, width, 8, device=device)
        self.reaches = reaches
        self._sluices = None

    def fit(self, sluices):
        self._sluices = sluices

    @property
    def sluices(self):
        return self._sluices

    def sample(self, reach, where):
        drops = self.water[reach].index_select(0, where)
        if self.sluices is not None:
            self.sluices.wait_until(reach)
        return drops

    def sample_in_time(self, reach, where):
        bed = self.water[reach]
        if self.sluices is not None:
            self.sluices.wait_until(reach)
        return bed.index_select(0, where)


class Spring:
    def load_to_device_per_layer(self, river, mine, theirs, reach):
        river.water[reach][theirs] = self.source[reach][mine].to("cuda", non_blocking=True)


class Keeper:
    def __init__(self, river, spring):
        self.spring = spring
        self.bank = torch.cuda.Stream()
        self.sluices = Sluices(river.reaches)
        river.fit(self.sluices)

    def open(self, river, mine, theirs):
        with torch.cuda.stream(self.bank):
            for reach in range(river.reaches):
                self.spring.load_to_device_per_layer(river, mine, theirs, reach)
                self.sluices.table[0][reach].record()
