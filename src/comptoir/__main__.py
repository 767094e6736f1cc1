"""Run the command line: `python -m comptoir`."""

from comptoir.cli.main import main

main()
