"""From ordinals back to spans: a chunk is parsed and numbered again, with positions, when somebody wants to see it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from gatecheck.facts.collect import SHELL, chunk_of, lower_definition, parse_chunk
from gatecheck.facts.lower import Lowerer
from gatecheck.facts.outline import Outline, outline
from gatecheck.findings import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from libcst.metadata import CodeRange

    from gatecheck.facts.collect import Chunk

_HEAD = re.compile(r"^[ \t]*(?:async[ \t]+)?def\b", re.MULTILINE)


class Locator:
    """Finds spans in files whose text ``read`` returns; ``whole`` names the files that were not lowered in chunks.

    A definition that is nested too deeply for that is all in its first line.
    """

    def __init__(self, read: Callable[[str], str], whole: frozenset[str]) -> None:
        self._read = read
        self._whole = whole
        self._spans: dict[tuple[str, int], list[Place]] = {}
        self._outlines: dict[str, Outline] = {}

    def place(self, path: str, chunk: int, at: int) -> Place:
        """The span of one node; the start of its chunk where the ordinal stands for none."""
        spans = self._spans.get((path, chunk))
        if spans is None:
            spans = self._spans[path, chunk] = self._chunk(path, chunk)
        if not spans:
            return Place(path, 1, 1, 1, 1)
        return spans[at] if 0 <= at < len(spans) else spans[0]

    def line(self, path: str, chunk: int, at: int) -> int:
        """The line of one node; that of a definition itself is found without parsing it."""
        if at == 0 and chunk != SHELL and path not in self._whole:
            cut = self._outline(path, self._read(path))
            definition = cut.definitions[chunk - 1]
            head = _HEAD.search(cut.text_of(definition))
            if head is not None:
                return definition.first + 1 + head.string.count("\n", 0, head.start())
        return self.place(path, chunk, at).line

    def _chunk(self, path: str, chunk: int) -> list[Place]:
        text = self._read(path)
        if chunk == SHELL:
            return self._shell(path, text)
        cut = self._outline(path, text)
        first = cut.definitions[chunk - 1].first
        try:
            return spans_of(chunk_of(path, text, cut, chunk), first)
        except RecursionError:
            # Positions take more calls for each level of nesting than the walk did, which has come through.
            return [Place(path, first + 1, 1, first + 1, 1)]

    def _outline(self, path: str, text: str) -> Outline:
        if path not in self._outlines:
            self._outlines[path] = outline(text)
        return self._outlines[path]

    def _shell(self, path: str, text: str) -> list[Place]:
        numbers: tuple[int, ...] = ()
        if path not in self._whole:
            text, numbers = self._outline(path, text).shell()
        wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
        lowerer = Lowerer(SHELL, keep=True)
        lowerer.statements(wrapper.module.body)
        return _places(path, wrapper, lowerer, lambda line: numbers[min(line, len(numbers)) - 1] if numbers else line)


def spans_of(chunk: Chunk, first: int) -> list[Place]:
    """The spans of all nodes of a definition whose text starts on line ``first`` (from 0), by their ordinals."""
    wrapper = MetadataWrapper(parse_chunk(chunk.source, method=chunk.method), unsafe_skip_copy=True)
    lowerer = Lowerer(chunk.index, keep=True)
    lower_definition(wrapper.module, lowerer, method=chunk.method)
    offset = first - (1 if chunk.method else 0)
    return _places(chunk.path, wrapper, lowerer, lambda line: line + offset)


def _places(path: str, wrapper: MetadataWrapper, lowerer: Lowerer, line: Callable[[int], int]) -> list[Place]:
    positions: Mapping[cst.CSTNode, CodeRange] = wrapper.resolve(PositionProvider)
    return [_place(path, positions[node], line) for node in lowerer.nodes]


def _place(path: str, span: CodeRange, line: Callable[[int], int]) -> Place:
    start, end = span.start, span.end
    return Place(path, line(start.line), start.column + 1, line(end.line), end.column + 1)
