"""Text with styles, which costs nothing to import where nobody wants colours."""

from __future__ import annotations

import io


class Ink:
    """A text in pieces, each with the style that it is shown in; empty is false."""

    def __init__(self, text: str = "", style: str = "") -> None:
        self.pieces: list[tuple[str, str]] = [(text, style)] if text else []

    def __bool__(self) -> bool:
        return bool(self.pieces)

    def append(self, text: str, style: str = "") -> None:
        """Add one piece."""
        if text:
            self.pieces.append((text, style))

    def extend(self, other: Ink) -> None:
        """Add all pieces of another text."""
        self.pieces += other.pieces

    @property
    def plain(self) -> str:
        """The text alone."""
        return "".join(text for text, _ in self.pieces)


def printed(parts: list[Ink], *, color: bool) -> str:
    """All parts, each on lines of its own; without colour they hold no escape sequence."""
    return _colored(parts) if color else "".join(f"{part.plain}\n" for part in parts)


def _colored(parts: list[Ink]) -> str:
    from rich.console import Console
    from rich.text import Text

    sink = io.StringIO()
    console = Console(
        file=sink,
        force_terminal=True,
        color_system="standard",
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
        width=1000,
    )
    for part in parts:
        console.print(Text.assemble(*part.pieces), soft_wrap=True)
    return sink.getvalue()
