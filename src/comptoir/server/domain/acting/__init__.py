"""Commands that people give at a table, and its automatic actions, as events."""
