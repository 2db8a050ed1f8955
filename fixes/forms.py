"""The gates that a class can be given: those of its own, of its root, and of any other pool, each looked for once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gatecheck.facts import records as r
from gatecheck.facts.visit import walk
from gatecheck.fixes.chains import is_self
from gatecheck.fixes.idiom import forms, written_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from gatecheck.fixes.gates import Vocabulary
    from gatecheck.fixes.idiom import Form
    from gatecheck.fixes.source import Line
    from gatecheck.flow.analyse import Analysis

Shape = tuple["Line", ...] | None


class Forms:
    """Looks for the gates of classes; many findings ask for the same ones."""

    def __init__(self, analysis: Analysis, words: Vocabulary) -> None:
        self._analysis = analysis
        self._program = analysis.program
        self._words = words
        self._near: dict[tuple[str, ...], tuple[Form, ...]] = {}
        self._written_out: dict[str, tuple[Form, ...]] = {}
        self._pools: dict[Shape, dict[str, Form]] | None = None
        self._owned: dict[int, list[str]] | None = None

    def of(self, classes: Iterable[str]) -> tuple[Form, ...]:
        """The gates of some classes and their ancestors."""
        key = tuple(classes)
        if key not in self._near:
            self._near[key] = forms(self._program, key, self._words)
        return self._near[key]

    def elsewhere(self, root: int, own: AbstractSet[str]) -> Iterator[Form]:
        """The gates of pools, and of what a root owns, that would work on the root as they are written.

        ``own`` are the classes that need not be asked.
        """
        names = self._names_on(root)
        for writers in self._of_pools().values():
            form = next((form for key, form in writers.items() if key not in own), None)
            if form is not None and attributes(form) <= names:
                yield form
        for key in self._owned_by(root):
            if key not in own:
                yield from (form for form in self._of_one(key) if attributes(form) <= names)

    def _names_on(self, root: int) -> set[str]:
        thing = self._analysis.walker.heap[root]
        classes = self._program.classes
        return {*thing.attrs, *(name for key in classes[thing.cls].mro for name in classes[key].methods)}

    def _of_one(self, key: str) -> tuple[Form, ...]:
        if key not in self._written_out:
            self._written_out[key] = written_out(self._program, key, self._words)
        return self._written_out[key]

    def _of_pools(self) -> dict[Shape, dict[str, Form]]:
        """The gates of all roots by their shape, each with the classes that write it: hundreds of pools have few."""
        if self._pools is None:
            found: dict[Shape, dict[str, Form]] = {}
            for key in self._analysis.roots:
                for form in self._of_one(key):
                    found.setdefault(form.shape, {})[key] = form
            self._pools = {shape: _told_together(writers) for shape, writers in found.items()}
        return self._pools

    def _owned_by(self, root: int) -> list[str]:
        """The classes of the objects that a root owns, at any depth."""
        if self._owned is None:
            self._owned = {}
            heap = self._analysis.walker.heap
            for thing in heap.objects:
                if thing.cls in self._program.classes:
                    self._owned.setdefault(heap.root_of(thing.oid), []).append(thing.cls)
        return self._owned.get(root, [])


def _told_together(writers: Mapping[str, Form]) -> dict[str, Form]:
    """The gates of one shape, each with the variables that all of them have in the hole."""
    names = frozenset(name for form in writers.values() for name in form.names)
    return {key: msgspec.structs.replace(form, names=names) for key, form in writers.items()}


def attributes(form: Form) -> set[str]:
    """The attributes of the object itself that a form uses."""
    return {n.name for n in walk(form.gate) if isinstance(n, r.Attr) and is_self(n.value)}
