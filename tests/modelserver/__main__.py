"""Serve the endpoint to other programs until interrupted."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence

from modelserver.endpoint import TestEndpoint


def main(arguments: Sequence[str] | None = None) -> int:
    """The address goes to standard output once it answers."""
    parser = argparse.ArgumentParser(prog="python -m modelserver", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="any free one by default")
    parser.add_argument("--key", help="what clients must send as a bearer token")
    given = parser.parse_args(arguments)
    endpoint = TestEndpoint(port=given.port, key=given.key)
    sys.stdout.write(f"{endpoint.url}\n")
    sys.stdout.flush()
    with contextlib.suppress(KeyboardInterrupt):
        endpoint.serve()
    endpoint.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
