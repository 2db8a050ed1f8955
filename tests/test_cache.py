"""What is kept between runs never changes what is said, and nothing in it is trusted."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from gatecheck import cache, check
from gatecheck.cache import Store
from gatecheck.check import Request
from gatecheck.config import Settings
from gatecheck.findings import Report
from gatecheck.sources import Tree, Where, resolve
from tests.small_protocol import PROTOCOL, UNGATED

HASTY = PROTOCOL + UNGATED.format(comment="")


def tree(folder: Path) -> Tree:
    found = resolve(Where((str(folder),), str(folder)))
    assert isinstance(found, Tree)
    return found


def looked(folder: Path, cached: Path | None, settings: Settings | None = None) -> Report:
    request = Request(tree(folder), settings or Settings(), cache_dir=str(cached) if cached else None)
    return check.check(request)


def said(report: Report) -> bytes:
    """Everything in a report that is no measurement."""
    return msgspec.json.encode(msgspec.structs.replace(report, seconds=0, timings=(), parsed=0, cached=0))


@pytest.fixture
def program(tmp_path: Path) -> Path:
    folder = tmp_path / "tree"
    folder.mkdir()
    (folder / "pool.py").write_text(HASTY)
    return folder


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def test_a_second_run_says_the_same_without_parsing(program: Path, kept: Path) -> None:
    first, second = looked(program, kept), looked(program, kept)
    assert said(first) == said(second) == said(looked(program, None))
    assert (first.parsed, second.parsed, second.cached) == (1, 0, 1)


def test_an_edit_parses_one_definition(program: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked(program, kept)
    pool = program / "pool.py"
    pool.write_text(HASTY.replace("[0].clone()", "[1].clone()"))
    parsed: list[str] = []
    from gatecheck import gather

    original = gather.lower_chunk
    monkeypatch.setattr(gather, "lower_chunk", lambda chunk: parsed.append(chunk.name) or original(chunk))
    report = looked(program, kept)
    assert parsed == ["get_first_row"]
    assert said(report) == said(looked(program, None))


def test_settings_are_part_of_the_question(program: Path, kept: Path) -> None:
    assert len(looked(program, kept).findings) == 1
    assert looked(program, kept, Settings(ignore=("GC001",))).findings == ()
    assert len(looked(program, kept).findings) == 1


def test_another_place_is_no_difference(program: Path, kept: Path) -> None:
    looked(program, kept)
    moved = program.parent / "elsewhere"
    program.rename(moved)
    os.utime(moved / "pool.py", (1, 1))
    report = looked(moved, kept)
    assert (report.parsed, report.root) == (0, str(moved))


def test_another_tool_makes_its_own(program: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked(program, kept)
    monkeypatch.setattr(cache, "__version__", "99")
    assert looked(program, kept).parsed == 1


@pytest.mark.parametrize("damage", [b"", b"\x00", b"cos\nsystem\n(S'false'\ntR.", b"\x93\xa1x\x80\xc4\x00"])
def test_foreign_content_is_rebuilt(program: Path, kept: Path, damage: bytes) -> None:
    expected = said(looked(program, kept))
    for file in kept.glob("*.msgpack"):
        file.write_bytes(damage)
    assert said(looked(program, kept)) == expected
    assert looked(program, kept).parsed == 0


@pytest.mark.parametrize("part", [0.1, 0.5, 0.99])
def test_truncated_content_is_rebuilt(program: Path, kept: Path, part: float) -> None:
    expected = said(looked(program, kept))
    for file in kept.glob("*.msgpack"):
        data = file.read_bytes()
        file.write_bytes(data[: int(len(data) * part)])
    assert said(looked(program, kept)) == expected


def test_a_changed_byte_is_noticed(program: Path, kept: Path) -> None:
    expected = said(looked(program, kept))
    for file in kept.glob("*.msgpack"):
        data = bytearray(file.read_bytes())
        data[len(data) // 2] ^= 0xFF
        file.write_bytes(bytes(data))
    assert said(looked(program, kept)) == expected


def test_a_folder_that_cannot_be_written_is_no_fault(program: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert said(looked(program, blocked / "cache")) == said(looked(program, None))


def _fill(folder: str, number: int) -> None:
    for each in range(20):
        store = Store(folder, "shared")
        store.put("kind", f"{number} {each}", b"data")
        store.save()


def test_processes_share_a_store(kept: Path) -> None:
    context = multiprocessing.get_context("spawn")
    running = [context.Process(target=_fill, args=(str(kept), number)) for number in range(2)]
    for process in running:
        process.start()
    for process in running:
        process.join()
    assert [process.exitcode for process in running] == [0, 0]
    store = Store(str(kept), "shared")
    assert any(store.get("kind", f"0 {each}") == b"data" for each in range(20))
    assert [file.name for file in kept.iterdir()] == ["shared.msgpack"]


def test_a_full_store_keeps_what_was_used(kept: Path) -> None:
    store = Store(str(kept), "small", most=100)
    store.put("kind", "old", b"x" * 90)
    store.save()
    store = Store(str(kept), "small", most=100)
    store.put("kind", "new", b"y" * 90)
    store.save()
    store = Store(str(kept), "small", most=100)
    assert (store.get("kind", "old"), store.get("kind", "new")) == (None, b"y" * 90)


def test_parts_are_not_run_together(kept: Path) -> None:
    store = Store(str(kept), "parts")
    store.put("kind", "ab", "c", b"data")
    assert store.get("kind", "a", "bc") is None


def test_no_slow_package_is_loaded_where_nothing_has_changed(program: Path, kept: Path) -> None:
    command = (
        "import sys; from gatecheck import cli; "
        "code = cli.main(['check', '--cache-dir', sys.argv[2], '--output-format', 'plain', sys.argv[1]]); "
        "print(code, [name for name in ('libcst', 'networkx', 'rich') if name in sys.modules])"
    )
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", command, str(program), str(kept)], capture_output=True, text=True, check=True
        )
    assert done.stdout.splitlines()[-1] == "1 []"
