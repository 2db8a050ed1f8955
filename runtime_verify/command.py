"""The command group ``gatecheck verify``. Importing this module imports neither torch nor SGLang."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gatecheck.runtime_verify.tree import NoTreeError, find_tree

if TYPE_CHECKING:
    from gatecheck.runtime_verify.records import ProofReport

USAGE_ERROR = 2


@click.group()
def verify() -> None:
    """Prove at run time that reads are ordered behind their layer's load."""


@verify.command()
@click.argument("path")
@click.option("--layers", default=4, show_default=True, type=click.IntRange(2, 64), help="Layers of each pool.")
@click.option("--start-layer", default=0, show_default=True, type=click.IntRange(0), help="First layer id.")
@click.option("--pool", "pools", multiple=True, help="Prove only this pool class; may be given several times.")
@click.option("--compare/--no-compare", default=True, help="Put the linter's findings beside the verdicts.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--report", type=click.Path(dir_okay=False, path_type=Path), help="Also write a page (.html) or .json.")
def cpu(path: str, **options: object) -> int:
    """Prove order on this machine's CPU, with simulated streams. PATH is a tree or pypi:sglang==X.

    Ends with 0 if every read was ordered, 1 for an unordered read or a disagreement with the linter, 3 if something
    could not be proved.
    """
    from gatecheck.runtime_verify.cpu import CpuOptions, verify_cpu
    from gatecheck.runtime_verify.records import CpuRequest

    tree = tree_of(path)
    request = CpuRequest(
        str(tree),
        layers=number(options["layers"]),
        start_layer=number(options["start_layer"]),
        only=tuple(str(name) for name in items(options["pools"])),
    )
    linted = str(tree / "sglang" / "srt") if options["compare"] else None
    return publish(verify_cpu(CpuOptions(request, linted)), str(options["form"]), options["report"])


@verify.command()
@click.argument("path")
@click.option("--before", help="Another tree, proved first, to show what a patch changes.")
@click.option("--layers", default=8, show_default=True, type=click.IntRange(2, 64), help="Layers of each pool.")
@click.option("--sessions", default=64, show_default=True, type=click.IntRange(0, 4096), help="Readers, or 0.")
@click.option("--delay-ms", default=300, show_default=True, type=click.IntRange(1, 2000), help="Loader's delay.")
@click.option("--io-backend", type=click.Choice(["direct", "kernel"]), default="direct", show_default=True)
@click.option("--pool", "pools", multiple=True, help="Prove only this pool class; may be given several times.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--report", type=click.Path(dir_okay=False, path_type=Path), help="Also write a page (.html) or .json.")
def gpu(path: str, before: str | None, **options: object) -> int:
    """Prove order on this machine's GPU: hold the loader, launch each read, see who waits.

    Ends with 0 if every read was ordered, 1 for an unordered read, 3 if something could not be proved.
    """
    from gatecheck.runtime_verify.gpu import verify_gpu
    from gatecheck.runtime_verify.progress import spinner
    from gatecheck.runtime_verify.records import GpuRequest

    trees = [tree_of(argument) for argument in (before, path) if argument is not None]
    code = 0
    for tree in trees:
        request = GpuRequest(
            str(tree),
            layers=number(options["layers"]),
            only=tuple(str(name) for name in items(options["pools"])),
            sessions=number(options["sessions"]),
            delay_ms=number(options["delay_ms"]),
            io_backend=str(options["io_backend"]),
        )
        with spinner() as tell:
            report = verify_gpu(request, tell)
        code = publish(report, str(options["form"]), numbered(options["report"], tree, trees))
    return code


def numbered(path: object, tree: Path, trees: list[Path]) -> Path | None:
    """Where a tree's page goes: the last one where it was asked for, the one before beside it."""
    if not isinstance(path, Path):
        return None
    return path if tree == trees[-1] else path.with_name(f"{path.stem}-before{path.suffix}")


def tree_of(argument: str) -> Path:
    """The tree, or a usage error that says what is wrong with the argument."""
    try:
        return find_tree(argument)
    except NoTreeError as error:
        raise click.UsageError(str(error)) from error


def number(value: object) -> int:
    """An option that click has already made a number."""
    assert isinstance(value, int)
    return value


def items(value: object) -> tuple[object, ...]:
    """An option that click has already made a tuple."""
    assert isinstance(value, tuple)
    return value


def publish(report: ProofReport, form: str, path: object) -> int:
    """Print the report, write its page, and return the exit code."""
    import msgspec

    from gatecheck.output import write_file, write_stdout
    from gatecheck.runtime_verify.html_report import render_html
    from gatecheck.runtime_verify.text_report import render_text

    as_json = msgspec.json.format(msgspec.json.encode(report), indent=2).decode() + "\n"
    write_stdout(as_json if form == "json" else render_text(report))
    if isinstance(path, Path):
        refused = write_file(path, as_json if path.suffix == ".json" else render_html(report))
        if refused:
            raise click.FileError(str(path), refused)
    return report.exit_code
