"""Settings: the ``[tool.gatecheck]`` table of one pyproject.toml, checked key by key."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path

import msgspec

from gatecheck.findings import Confidence

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


class OutputFormat(str, Enum):
    """The renderers of ``gatecheck.report``."""

    TEXT = "text"
    PLAIN = "plain"
    JSON = "json"
    GITHUB = "github"
    GITLAB = "gitlab"
    JUNIT = "junit"
    SARIF = "sarif"
    HTML = "html"
    MARKDOWN = "markdown"


class Settings(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """What the configuration may say. ``select`` empty means every rule that is on by default.

    ``managed`` names buffers as ``Class.attr``. ``min_confidence`` None leaves the choice to the output format.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    wait_methods: tuple[str, ...] = ("wait_until",)
    arm_methods: tuple[str, ...] = ("set_consumer",)
    load_methods: tuple[str, ...] = (
        "load_to_device_per_layer",
        "load_to_device_per_layer_physical",
        "load_page_per_layer",
    )
    managed: tuple[str, ...] = ()
    extend_tests: tuple[str, ...] = ("is_extend", "is_prefill", "is_mixed", "is_extend_or_draft_extend_or_mixed")
    decode_tests: tuple[str, ...] = (
        "is_decode",
        "is_decode_or_idle",
        "is_idle",
        "is_target_verify",
        "is_draft_extend",
        "is_draft_extend_v2",
    )
    quiet_words: tuple[str, ...] = ("draft", "capture", "warmup", "warm_up", "eagle", "mtp", "speculat", "verify")
    min_confidence: Confidence | None = None
    output_format: OutputFormat = OutputFormat.TEXT
    baseline: str | None = None


class Loaded(msgspec.Struct, frozen=True):
    """Settings and the file they come from; ``file`` None means that no file sets anything.

    A relative ``baseline`` of the file is absolute here: it counts from the folder of the file, as ``exclude`` does.
    """

    settings: Settings
    file: str | None = None


class ConfigError(msgspec.Struct, frozen=True):
    """Why a configuration is refused, in one sentence."""

    message: str


KEYS: tuple[str, ...] = tuple(field.encode_name for field in msgspec.structs.fields(Settings))


def load(start: Path, config: Path | None) -> Loaded | ConfigError:
    """Return the settings of ``config`` or, without one, of the nearest pyproject.toml at or above ``start``.

    Files that have no ``[tool.gatecheck]`` table are passed over, unless named by ``config``.
    """
    if config is not None:
        table = _table(config)
        if isinstance(table, ConfigError):
            return table
        return _settings({} if table is None else table, config)
    for folder in (start, *start.parents):
        file = folder / "pyproject.toml"
        if not file.is_file():
            continue
        table = _table(file)
        if isinstance(table, ConfigError):
            return table
        if table is not None:
            return _settings(table, file)
    return Loaded(Settings())


def suggestion(word: str, known: tuple[str, ...]) -> str:
    """Return `` (did you mean …?)`` where a known word is near, else an empty string."""
    import difflib

    near = difflib.get_close_matches(word, known, n=1)
    return f" (did you mean {near[0]!r}?)" if near else ""


def _table(file: Path) -> dict[str, object] | ConfigError | None:
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        return ConfigError(f"{file} cannot be read: {error.strerror}")
    except UnicodeDecodeError:
        return ConfigError(f"{file} is not UTF-8")
    except tomllib.TOMLDecodeError as error:
        return ConfigError(f"{file} is not valid TOML: {error}")
    tool = document.get("tool", {})
    table = tool.get("gatecheck") if isinstance(tool, dict) else None
    if table is not None and not isinstance(table, dict):
        return ConfigError(f"{file}: [tool.gatecheck] must be a table")
    return table


def _settings(table: dict[str, object], file: Path) -> Loaded | ConfigError:
    for key in table:
        if key not in KEYS:
            return ConfigError(f"{file}: unknown key {key!r} in [tool.gatecheck]{suggestion(key, KEYS)}")
    try:
        settings = msgspec.convert(table, Settings)
    except msgspec.ValidationError as error:
        return ConfigError(f"{file}: [tool.gatecheck] {_plain(error)}")
    fault = _fault(settings)
    if fault is not None:
        return ConfigError(f"{file}: [tool.gatecheck] {fault}")
    if settings.baseline is not None:
        settings = msgspec.structs.replace(settings, baseline=str(file.absolute().parent / settings.baseline))
    return Loaded(settings, str(file.absolute()))


def _plain(error: msgspec.ValidationError) -> str:
    text, _, where = str(error).partition(" - at `$")
    key = where.rstrip("`").lstrip(".")
    return f"{key}: {text}" if key else text


def _fault(settings: Settings) -> str | None:
    for entry in settings.managed:
        owner, _, attribute = entry.partition(".")
        if not (owner.isidentifier() and attribute.isidentifier()):
            return f"managed: {entry!r} does not have the form 'Class.attr'"
    for key in ("wait_methods", "arm_methods", "load_methods"):
        names: tuple[str, ...] = getattr(settings, key)
        wrong = next((name for name in names if not name.isidentifier()), None)
        if wrong is not None:
            return f"{key.replace('_', '-')}: {wrong!r} is not a method name"
    return None
