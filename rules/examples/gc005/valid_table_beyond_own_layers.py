# expect: none
"""No first layer at all: the ids of this pool and of its events begin at zero."""

import torch


class Marks:
    def __init__(self, count):
        self.events = [torch.cuda.Event() for _ in range(count)]
        self.slot = -1

    def set_consumer(self, slot):
        self.slot = slot

    def wait_until(self, number):
        if self.slot >= 0:
            self.events[number].wait()


class Stack:
    def __init__(self, rows, count, device):
        self.count = count
        self.rows = [torch.zeros(rows, 8, device=device) for _ in range(count)]
        self.marks = None

    def attach(self, marks):
        self.marks = marks

    def get(self, number):
        if self.marks is not None:
            self.marks.wait_until(number)
        return self.rows[number]

    def get_last(self, loc):
        if self.marks is not None:
            self.marks.wait_until(self.count - 1)
        return self.rows[-1][loc]

    def get_pair(self, number):
        if self.marks is not None:
            self.marks.wait_until(number)
            self.marks.wait_until(number + 1)
        return self.rows[number], self.rows[number + 1]


class StackHost:
    def load_to_device_per_layer(self, stack, mine, theirs, number):
        stack.rows[number][theirs] = self.host[number][mine].cuda()


class Loader:
    def __init__(self, stack):
        self.marks = Marks(stack.count)
        stack.attach(self.marks)
