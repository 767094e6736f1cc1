"""Definition of a study: its file, and variants of a game as data."""
