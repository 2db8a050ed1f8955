# expect: GC003 Orchard.pick
"""A half-open gate in a code base of its own; the other one has the switch the right way round."""

import torch


class Bells:
    def __init__(self, count):
        self.rings = [torch.cuda.Event() for _ in range(count)]
        self.listening = -1

    def set_consumer(self, who):
        self.listening = who

    def wait_until(self, row):
        if self.listening < 0:
            return
        torch.cuda.current_stream().wait_event(self.rings[row])


class Orchard:
    def __init__(self, trees, rows, device):
        self.fruit = tuple(torch.zeros(trees, 8, device=device) for _ in range(rows))
        self.bells = None

    def hang(self, bells):
        self.bells = bells

    def _listen(self, row):
        if self.bells is None:
            return
        self.bells.wait_until(row)

    def pick(self, row, ripe):
        if ripe is not None:
            self._listen(row)
            return self.fruit[row][ripe]
        return self.fruit[row]

    def pick_all(self, row, ripe):
        self._listen(row)
        if ripe is not None:
            return self.fruit[row][ripe]
        return self.fruit[row]


class Barn:
    def __init__(self, orchard, crates):
        self.orchard, self.crates = orchard, crates

    def load_to_device_per_layer(self, orchard, mine, theirs, row):
        orchard.fruit[row].index_copy_(0, theirs, self.crates[row][mine].cuda())


class Cart:
    def __init__(self, orchard, barn):
        self.barn = barn
        self.path = torch.cuda.Stream()
        self.bells = Bells(len(orchard.fruit))
        orchard.hang(self.bells)

    def haul(self, orchard, mine, theirs):
        with torch.cuda.stream(self.path):
            for row in range(len(orchard.fruit)):
                self.barn.load_to_device_per_layer(orchard, mine, theirs, row)
                self.bells.rings[row].record()
