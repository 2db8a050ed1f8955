# expect: GC001 StatesPool.get_states_early
# expect: GC006 Backend.forward_past_the_accessor
# An object that an accessor handed out remembers its wait, or that it forgot, whatever stands in its place on other ways.
import torch
from kit import KVCache


class Scores:
    def __init__(self, size):
        self.scores = torch.zeros(size, 8)

    def __getitem__(self, index):
        return self.scores[index]


class StatePool:
    def __init__(self, size):
        self.held = Scores(size)


class StatesPool(KVCache):
    def __init__(self, size, layer_num, device):
        super().__init__(size, layer_num, device)
        self.states = [StatePool(size) for _ in range(layer_num)]
        self.index_states = [StatePool(size) for _ in range(layer_num)]

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_index_states(self, layer_id) -> StatePool:
        self._wait(layer_id)
        return self.index_states[layer_id]

    def get_states(self, layer_id) -> StatePool:
        self._wait(layer_id)
        return self.states[layer_id]

    def get_states_early(self, layer_id) -> StatePool:
        return self.states[layer_id]


class StatesPoolHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.states[layer_id].held.scores[device_indices] = self.h[layer_id][host_indices].cuda()
        device_pool.index_states[layer_id].held.scores[device_indices] = self.g[layer_id][host_indices].cuda()


class Backend:
    def __init__(self, pool: StatesPool):
        self.pool = pool

    def _index_states(self, layer):
        return self.pool.get_index_states(layer.layer_id) if layer.is_index else None

    def _states(self, layer):
        if layer.is_index:
            return self.pool.get_index_states(layer.layer_id)
        return self.pool.get_states_early(layer.layer_id)

    def forward_if_there(self, layer, loc):
        states = self._index_states(layer)
        return None if states is None else launch(states.held.scores, loc)

    def forward_if_set(self, layer, loc):
        states = None
        if layer.is_index:
            states = self.pool.get_index_states(layer.layer_id)
        return launch(states.held.scores, loc) if states is not None else None

    def forward_mine_or_theirs(self, layer, loc, mine):
        states = self.pool.get_index_states(layer.layer_id) if layer.is_index else mine
        return launch(states.held.scores, loc)

    def forward_of_two_layers(self, layer, loc):
        states = self.pool.get_index_states(layer.layer_id) if layer.is_index else self.pool.get_states(layer.source)
        return launch(states.held.scores, loc)

    def forward_either(self, layer, loc):
        return launch(self._states(layer).held.scores, loc)

    def forward_rows(self, layer, loc):
        return self.pool.get_states_early(layer.layer_id).held[loc]

    def forward_past_the_accessor(self, layer, loc):
        return launch(self.pool.states[layer.layer_id].held.scores, loc)
