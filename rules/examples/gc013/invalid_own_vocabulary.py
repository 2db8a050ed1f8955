# expect: GC013 Quarry.haul
"""The wrong lane in a code base of its own; the second method puts the lane behind the gate with an event."""

import torch


class Flags:
    def __init__(self, count):
        self.poles = [torch.cuda.Event() for _ in range(count)]
        self.watch = -1

    def set_consumer(self, watch):
        self.watch = watch

    def wait_until(self, pit):
        if self.watch >= 0:
            self.poles[pit].wait(torch.cuda.current_stream())


class Quarry:
    def __init__(self, rows, pits, device):
        self.stone = [torch.zeros(rows, 8, device=device) for _ in range(pits)]
        self.lane = torch.cuda.Stream(device)
        self.flags = None

    def raise_flags(self, flags):
        self.flags = flags

    def stand_by(self, pit):
        if self.flags is not None:
            self.flags.wait_until(pit)

    def haul(self, pit, which):
        self.stand_by(pit)
        with torch.cuda.stream(self.lane):
            load = self.stone[pit][which]
        return load

    def haul_in_order(self, pit, which):
        self.stand_by(pit)
        ready = torch.cuda.current_stream().record_event()
        with torch.cuda.stream(self.lane):
            torch.cuda.current_stream().wait_event(ready)
            load = self.stone[pit][which]
        return load


class Depot:
    def load_to_device_per_layer(self, quarry, mine, theirs, pit):
        quarry.stone[pit][theirs] = self.blocks[pit][mine].cuda()


class Foreman:
    def __init__(self, quarry, depot):
        self.flags = Flags(len(quarry.stone))
        self.depot = depot
        quarry.raise_flags(self.flags)
