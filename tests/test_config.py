"""The [tool.gatecheck] table: found, checked, and refused with a hint."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from gatecheck.config import KEYS, ConfigError, Loaded, OutputFormat, Settings, load
from gatecheck.findings import Confidence


def write(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "pyproject.toml"
    file.write_text(text, encoding="utf-8")
    return file


def refused(folder: Path, table: str) -> str:
    write(folder, f"[tool.gatecheck]\n{table}\n")
    answer = load(folder, None)
    assert isinstance(answer, ConfigError)
    return answer.message


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    answer = load(tmp_path, None)
    assert isinstance(answer, Loaded)
    assert answer.settings == Settings()
    assert "wait_until" in answer.settings.wait_methods
    assert answer.settings.arm_methods == ("set_consumer",)
    assert answer.settings.load_methods == (
        "load_to_device_per_layer",
        "load_to_device_per_layer_physical",
        "load_page_per_layer",
    )


def test_every_key_is_read(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        """
        [tool.gatecheck]
        select = ["GC001"]
        ignore = ["GC002"]
        exclude = ["generated/"]
        wait-methods = ["hold_until"]
        arm-methods = ["arm"]
        load-methods = ["load_layer"]
        managed = ["Pool.k_buffer"]
        min-confidence = "high"
        output-format = "json"
        baseline = "known.json"
        """,
    )
    answer = load(tmp_path, None)
    assert isinstance(answer, Loaded)
    assert answer.file == str(file)
    assert answer.settings == Settings(
        select=("GC001",),
        ignore=("GC002",),
        exclude=("generated/",),
        wait_methods=("hold_until",),
        arm_methods=("arm",),
        load_methods=("load_layer",),
        managed=("Pool.k_buffer",),
        min_confidence=Confidence.HIGH,
        output_format=OutputFormat.JSON,
        baseline=str(tmp_path / "known.json"),
    )


def test_the_nearest_table_wins_and_files_without_one_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path, '[tool.gatecheck]\nselect = ["GC001"]\n')
    write(tmp_path / "a", '[tool.gatecheck]\nselect = ["GC002"]\n')
    write(tmp_path / "a/b", "[project]\nname = 'x'\n")
    answer = load(tmp_path / "a/b/c.py", None)
    assert isinstance(answer, Loaded)
    assert answer.settings.select == ("GC002",)


def test_a_named_file_is_taken_instead(tmp_path: Path) -> None:
    write(tmp_path, '[tool.gatecheck]\nselect = ["GC001"]\n')
    other = write(tmp_path / "other", "")
    assert load(tmp_path, other) == Loaded(Settings(), str(other))
    missing = load(tmp_path, tmp_path / "none.toml")
    assert isinstance(missing, ConfigError)
    assert "none.toml cannot be read: No such file" in missing.message


@pytest.mark.parametrize(
    ("table", "part"),
    [
        ('selct = ["GC001"]', "unknown key 'selct' in [tool.gatecheck] (did you mean 'select'?)"),
        ('wait_methods = ["x"]', "(did you mean 'wait-methods'?)"),
        ("frobnicate = 1", "unknown key 'frobnicate' in [tool.gatecheck]"),
        ('select = "GC001"', "select: Expected `array`, got `str`"),
        ("select = [1]", "select[0]: Expected `str`, got `int`"),
        ('output-format = "xml"', "output-format: Invalid enum value 'xml'"),
        ('managed = ["k_buffer"]', "managed: 'k_buffer' does not have the form 'Class.attr'"),
        ('wait-methods = ["a.b"]', "wait-methods: 'a.b' is not a method name"),
    ],
)
def test_faults_are_told(tmp_path: Path, table: str, part: str) -> None:
    assert part in refused(tmp_path, table)


def test_broken_files_are_told(tmp_path: Path) -> None:
    write(tmp_path, "[tool.gatecheck\n")
    answer = load(tmp_path, None)
    assert isinstance(answer, ConfigError)
    assert "is not valid TOML" in answer.message
    (tmp_path / "pyproject.toml").write_bytes(b"\xff")
    assert load(tmp_path, None) == ConfigError(f"{tmp_path / 'pyproject.toml'} is not UTF-8")
    write(tmp_path, "[tool]\ngatecheck = 1\n")
    answer = load(tmp_path, None)
    assert isinstance(answer, ConfigError)
    assert "must be a table" in answer.message


def test_keys_are_the_fields_in_kebab_case() -> None:
    assert tuple(field.name.replace("_", "-") for field in msgspec.structs.fields(Settings)) == KEYS
