"""One server's answers against another's, bit by bit, counted in requests and in sessions."""

from __future__ import annotations

from collections.abc import Sequence

from gatecheck.runtime_verify.server_records import Answer, Ending, Sessions


class Names:
    """Who is compared with whom."""

    def __init__(self, name: str, against: str) -> None:
        self.name = name
        self.against = against


def compare(names: Names, answers: Sequence[Answer], reference: Sequence[Answer]) -> Sessions:
    """Round 0 fills the cache and is left out: nothing is loaded in it."""
    right = {(answer.round, answer.session): answer for answer in reference if answer.round}
    pairs = [(answer, right[answer.round, answer.session]) for answer in answers if answer.round]
    both = [(mine, theirs) for mine, theirs in pairs if answered(mine) and answered(theirs)]
    wrong = {mine.session for mine, theirs in both if not same(mine, theirs)}
    late = {mine.session for mine, _ in pairs if mine.ending is Ending.TIMED_OUT} - wrong
    broken = {answer.session for pair in pairs for answer in pair if answer.ending is Ending.FAILED} - wrong - late
    sessions = {mine.session for mine, _ in pairs}
    return Sessions(
        names.name,
        names.against,
        requests=len(pairs),
        equal=sum(same(mine, theirs) for mine, theirs in both),
        first_token_differs=sum(mine.tokens[:1] != theirs.tokens[:1] for mine, theirs in both),
        wrong=len(wrong),
        timed_out=len(late),
        clean=len(sessions - wrong - late - broken),
        host_hits=sum(mine.host_tokens > 0 for mine, _ in pairs),
        failed=len(broken),
    )


def answered(answer: Answer) -> bool:
    """Whether there is something to compare."""
    return answer.ending is Ending.ANSWERED


def same(mine: Answer, theirs: Answer) -> bool:
    """Whether all tokens and all log-probabilities are the same, to the last bit."""
    return mine.tokens == theirs.tokens and mine.logprobs == theirs.logprobs
