"""The laws that every game of Comptoir must keep, for the game named in pyproject.toml."""

from comptoir.laws.plugin import *  # noqa: F403
