"""Shared parts of the commands: options, progress bars, the console, signals."""
