"""Concurrent sessions against one server: a prefix each, then follow-ups that must fetch the prefix from the host.

Requests go to ``/generate`` with token ids, at temperature 0, so that no tokenizer takes part.
"""

from __future__ import annotations

import json
import random
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from gatecheck.runtime_verify.server_records import Answer, Ending, Shape

FIRST_TOKEN = 10
PAUSE = 0.3


def prompts(shape: Shape) -> list[list[list[int]]]:
    """Token ids by round and session; the same for the same shape."""
    chance = random.Random(shape.seed)  # noqa: S311 - a repeatable workload, no secret
    draw = chance.randrange
    prefixes = [[draw(FIRST_TOKEN, shape.vocabulary) for _ in range(shape.prefix)] for _ in range(shape.sessions)]
    rounds = [prefixes]
    for _ in range(shape.rounds):
        ends = [[draw(FIRST_TOKEN, shape.vocabulary) for _ in range(shape.follow_up)] for _ in range(shape.sessions)]
        rounds.append([prefix + end for prefix, end in zip(prefixes, ends, strict=True)])
    return rounds


def run(base: str, shape: Shape, tell: Callable[[str], None]) -> tuple[Answer, ...]:
    """All rounds, one after the other; within a round all sessions at once, in an order that changes by round."""
    answers: list[Answer] = []
    with ThreadPoolExecutor(shape.sessions) as pool:
        for number, texts in enumerate(prompts(shape)):
            tell(f"round {number} of {shape.rounds}: {shape.sessions} sessions")
            order = list(range(shape.sessions))
            random.Random(number).shuffle(order)  # noqa: S311 - a repeatable order
            asked = [pool.submit(ask, base, shape, Turn(session, number), texts[session]) for session in order]
            answers += [future.result() for future in asked]
            time.sleep(PAUSE)
    return tuple(sorted(answers, key=lambda answer: (answer.round, answer.session)))


class Turn:
    """Which request of which session."""

    def __init__(self, session: int, number: int) -> None:
        self.session = session
        self.number = number


def ask(base: str, shape: Shape, turn: Turn, tokens: list[int]) -> Answer:
    """One request; an error is an answer, too."""
    parameters = {"temperature": 0, "max_new_tokens": shape.new_tokens, "ignore_eos": True}
    body = {"input_ids": tokens, "sampling_params": parameters, "return_logprob": True}
    request = urllib.request.Request(  # noqa: S310 - an address on this machine
        f"{base}/generate", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=shape.timeout) as response:  # noqa: S310
            return parsed(turn, json.load(response))
    except TimeoutError:
        return Answer(turn.session, turn.number, Ending.TIMED_OUT, reason=f"no answer in {shape.timeout:.0f} s")
    except (urllib.error.URLError, OSError, ValueError, KeyError) as error:
        late = isinstance(getattr(error, "reason", None), (TimeoutError, socket.timeout))
        return Answer(turn.session, turn.number, Ending.TIMED_OUT if late else Ending.FAILED, reason=str(error)[:200])


# Any: the server's JSON.
def parsed(turn: Turn, document: Any) -> Answer:
    """An answer from the server's JSON (``meta_info`` of ``/generate``).

    Raises:
        KeyError: the server left out the log-probabilities.
    """
    meta = document["meta_info"]
    output = meta["output_token_logprobs"]
    host = (meta.get("cached_tokens_details") or {}).get("host") or 0
    return Answer(
        turn.session,
        turn.number,
        Ending.ANSWERED,
        tokens=tuple(int(entry[1]) for entry in output),
        logprobs=tuple(float(entry[0]) for entry in output),
        host_tokens=int(host),
    )
