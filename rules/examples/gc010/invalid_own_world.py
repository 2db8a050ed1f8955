# expect: GC010 Studio.perform
# A tree of its own: tapes for every length; the waiting method exists and is used on one of two ways.
import torch


class Cue:
    def __init__(self, n):
        self.lights = [torch.cuda.Event() for _ in range(n)]

    def light(self, i):
        self.lights[i].record()

    def watch(self, i):
        torch.cuda.current_stream().wait_event(self.lights[i])


class Director:
    def __init__(self, n):
        self.n = n
        self.cues = [Cue(n), Cue(n)]
        self.take = -1

    def set_consumer(self, take):
        self.take = take

    def wait_until(self, i):
        if self.take >= 0:
            self.cues[self.take].watch(i)


class Reel:
    def __init__(self, n, rows, device):
        self.n = n
        self.frames = [torch.zeros(rows, 8, device=device) for _ in range(n)]
        self.director = None

    def hire(self, director):
        self.director = director

    def frame(self, i):
        if self.director is not None:
            self.director.wait_until(i)
        return self.frames[i]


class Vault:
    def load_to_device_per_layer(self, reel, src, dst, i):
        reel.frames[i][dst] = self.boxes[i][src].cuda(non_blocking=True)


class Courier:
    def __init__(self, reel: Reel, vault):
        self.vault = vault
        self.road = torch.cuda.Stream()
        self.director = Director(reel.n)
        reel.hire(self.director)

    def carry(self, reel, src, dst, take):
        with torch.cuda.stream(self.road):
            for i in range(reel.n):
                self.vault.load_to_device_per_layer(reel, src, dst, i)
                self.director.cues[take].light(i)


class Studio:
    def __init__(self, reel: Reel):
        self.reel = reel
        self.tapes = {}

    def tape(self, lengths):
        for length in lengths:
            tape = torch.cuda.CUDAGraph()
            with torch.cuda.graph(tape):
                out = sum(self.reel.frame(i)[:length].sum() for i in range(self.reel.n))
            self.tapes[length] = (tape, out)

    def hush(self):
        director = self.reel.director
        if director is not None:
            director.wait_until(director.n - 1)

    def perform(self, batch):
        assert not batch.forward_mode.is_decode()
        assert batch.forward_mode.is_extend()
        tape, out = self.tapes[batch.length]
        if batch.first:
            self.hush()
        tape.replay()
        return out
