"""The database: tables, players, ratings on SQLite or PostgreSQL."""
