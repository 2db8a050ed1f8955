# expect: GC001 TracedPool.get_if_enabled
# expect: GC001 TracedPool.get_by_kept_table
# expect: GC001 TracedPool.get_used
# expect: GC001 TracedPool.get_for_hooks
# expect: GC001 TracedPool.get_if_class_says
# expect: GC001 TracedPool.get_if_set_outside
# expect: GC001 TracedPool.get_if_set_by_name
# expect: GC001 TracedPool.get_if_option
# expect: GC001 TracedPool.get_if_first_mode
# expect: GC001 TracedPool.get_if_perhaps_there
# expect: GC001 TracedPool.get_if_global
# expect: GC001 TracedPool.get_if_property
# expect: GC003 TracedPool.get_unless_fast
# expect: GC001 ConfiguredPool.get_if_configured
# What a constructor puts into an attribute says nothing once other code may have put something else there. It does where
# nobody sets it, where only objects of other classes get it, or where it goes with the registration of the counter.
from kit import MHATokenToKVPool

TRACING = False


def trace():
    global TRACING
    TRACING = True


class TracedPool(MHATokenToKVPool):
    on_class = False

    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.enabled = False
        self.table = None
        self.used = 0
        self.hooks = []
        self.outside = False
        self.by_name = None
        self.options = {"trace": False}
        self.modes = [False]
        self.perhaps = None
        self._asked = False
        self.fast = False
        self.never = False
        self.nothing = []
        self.waits = False
        self.window = None
        self._gate = None

    def register_layer_transfer_counter(self, layer_transfer_counter):
        super().register_layer_transfer_counter(layer_transfer_counter)
        self.waits = True

    def leave(self):
        super().register_layer_transfer_counter(None)
        self.waits = False

    def enable(self):
        self.enabled = self.perhaps = self.fast = True

    def disable(self):
        self.enabled = self.never = False

    def attach(self, table):
        self.table, *_ = table

    def take(self, count):
        self.used += count

    def add_hook(self, hook):
        self.hooks.append(hook)

    def set_modes(self):
        self.options["trace"] = self.modes[0] = True

    @property
    def asked(self):
        return self._asked

    @asked.setter
    def asked(self, value):
        self._asked = value

    def _row(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer]

    def _wait(self, layer_id):
        if self.layer_transfer_counter is not None:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)

    def get_if_enabled(self, layer_id):
        if not self.enabled:
            return None
        return self._row(layer_id)

    def get_by_kept_table(self, layer_id, loc):
        if self.table is None:
            raise RuntimeError("attach comes first")
        return self._row(layer_id)[self.table[loc]].cpu()

    def get_used(self, layer_id):
        return self._row(layer_id)[: self.used].clone() if self.used > 0 else None

    def get_for_hooks(self, layer_id, loc):
        for hook in self.hooks:
            hook(self._row(layer_id)[loc])

    def get_if_class_says(self, layer_id):
        return self._row(layer_id) if self.on_class else None

    def get_if_set_outside(self, layer_id):
        return self._row(layer_id) if self.outside else None

    def get_if_set_by_name(self, layer_id):
        assert self.by_name
        return self._row(layer_id)

    def get_if_option(self, layer_id):
        return self._row(layer_id) if self.options["trace"] else None

    def get_if_first_mode(self, layer_id):
        return self._row(layer_id) if self.modes[0] else None

    def get_if_perhaps_there(self, layer_id):
        return self._row(layer_id) if getattr(self, "perhaps", None) else None

    def get_if_global(self, layer_id):
        return self._row(layer_id) if TRACING else None

    def get_if_property(self, layer_id):
        return self._row(layer_id) if self.asked else None

    def get_unless_fast(self, layer_id):
        if not self.fast:
            self._wait(layer_id)
        return self._row(layer_id)

    def get_never(self, layer_id):
        return self._row(layer_id) if self.never else None

    def get_for_nothing(self, layer_id):
        for _ in self.nothing:
            return self._row(layer_id)
        return None

    def get_where_registered(self, layer_id):
        if self.waits:
            self.layer_transfer_counter.wait_until(layer_id - self.start_layer)
        return self._row(layer_id)

    def get_if_a_stranger_is_windowed(self, layer_id):
        return self._row(layer_id) if self.window else None

    def gate(self):
        if self._gate is None:
            self._gate = Gate(self)
        return self._gate

    def get_behind_what_is_made_once(self, layer_id):
        self.gate().wait(layer_id)
        return self._row(layer_id)


class Gate:
    def __init__(self, pool):
        self.pool = pool

    def wait(self, layer_id):
        self.pool._wait(layer_id)


class ConfiguredPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.wide = False

    def configure(self, **options):
        for name, value in options.items():
            setattr(self, name, value)

    def get_if_configured(self, layer_id):
        return self.k_buffer[layer_id - self.start_layer] if self.wide else None


class PlainPool(MHATokenToKVPool):
    def __init__(self, size, layer_num, device, start_layer=0):
        super().__init__(size, layer_num, device, start_layer)
        self.tables = object()
        self._make()

    def _make(self):
        self.rows = self.tables

    def get_rows(self, layer_id):
        if self.rows is None:
            raise ValueError
        return self.get_key_buffer(layer_id)


class PoolWithoutRows(PlainPool):
    def _make(self):
        self.rows = None

    def get_value_rows(self, layer_id):
        if self.rows is None:
            raise ValueError
        return self.v_buffer[layer_id - self.start_layer]


class Window:
    def __init__(self):
        self.window = None

    def widen(self):
        self.window = True


class Tracer:
    def __init__(self, pool):
        pool.outside = True
        setattr(pool, "by_name", True)
        type(pool).on_class = True
