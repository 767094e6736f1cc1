"""Run the command line: `python -m comptoir`."""

from .cli.main import main

main()
