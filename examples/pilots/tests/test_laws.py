"""The laws that every game of Comptoir keeps; pyproject.toml says of which game."""

from comptoir.laws.plugin import *  # noqa: F403
