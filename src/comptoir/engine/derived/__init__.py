"""Functions derived from a game's declaration: its default rules, views and checks."""
