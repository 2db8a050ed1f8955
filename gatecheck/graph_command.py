"""The command ``graph``: its options, turned into one record."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from gatecheck.output import write_file, write_stdout
from gatecheck.report.escape import one_line


@click.command()
@click.argument("words", nargs=-1, metavar="[ROOT_CLASS] [PATHS]...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "dot", "mermaid", "svg", "html", "json"]),
    default="text",
    show_default=True,
)
@click.option("--output-file", type=click.Path(dir_okay=False, path_type=Path), help="Write here, atomically.")
@click.option("--config", metavar="FILE", help="Take [tool.gatecheck] from this file.")
@click.option("--cache-dir", metavar="DIR", help="Where parsed files and releases are kept.")
@click.option("--cache/--no-cache", "use_cache", default=True, help="Keep and use parsed files; on by default.")
@click.option("--prefilter/--no-prefilter", default=True, help="Parse only files that can matter; on by default.")
def graph(words: tuple[str, ...], output_file: Path | None, **given: object) -> int:
    """Draw who owns, delegates to, registers, mutes, waits and reads, for one root pool or for all.

    Green accessors wait for the load of what they read, red ones do not, grey ones have gates that never wait. PATHS
    are folders, files or releases, as for check.

    \b
    gatecheck graph                                          every pool, as a tree
    gatecheck graph NSATokenToKVPool python/sglang/srt       one pool
    gatecheck graph --format html --output-file pools.html   a page to search, zoom and click
    gatecheck graph NSATokenToKVPool --format mermaid        for a pull request
    """  # noqa: D301 - \b is click's mark for a paragraph that keeps its lines
    from gatecheck.graph_run import Wish, run

    outcome = run(msgspec.convert({**given, "words": words, "cwd": str(Path.cwd())}, Wish))
    for sentence in outcome.sentences:
        click.echo(f"gatecheck: {one_line(sentence)}", err=True)
    if output_file is None or not outcome.text:
        write_stdout(outcome.text)
        return outcome.code
    trouble = write_file(output_file, outcome.text)
    if trouble is not None:
        click.echo(f"gatecheck: {trouble}", err=True)
    return outcome.code if trouble is None else 2
