# expect: none
"""Whole tables go into dicts, in every way in which a call makes one: no layer is taken."""

from collections import OrderedDict

from kit import MHATokenToKVPool


class Tables(MHATokenToKVPool):
    def by_name(self):
        return dict(key=self.k_buffer, value=self.v_buffer)

    def by_number(self):
        return dict(enumerate(self.k_buffer))

    def by_pairs(self):
        return OrderedDict(zip(("key", "value"), (self.k_buffer, self.v_buffer), strict=True))

    def with_more(self):
        return dict(self.by_name(), size=self.size)
