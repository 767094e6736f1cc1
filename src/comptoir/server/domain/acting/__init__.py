"""What people ask of a table and what it does by itself, as events."""
