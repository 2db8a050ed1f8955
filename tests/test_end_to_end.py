"""The command line with the real engine, on a small program that has the whole protocol."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gatecheck import cli
from tests.small_protocol import PROTOCOL, UNGATED

SCHEMA = json.loads((Path(__file__).parent / "schemas/gatecheck-1.json").read_text(encoding="utf-8"))
HASTY = PROTOCOL + UNGATED.format(comment="")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any, str]:
    """Return exit code, JSON document and standard error, with the document checked against its schema."""
    capsys.readouterr()
    code = cli.main(["--no-cache", "--output-format", "json", *arguments])
    said = capsys.readouterr()
    document = json.loads(said.out)
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    return code, document, said.err


def found(document: Any) -> list[tuple[str, str, str]]:
    return [(each["rule"], each["symbol"], each["state"]) for each in document["findings"]]


def test_a_clean_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pool.py").write_text(PROTOCOL)
    code, document, said = run(capsys, str(tmp_path))
    assert (code, found(document), said) == (0, [], "")
    assert document["root"] == str(tmp_path)


def test_an_ungated_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pool.py").write_text(HASTY)
    code, document, _ = run(capsys, str(tmp_path / "pool.py"))
    assert (code, found(document)) == (1, [("GC001", "HastyPool.get_first_row", "new")])
    (only,) = document["findings"]
    assert (only["file"], only["confidence"], only["buffer"]) == ("pool.py", "high", "Pool.rows")
    assert document["root"] == str(tmp_path)


HANDED_ON = """\
def rows_of(pool: Pool, layer_id):
    return pool.rows[layer_id]


def read(pool: Pool, layer_id, at):
    row = rows_of(pool, layer_id)
    return row[at] + 1


def read_later(pool: Pool, layer_id, at):
    pool.layer_transfer_counter.wait_until(layer_id)
    return rows_of(pool, layer_id)[at] + 1
"""


def test_the_trace_names_who_handed_an_address_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pool.py").write_text(f"{PROTOCOL}\n\n{HANDED_ON}")
    _, document, _ = run(capsys, str(tmp_path))
    (only,) = document["findings"]
    assert (only["rule"], only["symbol"]) == ("GC006", "read")
    assert [(step["symbol"], step["note"]) for step in only["trace"]] == [
        ("rows_of", "had handed it out"),
        ("read", "reads Pool.rows"),
    ]


def test_suppressions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pool = tmp_path / "pool.py"
    pool.write_text(PROTOCOL + UNGATED.format(comment="  # gatecheck: ignore[GC001] read before the first load"))
    code, document, _ = run(capsys, str(pool))
    assert (code, found(document)) == (0, [("GC001", "HastyPool.get_first_row", "suppressed")])
    pool.write_text(PROTOCOL + UNGATED.format(comment="  # gatecheck: ignore[GC001]"))
    code, document, _ = run(capsys, str(pool))
    assert code == 1
    assert ("GC902", "HastyPool.get_first_row", "new") in found(document)
    pool.write_text(PROTOCOL + "\n\nx = 1  # gatecheck: ignore[GC001] idle\n")
    code, document, _ = run(capsys, str(pool))
    assert (code, found(document)) == (1, [("GC901", "<module>", "new")])


def test_selection(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pool.py").write_text(HASTY)
    assert run(capsys, "--ignore", "GC001", str(tmp_path))[0] == 0
    assert run(capsys, "--select", "GC002", str(tmp_path))[0] == 0
    assert run(capsys, "--select", "GC0", str(tmp_path))[0] == 1


def test_names_of_the_protocol_come_from_the_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = HASTY
    names = {"wait_until": "hold", "set_consumer": "arm", "load_to_device_per_layer": "bring"}
    for old, new in names.items():
        text = text.replace(old, new)
    (tmp_path / "pool.py").write_text(text)
    assert run(capsys, str(tmp_path))[0] == 0
    keys = 'wait-methods = ["hold"]\narm-methods = ["arm"]\nload-methods = ["bring"]\n'
    (tmp_path / "pyproject.toml").write_text(f"[tool.gatecheck]\n{keys}")
    assert found(run(capsys, str(tmp_path))[1]) == [("GC001", "HastyPool.get_first_row", "new")]


@pytest.mark.parametrize(
    ("name", "data", "part"),
    [
        ("broken.py", b"def f(:\n    wait_until()\n", "not valid Python"),
        ("latin.py", b"# wait_until\nx = '\xe9'\n", "not UTF-8"),
        ("null.py", b"wait_until\0", "NUL byte"),
    ],
)
def test_a_file_that_cannot_be_checked_never_hides_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, data: bytes, part: str
) -> None:
    (tmp_path / "pool.py").write_text(HASTY)
    (tmp_path / name).write_bytes(data)
    code, document, said = run(capsys, str(tmp_path))
    assert (code, len(document["findings"])) == (3, 1)
    assert [failure["file"] for failure in document["failed"]] == [name]
    assert part in document["failed"][0]["reason"]
    assert f"gatecheck: {name}: " in said


def test_a_link_that_loops_never_hides_the_rest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pool.py").write_text(HASTY)
    (tmp_path / "loop").symlink_to(".")
    code, document, said = run(capsys, str(tmp_path))
    assert (code, len(document["findings"])) == (1, 1)
    assert said == "gatecheck: loop is a link to a folder above it and is not followed\n"
    cli.main(["--no-cache", str(tmp_path)])
    assert "note loop is a link to a folder above it and is not followed\n" in capsys.readouterr().out


def test_nothing_to_check_is_clean_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, said = run(capsys, str(tmp_path))
    assert (code, "no Python file" in said) == (0, True)
    (tmp_path / "plain.py").write_text("x = 1\n")
    code, _, said = run(capsys, str(tmp_path))
    assert (code, "nothing to check" in said) == (0, True)


def test_a_large_generated_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pool.py").write_text(HASTY)
    (tmp_path / "table.py").write_text("TABLE = [\n" + "    0x12345678,\n" * 330_000 + "]\n")
    code, document, _ = run(capsys, str(tmp_path))
    assert (code, len(document["findings"])) == (1, 1)


def test_the_matrix_shows_what_is_gated_beside_what_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pool.py").write_text(HASTY)
    cli.main(["--no-cache", "--output-format", "html", str(tmp_path)])
    page = capsys.readouterr().out.replace("<wbr>", "")
    rows = dict(re.findall(r'<th scope="row">([\w.]+)</th><td>(.*?)</td>', page))
    verdicts = {symbol: re.findall(r'class="verdict (\w+)"', cell) for symbol, cell in rows.items()}
    assert verdicts == {"HastyPool.get_first_row": ["ungated"], "Pool.get_rows": ["gated"]}


HASTY_FIXABLE = HASTY.replace("class HastyPool(Pool):\n", "class HastyPool(Pool):\n    # kept\n")


def test_the_edits_of_a_fix_are_told_and_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pool = tmp_path / "pool.py"
    pool.write_text(HASTY_FIXABLE)
    cli.main(["--no-cache", "--output-format", "sarif", str(pool)])
    (result,) = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    (fix,) = result["fixes"]
    (change,) = fix["artifactChanges"]
    lines = pool.read_text().splitlines(keepends=True)
    for replacement in reversed(change["replacements"]):
        region = replacement["deletedRegion"]
        assert (region["startColumn"], region["endColumn"]) == (1, 1)
        lines[region["startLine"] - 1 : region["endLine"] - 1] = [replacement["insertedContent"]["text"]]
    pool.write_text("".join(lines))
    assert "# kept" in pool.read_text()
    assert run(capsys, str(pool))[0] == 0
    assert cli.main(["--no-cache", str(pool)]) == 0


def test_suppressed_and_baselined_findings_stand_as_such_in_sarif(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pool, known = tmp_path / "pool.py", tmp_path / "known.json"
    silenced = UNGATED.format(comment="  # gatecheck: ignore[GC001] read before the first load")
    further = UNGATED.format(comment="").replace("HastyPool", "NewPool")
    pool.write_text(HASTY + silenced.replace("HastyPool", "EarlyPool"))
    assert cli.main(["--no-cache", "--baseline", str(known), "--update-baseline", str(pool)]) == 0
    pool.write_text(pool.read_text() + further)
    capsys.readouterr()
    assert cli.main(["--no-cache", "--baseline", str(known), "--output-format", "sarif", str(pool)]) == 1
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    kinds = {
        result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]: (
            [suppression["kind"] for suppression in result.get("suppressions", ())],
            result["baselineState"],
        )
        for result in results
    }
    assert kinds == {
        "HastyPool.get_first_row": (["external"], "unchanged"),
        "EarlyPool.get_first_row": (["inSource"], "new"),
        "NewPool.get_first_row": ([], "new"),
    }


def test_fix_repairs_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pool = tmp_path / "pool.py"
    pool.write_text(HASTY_FIXABLE)
    assert cli.main(["--no-cache", "--diff", str(pool)]) == 1
    assert "+        if self.counter is not None:" in capsys.readouterr().out
    assert pool.read_text() == HASTY_FIXABLE
    assert cli.main(["--no-cache", "--fix", str(pool)]) == 0
    assert pool.read_text() != HASTY_FIXABLE
    assert cli.main(["--no-cache", str(pool)]) == 0
