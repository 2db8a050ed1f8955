# expect: none
# The span travels through a field and two calls; a count of the same ids is only logged.
import logging
from dataclasses import dataclass

from kit import LayerDoneCounter


@dataclass
class Depth:
    events: int
    layers: int


def depth_of(full, window):
    ids = set(full) | set(window)
    logging.info("%d layers", len(ids))
    return Depth(events=max(ids) + 1, layers=len(ids))


def build(pool, full, window):
    depth = depth_of(full, window)
    counter = LayerDoneCounter(depth.events)
    pool.register_layer_transfer_counter(counter)
    return counter
