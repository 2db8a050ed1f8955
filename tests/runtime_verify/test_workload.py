from __future__ import annotations

from gatecheck.runtime_verify.server_compare import Names, compare
from gatecheck.runtime_verify.server_records import Answer, Ending, Shape
from gatecheck.runtime_verify.workload import prompts

NAMES = Names("before", "after")


def answer(session: int, number: int = 1, tokens: tuple[int, ...] = (1, 2), ending: Ending = Ending.ANSWERED) -> Answer:
    return Answer(session, number, ending, tokens, tuple(-0.5 for _ in tokens), host_tokens=64)


def test_follow_ups_start_with_the_sessions_own_prefix_and_repeat_for_a_seed() -> None:
    shape = Shape(sessions=3, rounds=2, prefix=5, follow_up=2)
    rounds = prompts(shape)
    assert [[len(text) for text in texts] for texts in rounds] == [[5] * 3, [7] * 3, [7] * 3]
    assert all(rounds[number][session][:5] == rounds[0][session] for number in (1, 2) for session in range(3))
    assert rounds == prompts(shape)
    assert len({tuple(text) for text in rounds[0]}) == 3


def test_sessions_are_wrong_late_broken_or_clean_and_never_two_of_these() -> None:
    reference = [answer(session) for session in range(5)]
    mine = [
        answer(0),
        answer(1, tokens=(9, 2)),
        answer(2, tokens=(), ending=Ending.TIMED_OUT),
        answer(3, tokens=(), ending=Ending.FAILED),
        answer(4, tokens=(1, 3)),
    ]
    row = compare(NAMES, mine, reference)
    assert (row.wrong, row.timed_out, row.failed, row.clean) == (2, 1, 1, 1)
    assert (row.equal, row.first_token_differs, row.requests) == (1, 1, 5)


def test_a_last_bit_of_a_probability_is_a_difference() -> None:
    other = Answer(0, 1, Ending.ANSWERED, (1, 2), (-0.5, -0.5000000000000001), 64)
    assert compare(NAMES, [other], [answer(0)]).wrong == 1


def test_the_round_that_fills_the_cache_is_left_out() -> None:
    row = compare(NAMES, [answer(0, 0, (7,)), answer(0, 1)], [answer(0, 0, (8,)), answer(0, 1)])
    assert (row.requests, row.wrong) == (1, 0)
