"""The version of Comptoir, as written into files."""

__version__ = "0.2.0"
