"""Stands in for ``sglang.launch_server``: deterministic answers, host hits after round 0, and faults on demand.

The tree's folder holds a file ``behaviour`` with one word: right, wrong, slow, silent, dead or cold.
"""

from __future__ import annotations

import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

PREFIX = 8


def behaviour() -> str:
    for folder in os.environ["PYTHONPATH"].split(os.pathsep):
        file = Path(folder) / "behaviour"
        if file.is_file():
            return file.read_text(encoding="utf-8").strip()
    return "right"


class Handler(BaseHTTPRequestHandler):
    seen: ClassVar[set[tuple[int, ...]]] = set()

    def log_message(self, *_args: object) -> None:
        pass

    def do_GET(self) -> None:
        self.send_response(503 if behaviour() == "silent" else 200)
        self.end_headers()

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        ids = body["input_ids"]
        prefix = tuple(ids[:PREFIX])
        known = prefix in self.seen
        self.seen.add(prefix)
        word = behaviour()
        if word == "slow" and known:
            time.sleep(3)
        off = 1 if word == "wrong" and known and sum(prefix) % 2 else 0
        tokens = [(sum(ids) + step + off) % 1000 for step in range(body["sampling_params"]["max_new_tokens"])]
        host = 0 if word == "cold" or not known else PREFIX
        entries = [[-0.125 * (token % 7), token, None] for token in tokens]
        meta = {"output_token_logprobs": entries, "cached_tokens_details": {"host": host}}
        text = json.dumps({"meta_info": meta}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


if __name__ == "__main__":
    if behaviour() == "dead":
        sys.exit("the model does not fit")
    ThreadingHTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Handler).serve_forever()
