# expect: GC005 Tower.room
"""The wrong door bell in a code base of its own, which numbers its storeys from a base."""

import torch


class Chimes:
    def __init__(self, count):
        self.sets = [[torch.cuda.Event() for _ in range(count)]]
        self.chosen = -1

    def set_consumer(self, chosen):
        self.chosen = chosen

    def wait_until(self, storey):
        if self.chosen < 0:
            return
        torch.cuda.current_stream().wait_event(self.sets[self.chosen][storey])


class Tower:
    def __init__(self, rows, height, device, base=0):
        self.base = base
        self.height = height
        self.floors = [torch.zeros(rows, 8, device=device) for _ in range(height)]
        self.chimes = None

    def install(self, chimes):
        self.chimes = chimes

    def index_of(self, storey):
        return storey - self.base

    def room(self, storey):
        if self.chimes is not None:
            self.chimes.wait_until(storey)
        return self.floors[self.index_of(storey)]

    def room_in_order(self, storey):
        if self.chimes is not None:
            self.chimes.wait_until(self.index_of(storey))
        return self.floors[self.index_of(storey)]


class Cellar:
    def load_to_device_per_layer(self, tower, mine, theirs, floor):
        tower.floors[floor][theirs] = self.stores[floor][mine].cuda()


class Lift:
    def __init__(self, tower, cellar):
        self.shaft = torch.cuda.Stream()
        self.cellar = cellar
        self.chimes = Chimes(tower.height)
        tower.install(self.chimes)

    def run(self, tower, mine, theirs):
        with torch.cuda.stream(self.shaft):
            for floor in range(tower.height):
                self.cellar.load_to_device_per_layer(tower, mine, theirs, floor)
                self.chimes.sets[0][floor].record()
