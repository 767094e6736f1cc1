"""The database of tables, players and ratings, on SQLite or PostgreSQL."""
