# expect: GC011 plan
# The count is a field of a plan; the one who takes it is not the one who makes the table.
from dataclasses import dataclass

from kit import LayerDoneCounter


@dataclass
class Plan:
    ids: list
    depth: int


def plan(ids_a, ids_b):
    ids = sorted(set(ids_a) | set(ids_b))
    return Plan(ids, len(ids))


def build(pool, ids_a, ids_b):
    made = plan(ids_a, ids_b)
    counter = LayerDoneCounter(made.depth)
    pool.register_layer_transfer_counter(counter)
    for layer_id in made.ids:
        counter.events[0].complete(layer_id)
    return counter
