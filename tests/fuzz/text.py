"""A generated program as Python source."""

from __future__ import annotations

from collections.abc import Iterator

from tests.fuzz.tree import (
    Ask,
    Attempt,
    Body,
    Both,
    Branch,
    Copied,
    Fail,
    Form,
    Given,
    Hold,
    Keep,
    Layer,
    Leave,
    Loop,
    Method,
    OnStream,
    PoolClass,
    Program,
    Registration,
    Slot,
    Statement,
    Synchronize,
    Var,
    Wait,
    WaitForAll,
)

PARAMETERS = "self, layer_id, loc=None, fast=False, n=1"
BASE = "Pool"
"""The base class of every generated pool, which the kit defines: ``rows`` and an accessor that waits, ``get_rows``."""
FIRST = """\
    def __init__(self, size, layer_num, start_layer=0, wide=False):
        super().__init__(size, layer_num, start_layer)
        self.wide = wide
        self.side = torch.cuda.Stream()
        self.cols = [torch.zeros(size, 4) for _ in range(layer_num)]

    @property
    def all_rows(self):
        return self.rows

    @property
    def all_cols(self):
        return self.cols
"""
FIRST_HOST = """\


class ColumnHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        device_pool.cols[layer_id][device_indices] = self.host[layer_id][host_indices].cuda(non_blocking=True)
"""
OWNER = """\
    def __init__(self, size, layer_num, ids, start_layer=0, wide=False):
        super().__init__(size, layer_num, start_layer)
        self.wide = wide
        self.side = torch.cuda.Stream()
        self.inner = {inner}(size, len(ids))
        self.mapping = {{g: i for i, g in enumerate(ids)}}

    def register_layer_transfer_counter(self, counter):
        self.counter = counter
"""
OWNER_HOST = """\


class OwnerHost:
    def load_to_device_per_layer(self, device_pool, host_indices, device_indices, layer_id):
        local = {local}
        if local is not None:
            device_pool.inner.rows[local][device_indices] = self.host[local][host_indices].cuda(non_blocking=True)
            device_pool.inner.cols[local][device_indices] = self.more[local][host_indices].cuda(non_blocking=True)
"""


def source(program: Program) -> str:
    """Return the text of a program, which stands beside the kit."""
    return "import torch\nfrom kit import Pool\n" + "".join(_class(each) for each in program.classes)


def _class(each: PoolClass) -> str:
    text = f"\n\nclass {each.name}({each.base}):\n"
    after = ""
    if each.inner is not None:
        text += OWNER.format(inner=each.inner)
        if each.registration is not Registration.KEEPS:
            text += f"        self.inner.register_layer_transfer_counter({each.registration.value})\n"
        local = "device_pool.mapping.get(layer_id + device_pool.start_layer)" if each.mapped else "layer_id"
        after = OWNER_HOST.format(local=local)
    elif each.base == BASE:
        text += FIRST
        after = FIRST_HOST
    else:
        text += "    more = None\n"
    return text + "".join(_method(method) for method in each.methods) + after


def _method(method: Method) -> str:
    lines = [f"\n    def {method.name}({PARAMETERS}):", *_block(method.body, "        ")]
    if method.returns is not None:
        lines.append(f"        return {method.returns.value}")
    return "\n".join(lines) + "\n"


def _block(body: Body, column: str) -> Iterator[str]:
    if not body:
        yield f"{column}pass"
    for statement in body:
        yield from (f"{column}{line}" for line in _statement(statement))


def _statement(statement: Statement) -> Iterator[str]:
    if isinstance(statement, Wait):
        yield from _wait(statement)
    elif isinstance(statement, WaitForAll):
        yield from _wait_for_all(statement)
    elif isinstance(statement, Hold):
        call = f"self.{statement.method}(layer_id{_passed(statement.fast)})"
        yield f"slot = {call}" if statement.slot else call
    elif isinstance(statement, (Branch, Loop, Attempt, OnStream)):
        yield from _nested(statement)
    else:
        yield _line(statement)


def _line(statement: Statement) -> str:
    match statement:
        case Synchronize():
            return "torch.cuda.synchronize()"
        case Slot(index):
            return f"slot = {index.value}"
        case Keep(name, value):
            return f"{name} = {_given(value)}"
        case Leave(value):
            return f"return {_given(value)}" if value is not None else "return None"
        case Both(first, second):
            return f"return {_given(first)}, {_given(second)}"
        case Fail():
            return "raise ValueError(layer_id)"
    raise TypeError(statement)


def _nested(statement: Branch | Loop | Attempt | OnStream) -> Iterator[str]:
    match statement:
        case Branch(test, body, orelse):
            yield f"if {test.value}:"
            yield from _block(body, "    ")
            if orelse:
                yield "else:"
                yield from _block(orelse, "    ")
        case Loop(body, times, leaves):
            yield f"for _ in range({'n' if times is None else times}):"
            yield from _block(body, "    ")
            if leaves:
                yield "    break"
        case Attempt(body, handler, final):
            yield "try:"
            yield from _block(body, "    ")
            if handler is not None:
                yield "except ValueError:"
                yield from _block(handler, "    ")
            if final:
                yield "finally:"
                yield from _block(final, "    ")
        case OnStream(body, ordered):
            if ordered:
                yield "self.side.wait_stream(torch.cuda.current_stream())"
            yield "with torch.cuda.stream(self.side):"
            yield from _block(body, "    ")


def _wait(wait: Wait) -> Iterator[str]:
    index = wait.index.value
    if wait.form is Form.CHECKED:
        yield "if self.counter is not None:"
        yield f"    self.counter.wait_until({index})"
        return
    if wait.form is Form.LEAVES_EARLY:
        yield "if self.counter is None:"
        yield "    pass"
        yield "else:"
        yield f"    self.counter.wait_until({index})"
        return
    yield "counter = self.counter" if wait.form is Form.ALIAS else 'counter = getattr(self, "counter", None)'
    yield "if counter is not None:"
    yield f"    counter.wait_until({index})"


def _wait_for_all(wait: WaitForAll) -> Iterator[str]:
    yield "if self.counter is not None:"
    if wait.loop:
        yield "    for each in range(self.layer_num):"
        yield "        self.counter.wait_until(each)"
    else:
        yield "    self.counter.wait_until(self.counter.num_layers - 1)"


def _passed(fast: str) -> str:
    return f", fast={fast}" if fast else ""


def _given(value: Given) -> str:
    match value:
        case Var(name):
            return name
        case Layer(buffer, index, inner, via):
            name = f"all_{buffer}" if via else buffer
            return f"self.{'inner.' if inner else ''}{name}[{index.value}]"
        case Copied(of, how):
            return f"{_given(of)}{how.value}"
        case Ask(method, receiver, index, fast):
            of = {"self": "self", "super": "super()", "inner": "self.inner"}[receiver]
            return f"{of}.{method}({index.value}, loc{_passed(fast)})"
    raise TypeError(value)
