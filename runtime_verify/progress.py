"""Shows on the terminal what a long run is doing; on a pipe it prints each step once."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn


@contextlib.contextmanager
def spinner() -> Iterator[Callable[[str], None]]:
    """Hands out a function that shows a step; everything goes to standard error."""
    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("starting", total=None)

        def tell(text: str) -> None:
            progress.update(task, description=text)
            if not console.is_terminal:
                console.print(text, highlight=False)

        yield tell
