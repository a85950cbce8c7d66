"""The program that serves one GGUF file: ``python -m timeweave.llm.local_server PATH CONTEXT``.

It writes its address, or ``error: `` and the reason, as one line, and ends when its standard input does: with the
program that started it, however that ends.
"""

from __future__ import annotations

import os
import sys

import xllamacpp

ERROR = "error: "
_QUIET = -1


def main() -> None:
    """Serve on a free loopback port until standard input ends."""
    params = xllamacpp.CommonParams()
    params.model.path = sys.argv[1]
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.n_ctx = int(sys.argv[2])
    params.n_parallel = 1
    params.ui = False
    params.verbosity = _QUIET
    try:
        server = xllamacpp.Server(params)
    except (RuntimeError, OSError, ValueError) as error:
        first_line = str(error).partition("\n")[0]
        sys.stdout.write(f"{ERROR}{first_line}\n")
        return
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()
    # its destructor would wait for a request under way
    os._exit(0)


if __name__ == "__main__":
    main()
