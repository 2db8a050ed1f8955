"""What a look at a tree can tell beside its report: the edits of the fixes on offer, and what every accessor does."""

from __future__ import annotations

from collections.abc import Callable

from gatecheck import check
from gatecheck.edits import Edit, between
from gatecheck.findings import Finding, Report, Safety
from gatecheck.fixes import apply, codemod
from gatecheck.fixes.edits import Proposal
from gatecheck.report.matrix import Access

_Ask = Callable[[Finding, check.Examined], tuple[Edit, ...]]
_ANY = frozenset({Safety.SAFE, Safety.UNSAFE})


class Offers:
    """One look at a tree that can be asked for the edits of its fixes. Every edit it gives has been proved."""

    def __init__(self) -> None:
        self._request: check.Request | None = None
        self._first: check.Examined | None = None
        self._proved: dict[str, Proposal] | None = None

    def look(self, request: check.Request) -> Report:
        """Check the tree as ever."""
        self._request = request
        self._first = check.examine(request)
        return self._first.report

    def accesses(self) -> tuple[Access, ...]:
        """Return what is known of every accessor in every root; nothing where that cannot be told."""
        from gatecheck.accesses import accesses

        if self._request is None or self._first is None:
            return ()
        try:
            return accesses(self._first, self._request.settings)
        except Exception:  # noqa: BLE001 - what is shown beside the findings must not take them with it
            return ()

    def alone(self, finding: Finding) -> tuple[Edit, ...]:
        """Return the edits of one fix, proved by itself."""
        return self._asked(finding, self._alone)

    def together(self, finding: Finding) -> tuple[Edit, ...]:
        """Return the edits of one fix, proved with those of all other new findings in one go."""
        return self._asked(finding, self._together)

    def _asked(
        self, finding: Finding, edits: Callable[[Finding, check.Examined], tuple[Edit, ...]]
    ) -> tuple[Edit, ...]:
        if self._first is None or finding.fix.safety not in _ANY:
            return ()
        try:
            return edits(finding, self._first)
        except Exception:  # noqa: BLE001 - a fix that cannot be shown must not take the report with it
            return ()

    def _alone(self, finding: Finding, first: check.Examined) -> tuple[Edit, ...]:
        outcome = self._repaired(frozenset({finding.fingerprint}))
        old = first.texts.by_path
        return tuple(edit for path, text in outcome.texts for edit in between(path, old[path], text))

    def _together(self, finding: Finding, first: check.Examined) -> tuple[Edit, ...]:
        if self._proved is None:
            self._proved = self._proposals(first)
        proposal = self._proved.get(finding.fingerprint)
        return _edits(first, proposal) if proposal is not None else ()

    def _repaired(self, named: frozenset[str] | None) -> apply.Outcome:
        request, first = self._request, self._first
        if request is None or first is None:
            raise RuntimeError("nothing has been looked at")
        return apply.repair(first, apply.Wanted(_ANY, named), lambda before, texts: check.again(request, before, texts))

    def _proposals(self, first: check.Examined) -> dict[str, Proposal]:
        plans = {plan.fingerprint: plan for plan in first.plans}
        return {
            repair.finding.fingerprint: proposal
            for repair in self._repaired(None).repairs
            if repair.finding.fingerprint in plans
            for proposal in plans[repair.finding.fingerprint].proposals
            if proposal == repair.proposal
        }


def _edits(first: check.Examined, proposal: Proposal) -> tuple[Edit, ...]:
    """Return what one proposal changes in the files as they are."""
    whole = {facts.path for facts in first.facts if facts.whole}
    texts: dict[str, str] = {}
    for edit in sorted(proposal.edits, key=lambda each: (each.where.path, -each.where.chunk)):
        path = edit.where.path
        new = codemod.apply(texts.get(path, first.texts.by_path[path]), edit, whole=path in whole)
        if isinstance(new, codemod.Refused):
            return ()
        texts[path] = new
    old = first.texts.by_path
    return tuple(edit for path, text in sorted(texts.items()) for edit in between(path, old[path], text))
