"""Every format on SGLang 0.5.10.post1, whole: what people see is what they saw before."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from gatecheck import cli, releases
from gatecheck.config import OutputFormat

RELEASE = "pypi:sglang==0.5.10.post1"
FORMS = [form for form in OutputFormat if form is not OutputFormat.TEXT]


class _Text(SingleFileSnapshotExtension):
    _write_mode = WriteMode.TEXT
    file_extension = "txt"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Check the release once and return what each format says, without what differs from run to run."""
    folder = releases.fetch(RELEASE, None)
    if isinstance(folder, releases.Unavailable):
        pytest.skip(folder.message)
    out = tmp_path_factory.mktemp("out")
    further = [word for form in FORMS for word in ("--also", f"{form.value}={out / form.value}")]
    assert cli.main([*further, "--no-cache", "--output-file", str(out / "text"), folder]) == 1
    return {path.name: _steady(path.read_text(encoding="utf-8"), folder) for path in out.iterdir()}


def _steady(text: str, folder: str) -> str:
    text = text.replace(folder, "/cache/sglang-0.5.10.post1")
    text = re.sub(r"\bin \d+\.\d s\b", "in 1.0 s", text)
    return re.sub(r'("seconds": )[0-9.]+', r"\g<1>1.0", text)


@pytest.mark.parametrize("form", [form.value for form in OutputFormat])
def test_whole_output(written: dict[str, str], form: str, snapshot: SnapshotAssertion) -> None:
    assert written[form] == snapshot(extension_class=_Text, name=form)


def test_the_three_accessors_of_the_real_bug_are_there(written: dict[str, str]) -> None:
    found = {line.split()[1] for line in written["plain"].splitlines()}
    names = ("get_index_k_continuous", "get_index_k_scale_continuous", "get_index_k_scale_buffer")
    assert {f"NSATokenToKVPool.{name}()" for name in names} <= found


def test_nothing_of_this_machine_is_in_it(written: dict[str, str]) -> None:
    for text in written.values():
        assert str(Path.home()) not in text
