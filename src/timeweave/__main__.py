"""The `timeweave` command, also as ``python -m timeweave``; quiet when Ctrl-C meets it while it is being loaded."""

import os
import signal
import sys

from timeweave.collecting import loading


def main() -> None:
    """Entry point of the `timeweave` command."""
    # NumPy starts threads for products of large matrices when it is loaded: only `dense = "svd"` has any
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        with loading():
            from timeweave.cli.main import main as run
    except (Exception, KeyboardInterrupt) as error:
        from timeweave.errors import is_interrupt, missing_package

        if isinstance(error, ImportError) and not is_interrupt(error):
            sys.stderr.write(f"error: {missing_package('timeweave', error)}\n")
            sys.exit(2)
        if not is_interrupt(error):
            raise
        sys.exit(128 + signal.SIGINT)
    run()


if __name__ == "__main__":
    main()
