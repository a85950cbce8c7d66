"""``python -m timeweave``: the command line."""

from timeweave.cli.main import main

main()
