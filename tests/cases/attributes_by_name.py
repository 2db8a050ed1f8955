# expect: GC001 NamedPool.get_computed_name
# expect: GC001 NamedPool.get_set_by_name
# expect: GC001 NamedPool.get_from_vars
# expect: GC001 NamedPool.get_if_it_has_one
# expect: GC001 NamedPool.get_of_its_class
# expect: GC001 NamedPool.get_of_either_part
# expect: GC001 NamedPool.get_aliased
# expect: GC001 NamedPool.get_through_a_property_with_a_setter
# expect: GC001 NamedPool.get_default
# expect: GC001 NamedPool.get_views
# expect: GC001 NamedPool.get_part_by_name
# expect: GC001 NamedPool.row_of
# An attribute is the same by whatever name it is asked for; what a class, a module or an unknown holds is no buffer.
import torch
from kit import MHATokenToKVPool


class Part:
    def __init__(self, rows):
        self.rows = rows

    @classmethod
    def scaled(cls, rows):
        return rows * 2


class OtherPart(Part):
    pass


class NamedPool(MHATokenToKVPool):
    dtype = torch.float16
    row_of = lambda self, layer_id: self.k_buffer[layer_id - self.start_layer]

    def __init__(self, size, layer_num, device, start_layer=0, scale=None):
        super().__init__(size, layer_num, device, start_layer)
        self.part = Part(self.k_buffer)
        self.parts = [Part(self.k_buffer), OtherPart(self.v_buffer)]
        self._limit = size

    def _row(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    _row_again = _row

    @property
    def limit(self):
        return self._limit

    @limit.setter
    def limit(self, value):
        self._limit = value

    def get_computed_name(self, kind, layer_id):
        return getattr(self, kind + "_buffer")[layer_id - self.start_layer].clone()

    def get_computed_name_after_wait(self, kind, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return getattr(self, kind + "_buffer")[layer_id - self.start_layer].clone()

    def get_default(self, layer_id):
        rows = getattr(self, "no_such_buffer", self.k_buffer)
        return rows[layer_id - self.start_layer]

    def get_set_by_name(self, layer_id):
        setattr(self, "latest", self.k_buffer[layer_id - self.start_layer])
        return self.latest

    def set_by_computed_name(self, name, value):
        setattr(self, name, value)
        setattr(value, "owner", self.layer_num)
        return None

    def get_from_vars(self, layer_id):
        return [rows[layer_id - self.start_layer].clone() for rows in vars(self).values()]

    def get_if_it_has_one(self, other, layer_id):
        if hasattr(self, "k_buffer") and not hasattr(self, "z_buffer") and hasattr(other, "name"):
            return self.k_buffer[layer_id - self.start_layer]
        return None

    def get_of_its_class(self, layer_id):
        maker = type(self.part)
        return maker(self.k_buffer[layer_id - self.start_layer]).rows.clone()

    def get_of_either_part(self, layer_id, last):
        part = self.parts[1] if last else self.part
        return type(part).scaled(part.rows[layer_id - self.start_layer])

    def get_aliased(self, layer_id):
        return self._row_again(layer_id)

    def get_by_lambda_of_the_class(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self.row_of(layer_id)

    def get_through_a_property_with_a_setter(self, layer_id):
        self.limit = self.k_buffer
        return self._row(layer_id)[: self.limit]

    def get_views(self, layer_id):
        return self._row(layer_id).T.data.float()

    def get_part_by_name(self, layer_id):
        return self.part.rows[layer_id - self.start_layer].unsqueeze(0).clone()

    def get_metadata(self, other):
        shape = self.k_buffer[0].shape
        kind = (self.k_buffer[0] + 1).dtype if other is None else self.__class__.dtype
        return shape, kind, self.part.__class__, type(other), other.rows.shape, torch.float32, vars(other)
