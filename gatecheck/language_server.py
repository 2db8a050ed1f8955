"""The language server: diagnostics for text that is not saved yet, rule pages on hover, fixes as quick actions."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path

import msgspec
from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument

from gatecheck import __version__
from gatecheck.diagnostics import Published, actions, hover, publish
from gatecheck.findings import Report
from gatecheck.offers import Offers
from gatecheck.plan import Options, Plan, Refused, settle
from gatecheck.run import analyse
from gatecheck.sources import SourceFile, Tree

QUIET_SECONDS = 0.4
"""How long an editor must be still before the tree is checked again."""


class GatecheckServer(LanguageServer):
    """One editor's view: what was last shown to it, and what is being checked."""

    def __init__(self) -> None:
        super().__init__("gatecheck", __version__)
        self.shown: dict[str, Published] = {}
        self.offers = Offers()
        self.latest = 0
        self.running = asyncio.Lock()

    async def changed(self, uri: str) -> None:
        """Check the tree of a document once the editor is still; a later change makes this one idle."""
        self.latest += 1
        mine = self.latest
        await asyncio.sleep(QUIET_SECONDS)
        async with self.running:
            if mine != self.latest:
                return
            texts = {path: document.source for path, document in self._open().items()}
            folders = tuple(filter(None, map(uris.to_fs_path, self.workspace.folders)))
            answer = await asyncio.to_thread(check_unsaved, uri, folders, texts)
        if isinstance(answer, Refused):
            self._log(answer.message)
        elif mine == self.latest:
            self.offers = answer.offers
            self._show(answer.report)

    def _open(self) -> dict[str, TextDocument]:
        documents = self.workspace.text_documents.values()
        return {path: document for document in documents if (path := uris.to_fs_path(document.uri)) is not None}

    def _show(self, report: Report) -> None:
        fresh = publish(report, self.workspace)
        for uri in self.shown.keys() - fresh.keys():
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=[]))
        for uri, published in fresh.items():
            diagnostics = [shown.diagnostic for shown in published.entries]
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri=uri, diagnostics=diagnostics))
        self.shown = fresh
        for failure in report.failed:
            self._log(f"{failure.file}: {failure.reason}")

    def _log(self, text: str) -> None:
        self.window_log_message(types.LogMessageParams(type=types.MessageType.Warning, message=f"gatecheck: {text}"))


class Checked(msgspec.Struct, frozen=True):
    """What was found, and who knows the edits of its fixes."""

    report: Report
    offers: Offers


def check_unsaved(uri: str, folders: tuple[str, ...], texts: Mapping[str, str]) -> Checked | Refused:
    """Check the tree that a document belongs to, with the editor's texts in place of the files."""
    path = uris.to_fs_path(uri)
    if path is None:
        return Refused(f"{uri} is no file")
    plan = _plan(path, folders)
    if isinstance(plan, Refused):
        return plan
    with tempfile.TemporaryDirectory(prefix="gatecheck-lsp-") as scratch:
        tree = _with_texts(plan.tree, texts, Path(scratch))
        offers = Offers()
        return Checked(analyse(plan, tree, Options(jobs=1), offers.look).report, offers)


def _plan(path: str, folders: tuple[str, ...]) -> Plan | Refused:
    """Settle on the workspace folder around the document if the document is in its scope, else on the file alone."""
    around = [folder for folder in folders if Path(path).is_relative_to(folder)]
    for folder in sorted(around, key=len, reverse=True):
        plan = settle(Options(paths=(folder,), cwd=folder))
        if isinstance(plan, Refused) or any(file.absolute == path for file in plan.tree.files):
            return plan
    return settle(Options(paths=(path,), cwd=str(Path(path).parent)))


def _with_texts(tree: Tree, texts: Mapping[str, str], scratch: Path) -> Tree:
    """Let each file that is open be read from a copy of the editor's text."""
    files: list[SourceFile] = []
    for number, file in enumerate(tree.files):
        if file.absolute in texts:
            copy = scratch / f"{number}.py"
            copy.write_bytes(texts[file.absolute].encode("utf-8", "replace"))
            file = SourceFile(file.path, str(copy))  # noqa: PLW2901 - the same file, read elsewhere
        files.append(file)
    return msgspec.structs.replace(tree, files=tuple(files))


def create() -> GatecheckServer:
    """Return a server with all its features."""
    server = GatecheckServer()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def _opened(params: types.DidOpenTextDocumentParams) -> None:
        await server.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def _changed(params: types.DidChangeTextDocumentParams) -> None:
        await server.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def _saved(params: types.DidSaveTextDocumentParams) -> None:
        await server.changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def _hover(params: types.HoverParams) -> types.Hover | None:
        published = server.shown.get(params.text_document.uri)
        return hover(published, params.position) if published is not None else None

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    async def _actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        published = server.shown.get(params.text_document.uri)
        if published is None:
            return []
        return await asyncio.to_thread(actions, published, params.range, server.offers.alone)

    return server


def serve() -> None:
    """Serve until the editor says goodbye."""
    create().start_io()
