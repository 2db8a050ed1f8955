"""The part of SARIF 2.1.0 that the renderer writes, as records: an impossible document cannot be built."""

# ruff: noqa: D101 - each record is the object of the same name in the standard, which describes it

from __future__ import annotations

import msgspec


class _Record(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True, kw_only=True):
    """Fields left at their default are left out, as SARIF asks for."""


class Message(_Record, frozen=True):
    text: str
    markdown: str | None = None


class Region(_Record, frozen=True):
    start_line: int
    start_column: int | None = None
    end_line: int | None = None
    end_column: int | None = None


class ArtifactLocation(_Record, frozen=True):
    uri: str
    uri_base_id: str | None = None


class PhysicalLocation(_Record, frozen=True):
    artifact_location: ArtifactLocation
    region: Region | None = None


class LogicalLocation(_Record, frozen=True):
    fully_qualified_name: str
    kind: str | None = None


class Location(_Record, frozen=True):
    physical_location: PhysicalLocation
    id: int | None = None
    logical_locations: tuple[LogicalLocation, ...] = ()
    message: Message | None = None


class ThreadFlowLocation(_Record, frozen=True):
    location: Location


class ThreadFlow(_Record, frozen=True):
    locations: tuple[ThreadFlowLocation, ...]


class CodeFlow(_Record, frozen=True):
    thread_flows: tuple[ThreadFlow, ...]


class Suppression(_Record, frozen=True):
    kind: str
    justification: str | None = None
    status: str | None = None


class ArtifactContent(_Record, frozen=True):
    text: str


class Replacement(_Record, frozen=True):
    deleted_region: Region
    inserted_content: ArtifactContent


class ArtifactChange(_Record, frozen=True):
    artifact_location: ArtifactLocation
    replacements: tuple[Replacement, ...]


class Fix(_Record, frozen=True):
    description: Message
    artifact_changes: tuple[ArtifactChange, ...]


class ResultProperties(_Record, frozen=True):
    confidence: str
    roots: tuple[str, ...] = ()
    buffer: str | None = None
    managed_because: str | None = None
    fix: str | None = None


class Result(_Record, frozen=True):
    rule_id: str
    rule_index: int
    level: str
    message: Message
    locations: tuple[Location, ...]
    partial_fingerprints: dict[str, str]
    properties: ResultProperties
    code_flows: tuple[CodeFlow, ...] = ()
    related_locations: tuple[Location, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    baseline_state: str | None = None
    fixes: tuple[Fix, ...] = ()


class Configuration(_Record, frozen=True):
    level: str
    enabled: bool | None = None


class RuleProperties(_Record, frozen=True):
    tags: tuple[str, ...]


class Rule(_Record, frozen=True):
    id: str
    name: str
    short_description: Message
    full_description: Message
    help: Message
    default_configuration: Configuration
    properties: RuleProperties


class Driver(_Record, frozen=True):
    name: str
    semantic_version: str
    rules: tuple[Rule, ...]


class Tool(_Record, frozen=True):
    driver: Driver


class Notification(_Record, frozen=True):
    level: str
    message: Message
    locations: tuple[Location, ...] = ()


class Invocation(_Record, frozen=True):
    execution_successful: bool
    exit_code: int
    tool_execution_notifications: tuple[Notification, ...] = ()


class BaseUri(_Record, frozen=True):
    description: Message


class Run(_Record, frozen=True):
    tool: Tool
    invocations: tuple[Invocation, ...]
    original_uri_base_ids: dict[str, BaseUri]
    column_kind: str
    results: tuple[Result, ...]


class Log(_Record, frozen=True):
    schema: str = msgspec.field(name="$schema")
    version: str
    runs: tuple[Run, ...]
