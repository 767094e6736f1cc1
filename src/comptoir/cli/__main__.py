"""`python -m comptoir.cli`: the command line without an installed script."""

from .main import main

main()
