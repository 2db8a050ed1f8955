"""The command group ``gatecheck verify``. Importing this module imports neither torch nor SGLang."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gatecheck.runtime_verify.tree import NoTreeError, find_tree

if TYPE_CHECKING:
    from gatecheck.runtime_verify.records import ProofReport
    from gatecheck.runtime_verify.server_records import ServerReport

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
@click.option("--compare/--no-compare", default=True, help="Put the linter's findings beside the verdicts.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--report", type=click.Path(dir_okay=False, path_type=Path), help="Also write a page (.html) or .json.")
def gpu(path: str, before: str | None, **options: object) -> int:
    """Prove order on this machine's GPU: hold the loader, launch each read, see who waits.

    Ends with 0 if every read was ordered, 1 for an unordered read or a disagreement with the linter, 3 if something
    could not be proved.
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
        linted = str(tree / "sglang" / "srt") if options["compare"] else None
        with spinner() as tell:
            report = verify_gpu(request, tell, linted)
        code = publish(report, str(options["form"]), numbered(options["report"], tree, trees))
    return code


@verify.command()
@click.option("--before", required=True, help="The tree without the patch (or pypi:sglang==X).")
@click.option("--after", required=True, help="The tree with the patch.")
@click.option("--sessions", default=64, show_default=True, type=click.IntRange(1, 1024), help="Concurrent sessions.")
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(1, 100), help="Follow-ups of each session.")
@click.option("--prefix", default=1024, show_default=True, type=click.IntRange(64, 65536), help="Prompt tokens shared.")
@click.option("--model", default="", help="A model folder; without it a small random one is made.")
@click.option("--pool-tokens", default=24576, show_default=True, type=click.IntRange(1024), help="Device pool's size.")
@click.option("--start-timeout", default=600, show_default=True, type=click.IntRange(1, 7200), help="Seconds.")
@click.option("--delay-ms", default=30, show_default=True, type=click.IntRange(1, 2000), help="Delay of each load.")
@click.option("--server-arg", "arguments", multiple=True, help="One more word for the servers' command line.")
@click.option("--stand-in", "stand_ins", multiple=True, help="A package of which only the import is needed.")
@click.option("--logs", type=click.Path(file_okay=False, path_type=Path), help="Keep model and logs here.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("--report", type=click.Path(dir_okay=False, path_type=Path), help="Also write the report as JSON.")
def server(before: str, after: str, **options: object) -> int:
    """Run real servers of two trees and compare what many sessions get from them.

    Ends with 0 if the patched tree answers alike with and without a delayed loader, 1 if it does not, 3 if the run
    shows nothing (a server that died, no host hits).
    """
    from gatecheck.runtime_verify.progress import spinner
    from gatecheck.runtime_verify.server import verify_server
    from gatecheck.runtime_verify.server_options import plan_of

    plan = plan_of(tree_of(before), tree_of(after), options)
    with spinner() as tell:
        report = verify_server(plan, tell)
    return publish_server(report, str(options["form"]), options["report"])


def publish_server(report: ServerReport, form: str, path: object) -> int:
    """Print the report, write it as JSON if asked to, and return the exit code."""
    import msgspec

    from gatecheck.output import write_file, write_stdout
    from gatecheck.runtime_verify.server_text import render_server

    as_json = msgspec.json.format(msgspec.json.encode(report), indent=2).decode() + "\n"
    write_stdout(as_json if form == "json" else render_server(report))
    if isinstance(path, Path):
        refused = write_file(path, as_json)
        if refused:
            raise click.FileError(str(path), refused)
    return report.exit_code


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
