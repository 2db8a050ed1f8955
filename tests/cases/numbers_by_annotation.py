# expect: GC004 PartPool.get_rows
# expect: GC004 PartPool.get_rows_of_any_type
# expect: GC004 PartPool.get_rows_of_a_tensor
# expect: GC004 PartPool.get_rows_of_another_optional
# A number takes a view, which may be made before the wait; anything else may be a tensor of indices, which copies.
import typing
from typing import Any, List, Optional

import torch
from kit import MHATokenToKVPool


class PartPool(MHATokenToKVPool):
    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_part(self, layer_id, n: int):
        part = self.k_buffer[layer_id - self.start_layer][n]
        self._wait(layer_id)
        return part.clone()

    def get_part_by_name(self, layer_id, n: "int"):
        part = self.k_buffer[layer_id - self.start_layer][n]
        self._wait(layer_id)
        return part.clone()

    def get_part_if_any(self, layer_id, n: Optional[int]):
        part = self.k_buffer[layer_id - self.start_layer][n]
        self._wait(layer_id)
        return part.clone()

    def get_part_of_a_module(self, layer_id, n: typing.Optional[int]):
        part = self.k_buffer[layer_id - self.start_layer][n]
        self._wait(layer_id)
        return part.clone()

    def get_part_or_none(self, layer_id, n: None | int):
        part = self.k_buffer[layer_id - self.start_layer][n]
        self._wait(layer_id)
        return part.clone()

    def get_part_counted(self, layer_id, rows):
        part = self.k_buffer[layer_id - self.start_layer][int(len(rows))]
        self._wait(layer_id)
        return part.clone()

    def get_rows(self, layer_id, n):
        rows = self.k_buffer[layer_id - self.start_layer][n]
        self._wait(layer_id)
        return rows.clone()

    def get_rows_of_any_type(self, layer_id, n: Any):
        rows = self.k_buffer[layer_id - self.start_layer][n]
        self._wait(layer_id)
        return rows.clone()

    def get_rows_of_a_tensor(self, layer_id, n: torch.Tensor | List[int]):
        rows = self.k_buffer[layer_id - self.start_layer][n]
        self._wait(layer_id)
        return rows.clone()

    def get_rows_of_another_optional(self, layer_id, n: "Optional[torch.Tensor]"):
        rows = self.k_buffer[layer_id - self.start_layer][n]
        self._wait(layer_id)
        return rows.clone()
