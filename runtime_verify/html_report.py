"""A proof as one HTML page without outside resources: for each pool a picture of accessors by layers."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from gatecheck.runtime_verify.records import AccessorReport, PoolReport, ProofReport, Verdict
from gatecheck.runtime_verify.text_report import render_text

STYLE = """
:root{color-scheme:light dark}body{font:15px/1.45 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;margin:.5rem 0 1.5rem}
.wide{overflow:auto}th,td{padding:.2rem .4rem;font-size:13px;text-align:center;border:1px solid #8884}
th.name{text-align:left;font-weight:500;font-family:ui-monospace,monospace;background:Canvas}
@media(min-width:40rem){th.name{position:sticky;left:0}}@media(max-width:40rem){th.name{overflow-wrap:anywhere;min-width:11rem}}
.ordered{background:#2e7d3244}
.unordered{background:#c62828cc;color:#fff;font-weight:600}.inconclusive{background:#f9a82555}.none{opacity:.35}
pre{overflow:auto;padding:.8rem;border:1px solid #8884;font-size:12.5px}h2{margin-bottom:.2rem}.note{opacity:.75}
"""
VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'
SHORT = {Verdict.ORDERED: "ordered", Verdict.UNORDERED: "unordered", Verdict.INCONCLUSIVE: "?"}


def render_html(report: ProofReport) -> str:
    """The page; the text report stands below the pictures, so that nothing is missing."""
    title = f"gatecheck verify {report.level}: sglang {report.version}"
    body = "\n".join(pictures(report))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8">{VIEWPORT}<title>{escape(title)}</title>'
        f"<style>{STYLE}</style>"
        f"<h1>{escape(title)}</h1><p class=note>{escape(report.tree)}; {escape(report.device)}</p>{body}"
        f"<h2>Everything, as text</h2><pre>{escape(render_text(report))}</pre></html>\n"
    )


def pictures(report: ProofReport) -> Iterator[str]:
    """One table a pool."""
    for pool in report.pools:
        yield f"<h2>{escape(pool.pool)}</h2><p class=note>{escape(pool.builder)}; {escape(pool.variant)}</p>"
        if pool.trusted:
            yield table(pool)
        else:
            yield "<p>No verdicts: the seeded faults were not all seen here.</p>"


def table(pool: PoolReport) -> str:
    """Accessors down, layers across; a cell's tip says what was waited for."""
    layers = sorted({layer.layer for accessor in pool.accessors for layer in accessor.layers})
    head = "".join(f"<th>{layer}</th>" for layer in layers)
    rows = "".join(row(accessor, layers) for accessor in pool.accessors)
    top = f"<thead><tr><th class=name>accessor \\ layer</th>{head}</tr></thead>"
    return f"<div class=wide><table>{top}<tbody>{rows}</tbody></table></div>"


def row(accessor: AccessorReport, layers: list[int]) -> str:
    """One accessor."""
    known = {layer.layer: layer for layer in accessor.layers}
    cells = []
    for number in layers:
        layer = known.get(number)
        if layer is None:
            cells.append("<td class=none>-</td>")
            continue
        waited = ", ".join(map(str, layer.waited)) or "nothing"
        tip = escape(f"waited for event {waited}; its own is {layer.own_event}. {layer.reason}", quote=True)
        cells.append(f'<td class={layer.verdict.value} title="{tip}">{SHORT[layer.verdict]}</td>')
    return f"<tr><th class=name>{escape(accessor.symbol)}</th>{''.join(cells)}</tr>"
