"""Gates on the counter that an object has: a sibling's form may name one that is never registered with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import attrs_of, walk
from gatecheck.fixes.chains import is_self
from gatecheck.fixes.source import substitute
from gatecheck.flow.values import Counter, parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gatecheck.fixes.gates import Vocabulary
    from gatecheck.fixes.idiom import Form
    from gatecheck.flow.values import Value
    from gatecheck.program.link import FunctionInfo


class Held(msgspec.Struct, frozen=True):
    """The attributes of one object that hold a counter: those which are registered, and those where nothing waits."""

    live: tuple[str, ...]
    dead: frozenset[str]

    @staticmethod
    def of(attrs: Mapping[str, Value], words: Vocabulary) -> Held:
        """Look at what an object has in the attributes that hold counters somewhere."""
        live = tuple(name for name, value in attrs.items() if is_live(value))
        return Held(live, frozenset(words.counter_attrs & attrs.keys()) - frozenset(live))


def is_live(value: Value) -> bool:
    """Whether a value is, or may be, a counter that is registered."""
    return any(isinstance(part, Counter) and part.state == "live" for part in parts(value))


def on_live(form: Form, held: Held, helper: FunctionInfo | None) -> Form | None:
    """A form as it waits on this object: on its only live counter; None where it would wait on none.

    ``helper`` is the method that the form calls, as this object has it.
    """
    if form.apart or not held.live:
        return form
    if form.helper is not None:
        names = attrs_of(helper.record, held.dead | frozenset(held.live)) if helper is not None else frozenset()
        return form if not names or names & frozenset(held.live) else None
    dead = [n for n in walk(form.gate) if isinstance(n, r.Attr) and is_self(n.value) and n.name in held.dead]
    if not dead:
        return form
    if len(held.live) != 1:
        return None
    gate = form.gate
    for node in dead:
        gate = substitute(gate, node, r.Attr(node.value, held.live[0], node.at))
    return msgspec.structs.replace(form, gate=gate)


def usable(forms: tuple[Form, ...], held: Held, helpers: Mapping[str, FunctionInfo]) -> Iterator[Form]:
    """The forms that wait on an object."""
    for form in forms:
        found = on_live(form, held, helpers.get(form.helper or ""))
        if found is not None:
            yield found
