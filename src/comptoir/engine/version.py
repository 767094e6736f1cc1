"""The version of Comptoir, for those who write it into files."""

__version__ = "0.2.0"
