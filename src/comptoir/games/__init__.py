"""The games: one folder each, found by `comptoir.engine.model.registry`, never listed."""
