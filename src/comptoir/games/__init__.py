"""The games: one folder each, found by `comptoir.engine.registry`, never listed."""
