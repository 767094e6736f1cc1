"""Routes about tables, games, replays and puzzles."""
