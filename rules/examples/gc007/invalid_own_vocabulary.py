# expect: GC007 GlassHouse.bed
"""The dropped gate in a code base of its own: an abstract base, two heirs, one of them careless."""

from abc import ABC, abstractmethod

import torch


class Whistle:
    def __init__(self, count):
        self.tones = [torch.cuda.Event() for _ in range(count)]
        self.ear = -1

    def set_consumer(self, ear):
        self.ear = ear

    def wait_until(self, bed):
        if self.ear >= 0:
            torch.cuda.current_stream().wait_event(self.tones[bed])


class Garden(ABC):
    def __init__(self, count):
        self.count = count
        self.whistle = None

    def give(self, whistle):
        self.whistle = whistle

    @abstractmethod
    def bed(self, number):
        raise NotImplementedError


class OpenGarden(Garden):
    def __init__(self, rows, count, device):
        super().__init__(count)
        self.soil = {number: torch.zeros(rows, 8, device=device) for number in range(count)}

    def bed(self, number):
        if self.whistle is not None:
            self.whistle.wait_until(number)
        return self.soil[number]


class GlassHouse(OpenGarden):
    def bed(self, number):
        return self.soil[number].half()


class Shed:
    def load_to_device_per_layer(self, garden, mine, theirs, number):
        garden.soil[number][theirs] = self.compost[number][mine].cuda()


class Gardener:
    def __init__(self, garden, shed):
        self.shed = shed
        self.lane = torch.cuda.Stream()
        self.whistle = Whistle(garden.count)
        garden.give(self.whistle)

    def work(self, garden, mine, theirs):
        with torch.cuda.stream(self.lane):
            for number in range(garden.count):
                self.shed.load_to_device_per_layer(garden, mine, theirs, number)
                self.whistle.tones[number].record()
