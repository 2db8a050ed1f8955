# expect: GC008 Annex
# A tree of its own: the registry of the house registers what is put into it; the annex keeps its pool to itself.
import torch


class Bell:
    def __init__(self, n):
        self.tones = [torch.cuda.Event() for _ in range(n)]

    def ring(self, i):
        self.tones[i].record()

    def hear(self, i):
        torch.cuda.current_stream().wait_event(self.tones[i])


class Tower:
    def __init__(self, n):
        self.bells = [Bell(n), Bell(n)]
        self.chosen = -1

    def set_consumer(self, bell):
        self.chosen = bell

    def wait_until(self, i):
        if self.chosen >= 0:
            self.bells[self.chosen].hear(i)


class Floor:
    def __init__(self, n, rows, device):
        self.n = n
        self.tiles = [torch.zeros(rows, 4, device=device) for _ in range(n)]
        self.tower = None

    def wire(self, tower):
        self.tower = tower

    def tile(self, i):
        if self.tower is not None:
            self.tower.wait_until(i)
        return self.tiles[i]


class Cellar:
    def load_to_device_per_layer(self, floor, src, dst, i):
        floor.tiles[i][dst] = self.stock[i][src].cuda(non_blocking=True)


class House:
    def __init__(self, floors, tower: Tower):
        self.floors = floors
        for floor in self.floors:
            floor.wire(tower)


class Annex:
    def __init__(self, n, rows, device):
        self.floor = Floor(n, rows, device)
        self.cellar = Cellar()
        self.tower = Tower(n)
        self.path = torch.cuda.Stream()

    def fill(self, src, dst):
        with torch.cuda.stream(self.path):
            for i in range(self.floor.n):
                self.cellar.load_to_device_per_layer(self.floor, src, dst, i)
                self.tower.bells[0].ring(i)

    def look(self, i, eye):
        return eye @ self.floor.tile(i).T
